; Arithmetic rounds to the nearest float, and to an even one between two.
; @fadd(float 1.0, float 2.0) => float 3.0
; @fadd(float 16777216.0, float 1.0) => float 16777216.0
; @fadd(float 16777218.0, float 1.0) => float 16777220.0
; @fsub(float 1.0, float 2.0) => float -1.0
; @fmul(float 1.5, float 1.5) => float 2.25
; @fdiv(float 1.0, float 4.0) => float 0.25
; @frem(float 5.5, float 2.0) => float 1.5
; @frem(float -5.5, float 2.0) => float -1.5
; @fneg(float 0.0) => float -0.0
; @fadd(float poison, float 1.0) => poison

define float @fadd(float %a, float %b) {
  %r = fadd float %a, %b
  ret float %r
}

define float @fsub(float %a, float %b) {
  %r = fsub float %a, %b
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

define float @frem(float %a, float %b) {
  %r = frem float %a, %b
  ret float %r
}

define float @fneg(float %a) {
  %r = fneg float %a
  ret float %r
}
