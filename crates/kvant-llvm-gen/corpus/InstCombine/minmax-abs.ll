; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @llvm.smax.i32(i32, i32)
declare i32 @llvm.smin.i32(i32, i32)
declare i16 @llvm.umax.i16(i16, i16)
declare i16 @llvm.umin.i16(i16, i16)
declare i32 @llvm.abs.i32(i32, i1)
declare i24 @llvm.abs.i24(i24, i1)
declare i24 @llvm.smin.i24(i24, i24)
declare <4 x i32> @llvm.umin.v4i32(<4 x i32>, <4 x i32>)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)

define i32 @nested_bounds(i32 %x, i32 %y) {
  %a = call i32 @llvm.smax.i32(i32 %x, i32 5)
  %b = call i32 @llvm.smax.i32(i32 %a, i32 9)
  %c = call i32 @llvm.smin.i32(i32 %b, i32 %y)
  %d = call i32 @llvm.smin.i32(i32 %y, i32 %c)
  %e = call i32 @llvm.smax.i32(i32 %d, i32 %y)
  ret i32 %e
}

define i16 @complemented(i16 %x, i16 %y) {
  %nx = xor i16 %x, -1
  %ny = xor i16 %y, -1
  %m = call i16 @llvm.umax.i16(i16 %nx, i16 %ny)
  %r = xor i16 %m, -1
  %s = call i16 @llvm.umin.i16(i16 %r, i16 1000)
  %t = sub i16 %s, %r
  ret i16 %t
}

define i32 @absolute_twice(i32 %x, i32 %y) {
  %neg = sub i32 0, %x
  %a = call i32 @llvm.abs.i32(i32 %neg, i1 false)
  %b = call i32 @llvm.abs.i32(i32 %a, i1 true)
  %p = mul i32 %a, %a
  %sq = mul i32 %b, %y
  %even = and i32 %b, 1
  %r = add i32 %even, %sq
  %s = xor i32 %r, %p
  ret i32 %s
}

define i24 @absolute_by_select(i24 %x, i24 %y) {
  %neg = icmp slt i24 %x, 0
  %m = sub i24 0, %x
  %a = select i1 %neg, i24 %m, i24 %x
  %b = call i24 @llvm.smin.i24(i24 %a, i24 %y)
  %c = call i24 @llvm.abs.i24(i24 %b, i1 false)
  %same = icmp eq i24 %c, %a
  %r = select i1 %same, i24 %c, i24 %b
  ret i24 %r
}

define i1 @bound_compared(i32 %x, i32 %y) {
  %m = call i32 @llvm.smin.i32(i32 %x, i32 %y)
  %a = icmp sle i32 %m, %x
  %b = icmp eq i32 %m, %y
  %n = call i32 @llvm.smax.i32(i32 %x, i32 4)
  %c = icmp sgt i32 %n, 3
  %d = icmp slt i32 %n, 20
  %e = and i1 %a, %b
  %f = and i1 %c, %d
  %g = xor i1 %e, %f
  ret i1 %g
}

define <4 x i32> @lanes_clamped(<4 x i32> %v, <4 x i32> %w) {
  %a = call <4 x i32> @llvm.umin.v4i32(<4 x i32> %v, <4 x i32> <i32 255, i32 255, i32 255, i32 255>)
  %b = call <4 x i32> @llvm.smax.v4i32(<4 x i32> %a, <4 x i32> zeroinitializer)
  %c = call <4 x i32> @llvm.umin.v4i32(<4 x i32> %w, <4 x i32> %b)
  %d = call <4 x i32> @llvm.umin.v4i32(<4 x i32> %c, <4 x i32> <i32 300, i32 300, i32 300, i32 300>)
  ret <4 x i32> %d
}
