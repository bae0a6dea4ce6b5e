; RUN: opt < %s -passes='function(scalarizer<load-store>)' -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare <2 x i32> @llvm.umax.v2i32(<2 x i32>, <2 x i32>)
declare <2 x float> @llvm.fabs.v2f32(<2 x float>)

define <4 x i16> @arithmetic(<4 x i16> %v, <4 x i16> %w) {
  %a = add nsw <4 x i16> %v, %w
  %c = icmp slt <4 x i16> %a, zeroinitializer
  %s = select <4 x i1> %c, <4 x i16> %v, <4 x i16> %a
  %h = shufflevector <4 x i16> %s, <4 x i16> %w, <4 x i32> <i32 7, i32 1, i32 4, i32 2>
  ret <4 x i16> %h
}

define <2 x i32> @by_index(<2 x i32> %v, i32 %x, i32 %i) {
  %k = and i32 %i, 1
  %a = insertelement <2 x i32> %v, i32 %x, i32 %k
  %m = call <2 x i32> @llvm.umax.v2i32(<2 x i32> %a, <2 x i32> %v)
  %e = extractelement <2 x i32> %m, i32 %k
  %r = insertelement <2 x i32> %m, i32 %e, i32 0
  ret <2 x i32> %r
}

define void @in_memory(ptr align 8 %p, <2 x float> %f) {
  %v = load <2 x float>, ptr %p, align 8
  %n = fneg <2 x float> %v
  %a = call <2 x float> @llvm.fabs.v2f32(<2 x float> %f)
  %s = fadd <2 x float> %n, %a
  store <2 x float> %s, ptr %p, align 8
  ret void
}

define <2 x i64> @converted(<2 x i32> %v, <4 x i32> %w, i1 %c) {
entry:
  %b = bitcast <4 x i32> %w to <2 x i64>
  br i1 %c, label %then, label %end
then:
  %z = zext <2 x i32> %v to <2 x i64>
  %s = shl <2 x i64> %z, <i64 3, i64 33>
  br label %end
end:
  %p = phi <2 x i64> [ %b, %entry ], [ %s, %then ]
  %f = freeze <2 x i64> %p
  ret <2 x i64> %f
}
