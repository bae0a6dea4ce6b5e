; With `ninf` an infinity is poison, as an operand and as a result.
; @ninf(float +inf, float 1.0) => poison
; @ninf(float 1.0, float -inf) => poison
; @ninf(float 1.0, float 0.0) => poison
; @ninf(float 1.0, float 2.0) => float 0.5
; @ninf(float 0.0, float 0.0) => float +qnan | float -qnan
; @plain(float 1.0, float 0.0) => float +inf

define float @ninf(float %a, float %b) {
  %r = fdiv ninf float %a, %b
  ret float %r
}

define float @plain(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}
