; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr>, i32, <4 x i1>, <4 x i32>)
declare void @llvm.masked.scatter.v4i16.v4p0(<4 x i16>, <4 x ptr>, i32, <4 x i1>)
declare void @llvm.masked.store.v4i16.p0(<4 x i16>, ptr, i32, <4 x i1>)
declare <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32>, i64)
declare <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32>, <2 x i32>, i64)
declare <8 x i8> @llvm.vector.reverse.v8i8(<8 x i8>)
declare i8 @llvm.vector.reduce.xor.v8i8(<8 x i8>)
declare i8 @llvm.vector.reduce.umin.v8i8(<8 x i8>)
declare i1 @llvm.vector.reduce.and.v8i1(<8 x i1>)
declare float @llvm.vector.reduce.fmax.v4f32(<4 x float>)
declare float @llvm.vector.reduce.fadd.v4f32(float, <4 x float>)
declare <4 x i32> @llvm.fshl.v4i32(<4 x i32>, <4 x i32>, <4 x i32>)

define <4 x i32> @gathered(ptr %p, i64 %i, <4 x i32> %w) {
  %k = and i64 %i, 3
  %q = getelementptr inbounds i32, ptr %p, i64 %k
  %a = insertelement <4 x ptr> poison, ptr %q, i32 0
  %s = shufflevector <4 x ptr> %a, <4 x ptr> poison, <4 x i32> zeroinitializer
  %v = call <4 x i32> @llvm.masked.gather.v4i32.v4p0(<4 x ptr> %s, i32 4, <4 x i1> <i1 true, i1 true, i1 true, i1 true>, <4 x i32> poison)
  %r = sub <4 x i32> %v, %w
  ret <4 x i32> %r
}

define void @scattered(ptr align 2 dereferenceable(12) %p, <4 x i16> %v, i16 %x) {
  %a = getelementptr inbounds i16, ptr %p, <4 x i64> <i64 3, i64 1, i64 0, i64 5>
  %i = insertelement <4 x i16> %v, i16 %x, i32 2
  call void @llvm.masked.scatter.v4i16.v4p0(<4 x i16> %i, <4 x ptr> %a, i32 2, <4 x i1> <i1 true, i1 false, i1 true, i1 false>)
  call void @llvm.masked.store.v4i16.p0(<4 x i16> %v, ptr %p, i32 2, <4 x i1> <i1 false, i1 false, i1 false, i1 false>)
  ret void
}

define <4 x i32> @halves_exchanged(<4 x i32> %v, <4 x i32> %w) {
  %a = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %v, i64 2)
  %b = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %w, <2 x i32> %a, i64 0)
  %c = call <2 x i32> @llvm.vector.extract.v2i32.v4i32(<4 x i32> %b, i64 0)
  %d = call <4 x i32> @llvm.vector.insert.v4i32.v2i32(<4 x i32> %b, <2 x i32> %c, i64 2)
  ret <4 x i32> %d
}

define i8 @order_does_not_matter(<8 x i8> %v, <8 x i8> %w) {
  %r = call <8 x i8> @llvm.vector.reverse.v8i8(<8 x i8> %v)
  %x = call i8 @llvm.vector.reduce.xor.v8i8(<8 x i8> %r)
  %n = xor <8 x i8> %w, <i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1, i8 -1>
  %u = call <8 x i8> @llvm.vector.reverse.v8i8(<8 x i8> %n)
  %m = call i8 @llvm.vector.reduce.umin.v8i8(<8 x i8> %u)
  %s = sub i8 %x, %m
  ret i8 %s
}

define i1 @all_lanes(<8 x i8> %v) {
  %c = icmp ne <8 x i8> %v, zeroinitializer
  %a = call i1 @llvm.vector.reduce.and.v8i1(<8 x i1> %c)
  %b = bitcast <8 x i1> %c to i8
  %e = icmp eq i8 %b, 0
  %r = or i1 %a, %e
  ret i1 %r
}

define float @reduced_floats(<4 x float> %v, float %x) {
  %s = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 2, i32 3, i32 0, i32 1>
  %m = call nnan nsz float @llvm.vector.reduce.fmax.v4f32(<4 x float> %s)
  %n = fneg <4 x float> %v
  %a = call float @llvm.vector.reduce.fadd.v4f32(float %x, <4 x float> %n)
  %c = fcmp olt float %m, %a
  %r = select i1 %c, float %m, float %a
  ret float %r
}

define <4 x i32> @rotated_lanes(<4 x i32> %v, <4 x i32> %n) {
  %a = shl <4 x i32> %v, <i32 5, i32 6, i32 7, i32 8>
  %b = lshr <4 x i32> %v, <i32 27, i32 26, i32 25, i32 24>
  %c = or <4 x i32> %a, %b
  %d = call <4 x i32> @llvm.fshl.v4i32(<4 x i32> %c, <4 x i32> %c, <4 x i32> <i32 33, i32 34, i32 35, i32 36>)
  %e = and <4 x i32> %n, <i32 0, i32 -1, i32 0, i32 -1>
  %f = xor <4 x i32> %d, %e
  ret <4 x i32> %f
}

define <4 x i8> @lane_by_lane(<4 x i8> %v, i8 %x, i32 %i) {
  %k = and i32 %i, 3
  %e = extractelement <4 x i8> %v, i32 %k
  %s = add i8 %e, %x
  %a = insertelement <4 x i8> %v, i8 %s, i32 %k
  %b = insertelement <4 x i8> %a, i8 0, i32 1
  %c = insertelement <4 x i8> %b, i8 %x, i32 1
  %d = udiv <4 x i8> %c, <i8 1, i8 2, i8 4, i8 8>
  ret <4 x i8> %d
}
