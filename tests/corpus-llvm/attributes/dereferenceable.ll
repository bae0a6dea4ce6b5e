; A pointer with `dereferenceable` must have so many bytes of memory behind it.
; @object(i64 0) => ptr +0
; @object(i64 4) => ptr +4
; @object(i64 5) => undefined: not-dereferenceable
; @f(ptr null) => undefined: not-dereferenceable
; @f(ptr poison) => undefined: not-dereferenceable
; @f(ptr 8) => undefined: not-dereferenceable
; @result(i64 4) => ptr +4
; @result(i64 5) => undefined: not-dereferenceable
; @call(i64 4) => ptr +4
; @call(i64 5) => undefined: not-dereferenceable

@g = global [8 x i8] zeroinitializer
define ptr @f(ptr dereferenceable(4) %p) {
  ret ptr %p
}

define ptr @object(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = call ptr @f(ptr %p)
  ret ptr %r
}

define dereferenceable(4) ptr @result(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  ret ptr %p
}

define ptr @plain(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  ret ptr %p
}

define ptr @call(i64 %n) {
  %r = call dereferenceable(4) ptr @plain(i64 %n)
  ret ptr %r
}
