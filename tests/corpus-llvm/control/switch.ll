; A switch goes to the case of its value or to the default, and is undefined for poison and undef.
; @f(i8 1) => i8 10
; @f(i8 -1) => i8 20
; @f(i8 0) => i8 0
; @f(i8 poison) => undefined: undefined-branch
; @f(i8 undef) => undefined: undefined-branch
; @empty(i8 5) => i8 1
; @empty(i8 poison) => undefined: undefined-branch
; @wide(i200 5) => i8 1
; @wide(i200 poison) => undefined: undefined-branch

define i8 @f(i8 %a) {
  switch i8 %a, label %other [
    i8 1, label %one
    i8 255, label %minus
  ]
one:
  ret i8 10
minus:
  ret i8 20
other:
  ret i8 0
}

define i8 @empty(i8 %a) {
  switch i8 %a, label %other []
other:
  ret i8 1
}

define i8 @wide(i200 %a) {
  switch i200 %a, label %other []
other:
  ret i8 1
}
