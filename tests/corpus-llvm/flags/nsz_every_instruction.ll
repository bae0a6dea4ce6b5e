; `nsz` makes the sign of a zero a choice for every instruction that takes it.
; @fneg(float 0.0) => float 0.0 | float -0.0
; @fneg(float 1.0) => float -1.0
; @fsub(float 1.0) => float 0.0 | float -0.0
; @fsub(float 2.0) => float 1.0
; @fmul(float 0.0) => float 0.0 | float -0.0
; @fmul(float 2.0) => float 2.0
; @frem(float 2.0) => float 0.0 | float -0.0
; @frem(float 2.5) => float 0.5
; @select(float 0.0) => float 0.0 | float -0.0
; @select(float 1.0) => float 1.0
; @fcmp(float -0.0) => i1 true
; @fcmp(float 1.0) => i1 false

define float @fneg(float %a) {
  %r = fneg nsz float %a
  ret float %r
}

define float @fsub(float %a) {
  %r = fsub nsz float %a, 1.0
  ret float %r
}

define float @fmul(float %a) {
  %r = fmul nsz float %a, 1.0
  ret float %r
}

define float @frem(float %a) {
  %r = frem nsz float %a, 1.0
  ret float %r
}

define float @select(float %a) {
  %r = select nsz i1 true, float %a, float 2.0
  ret float %r
}

define i1 @fcmp(float %a) {
  %r = fcmp nsz oeq float %a, 0.0
  ret i1 %r
}
