; `align` makes poison of a pointer that is not aligned so much.
; @f(ptr 6) => poison
; @f(ptr 8) => ptr 8
; @f(ptr null) => ptr null
; @f(ptr undef) => poison
; @both(ptr 6) => undefined: noundef
; @both(ptr 8) => ptr 8
; @object(i64 4) => ptr +4
; @object(i64 2) => poison
; @result(ptr 6) => poison
; @result(ptr 8) => ptr 8

@g = global [8 x i8] zeroinitializer, align 4
define ptr @f(ptr align 4 %p) {
  ret ptr %p
}

define ptr @both(ptr align 4 noundef %p) {
  ret ptr %p
}

define ptr @object(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = call ptr @f(ptr %p)
  ret ptr %r
}

define align 4 ptr @result(ptr %p) {
  ret ptr %p
}
