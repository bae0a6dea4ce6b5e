; An ordered comparison with a NaN is false, an unordered one is true.
; @ordered(float +qnan) => i1 false
; @ordered(float 0.5) => i1 true
; @unordered(float +qnan) => i1 true
; @unordered(float 2.0) => i1 false
; @ord(float +qnan) => i1 false
; @ord(float 0.0) => i1 true
; @poison(float poison) => poison

define i1 @ordered(float %a) {
  %r = fcmp olt float %a, 1.0
  ret i1 %r
}

define i1 @unordered(float %a) {
  %r = fcmp ult float %a, 1.0
  ret i1 %r
}

define i1 @ord(float %a) {
  %r = fcmp ord float %a, %a
  ret i1 %r
}

define i1 @poison(float %a) {
  %r = fcmp true float %a, 1.0
  ret i1 %r
}
