; A pointer of 32 bits fits where one of 64 bits does not.
; @f() => ptr +0
; @g() => undefined: out-of-bounds

target datalayout = "e-p:32:32"
@small = global [4 x i8] zeroinitializer, align 8
define ptr @f() {
  store ptr @small, ptr @small, align 4
  %r = load ptr, ptr @small, align 4
  ret ptr %r
}

define i64 @g() {
  %r = load i64, ptr @small, align 4
  ret i64 %r
}
