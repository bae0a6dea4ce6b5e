; RUN: opt < %s -passes=loop-vectorize -force-vector-width=4 -force-vector-interleave=2 -enable-interleaved-mem-accesses -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare float @llvm.fabs.f32(float)
declare double @llvm.fmuladd.f64(double, double, double)
declare i16 @llvm.umin.i16(i16, i16)

define void @interleaved_pairs(ptr noalias %dst, ptr noalias %src) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds { i32, i32 }, ptr %src, i64 %i, i32 0
  %q = getelementptr inbounds { i32, i32 }, ptr %src, i64 %i, i32 1
  %u = load i32, ptr %p, align 4
  %v = load i32, ptr %q, align 4
  %s = add i32 %u, %v
  %d = sub i32 %u, %v
  %r = getelementptr inbounds { i32, i32 }, ptr %dst, i64 %i, i32 0
  %t = getelementptr inbounds { i32, i32 }, ptr %dst, i64 %i, i32 1
  store i32 %s, ptr %r, align 4
  store i32 %d, ptr %t, align 4
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 9
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define void @backwards(ptr noalias %dst, ptr noalias %src, i64 %n) {
entry:
  %k = and i64 %n, 15
  br label %loop
loop:
  %i = phi i64 [ %k, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %src, i64 %i
  %v = load i32, ptr %p, align 4
  %x = xor i32 %v, -1
  %q = getelementptr inbounds i32, ptr %dst, i64 %i
  store i32 %x, ptr %q, align 4
  %next = add nsw i64 %i, -1
  %c = icmp sgt i64 %i, 0
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define float @largest_magnitude(ptr noalias %src, ptr noalias %dst, float %k) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %last = phi float [ %k, %entry ], [ %m, %loop ]
  %p = getelementptr inbounds float, ptr %src, i64 %i
  %v = load float, ptr %p, align 4
  %f = call float @llvm.fabs.f32(float %v)
  %m = fmul float %f, %k
  %q = getelementptr inbounds float, ptr %dst, i64 %i
  %c = fcmp ogt float %m, 1.0
  %s = select i1 %c, float 1.0, float %last
  store float %s, ptr %q, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 17
  br i1 %more, label %loop, label %exit
exit:
  ret float %m
}

define i32 @last_index_found(ptr %src, i32 %key) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = phi i32 [ -1, %entry ], [ %now, %loop ]
  %p = getelementptr inbounds i32, ptr %src, i64 %i
  %v = load i32, ptr %p, align 4
  %c = icmp sgt i32 %v, %key
  %t = trunc i64 %i to i32
  %now = select i1 %c, i32 %t, i32 %at
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 20
  br i1 %more, label %loop, label %exit
exit:
  ret i32 %now
}

define void @divided_unless_zero(ptr noalias %a, ptr noalias %b) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %p = getelementptr inbounds i32, ptr %a, i64 %i
  %q = getelementptr inbounds i32, ptr %b, i64 %i
  %x = load i32, ptr %p, align 4
  %y = load i32, ptr %q, align 4
  %z = icmp eq i32 %y, 0
  br i1 %z, label %latch, label %div
div:
  %d = udiv i32 %x, %y
  br label %latch
latch:
  %r = phi i32 [ %d, %div ], [ 7, %loop ]
  store i32 %r, ptr %p, align 4
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 10
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define i16 @smallest_of_strided(ptr %src, i16 %start) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %best = phi i16 [ %start, %entry ], [ %b, %loop ]
  %k = mul nuw nsw i64 %i, 3
  %p = getelementptr inbounds i16, ptr %src, i64 %k
  %v = load i16, ptr %p, align 2
  %x = xor i16 %v, 85
  %b = call i16 @llvm.umin.i16(i16 %best, i16 %x)
  %next = add nuw nsw i64 %i, 1
  %c = icmp ult i64 %next, 18
  br i1 %c, label %loop, label %exit
exit:
  ret i16 %b
}

define void @uniform_store(ptr noalias %slot, ptr noalias %src, i64 %n) {
entry:
  %len = and i64 %n, 31
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr inbounds i32, ptr %src, i64 %i
  %v = load i32, ptr %p, align 4
  store i32 %v, ptr %slot, align 4
  %next = add nuw nsw i64 %i, 1
  %c = icmp ule i64 %next, %len
  br i1 %c, label %loop, label %exit
exit:
  ret void
}

define void @index_written(ptr %dst, i32 %a, i32 %b) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %x = phi i32 [ %a, %entry ], [ %x2, %loop ]
  %x2 = add i32 %x, %b
  %w = zext i32 %i to i64
  %q = getelementptr inbounds i32, ptr %dst, i64 %w
  %m = xor i32 %x2, %i
  store i32 %m, ptr %q, align 4
  %next = add nuw nsw i32 %i, 1
  %c = icmp ne i32 %next, 19
  br i1 %c, label %loop, label %exit
exit:
  ret void
}
