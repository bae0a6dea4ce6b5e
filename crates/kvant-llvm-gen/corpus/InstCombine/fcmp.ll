; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare float @llvm.fabs.f32(float)
declare double @llvm.fabs.f64(double)
declare i1 @llvm.is.fpclass.f32(float, i32)
declare i1 @llvm.is.fpclass.f64(double, i32)
declare i32 @llvm.fptosi.sat.i32.f32(float)
declare i8 @llvm.fptoui.sat.i8.f64(double)

define i1 @ordered_pair(float %x, float %y) {
  %a = fcmp ord float %x, 0.0
  %b = fcmp ord float %y, 0.0
  %c = and i1 %a, %b
  %d = fcmp olt float %x, %y
  %e = or i1 %d, %c
  ret i1 %e
}

define i1 @unordered_and_more(double %x, double %y) {
  %a = fcmp uno double %x, %y
  %b = fcmp ogt double %x, %y
  %c = or i1 %a, %b
  %d = xor i1 %c, true
  %e = fcmp ule double %y, %x
  %f = and i1 %d, %e
  ret i1 %f
}

define i1 @absolute_compared(float %x) {
  %f = call float @llvm.fabs.f32(float %x)
  %a = fcmp oge float %f, 0.0
  %b = fcmp olt float %f, 0x7FF0000000000000
  %c = fcmp oeq float %f, 0.0
  %d = xor i1 %a, %b
  %e = or i1 %d, %c
  ret i1 %e
}

define i1 @negated_operands(double %x, double %y) {
  %nx = fneg double %x
  %ny = fneg double %y
  %a = fcmp olt double %nx, %ny
  %b = fcmp ugt double %nx, 2.5
  %c = fcmp une double %x, %nx
  %d = and i1 %a, %b
  %e = xor i1 %d, %c
  ret i1 %e
}

define i1 @integer_behind(i16 %x, i32 %y) {
  %f = sitofp i16 %x to float
  %a = fcmp olt float %f, 7.5
  %g = uitofp i32 %y to double
  %b = fcmp oge double %g, -1.0
  %c = fcmp oeq double %g, 12.0
  %d = and i1 %a, %b
  %e = or i1 %d, %c
  ret i1 %e
}

define i1 @classes(float %x, double %y) {
  %a = call i1 @llvm.is.fpclass.f32(float %x, i32 3)
  %b = call i1 @llvm.is.fpclass.f32(float %x, i32 516)
  %c = or i1 %a, %b
  %n = fneg double %y
  %d = call i1 @llvm.is.fpclass.f64(double %n, i32 60)
  %e = call i1 @llvm.is.fpclass.f64(double %y, i32 1023)
  %f = and i1 %d, %e
  %g = xor i1 %c, %f
  ret i1 %g
}

define i32 @saturating_conversions(float %x, double %y) {
  %a = call i32 @llvm.fptosi.sat.i32.f32(float %x)
  %n = fcmp uno float %x, 0.0
  %b = select i1 %n, i32 0, i32 %a
  %c = call i8 @llvm.fptoui.sat.i8.f64(double %y)
  %d = zext i8 %c to i32
  %e = icmp ult i32 %d, 256
  %f = select i1 %e, i32 %b, i32 %d
  ret i32 %f
}

define float @select_is_minimum(float %x, float %y) {
  %c = fcmp nnan nsz olt float %x, %y
  %a = select nnan nsz i1 %c, float %x, float %y
  %z = fcmp oeq float %a, 0.0
  %b = select nsz i1 %z, float 0.0, float %a
  %g = fcmp ogt float %b, 0.0
  %n = fneg float %b
  %d = select nnan nsz i1 %g, float %b, float %n
  ret float %d
}
