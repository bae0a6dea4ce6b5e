; A load with `!align` makes poison of a pointer that is not aligned.
; @f(ptr 6) => poison
; @f(ptr 8) => ptr 8

define ptr @f(ptr %a) {
  %p = alloca ptr
  store ptr %a, ptr %p
  %r = load ptr, ptr %p, !align !0
  ret ptr %r
}
!0 = !{i64 4}
