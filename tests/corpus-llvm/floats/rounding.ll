; A float is rounded down, up, towards zero, to even, or away from zero.
; @floor(float -1.5) => float -2.0
; @ceil(float -1.5) => float -1.0
; @trunc(float -1.5) => float -1.0
; @rint(float 2.5) => float 2.0
; @nearbyint(float 3.5) => float 4.0
; @roundeven(float -2.5) => float -2.0
; @round(float -2.5) => float -3.0
; @round(float -0.25) => float -0.0
; @floor(float +qnan) => float +qnan | float -qnan
; @floor(float +inf) => float +inf
; @floor(float poison) => poison

define float @floor(float %a) {
  %r = call float @llvm.floor.f32(float %a)
  ret float %r
}

define float @ceil(float %a) {
  %r = call float @llvm.ceil.f32(float %a)
  ret float %r
}

define float @trunc(float %a) {
  %r = call float @llvm.trunc.f32(float %a)
  ret float %r
}

define float @rint(float %a) {
  %r = call float @llvm.rint.f32(float %a)
  ret float %r
}

define float @nearbyint(float %a) {
  %r = call float @llvm.nearbyint.f32(float %a)
  ret float %r
}

define float @roundeven(float %a) {
  %r = call float @llvm.roundeven.f32(float %a)
  ret float %r
}

define float @round(float %a) {
  %r = call float @llvm.round.f32(float %a)
  ret float %r
}
