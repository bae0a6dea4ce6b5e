; `ninf` holds for every instruction that takes fast-math flags.
; @fneg(float +inf) => poison
; @fneg(float 1.0) => float -1.0
; @fadd(float +inf) => poison
; @fadd(float 1.0) => float 2.0
; @fsub(float -inf) => poison
; @fsub(float 1.0) => float 0.0
; @fmul(float +inf) => poison
; @fmul(float 2.0) => float 2.0
; @frem(float +inf) => poison
; @frem(float 2.5) => float 0.5
; @fcmp(float +inf) => poison
; @fcmp(float 1.0) => i1 true
; @select(float +inf) => poison
; @select(float 1.0) => float 1.0
; @phi(float +inf) => poison
; @phi(float 1.0) => float 1.0
; @trunc(double 1.0e300) => poison
; @trunc(double 1.0) => float 1.0
; @uitofp(i32 65520) => poison
; @uitofp(i32 65504) => half 65504.0
; @sitofp(i32 -65520) => poison
; @sitofp(i32 -1) => half -1.0

define float @fneg(float %a) {
  %r = fneg ninf float %a
  ret float %r
}

define float @fadd(float %a) {
  %r = fadd ninf float %a, 1.0
  ret float %r
}

define float @fsub(float %a) {
  %r = fsub ninf float %a, 1.0
  ret float %r
}

define float @fmul(float %a) {
  %r = fmul ninf float %a, 1.0
  ret float %r
}

define float @frem(float %a) {
  %r = frem ninf float %a, 1.0
  ret float %r
}

define i1 @fcmp(float %a) {
  %r = fcmp ninf ord float %a, 1.0
  ret i1 %r
}

define float @select(float %a) {
  %r = select ninf i1 true, float %a, float 2.0
  ret float %r
}

define float @phi(float %a) {
  br label %next
next:
  %r = phi ninf float [ %a, %0 ]
  ret float %r
}

define float @trunc(double %a) {
  %r = fptrunc ninf double %a to float
  ret float %r
}

define half @uitofp(i32 %a) {
  %r = uitofp ninf i32 %a to half
  ret half %r
}

define half @sitofp(i32 %a) {
  %r = sitofp ninf i32 %a to half
  ret half %r
}
