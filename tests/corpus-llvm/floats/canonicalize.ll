; `canonicalize` makes NaNs quiet and keeps numbers.
; @f(float +snan(0x1)) => float +qnan | float -qnan | float +nan(0x1) | float -nan(0x1)
; @f(float 1.0) => float 1.0
; @f(float -0.0) => float -0.0
; @f(float poison) => poison

define float @f(float %a) {
  %r = call float @llvm.canonicalize.f32(float %a)
  ret float %r
}
