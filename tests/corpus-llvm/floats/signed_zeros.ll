; Zeros have signs, which comparisons do not see.
; @fadd(float 0.0, float -0.0) => float 0.0
; @fadd(float -0.0, float -0.0) => float -0.0
; @fmul(float -1.0, float 0.0) => float -0.0
; @fdiv(float 1.0, float -0.0) => float -inf
; @oeq(float 0.0, float -0.0) => i1 true
; @oeq(float 0.0, float 1.0) => i1 false

define float @fadd(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}

define float @fmul(float %a, float %b) {
  %r = fmul float %a, %b
  ret float %r
}

define float @fdiv(float %a, float %b) {
  %r = fdiv float %a, %b
  ret float %r
}

define i1 @oeq(float %a, float %b) {
  %r = fcmp oeq float %a, %b
  ret i1 %r
}
