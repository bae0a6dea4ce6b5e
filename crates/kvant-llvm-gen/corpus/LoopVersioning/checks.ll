; RUN: opt < %s -passes=loop-versioning -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @three_arrays(ptr %a, ptr %b, ptr %c, i64 %n) {
entry:
  %k = and i64 %n, 7
  %len = add nuw nsw i64 %k, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %pa = getelementptr inbounds i32, ptr %a, i64 %i
  %x = load i32, ptr %pa, align 4
  %pb = getelementptr inbounds i32, ptr %b, i64 %i
  %y = load i32, ptr %pb, align 4
  %m = mul i32 %x, %y
  %pc = getelementptr inbounds i32, ptr %c, i64 %i
  store i32 %m, ptr %pc, align 4
  %next = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %next, %len
  br i1 %d, label %exit, label %loop
exit:
  ret void
}

define i16 @shifted_copy(ptr %dst, ptr %src, i16 %x) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %o = add nuw nsw i64 %i, 3
  %p = getelementptr inbounds i16, ptr %src, i64 %o
  %v = load i16, ptr %p, align 2
  %s = sub i16 %x, %v
  %q = getelementptr inbounds i16, ptr %dst, i64 %i
  store i16 %s, ptr %q, align 2
  %next = add nuw nsw i64 %i, 2
  %c = icmp ult i64 %next, 9
  br i1 %c, label %loop, label %exit
exit:
  ret i16 %s
}
