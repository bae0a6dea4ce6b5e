; RUN: opt < %s -passes=alignment-from-assumptions -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare void @llvm.assume(i1)

define i32 @assumed_alignment(ptr %p, i64 %i) {
  call void @llvm.assume(i1 true) [ "align"(ptr %p, i64 16) ]
  %k = and i64 %i, 3
  %m = shl nuw nsw i64 %k, 2
  %q = getelementptr inbounds i32, ptr %p, i64 %m
  %v = load i32, ptr %q, align 4
  %r = getelementptr inbounds i8, ptr %p, i64 8
  store i32 %v, ptr %r, align 4
  %w = load i32, ptr %p, align 4
  %s = xor i32 %v, %w
  ret i32 %s
}

define void @aligned_loop(ptr %p, i64 %n, i16 %x) {
entry:
  %q = getelementptr inbounds i8, ptr %p, i64 16
  store i16 0, ptr %q, align 2
  call void @llvm.assume(i1 true) [ "align"(ptr %q, i64 16) ]
  %lim = and i64 %n, 3
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %o = shl nuw nsw i64 %i, 4
  %r = getelementptr inbounds i8, ptr %q, i64 %o
  store i16 %x, ptr %r, align 2
  %next = add nuw nsw i64 %i, 1
  %c = icmp ule i64 %next, %lim
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
