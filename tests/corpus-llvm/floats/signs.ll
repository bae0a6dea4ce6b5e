; `fabs` and `copysign` change only the sign.
; @fabs(float -2.0) => float 2.0
; @fabs(float poison) => poison
; @copysign(float 2.0, float -0.0) => float -2.0
; @copysign(float -2.0, float 1.0) => float 2.0
; @copysign(float 2.0, float poison) => poison

define float @fabs(float %a) {
  %r = call float @llvm.fabs.f32(float %a)
  ret float %r
}

define float @copysign(float %a, float %b) {
  %r = call float @llvm.copysign.f32(float %a, float %b)
  ret float %r
}
