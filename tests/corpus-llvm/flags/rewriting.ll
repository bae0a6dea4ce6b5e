; Flags that allow rewriting leave an operation that rounds without a result of its own.
; @plain(float 1.0) => float 2.0
; @reassoc(float 1.0) => unspecified: fast-math
; @contract(float 1.0) => unspecified: fast-math
; @arcp(float 1.0) => unspecified: fast-math
; @afn(float 1.0) => unspecified: fast-math
; @fast(float +inf) => poison
; @fneg(float 1.0) => float -1.0

define float @plain(float %a) {
  %r = fadd float %a, 1.0
  ret float %r
}

define float @reassoc(float %a) {
  %r = fadd reassoc float %a, 1.0
  ret float %r
}

define float @contract(float %a) {
  %r = fmul contract float %a, 1.0
  ret float %r
}

define float @arcp(float %a) {
  %r = fdiv arcp float %a, 3.0
  ret float %r
}

define float @afn(float %a) {
  %r = call afn float @llvm.sqrt.f32(float %a)
  ret float %r
}

define float @fast(float %a) {
  %r = fadd fast float %a, 1.0
  ret float %r
}

define float @fneg(float %a) {
  %r = fneg reassoc contract arcp afn float %a
  ret float %r
}
