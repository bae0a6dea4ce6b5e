; Fast-math flags hold for divisions, phis, calls and conversions, too.
; @fdiv(float 0.0, float 0.0) => poison
; @fdiv(float 1.0, float 2.0) => float 0.5
; @phi(float 0.0) => float 0.0 | float -0.0
; @phi(float 1.0) => float 1.0
; @call_ninf(float +inf) => poison
; @call_ninf(float 1.0) => float 1.0
; @call_nsz(float 0.0) => float 0.0 | float -0.0
; @call_nsz(float 1.0) => float 1.0
; @trunc(double 0.0) => float 0.0 | float -0.0
; @trunc(double 1.0) => float 1.0
; @ext_nsz(float 0.0) => double 0.0 | double -0.0
; @ext_nsz(float 1.0) => double 1.0
; @ext_ninf(float +inf) => poison
; @ext_ninf(float 1.0) => double 1.0

define float @fdiv(float %a, float %b) {
  %r = fdiv nnan float %a, %b
  ret float %r
}

define float @phi(float %a) {
  br label %next
next:
  %r = phi nsz float [ %a, %0 ]
  ret float %r
}

define float @identity(float %a) {
  ret float %a
}

define float @call_ninf(float %a) {
  %r = call ninf float @identity(float %a)
  ret float %r
}

define float @call_nsz(float %a) {
  %r = call nsz float @identity(float %a)
  ret float %r
}

define float @trunc(double %a) {
  %r = fptrunc nsz double %a to float
  ret float %r
}

define double @ext_nsz(float %a) {
  %r = fpext nsz float %a to double
  ret double %r
}

define double @ext_ninf(float %a) {
  %r = fpext ninf float %a to double
  ret double %r
}
