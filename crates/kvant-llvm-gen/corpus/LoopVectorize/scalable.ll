; RUN: opt < %s -passes=loop-vectorize -force-target-supports-scalable-vectors -scalable-vectorization=on -force-vector-width=2 -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @scaled(ptr noalias %dst, ptr noalias %src, i32 %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %src, i64 %i
  %v = load i32, ptr %p, align 4
  %s = add i32 %v, %k
  %m = mul i32 %s, 7
  %q = getelementptr inbounds i32, ptr %dst, i64 %i
  store i32 %m, ptr %q, align 4
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 21
  br i1 %c, label %loop, label %exit, !llvm.loop !0
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
  br i1 %c, label %loop, label %exit, !llvm.loop !0
exit:
  ret i64 %sum
}

!0 = distinct !{!0, !1, !2}
!1 = !{!"llvm.loop.vectorize.enable", i1 true}
!2 = !{!"llvm.loop.vectorize.scalable.enable", i1 true}
