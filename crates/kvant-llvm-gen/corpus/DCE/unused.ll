; RUN: opt < %s -passes=dce -S | FileCheck %s

target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"

declare i32 @quiet(i32) readonly nounwind willreturn
declare i32 @loud(i32)

define i32 @unused_chain(i32 %x, ptr %p) {
  %a = add i32 %x, 1
  %b = mul i32 %a, %x
  %c = sub i32 %b, %a
  %d = call i32 @quiet(i32 %c)
  %v = load i32, ptr %p, align 4
  %w = load volatile i32, ptr %p, align 4
  %e = call i32 @loud(i32 %a)
  %f = xor i32 %a, 5
  ret i32 %f
}

define <2 x i8> @unused_lanes(<2 x i8> %v, i8 %x) {
  %a = insertelement <2 x i8> %v, i8 %x, i32 0
  %b = shufflevector <2 x i8> %a, <2 x i8> %v, <2 x i32> <i32 1, i32 2>
  %c = extractelement <2 x i8> %b, i32 1
  %d = add <2 x i8> %a, <i8 4, i8 5>
  %f = freeze <2 x i8> %b
  ret <2 x i8> %d
}

define i16 @unused_floats(float %f, i16 %x, i1 %c) {
entry:
  %a = fmul float %f, 2.0
  %b = fadd float %a, %f
  %i = fptosi float %b to i16
  br i1 %c, label %then, label %end
then:
  %d = sub i16 %x, %i
  %e = shl i16 %x, 2
  br label %end
end:
  %p = phi i16 [ %x, %entry ], [ %e, %then ]
  %q = phi float [ %a, %entry ], [ %b, %then ]
  ret i16 %p
}
