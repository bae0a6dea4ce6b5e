; A call of null, poison, a number or the middle of something is undefined.
; @f(ptr null) => undefined: bad-call
; @f(ptr poison) => undefined: bad-call
; @f(ptr undef) => undefined: bad-call
; @f(ptr 8) => undefined: bad-call
; @data() => undefined: bad-call
; @good() => i8 1

@g = global i8 0
define i8 @f(ptr %p) {
  %r = call i8 %p()
  ret i8 %r
}

define i8 @one() {
  ret i8 1
}

define i8 @data() {
  %r = call i8 @f(ptr @g)
  ret i8 %r
}

define i8 @good() {
  %r = call i8 @f(ptr @one)
  ret i8 %r
}
