; Conversions between formats round, overflow to infinity, and keep NaNs.
; @trunc(double 0.1) => float 0x3FB99999A0000000
; @trunc(double 1.0e300) => float +inf
; @trunc(double -1.0e-300) => float -0.0
; @ext(float 0.5) => double 0.5
; @ext(float +qnan) => double +qnan | double -qnan
; @trunc(double poison) => poison

define float @trunc(double %a) {
  %r = fptrunc double %a to float
  ret float %r
}

define double @ext(float %a) {
  %r = fpext float %a to double
  ret double %r
}
