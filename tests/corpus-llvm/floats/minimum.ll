; `minimum` and `maximum` return a NaN if there is one, and order zeros.
; @min(float 1.0, float 2.0) => float 1.0
; @max(float 1.0, float 2.0) => float 2.0
; @min(float 1.0, float +qnan) => float +qnan | float -qnan
; @max(float +qnan, float 2.0) => float +qnan | float -qnan
; @min(float 0.0, float -0.0) => float -0.0
; @max(float -0.0, float 0.0) => float 0.0

define float @min(float %a, float %b) {
  %r = call float @llvm.minimum.f32(float %a, float %b)
  ret float %r
}

define float @max(float %a, float %b) {
  %r = call float @llvm.maximum.f32(float %a, float %b)
  ret float %r
}
