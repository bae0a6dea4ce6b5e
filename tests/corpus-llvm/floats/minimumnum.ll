; `minimumnum` and `maximumnum` prefer numbers to any NaN, and order zeros.
; @min(float 1.0, float +snan(0x1)) => float 1.0
; @max(float +snan(0x1), float 2.0) => float 2.0
; @min(float +qnan, float +qnan) => float +qnan | float -qnan
; @min(float -0.0, float 0.0) => float -0.0
; @max(float 0.0, float -0.0) => float 0.0

define float @min(float %a, float %b) {
  %r = call float @llvm.minimumnum.f32(float %a, float %b)
  ret float %r
}

define float @max(float %a, float %b) {
  %r = call float @llvm.maximumnum.f32(float %a, float %b)
  ret float %r
}
