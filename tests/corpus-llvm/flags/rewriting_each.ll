; Each flag that allows rewriting is refused for each operation that rounds.
; @fmul_reassoc(float 1.0) => unspecified: fast-math
; @fmul_arcp(float 1.0) => unspecified: fast-math
; @fmul_afn(float 1.0) => unspecified: fast-math
; @fdiv_reassoc(float 1.0) => unspecified: fast-math
; @fdiv_contract(float 1.0) => unspecified: fast-math
; @fdiv_afn(float 1.0) => unspecified: fast-math
; @call_contract(float 1.0) => unspecified: fast-math
; @call_arcp(float 1.0) => unspecified: fast-math
; @fadd(float 1.0) => unspecified: fast-math
; @exact(float 1.0) => float 1.0

define float @fmul_reassoc(float %a) {
  %r = fmul reassoc float %a, 3.0
  ret float %r
}

define float @fmul_arcp(float %a) {
  %r = fmul arcp float %a, 3.0
  ret float %r
}

define float @fmul_afn(float %a) {
  %r = fmul afn float %a, 3.0
  ret float %r
}

define float @fdiv_reassoc(float %a) {
  %r = fdiv reassoc float %a, 3.0
  ret float %r
}

define float @fdiv_contract(float %a) {
  %r = fdiv contract float %a, 3.0
  ret float %r
}

define float @fdiv_afn(float %a) {
  %r = fdiv afn float %a, 3.0
  ret float %r
}

define float @call_contract(float %a) {
  %r = call contract float @llvm.sqrt.f32(float %a)
  ret float %r
}

define float @call_arcp(float %a) {
  %r = call arcp float @llvm.sqrt.f32(float %a)
  ret float %r
}

define float @fadd(float %a) {
  %r = fadd contract arcp afn float %a, 3.0
  ret float %r
}

define float @exact(float %a) {
  %r = call reassoc contract arcp afn float @llvm.fabs.f32(float %a)
  ret float %r
}
