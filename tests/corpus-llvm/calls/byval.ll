; A call that passes by value what the function does not expect so is undefined.
; @same() => i8 0
; @other() => undefined: bad-call
; @type() => undefined: bad-call

@g = global i16 0
define i8 @f(ptr byval(i8) %a) {
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @same() {
  %r = call i8 @f(ptr byval(i8) @g)
  ret i8 %r
}

define i8 @other() {
  %r = call i8 @f(ptr @g)
  ret i8 %r
}

define i8 @type() {
  %r = call i8 @f(ptr byval(i16) @g)
  ret i8 %r
}
