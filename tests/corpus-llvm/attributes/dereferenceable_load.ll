; A load with `!dereferenceable` must give a pointer to so many bytes.
; @f(i64 4) => ptr +4
; @f(i64 5) => undefined: not-dereferenceable
; @null() => ptr null

@g = global [8 x i8] zeroinitializer
define ptr @f(i64 %n) {
  %a = getelementptr i8, ptr @g, i64 %n
  %p = alloca ptr
  store ptr %a, ptr %p
  %r = load ptr, ptr %p, !dereferenceable !0
  ret ptr %r
}

define ptr @null() {
  %p = alloca ptr
  store ptr null, ptr %p
  %r = load ptr, ptr %p, !dereferenceable_or_null !0
  ret ptr %r
}
!0 = !{i64 4}
