; RUN: opt < %s -passes='loop(loop-flatten)' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define void @matrix_scaled(ptr %m, i32 %f) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i2, %latch ]
  %row = mul nuw nsw i64 %i, 5
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j2, %inner ]
  %k = add nuw nsw i64 %row, %j
  %p = getelementptr inbounds i32, ptr %m, i64 %k
  %v = load i32, ptr %p, align 4
  %s = mul i32 %v, %f
  store i32 %s, ptr %p, align 4
  %j2 = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %j2, 5
  br i1 %c, label %latch, label %inner
latch:
  %i2 = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i2, 4
  br i1 %d, label %exit, label %outer
exit:
  ret void
}

define i32 @flat_sum(ptr %m, i32 %start) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i2, %latch ]
  %a = phi i32 [ %start, %entry ], [ %b2, %latch ]
  %row = mul i32 %i, 3
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j2, %inner ]
  %b = phi i32 [ %a, %outer ], [ %b2, %inner ]
  %k = add i32 %j, %row
  %w = zext i32 %k to i64
  %p = getelementptr inbounds i8, ptr %m, i64 %w
  %v = load i8, ptr %p, align 1
  %e = sext i8 %v to i32
  %b2 = add i32 %b, %e
  %j2 = add i32 %j, 1
  %c = icmp ult i32 %j2, 3
  br i1 %c, label %inner, label %latch
latch:
  %i2 = add i32 %i, 1
  %d = icmp ult i32 %i2, 6
  br i1 %d, label %outer, label %exit
exit:
  ret i32 %b2
}

define i64 @known_sides(ptr %p, i64 %x) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i2, %latch ]
  %s = phi i64 [ %x, %entry ], [ %u2, %latch ]
  %row = mul i64 %i, 4
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j2, %inner ]
  %u = phi i64 [ %s, %outer ], [ %u2, %inner ]
  %k = add i64 %row, %j
  %q = getelementptr inbounds i64, ptr %p, i64 %k
  %v = load i64, ptr %q, align 8
  %r = shl i64 %u, 1
  %u2 = xor i64 %r, %v
  %j2 = add i64 %j, 1
  %c = icmp ne i64 %j2, 4
  br i1 %c, label %inner, label %latch
latch:
  %i2 = add i64 %i, 1
  %d = icmp ne i64 %i2, 3
  br i1 %d, label %outer, label %exit
exit:
  ret i64 %u2
}
