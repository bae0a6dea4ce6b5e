; Poison is passed and returned like any other value.
; @f(i8 poison) => i8 1
; @g(i8 poison) => poison

define i8 @ignore(i8 %a) {
  ret i8 1
}

define i8 @identity(i8 %a) {
  ret i8 %a
}

define i8 @f(i8 %a) {
  %r = call i8 @ignore(i8 %a)
  ret i8 %r
}

define i8 @g(i8 %a) {
  %r = call i8 @identity(i8 %a)
  ret i8 %r
}
