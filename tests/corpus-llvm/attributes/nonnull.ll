; `nonnull` makes poison of null, and with `noundef` that is undefined.
; @f(ptr null) => poison
; @f(ptr 8) => ptr 8
; @f(ptr undef) => poison
; @both(ptr null) => undefined: noundef
; @both(ptr 8) => ptr 8
; @result(ptr null) => poison
; @result(ptr 8) => ptr 8
; @call(ptr null) => poison
; @call(ptr 8) => ptr 8

define ptr @f(ptr nonnull %p) {
  ret ptr %p
}

define ptr @both(ptr nonnull noundef %p) {
  ret ptr %p
}

define nonnull ptr @result(ptr %p) {
  ret ptr %p
}

define ptr @plain(ptr %p) {
  ret ptr %p
}

define ptr @call(ptr %p) {
  %r = call ptr @plain(ptr nonnull %p)
  ret ptr %r
}
