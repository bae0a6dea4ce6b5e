; A call of a function with other types is undefined.
; @same() => i8 1
; @parameter() => undefined: bad-call
; @result() => undefined: bad-call
; @count() => undefined: bad-call

define i8 @f(i8 %a) {
  ret i8 %a
}

define i8 @same() {
  %r = call i8 @f(i8 1)
  ret i8 %r
}

define i8 @parameter() {
  %r = call i8 @f(i16 1)
  ret i8 %r
}

define i16 @result() {
  %r = call i16 @f(i8 1)
  ret i16 %r
}

define i8 @count() {
  %r = call i8 @f()
  ret i8 %r
}
