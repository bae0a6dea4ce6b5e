; `minnum` and `maxnum` prefer numbers to quiet NaNs and order zeros.
; @min(float 1.0, float 2.0) => float 1.0
; @max(float 1.0, float 2.0) => float 2.0
; @min(float 1.0, float +qnan) => float 1.0
; @max(float +qnan, float 2.0) => float 2.0
; @min(float +qnan, float +qnan) => float +qnan | float -qnan
; @min(float 0.0, float -0.0) => float -0.0
; @max(float 0.0, float -0.0) => float 0.0
; @min(float 1.0, float poison) => poison

define float @min(float %a, float %b) {
  %r = call float @llvm.minnum.f32(float %a, float %b)
  ret float %r
}

define float @max(float %a, float %b) {
  %r = call float @llvm.maxnum.f32(float %a, float %b)
  ret float %r
}
