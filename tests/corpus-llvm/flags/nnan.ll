; With `nnan` a NaN is poison, as an operand and as a result.
; @nnan(float +qnan, float 1.0) => poison
; @nnan(float 1.0, float +qnan) => poison
; @nnan(float +inf, float -inf) => poison
; @nnan(float +inf, float 1.0) => float +inf
; @plain(float +inf, float -inf) => float +qnan | float -qnan

define float @nnan(float %a, float %b) {
  %r = fadd nnan float %a, %b
  ret float %r
}

define float @plain(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}
