; RUN: opt < %s -passes=instsimplify -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

@g = global i32 5
@h = internal constant { i16, [2 x i32] } { i16 3, [2 x i32] [i32 70000, i32 -2] }

declare double @llvm.fabs.f64(double)
declare double @llvm.maxnum.f64(double, double)
declare i32 @llvm.umin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)
declare i16 @llvm.ctpop.i16(i16)
declare { i32, i1 } @llvm.usub.with.overflow.i32(i32, i32)
declare i8 @llvm.uadd.sat.i8(i8, i8)

define double @float_identities(double %x, double %y) {
  %a = fadd double %x, -0.0
  %b = fmul double %a, 1.0
  %n = fneg double %b
  %m = fneg double %n
  %f = call double @llvm.fabs.f64(double %m)
  %g = call double @llvm.fabs.f64(double %f)
  %h = call double @llvm.maxnum.f64(double %g, double %g)
  %r = fsub double %h, %y
  ret double %r
}

define i1 @float_compares(double %x, float %y) {
  %f = call double @llvm.fabs.f64(double %x)
  %a = fcmp olt double %f, 0.0
  %b = fcmp uno double %f, 1.0
  %w = fpext float %y to double
  %c = fcmp oeq double %w, 0.1
  %d = or i1 %a, %b
  %e = or i1 %d, %c
  ret i1 %e
}

define i32 @extrema(i32 %x, i32 %y) {
  %a = call i32 @llvm.umin.i32(i32 %x, i32 %y)
  %b = call i32 @llvm.umin.i32(i32 %a, i32 %x)
  %c = call i32 @llvm.smax.i32(i32 %b, i32 -2147483648)
  %d = call i32 @llvm.smax.i32(i32 %c, i32 %c)
  %e = icmp ugt i32 %d, %x
  %r = select i1 %e, i32 %y, i32 %d
  ret i32 %r
}

define i1 @different_objects(i64 %i, i32 %x) {
  %p = alloca [4 x i32], align 4
  %k = and i64 %i, 3
  %e = getelementptr inbounds [4 x i32], ptr %p, i64 0, i64 %k
  store i32 %x, ptr %e, align 4
  %c = icmp eq ptr %e, @g
  %n = icmp eq ptr %e, null
  %v = load i32, ptr %e, align 4
  %z = icmp eq i32 %v, 3
  %d = or i1 %c, %n
  %r = or i1 %d, %z
  ret i1 %r
}

define i32 @constants_loaded(i32 %x) {
  %v = load i32, ptr getelementptr inbounds ({ i16, [2 x i32] }, ptr @h, i64 0, i32 1, i64 0), align 4
  %w = load i16, ptr @h, align 2
  %z = zext i16 %w to i32
  %s = add i32 %v, %z
  %r = sub i32 %x, %s
  ret i32 %r
}

define i32 @aggregates(i32 %x, i32 %y) {
  %a = insertvalue { i32, { i32, i1 } } poison, i32 %x, 0
  %p = call { i32, i1 } @llvm.usub.with.overflow.i32(i32 %x, i32 %x)
  %b = insertvalue { i32, { i32, i1 } } %a, { i32, i1 } %p, 1
  %c = extractvalue { i32, { i32, i1 } } %b, 0
  %d = extractvalue { i32, { i32, i1 } } %b, 1, 1
  %r = select i1 %d, i32 %y, i32 %c
  %s = add i32 %r, %y
  ret i32 %s
}

define <4 x i32> @lanes(<4 x i32> %v, i32 %x) {
  %i = insertelement <4 x i32> %v, i32 %x, i32 1
  %e = extractelement <4 x i32> %i, i32 1
  %f = extractelement <4 x i32> %i, i32 3
  %s = shufflevector <4 x i32> %i, <4 x i32> %v, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
  %t = insertelement <4 x i32> %s, i32 %f, i32 3
  %u = insertelement <4 x i32> %t, i32 %e, i32 0
  ret <4 x i32> %u
}

define i8 @saturated(i8 %x, i16 %y) {
  %a = call i8 @llvm.uadd.sat.i8(i8 %x, i8 -1)
  %b = call i16 @llvm.ctpop.i16(i16 %y)
  %c = icmp ult i16 %b, 17
  %r = select i1 %c, i8 %x, i8 %a
  %f = freeze i8 7
  %s = add i8 %r, %f
  ret i8 %s
}
