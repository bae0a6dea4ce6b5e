; RUN: opt < %s -passes=instcombine -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i64 @llvm.vscale.i64()
declare <vscale x 4 x i32> @llvm.vector.reverse.nxv4i32(<vscale x 4 x i32>)
declare i32 @llvm.vector.reduce.add.nxv4i32(<vscale x 4 x i32>)

define <vscale x 4 x i32> @splat_arithmetic(<vscale x 4 x i32> %v, i32 %x) {
  %i = insertelement <vscale x 4 x i32> poison, i32 %x, i64 0
  %s = shufflevector <vscale x 4 x i32> %i, <vscale x 4 x i32> poison, <vscale x 4 x i32> zeroinitializer
  %a = add <vscale x 4 x i32> %v, %s
  %b = sub <vscale x 4 x i32> %a, %v
  %c = xor <vscale x 4 x i32> %b, %v
  %d = sub <vscale x 4 x i32> zeroinitializer, %c
  %e = sub <vscale x 4 x i32> %v, %d
  ret <vscale x 4 x i32> %e
}

define i32 @reversed_and_reduced(<vscale x 4 x i32> %v, i32 %x) {
  %r = call <vscale x 4 x i32> @llvm.vector.reverse.nxv4i32(<vscale x 4 x i32> %v)
  %q = call <vscale x 4 x i32> @llvm.vector.reverse.nxv4i32(<vscale x 4 x i32> %r)
  %c = icmp slt <vscale x 4 x i32> %q, zeroinitializer
  %n = sub <vscale x 4 x i32> zeroinitializer, %q
  %a = select <vscale x 4 x i1> %c, <vscale x 4 x i32> %n, <vscale x 4 x i32> %q
  %s = call i32 @llvm.vector.reduce.add.nxv4i32(<vscale x 4 x i32> %a)
  %t = mul i32 %s, %x
  ret i32 %t
}

define i64 @scale_known(i64 %x) {
  %s = call i64 @llvm.vscale.i64()
  %m = shl i64 %s, 2
  %z = icmp eq i64 %m, 0
  %r = urem i64 %x, 8
  %a = add i64 %m, %r
  %b = select i1 %z, i64 1, i64 %a
  ret i64 %b
}

define <vscale x 2 x i64> @lane_replaced(<vscale x 2 x i64> %v, i64 %x, i64 %y) {
  %a = insertelement <vscale x 2 x i64> %v, i64 %x, i64 1
  %e = extractelement <vscale x 2 x i64> %a, i64 1
  %s = add i64 %e, %y
  %b = insertelement <vscale x 2 x i64> %a, i64 %s, i64 1
  %c = shl <vscale x 2 x i64> %b, zeroinitializer
  ret <vscale x 2 x i64> %c
}

define void @scalable_memory(ptr %p, <vscale x 4 x i32> %v) {
  %w = load <vscale x 4 x i32>, ptr %p, align 4
  %c = icmp ugt <vscale x 4 x i32> %w, %v
  %s = select <vscale x 4 x i1> %c, <vscale x 4 x i32> %w, <vscale x 4 x i32> %v
  %z = zext <vscale x 4 x i1> %c to <vscale x 4 x i32>
  %m = mul <vscale x 4 x i32> %z, %s
  store <vscale x 4 x i32> %m, ptr %p, align 4
  ret void
}
