; Some intrinsics return their first operand.
; @probability(i8 5) => i8 5
; @probability(i8 poison) => poison
; @copy(i8 5) => i8 5
; @copy(i8 poison) => poison
; @annotation(i32 5) => i32 5
; @annotation(i32 poison) => poison
; @pointer(ptr 8) => ptr 8
; @fence(float 1.0) => float 1.0
; @fence(float poison) => poison
; @thread() => i8 7

@s = constant [2 x i8] c"a\00"
@t = thread_local global i8 7
define i8 @probability(i8 %a) {
  %r = call i8 @llvm.expect.with.probability.i8(i8 %a, i8 5, double 0.5)
  ret i8 %r
}

define i8 @copy(i8 %a) {
  %r = call i8 @llvm.ssa.copy.i8(i8 returned %a)
  ret i8 %r
}

define i32 @annotation(i32 %a) {
  %r = call i32 @llvm.annotation.i32.p0(i32 %a, ptr @s, ptr @s, i32 1)
  ret i32 %r
}

define ptr @pointer(ptr %a) {
  %r = call ptr @llvm.ptr.annotation.p0.p0(ptr %a, ptr @s, ptr @s, i32 1, ptr null)
  ret ptr %r
}

define float @fence(float %a) {
  %r = call float @llvm.arithmetic.fence.f32(float %a)
  ret float %r
}

define i8 @thread() {
  %p = call ptr @llvm.threadlocal.address.p0(ptr @t)
  %r = load i8, ptr %p
  ret i8 %r
}
