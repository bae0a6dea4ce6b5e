; A mask clears bits of a pointer that its alignment fixes; others depend on the address.
; @f(i64 -8) => ptr +8
; @f(i64 -4) => ptr +8
; @f(i64 -1) => ptr +11
; @f(i64 -32) => unspecified: address
; @f(i64 poison) => poison

@g = global [16 x i8] zeroinitializer, align 16
define ptr @f(i64 %m) {
  %p = getelementptr i8, ptr @g, i64 11
  %r = call ptr @llvm.ptrmask.p0.i64(ptr %p, i64 %m)
  ret ptr %r
}
