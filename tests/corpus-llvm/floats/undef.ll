; Undef is chosen for arithmetic, and kept by operations on bits.
; @fneg() => undef
; @bits() => i1 false
; @fcmp() => undef
; @uno() => i1 true

define float @fneg() {
  %r = fneg float undef
  ret float %r
}

define i1 @bits() {
  %a = call float @llvm.fabs.f32(float undef)
  %b = bitcast float %a to i32
  %c = lshr i32 %b, 31
  %r = trunc i32 %c to i1
  ret i1 %r
}

define i1 @fcmp() {
  %r = fcmp olt float undef, 1.0
  ret i1 %r
}

define i1 @uno() {
  %r = fcmp uno float undef, +qnan
  ret i1 %r
}
