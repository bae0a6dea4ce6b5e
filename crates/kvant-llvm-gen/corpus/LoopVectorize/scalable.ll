; RUN: opt < %s -passes=loop-vectorize -mtriple=aarch64-unknown-linux-gnu -mattr=+sve -scalable-vectorization=preferred -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @scaled(ptr noalias %dst, ptr noalias %src, i8 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i8, ptr %src, i64 %i
  %v = load i8, ptr %p, align 1
  %c = icmp ult i8 %v, %k
  %d = sub i8 %k, %v
  %s = select i1 %c, i8 %d, i8 0
  %z = zext i8 %s to i16
  %q = getelementptr inbounds i16, ptr %dst, i64 %i
  store i16 %z, ptr %q, align 2
  %next = add nuw nsw i64 %i, 1
  %e = icmp ult i64 %next, 21
  br i1 %e, label %loop, label %exit
exit:
  ret void
}

define i64 @scaled_sum(ptr %src, i64 %n) {
entry:
  %k = and i64 %n, 31
  %len = add nuw nsw i64 %k, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i64 [ 0, %entry ], [ %sum, %loop ]
  %p = getelementptr inbounds i64, ptr %src, i64 %i
  %v = load i64, ptr %p, align 8
  %sh = shl i64 %v, 1
  %sum = add i64 %acc, %sh
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, %len
  br i1 %c, label %loop, label %exit
exit:
  ret i64 %sum
}
