; A NaN that arithmetic returns has any sign, and no payload or that of an operand.
; @fdiv(float 0.0, float 0.0) => float +qnan | float -qnan
; @fdiv(float +nan(0x1), float 1.0) => float +qnan | float -qnan | float +nan(0x1) | float -nan(0x1)
; @fdiv(float +snan(0x1), float 1.0) => float +qnan | float -qnan | float +nan(0x1) | float -nan(0x1) | float +snan(0x1) | float -snan(0x1)
; @fdiv(float 1.0, float 0.0) => float +inf
; @frem(float +inf, float 1.0) => float +qnan | float -qnan
; @frem(float 1.0, float +inf) => float 1.0
; @sqrt(float -1.0) => float +qnan | float -qnan
; @sqrt(float 4.0) => float 2.0

define float @fdiv(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}

define float @frem(float %a, float %b) {
  %r = frem float %a, %b
  ret float %r
}

define float @sqrt(float %a) {
  %r = call float @llvm.sqrt.f32(float %a)
  ret float %r
}
