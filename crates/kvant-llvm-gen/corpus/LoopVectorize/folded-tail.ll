; RUN: opt < %s -passes=loop-vectorize -force-vector-width=4 -S | FileCheck %s

; Vector loops without a scalar rest: every access has a mask.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @masked_map(ptr noalias %dst, ptr noalias %src, i64 %n) optsize {
entry:
  %len = and i64 %n, 15
  %none = icmp eq i64 %len, 0
  br i1 %none, label %exit, label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i16, ptr %src, i64 %i
  %v = load i16, ptr %p, align 2
  %r = mul i16 %v, %v
  %q = getelementptr inbounds i16, ptr %dst, i64 %i
  store i16 %r, ptr %q, align 2
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, %len
  br i1 %c, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

define i32 @masked_xor(ptr %src, i64 %n) optsize {
entry:
  %k = and i64 %n, 7
  %len = add nuw nsw i64 %k, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %acc = phi i32 [ -1, %entry ], [ %x, %loop ]
  %p = getelementptr inbounds i32, ptr %src, i64 %i
  %v = load i32, ptr %p, align 4
  %x = xor i32 %acc, %v
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, %len
  br i1 %c, label %loop, label %exit, !llvm.loop !0
exit:
  ret i32 %x
}

define void @masked_condition(ptr noalias %dst, i32 %t, i64 %n) optsize {
entry:
  %k = and i64 %n, 15
  %len = add nuw nsw i64 %k, 1
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %q = getelementptr inbounds i32, ptr %dst, i64 %i
  %v = load i32, ptr %q, align 4
  %c = icmp ugt i32 %v, %t
  br i1 %c, label %big, label %latch
big:
  %d = sub nuw i32 %v, %t
  store i32 %d, ptr %q, align 4
  br label %latch
latch:
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %len
  br i1 %more, label %loop, label %exit, !llvm.loop !0
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.vectorize.width", i32 4}
