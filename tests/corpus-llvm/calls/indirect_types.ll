; A call through a pointer has the types of the function too.
; @same() => i8 1
; @parameter() => undefined: bad-call
; @result() => undefined: bad-call
; @count() => undefined: bad-call
; @larger() => undefined: bad-call
; @convention() => undefined: bad-call

@p = global ptr @f
@q = global ptr @pair
define i8 @f(i8 %a) {
  ret i8 %a
}

define { i8, i8 } @pair(i8 %a) {
  ret { i8, i8 } { i8 7, i8 8 }
}

define i8 @same() {
  %f = load ptr, ptr @p
  %r = call i8 %f(i8 1)
  ret i8 %r
}

define i8 @parameter() {
  %f = load ptr, ptr @p
  %r = call i8 %f(i16 1)
  ret i8 %r
}

define i16 @result() {
  %f = load ptr, ptr @p
  %r = call i16 %f(i8 1)
  ret i16 %r
}

define i8 @count() {
  %f = load ptr, ptr @p
  %r = call i8 %f()
  ret i8 %r
}

define i8 @larger() {
  %f = load ptr, ptr @q
  %r = call i8 %f(i8 1)
  ret i8 %r
}

define i8 @convention() {
  %f = load ptr, ptr @p
  %r = call fastcc i8 %f(i8 1)
  ret i8 %r
}
