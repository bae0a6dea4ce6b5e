; Elements of vectors lie side by side. Up to LLVM 17, indices took them for those of an array.
; @padded() => unsupported: type
; @whole() => ptr +4

target datalayout = "e-f16:32"
@g = global [32 x i8] zeroinitializer
define ptr @padded() {
  %p = getelementptr <2 x half>, ptr @g, i64 0, i64 1
  ret ptr %p
}

define ptr @whole() {
  %p = getelementptr <2 x float>, ptr @g, i64 0, i64 1
  ret ptr %p
}
