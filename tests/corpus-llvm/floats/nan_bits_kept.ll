; Operations on the sign, and moves, keep the bits of a NaN.
; @fneg(float +snan(0x1)) => float -snan(0x1)
; @fabs(float -snan(0x1)) => float +snan(0x1)
; @copysign(float +snan(0x1), float -1.0) => float -snan(0x1)
; @select(float +snan(0x1)) => float +snan(0x1)
; @memory(float +snan(0x1)) => float +snan(0x1)
; @fadd(float +nan(0x1)) => float +qnan | float -qnan | float +nan(0x1) | float -nan(0x1)

define float @fneg(float %a) {
  %r = fneg float %a
  ret float %r
}

define float @fabs(float %a) {
  %r = call float @llvm.fabs.f32(float %a)
  ret float %r
}

define float @copysign(float %a, float %b) {
  %r = call float @llvm.copysign.f32(float %a, float %b)
  ret float %r
}

define float @select(float %a) {
  %r = select i1 true, float %a, float 1.0
  ret float %r
}

define float @memory(float %a) {
  %p = alloca float
  store float %a, ptr %p
  %r = load float, ptr %p
  ret float %r
}

define float @fadd(float %a) {
  %r = fadd float %a, 1.0
  ret float %r
}
