; A result with `dereferenceable_or_null` is null or has so many bytes of memory.
; @f(i64 4) => ptr +4
; @f(i64 5) => undefined: not-dereferenceable
; @null() => ptr null

@g = global [8 x i8] zeroinitializer
define dereferenceable_or_null(4) ptr @f(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  ret ptr %p
}

define dereferenceable_or_null(4) ptr @null() {
  ret ptr null
}
