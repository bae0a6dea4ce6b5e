; RUN: opt < %s -passes=vector-combine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)

define i1 @compared_lanes(<4 x i32> %v, <4 x i32> %w) {
  %a = extractelement <4 x i32> %v, i32 0
  %b = extractelement <4 x i32> %w, i32 0
  %c = icmp sgt i32 %a, %b
  ret i1 %c
}

define i32 @sum_of_two_lanes(<4 x i32> %v, <4 x i32> %w) {
  %p = mul <4 x i32> %v, %w
  %a = extractelement <4 x i32> %p, i32 0
  %b = extractelement <4 x i32> %p, i32 1
  %s = add i32 %a, %b
  ret i32 %s
}

define <4 x i32> @loaded_into_lane(ptr align 16 dereferenceable(16) %p) {
  %x = load i32, ptr %p, align 16
  %v = insertelement <4 x i32> poison, i32 %x, i64 0
  ret <4 x i32> %v
}

define void @stored_lane(ptr align 16 %p, i32 %x, i64 %i) {
  %v = load <4 x i32>, ptr %p, align 16
  %k = and i64 %i, 3
  %w = insertelement <4 x i32> %v, i32 %x, i64 %k
  store <4 x i32> %w, ptr %p, align 16
  ret void
}

define i32 @loaded_lane(ptr align 16 %p, i64 %i) {
  %k = and i64 %i, 3
  %v = load <4 x i32>, ptr %p, align 16
  %e = extractelement <4 x i32> %v, i64 %k
  ret i32 %e
}

define <4 x float> @shuffled_twice(<4 x float> %v, <4 x float> %w) {
  %a = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %b = shufflevector <4 x float> %w, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  %s = fadd <4 x float> %a, %b
  %r = shufflevector <4 x float> %s, <4 x float> poison, <4 x i32> <i32 1, i32 0, i32 3, i32 2>
  ret <4 x float> %r
}

define i32 @reduced_in_any_order(<4 x i32> %v) {
  %a = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 2, i32 0, i32 3, i32 1>
  %m = xor <4 x i32> %a, <i32 5, i32 5, i32 5, i32 5>
  %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %m)
  ret i32 %r
}

define <8 x i16> @cast_of_shuffle(<4 x i32> %v) {
  %s = shufflevector <4 x i32> %v, <4 x i32> poison, <4 x i32> <i32 3, i32 2, i32 1, i32 0>
  %b = bitcast <4 x i32> %s to <8 x i16>
  %r = lshr <8 x i16> %b, <i16 1, i16 2, i16 3, i16 4, i16 5, i16 6, i16 7, i16 8>
  ret <8 x i16> %r
}

define <2 x i64> @scalar_in_lane(i64 %x, i64 %y) {
  %a = insertelement <2 x i64> <i64 3, i64 7>, i64 %x, i64 1
  %b = insertelement <2 x i64> <i64 9, i64 2>, i64 %y, i64 1
  %r = add <2 x i64> %a, %b
  ret <2 x i64> %r
}
