; Dead memory is not dereferenceable.
; @dead() => undefined: not-dereferenceable
; @alive() => i8 0

define ptr @local() {
  %p = alloca i8
  ret ptr %p
}

define i8 @f(ptr dereferenceable(1) %p) {
  ret i8 0
}

define i8 @dead() {
  %p = call ptr @local()
  %r = call i8 @f(ptr %p)
  ret i8 %r
}

define i8 @alive() {
  %p = alloca i8
  %r = call i8 @f(ptr %p)
  ret i8 %r
}
