; With `nsz` the sign of a zero is a choice.
; @nsz(float 1.0, float -1.0) => float 0.0 | float -0.0
; @nsz(float 1.0, float 1.0) => float 2.0
; @plain(float 1.0, float -1.0) => float 0.0
; @divisor(float 0.0) => float +inf | float -inf
; @divisor(float 2.0) => float 0.5

define float @nsz(float %a, float %b) {
  %r = fadd nsz float %a, %b
  ret float %r
}

define float @plain(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}

define float @divisor(float %a) {
  %r = fdiv nsz float 1.0, %a
  ret float %r
}
