; Memory behind a `writable` argument may be written, so that it is no constant.
; @constant() => undefined: constant-written
; @variable() => i8 7

@c = constant i8 6
@v = global i8 7
define i8 @f(ptr writable dereferenceable(1) %p) {
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @constant() {
  %r = call i8 @f(ptr @c)
  ret i8 %r
}

define i8 @variable() {
  %r = call i8 @f(ptr @v)
  ret i8 %r
}
