; Attributes that change the results of floats make them unspecified.
; @plain(float 1.0) => float 2.0
; @strict(float 1.0) => unspecified: float-environment
; @denormals(float 1.0) => unspecified: float-environment
; @ieee(float 1.0) => float 2.0

define float @plain(float %a) {
  %r = fadd float %a, 1.0
  ret float %r
}

define float @strict(float %a) strictfp {
  %r = fadd float %a, 1.0
  ret float %r
}

define float @denormals(float %a) denormal_fpenv(preservesign) {
  %r = fadd float %a, 1.0
  ret float %r
}

define float @ieee(float %a) denormal_fpenv(ieee) {
  %r = fadd float %a, 1.0
  ret float %r
}
