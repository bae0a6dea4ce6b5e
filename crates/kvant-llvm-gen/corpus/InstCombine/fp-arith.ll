; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare double @llvm.fabs.f64(double)
declare float @llvm.fabs.f32(float)
declare half @llvm.fabs.f16(half)
declare float @llvm.copysign.f32(float, float)
declare double @llvm.fma.f64(double, double, double)
declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare double @llvm.minimum.f64(double, double)
declare double @llvm.maximum.f64(double, double)
declare double @llvm.sqrt.f64(double)
declare double @llvm.floor.f64(double)
declare float @llvm.trunc.f32(float)

define double @negations_cancel(double %x, double %y) {
  %a = fneg double %x
  %b = fmul double %a, %y
  %c = fneg double %b
  %d = fsub double -0.0, %y
  %e = fadd double %c, %d
  ret double %e
}

define float @divided_by_powers(float %x, float %y) {
  %a = fdiv float %x, 8.0
  %b = fdiv float %y, -0.5
  %c = fmul float %a, 1.0
  %d = fsub float %c, %b
  %e = fadd float %d, -0.0
  ret float %e
}

define half @small_signs(half %x, half %y) {
  %a = call half @llvm.fabs.f16(half %x)
  %n = fneg half %a
  %b = call half @llvm.fabs.f16(half %n)
  %p = fmul half %b, %b
  %q = fmul half %y, 0xHC000
  %r = fneg half %q
  %s = fdiv half %p, %r
  ret half %s
}

define float @signs_copied(float %x, float %y) {
  %n = fneg float %x
  %a = call float @llvm.copysign.f32(float %n, float %y)
  %f = call float @llvm.fabs.f32(float %y)
  %b = call float @llvm.copysign.f32(float %a, float %f)
  %c = call float @llvm.copysign.f32(float %b, float -2.0)
  ret float %c
}

define double @fused(double %x, double %y, double %z) {
  %nx = fneg double %x
  %ny = fneg double %y
  %a = call double @llvm.fma.f64(double %nx, double %ny, double %z)
  %b = call double @llvm.fma.f64(double %a, double 1.0, double %x)
  %f = call double @llvm.fabs.f64(double %b)
  %g = call double @llvm.fabs.f64(double %b)
  %c = call double @llvm.fma.f64(double %f, double %g, double %y)
  ret double %c
}

define float @bounds_of_floats(float %x, float %y) {
  %a = call float @llvm.minnum.f32(float %x, float 3.0)
  %b = call float @llvm.minnum.f32(float %a, float 2.0)
  %c = call float @llvm.maxnum.f32(float %b, float -1.0)
  %nx = fneg float %c
  %ny = fneg float %y
  %d = call float @llvm.maxnum.f32(float %nx, float %ny)
  ret float %d
}

define double @ordered_extrema(double %x, double %y) {
  %a = call double @llvm.minimum.f64(double %x, double %y)
  %b = call double @llvm.maximum.f64(double %x, double %y)
  %s = fadd nnan double %a, %b
  %c = call double @llvm.minimum.f64(double %s, double %s)
  %d = call double @llvm.maximum.f64(double %c, double 0xFFF0000000000000)
  ret double %d
}

define double @finite_only(double %x, double %y) {
  %a = fsub nnan ninf nsz double %x, %x
  %b = fmul nnan nsz double %y, 0.0
  %c = fadd nsz double %b, %a
  %d = fadd nnan ninf double %x, %c
  %n = fsub nsz double 0.0, %d
  ret double %n
}

define float @narrow_after_all(float %x, float %y) {
  %a = fpext float %x to double
  %b = fpext float %y to double
  %c = fadd double %a, %b
  %t = fptrunc double %c to float
  %d = fpext float %t to double
  %n = fneg double %d
  %u = fptrunc double %n to float
  %r = call float @llvm.trunc.f32(float %u)
  %s = call float @llvm.trunc.f32(float %r)
  ret float %s
}

define double @root_of_quotient(double %x, double %y) {
  %sq = fdiv double %x, %y
  %a = call double @llvm.fabs.f64(double %sq)
  %r = call double @llvm.sqrt.f64(double %a)
  %n = fneg double %r
  %b = call double @llvm.fabs.f64(double %n)
  %f = call double @llvm.floor.f64(double %y)
  %g = call double @llvm.floor.f64(double %f)
  %s = fsub double %b, %g
  %t = fneg double %s
  ret double %t
}
