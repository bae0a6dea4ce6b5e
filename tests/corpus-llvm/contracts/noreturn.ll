; A function with `noreturn` does not return, and neither does a call with it.
; @f() => undefined: noreturn
; @site() => undefined: noreturn
; @plain() => i8 1

define i8 @g() noreturn {
  ret i8 1
}

define i8 @one() {
  ret i8 1
}

define i8 @f() {
  %r = call i8 @g()
  ret i8 %r
}

define i8 @site() {
  %r = call i8 @one() noreturn
  ret i8 %r
}

define i8 @plain() {
  %r = call i8 @one()
  ret i8 %r
}
