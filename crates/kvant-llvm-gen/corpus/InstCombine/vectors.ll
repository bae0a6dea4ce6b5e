; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)
declare i1 @llvm.vector.reduce.or.v4i1(<4 x i1>)
declare i32 @llvm.vector.reduce.umax.v4i32(<4 x i32>)
declare <4 x i32> @llvm.masked.load.v4i32.p0(ptr, i32, <4 x i1>, <4 x i32>)

define <4 x i32> @shuffles_meet(<4 x i32> %v, <4 x i32> %w) {
  %a = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %b = shufflevector <4 x i32> %w, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %c = add <4 x i32> %a, %b
  %d = shufflevector <4 x i32> %c, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  ret <4 x i32> %d
}

define <4 x i16> @built_by_inserts(<4 x i16> %v, <4 x i16> %w) {
  %a = extractelement <4 x i16> %v, i64 0
  %b = extractelement <4 x i16> %w, i64 1
  %c = extractelement <4 x i16> %v, i64 2
  %d = extractelement <4 x i16> %w, i64 3
  %i = insertelement <4 x i16> poison, i16 %a, i64 0
  %j = insertelement <4 x i16> %i, i16 %b, i64 1
  %k = insertelement <4 x i16> %j, i16 %c, i64 2
  %l = insertelement <4 x i16> %k, i16 %d, i64 3
  ret <4 x i16> %l
}

define i32 @scalarized(<4 x i32> %v, i32 %x) {
  %s = insertelement <4 x i32> %v, i32 %x, i32 2
  %m = mul <4 x i32> %s, <i32 3, i32 5, i32 7, i32 9>
  %a = add <4 x i32> %m, %v
  %e = extractelement <4 x i32> %a, i32 2
  %f = extractelement <4 x i32> %s, i32 0
  %r = xor i32 %e, %f
  ret i32 %r
}

define i32 @splat_reduced(i32 %x, <4 x i1> %m) {
  %i = insertelement <4 x i32> poison, i32 %x, i64 0
  %s = shufflevector <4 x i32> %i, <4 x i32> poison, <4 x i32> zeroinitializer
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %s)
  %z = zext <4 x i1> %m to <4 x i32>
  %c = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %z)
  %t = call i32 @llvm.vector.reduce.umax.v4i32(<4 x i32> %z)
  %a = add i32 %r, %c
  %b = sub i32 %a, %t
  ret i32 %b
}

define <4 x i32> @loaded_by_mask(ptr align 4 dereferenceable(16) %p, <4 x i32> %w) {
  %a = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 true>, <4 x i32> poison)
  %c = icmp slt <4 x i32> %a, zeroinitializer
  %b = call <4 x i32> @llvm.masked.load.v4i32.p0(ptr %p, i32 4, <4 x i1> %c, <4 x i32> %w)
  %d = select <4 x i1> %c, <4 x i32> %b, <4 x i32> %a
  ret <4 x i32> %d
}

define i1 @any_lane(<4 x i32> %v, <4 x i32> %w) {
  %c = icmp eq <4 x i32> %v, %w
  %n = xor <4 x i1> %c, <i1 true, i1 true, i1 true, i1 true>
  %r = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %n)
  %b = bitcast <4 x i1> %c to i4
  %all = icmp eq i4 %b, -1
  %x = xor i1 %all, %r
  ret i1 %x
}

define <8 x i8> @widened_and_cut(<4 x i8> %v, <8 x i8> %w) {
  %a = shufflevector <4 x i8> %v, <4 x i8> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 poison, i32 poison, i32 poison, i32 poison>
  %b = shufflevector <8 x i8> %w, <8 x i8> %a, <8 x i32> <i32 8, i32 1, i32 9, i32 3, i32 10, i32 5, i32 11, i32 7>
  %c = shufflevector <8 x i8> %b, <8 x i8> poison, <8 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6>
  %d = add <8 x i8> %c, <i8 1, i8 2, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8>
  %e = sub <8 x i8> %d, <i8 8, i8 7, i8 6, i8 5, i8 4, i8 3, i8 2, i8 1>
  ret <8 x i8> %e
}

define <2 x double> @float_lanes(<2 x double> %v, double %x) {
  %i = insertelement <2 x double> %v, double %x, i32 0
  %n = fneg <2 x double> %i
  %m = fmul <2 x double> %n, <double 2.0, double 4.0>
  %r = fdiv <2 x double> %m, <double -4.0, double 8.0>
  %e = extractelement <2 x double> %r, i32 0
  %j = insertelement <2 x double> %r, double %e, i32 1
  ret <2 x double> %j
}
