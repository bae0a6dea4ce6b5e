; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare double @llvm.round.f64(double)
declare double @llvm.ceil.f64(double)
declare double @llvm.rint.f64(double)
declare float @llvm.roundeven.f32(float)
declare float @llvm.floor.f32(float)
declare float @llvm.fabs.f32(float)
declare float @llvm.copysign.f32(float, float)
declare half @llvm.maximum.f16(half, half)
declare half @llvm.minnum.f16(half, half)
declare double @llvm.fabs.f64(double)
declare i16 @llvm.fptoui.sat.i16.f32(float)
declare i64 @llvm.fptosi.sat.i64.f64(double)

define double @whole_already(i32 %x, double %y) {
  %f = sitofp i32 %x to double
  %a = call double @llvm.round.f64(double %f)
  %b = call double @llvm.ceil.f64(double %a)
  %n = fneg double %y
  %c = call double @llvm.ceil.f64(double %n)
  %d = fneg double %c
  %r = fsub double %b, %d
  ret double %r
}

define float @rounded_sign(float %x, float %y) {
  %a = call float @llvm.fabs.f32(float %x)
  %b = call float @llvm.roundeven.f32(float %a)
  %c = call float @llvm.copysign.f32(float %b, float %x)
  %n = fneg float %y
  %d = call float @llvm.floor.f32(float %n)
  %e = fneg float %d
  %r = fadd float %c, %e
  ret float %r
}

define half @half_extrema(half %x, half %y) {
  %nx = fneg half %x
  %ny = fneg half %y
  %a = call half @llvm.maximum.f16(half %nx, half %ny)
  %b = fneg half %a
  %c = call half @llvm.minnum.f16(half %b, half 0xH7C00)
  %d = fmul half %c, 0xH3C00
  ret half %d
}

define i64 @saturated_at_zero(float %x, double %y) {
  %a = call i16 @llvm.fptoui.sat.i16.f32(float %x)
  %z = zext i16 %a to i64
  %n = fneg double %y
  %b = call i64 @llvm.fptosi.sat.i64.f64(double %n)
  %c = icmp ult i64 %z, 70000
  %d = select i1 %c, i64 %b, i64 %z
  ret i64 %d
}

define i32 @sign_as_integer(float %x, double %y) {
  %b = bitcast float %x to i32
  %s = icmp slt i32 %b, 0
  %m = and i32 %b, -2147483648
  %f = bitcast i32 %m to float
  %c = fcmp oeq float %f, 0.0
  %w = bitcast double %y to i64
  %a = and i64 %w, 9223372036854775807
  %g = bitcast i64 %a to double
  %d = fcmp ogt double %g, 2.0
  %e = and i1 %c, %d
  %h = xor i1 %e, %s
  %r = zext i1 %h to i32
  ret i32 %r
}

define double @unsigned_or_signed(i16 %x, i64 %y) {
  %z = zext i16 %x to i32
  %a = sitofp i32 %z to double
  %m = and i64 %y, 1048575
  %b = uitofp i64 %m to double
  %s = fadd double %a, %b
  %c = call double @llvm.rint.f64(double %s)
  %d = call double @llvm.fabs.f64(double %c)
  ret double %d
}

define float @chosen_zero(float %x, i1 %c) {
  %a = select i1 %c, float %x, float 0.0
  %b = fadd float %a, 0.0
  %d = fmul float %b, -1.0
  %e = select i1 %c, float %d, float %a
  %f = fcmp une float %e, %e
  %g = select i1 %f, float 1.0, float %e
  ret float %g
}
