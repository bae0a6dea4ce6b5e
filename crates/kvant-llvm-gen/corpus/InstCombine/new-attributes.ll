; RUN: opt < %s -passes=instcombine -S | FileCheck %s

; Attributes that only newer versions have.

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @numbered(i32 range(i32 0, 100)) memory(none) nounwind willreturn
declare range(i16 -8, 8) i16 @small(ptr captures(none)) memory(argmem: read) nounwind willreturn
declare float @finite(float nofpclass(nan inf)) memory(none) nounwind willreturn
declare void @fills(ptr captures(none) initializes((0, 8))) memory(argmem: readwrite) nounwind willreturn
declare float @llvm.minimumnum.f32(float, float)

define i32 @argument_in_range(i32 range(i32 1, 17) %x, i32 %y) {
  %c = icmp ult i32 %x, 17
  %q = udiv i32 %y, %x
  %r = select i1 %c, i32 %q, i32 %y
  %m = and i32 %x, 31
  %s = call i32 @numbered(i32 %m)
  %t = add i32 %r, %s
  ret i32 %t
}

define i16 @result_in_range(ptr captures(none) %p, i16 %x) {
  %a = call i16 @small(ptr %p)
  %b = add i16 %a, 8
  %c = icmp ugt i16 %b, 15
  %s = sext i16 %a to i32
  %u = trunc i32 %s to i16
  %r = select i1 %c, i16 %x, i16 %u
  ret i16 %r
}

define i1 @never_nan(float nofpclass(nan) %x, float nofpclass(inf zero) %y) {
  %a = fcmp uno float %x, %y
  %b = fcmp ord float %x, 0.0
  %c = fcmp oeq float %y, 0.0
  %d = and i1 %a, %b
  %e = or i1 %d, %c
  %n = fcmp une float %x, %x
  %f = xor i1 %e, %n
  ret i1 %f
}

define float @finite_chain(float nofpclass(nan inf) %x) {
  %a = call float @finite(float %x)
  %b = fmul nnan float %a, 0.0
  %c = call float @llvm.minimumnum.f32(float %x, float %b)
  %d = call float @llvm.minimumnum.f32(float %c, float %x)
  ret float %d
}

define i64 @filled_by_call(i64 %x) {
  %p = alloca [2 x i64], align 8
  store i64 %x, ptr %p, align 8
  %q = getelementptr inbounds nuw i8, ptr %p, i64 8
  store i64 3, ptr %q, align 8
  call void @fills(ptr %p)
  %v = load i64, ptr %p, align 8
  %w = load i64, ptr %q, align 8
  %s = sub i64 %v, %w
  %n = sub i64 0, %s
  ret i64 %n
}
