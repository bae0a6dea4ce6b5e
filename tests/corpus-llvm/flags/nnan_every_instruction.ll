; `nnan` holds for every instruction that takes fast-math flags.
; @fneg(float +qnan) => poison
; @fneg(float 1.0) => float -1.0
; @fsub(float +qnan) => poison
; @fsub(float 1.0) => float 0.0
; @fmul(float +qnan) => poison
; @fmul(float 2.0) => float 2.0
; @frem(float +qnan) => poison
; @frem(float 2.5) => float 0.5
; @fcmp(float +qnan) => poison
; @fcmp(float 1.0) => i1 false
; @fcmp_plain(float +qnan) => i1 true
; @select(float +qnan) => poison
; @select(float 1.0) => float 1.0
; @phi(float +qnan) => poison
; @phi(float 1.0) => float 1.0
; @call(float +qnan) => poison
; @call(float 1.0) => float 1.0
; @trunc(double +qnan) => poison
; @trunc(double 1.0) => float 1.0
; @ext(float +qnan) => poison
; @ext(float 1.0) => double 1.0

define float @fneg(float %a) {
  %r = fneg nnan float %a
  ret float %r
}

define float @fsub(float %a) {
  %r = fsub nnan float %a, 1.0
  ret float %r
}

define float @fmul(float %a) {
  %r = fmul nnan float %a, 1.0
  ret float %r
}

define float @frem(float %a) {
  %r = frem nnan float %a, 1.0
  ret float %r
}

define i1 @fcmp(float %a) {
  %r = fcmp nnan uno float %a, 1.0
  ret i1 %r
}

define i1 @fcmp_plain(float %a) {
  %r = fcmp uno float %a, 1.0
  ret i1 %r
}

define float @select(float %a) {
  %r = select nnan i1 true, float %a, float 2.0
  ret float %r
}

define float @phi(float %a) {
  br label %next
next:
  %r = phi nnan float [ %a, %0 ]
  ret float %r
}

define float @identity(float %a) {
  ret float %a
}

define float @call(float %a) {
  %r = call nnan float @identity(float %a)
  ret float %r
}

define float @trunc(double %a) {
  %r = fptrunc nnan double %a to float
  ret float %r
}

define double @ext(float %a) {
  %r = fpext nnan float %a to double
  ret double %r
}
