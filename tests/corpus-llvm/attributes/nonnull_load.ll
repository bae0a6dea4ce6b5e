; A load with `!nonnull` makes poison of null.
; @f(ptr null) => poison
; @f(ptr 8) => ptr 8
; @both(ptr null) => undefined: noundef
; @both(ptr 8) => ptr 8

define ptr @f(ptr %a) {
  %p = alloca ptr
  store ptr %a, ptr %p
  %r = load ptr, ptr %p, !nonnull !0
  ret ptr %r
}

define ptr @both(ptr %a) {
  %p = alloca ptr
  store ptr %a, ptr %p
  %r = load ptr, ptr %p, !nonnull !0, !noundef !0
  ret ptr %r
}
!0 = !{}
