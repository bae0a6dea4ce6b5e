; A call with another calling convention is undefined.
; @same() => i8 1
; @other() => undefined: bad-call

define fastcc i8 @f(i8 %a) {
  ret i8 %a
}

define i8 @same() {
  %r = call fastcc i8 @f(i8 1)
  ret i8 %r
}

define i8 @other() {
  %r = call i8 @f(i8 1)
  ret i8 %r
}
