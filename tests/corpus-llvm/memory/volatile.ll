; A volatile access is an access.
; @f(i8 5) => i8 5
; @null() => undefined: bad-pointer

define i8 @f(i8 %a) {
  %p = alloca i8
  store volatile i8 %a, ptr %p
  %r = load volatile i8, ptr %p
  ret i8 %r
}

define i8 @null() {
  %r = load volatile i8, ptr null
  ret i8 %r
}
