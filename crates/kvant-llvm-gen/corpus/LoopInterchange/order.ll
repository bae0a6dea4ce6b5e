; RUN: opt < %s -passes='loop(loop-interchange)' -cache-line-size=64 -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@grid = global [8 x [8 x i32]] zeroinitializer
@other = global [8 x [8 x i32]] zeroinitializer

define void @columns_first(i32 %k) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i2, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j2, %inner ]
  %p = getelementptr inbounds [8 x [8 x i32]], ptr @grid, i64 0, i64 %j, i64 %i
  %v = load i32, ptr %p, align 4
  %s = add i32 %v, %k
  store i32 %s, ptr %p, align 4
  %j2 = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %j2, 8
  br i1 %c, label %latch, label %inner
latch:
  %i2 = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i2, 8
  br i1 %d, label %exit, label %outer
exit:
  ret void
}

define void @transposed_product(i32 %k) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i2, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 1, %outer ], [ %j2, %inner ]
  %p = getelementptr inbounds [8 x [8 x i32]], ptr @grid, i64 0, i64 %j, i64 %i
  %v = load i32, ptr %p, align 4
  %q = getelementptr inbounds [8 x [8 x i32]], ptr @other, i64 0, i64 %j, i64 %i
  %w = load i32, ptr %q, align 4
  %m = mul i32 %v, %w
  %x = xor i32 %m, %k
  store i32 %x, ptr %q, align 4
  %j2 = add nuw nsw i64 %j, 1
  %c = icmp ult i64 %j2, 7
  br i1 %c, label %inner, label %latch
latch:
  %i2 = add nuw nsw i64 %i, 1
  %d = icmp ult i64 %i2, 6
  br i1 %d, label %outer, label %exit
exit:
  ret void
}

define i32 @column_sums(i32 %start) {
entry:
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i2, %latch ]
  %s = phi i32 [ %start, %entry ], [ %last, %latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j2, %inner ]
  %t = phi i32 [ %s, %outer ], [ %u, %inner ]
  %p = getelementptr inbounds [8 x [8 x i32]], ptr @other, i64 0, i64 %j, i64 %i
  %v = load i32, ptr %p, align 4
  %u = add i32 %t, %v
  %j2 = add nuw nsw i64 %j, 1
  %c = icmp eq i64 %j2, 8
  br i1 %c, label %latch, label %inner
latch:
  %last = phi i32 [ %u, %inner ]
  %i2 = add nuw nsw i64 %i, 1
  %d = icmp eq i64 %i2, 8
  br i1 %d, label %exit, label %outer
exit:
  %r = phi i32 [ %last, %latch ]
  ret i32 %r
}
