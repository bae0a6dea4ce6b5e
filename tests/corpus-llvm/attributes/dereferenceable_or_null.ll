; With `dereferenceable_or_null` the pointer may be null too.
; @f(ptr null) => ptr null
; @f(ptr 8) => undefined: not-dereferenceable
; @object(i64 4) => ptr +4
; @object(i64 5) => undefined: not-dereferenceable

@g = global [8 x i8] zeroinitializer
define ptr @f(ptr dereferenceable_or_null(4) %p) {
  ret ptr %p
}

define ptr @object(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = call ptr @f(ptr %p)
  ret ptr %r
}
