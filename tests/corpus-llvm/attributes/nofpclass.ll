; A float of a class that `nofpclass` names is poison.
; @parameter(float +qnan) => poison
; @parameter(float 1.0) => float 1.0
; @parameter(float +inf) => float +inf
; @result(float -inf) => poison
; @result(float +inf) => float +inf
; @load(float -0.0) => poison
; @load(float 0.0) => float 0.0
; @both(float +qnan) => undefined: noundef
; @both(float 1.0) => float 1.0

define float @parameter(float nofpclass(nan) %a) {
  ret float %a
}

define nofpclass(ninf) float @result(float %a) {
  ret float %a
}

define float @load(float %a) {
  %p = alloca float
  store float %a, ptr %p
  %r = load float, ptr %p, !nofpclass !0
  ret float %r
}

define float @both(float noundef nofpclass(nan) %a) {
  ret float %a
}
!0 = !{i32 32}
