; A float is rounded to an integer; what does not fit is any value.
; @lrint(float 2.5) => i2 -2 | i2 -1 | i2 0 | i2 1
; @lrint(float 0.5) => i2 0
; @llrint(float 2.5) => i64 2
; @llrint(float poison) => poison
; @lround(float 2.5) => i32 3
; @llround(float -2.5) => i64 -3

define i2 @lrint(float %a) {
  %r = call i2 @llvm.lrint.i2.f32(float %a)
  ret i2 %r
}

define i64 @llrint(float %a) {
  %r = call i64 @llvm.llrint.i64.f32(float %a)
  ret i64 %r
}

define i32 @lround(float %a) {
  %r = call i32 @llvm.lround.i32.f32(float %a)
  ret i32 %r
}

define i64 @llround(float %a) {
  %r = call i64 @llvm.llround.i64.f32(float %a)
  ret i64 %r
}
