; RUN: opt < %s -passes=float2int -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

define i16 @sum_of_bytes(i8 %a, i8 %b) {
  %x = uitofp i8 %a to float
  %y = sitofp i8 %b to float
  %s = fadd float %x, %y
  %m = fmul float %s, 2.0
  %n = fsub float %m, 1.0
  %r = fptosi float %n to i16
  ret i16 %r
}

define i1 @compared(i16 %a, i16 %b) {
  %x = sitofp i16 %a to double
  %y = sitofp i16 %b to double
  %d = fsub double %x, %y
  %c = fcmp ogt double %d, 12.0
  ret i1 %c
}

define i64 @several_uses(i32 %a) {
  %x = uitofp i32 %a to double
  %s = fadd double %x, 3.0
  %n = fneg double %s
  %i = fptosi double %n to i64
  %j = fptoui double %s to i64
  %r = add i64 %i, %j
  %t = sub i64 %r, %j
  ret i64 %t
}
