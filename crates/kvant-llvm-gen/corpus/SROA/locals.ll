; RUN: opt < %s -passes=sroa -S | FileCheck %s

; Local memory that can be split into values.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

%pt = type { i32, i32 }
%box = type { %pt, i64, [2 x i16] }

declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)

define i32 @struct_of_two(i32 %x, i32 %y, i1 %c) {
entry:
  %s = alloca %pt, align 4
  store i32 %x, ptr %s, align 4
  %f = getelementptr inbounds %pt, ptr %s, i64 0, i32 1
  store i32 %y, ptr %f, align 4
  br i1 %c, label %swap, label %end
swap:
  %a = load i32, ptr %s, align 4
  %b = load i32, ptr %f, align 4
  store i32 %b, ptr %s, align 4
  store i32 %a, ptr %f, align 4
  br label %end
end:
  %u = load i32, ptr %s, align 4
  %v = load i32, ptr %f, align 4
  %r = sub i32 %u, %v
  ret i32 %r
}

define i64 @overlapping(i64 %x, i16 %y, i8 %z) {
  %s = alloca i64, align 8
  store i64 %x, ptr %s, align 8
  %p = getelementptr inbounds i8, ptr %s, i64 2
  store i16 %y, ptr %p, align 2
  %q = getelementptr inbounds i8, ptr %s, i64 3
  store i8 %z, ptr %q, align 1
  %v = load i64, ptr %s, align 8
  %h = getelementptr inbounds i8, ptr %s, i64 4
  %w = load i32, ptr %h, align 4
  %e = zext i32 %w to i64
  %r = xor i64 %v, %e
  ret i64 %r
}

define i64 @copied_box(ptr %src, i64 %n) {
  %b = alloca %box, align 8
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %b, ptr align 8 %src, i64 24, i1 false)
  %m = getelementptr inbounds %box, ptr %b, i64 0, i32 1
  %v = load i64, ptr %m, align 8
  %s = add i64 %v, %n
  store i64 %s, ptr %m, align 8
  %h = getelementptr inbounds %box, ptr %b, i64 0, i32 2, i64 1
  %k = load i16, ptr %h, align 2
  %e = sext i16 %k to i64
  call void @llvm.memcpy.p0.p0.i64(ptr align 8 %src, ptr align 8 %b, i64 16, i1 false)
  ret i64 %e
}

define i32 @cleared_then_filled(i8 %fill, i32 %x) {
  %a = alloca [4 x i32], align 16
  call void @llvm.memset.p0.i64(ptr align 16 %a, i8 %fill, i64 16, i1 false)
  %p = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 2
  store i32 %x, ptr %p, align 8
  %u = load i32, ptr %a, align 16
  %q = getelementptr inbounds [4 x i32], ptr %a, i64 0, i64 3
  %v = load i32, ptr %q, align 4
  %w = load i32, ptr %p, align 8
  %s = add i32 %u, %w
  %r = xor i32 %s, %v
  ret i32 %r
}

define i32 @selected_slot(i1 %c, i32 %x, i32 %y) {
  %a = alloca i32, align 4
  %b = alloca i32, align 4
  store i32 %x, ptr %a, align 4
  store i32 %y, ptr %b, align 4
  %p = select i1 %c, ptr %a, ptr %b
  %v = load i32, ptr %p, align 4
  %w = load i32, ptr %a, align 4
  %r = mul i32 %v, %w
  ret i32 %r
}

define i32 @slot_by_phi(i1 %c, i32 %x, i32 %y) {
entry:
  %a = alloca [2 x i32], align 4
  store i32 %x, ptr %a, align 4
  %q = getelementptr inbounds [2 x i32], ptr %a, i64 0, i64 1
  store i32 %y, ptr %q, align 4
  br i1 %c, label %first, label %second
first:
  br label %join
second:
  br label %join
join:
  %p = phi ptr [ %a, %first ], [ %q, %second ]
  %v = load i32, ptr %p, align 4
  %r = add i32 %v, 1
  ret i32 %r
}

define <4 x i16> @vector_slot(<4 x i16> %v, i16 %x) {
  %s = alloca <4 x i16>, align 8
  store <4 x i16> %v, ptr %s, align 8
  %p = getelementptr inbounds i16, ptr %s, i64 2
  store i16 %x, ptr %p, align 2
  %h = load <2 x i16>, ptr %s, align 4
  store <2 x i16> %h, ptr %p, align 4
  %w = load <4 x i16>, ptr %s, align 8
  ret <4 x i16> %w
}

define double @float_and_bits(double %x) {
  %s = alloca double, align 8
  call void @llvm.lifetime.start.p0(i64 8, ptr %s)
  store double %x, ptr %s, align 8
  %p = getelementptr inbounds i8, ptr %s, i64 7
  %b = load i8, ptr %p, align 1
  %c = and i8 %b, 127
  store i8 %c, ptr %p, align 1
  %v = load double, ptr %s, align 8
  call void @llvm.lifetime.end.p0(i64 8, ptr %s)
  ret double %v
}

define i32 @loop_state(i32 %n, i32 %seed) {
entry:
  %s = alloca %pt, align 4
  %f = getelementptr inbounds %pt, ptr %s, i64 0, i32 1
  store i32 %seed, ptr %s, align 4
  store i32 0, ptr %f, align 4
  %lim = and i32 %n, 7
  br label %loop
loop:
  %a = load i32, ptr %s, align 4
  %i = load i32, ptr %f, align 4
  %m = mul i32 %a, 1664525
  %b = add i32 %m, 1013904223
  store i32 %b, ptr %s, align 4
  %j = add i32 %i, 1
  store i32 %j, ptr %f, align 4
  %c = icmp ule i32 %j, %lim
  br i1 %c, label %loop, label %exit
exit:
  %r = load i32, ptr %s, align 4
  ret i32 %r
}

define { i32, i32 } @aggregate_access({ i32, i32 } %v, i32 %x) {
  %s = alloca { i32, i32 }, align 4
  store { i32, i32 } %v, ptr %s, align 4
  %a = load i32, ptr %s, align 4
  %m = mul i32 %a, %x
  store i32 %m, ptr %s, align 4
  %w = load { i32, i32 }, ptr %s, align 4
  ret { i32, i32 } %w
}
