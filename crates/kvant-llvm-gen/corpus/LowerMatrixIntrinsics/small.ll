; RUN: opt < %s -passes=lower-matrix-intrinsics -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32>, <4 x i32>, i32, i32, i32)
declare <4 x double> @llvm.matrix.transpose.v4f64(<4 x double>, i32, i32)
declare <6 x i16> @llvm.matrix.transpose.v6i16(<6 x i16>, i32, i32)

define <4 x i32> @product(<4 x i32> %a, <4 x i32> %b) {
  %m = call <4 x i32> @llvm.matrix.multiply.v4i32.v4i32.v4i32(<4 x i32> %a, <4 x i32> %b, i32 2, i32 2, i32 2)
  %s = add <4 x i32> %m, %a
  ret <4 x i32> %s
}

define <6 x i16> @transposed(<6 x i16> %a) {
  %n = xor <6 x i16> %a, <i16 1, i16 2, i16 3, i16 4, i16 5, i16 6>
  %t = call <6 x i16> @llvm.matrix.transpose.v6i16(<6 x i16> %n, i32 2, i32 3)
  ret <6 x i16> %t
}

define <4 x double> @transposed_twice(<4 x double> %a, <4 x double> %b) {
  %t = call <4 x double> @llvm.matrix.transpose.v4f64(<4 x double> %a, i32 2, i32 2)
  %s = fadd <4 x double> %t, %b
  %u = call <4 x double> @llvm.matrix.transpose.v4f64(<4 x double> %s, i32 2, i32 2)
  %n = fneg <4 x double> %u
  ret <4 x double> %n
}
