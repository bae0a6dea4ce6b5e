; RUN: opt < %s -passes=lower-expect -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i1 @llvm.expect.i1(i1, i1)
declare i64 @llvm.expect.i64(i64, i64)

define i64 @hinted_branch(i64 %x, i64 %y) {
entry:
  %c = icmp sgt i64 %x, %y
  %e = call i1 @llvm.expect.i1(i1 %c, i1 false)
  br i1 %e, label %rare, label %usual
rare:
  %d = sub i64 %x, %y
  ret i64 %d
usual:
  %s = call i64 @llvm.expect.i64(i64 %y, i64 2)
  switch i64 %s, label %other [
    i64 1, label %one
    i64 2, label %two
  ]
one:
  ret i64 %x
two:
  %m = mul i64 %x, %x
  ret i64 %m
other:
  ret i64 0
}

define i32 @hinted_phi(i32 %x, i32 %y, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  %e = icmp eq i32 %x, 4
  br label %join
b:
  br label %join
join:
  %p = phi i1 [ %e, %a ], [ false, %b ]
  %h = call i1 @llvm.expect.i1(i1 %p, i1 true)
  %s = select i1 %h, i32 %x, i32 %y
  br i1 %h, label %yes, label %no
yes:
  %m = mul i32 %s, %y
  ret i32 %m
no:
  %d = xor i32 %s, %x
  ret i32 %d
}
