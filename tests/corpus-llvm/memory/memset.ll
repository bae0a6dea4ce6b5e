; `llvm.memset` writes one byte to each place, also poison.
; @f(i8 7, i64 2) => i16 1799
; @f(i8 7, i64 1) => i16 7
; @f(i8 poison, i64 1) => poison
; @f(i8 7, i64 3) => undefined: out-of-bounds
; @f(i8 7, i64 0) => i16 0
; @with_alignment() => unsupported: intrinsic

target datalayout = "e"
@g = global i16 0, align 2
define i16 @f(i8 %a, i64 %n) {
  call void @llvm.memset.p0.i64(ptr @g, i8 %a, i64 %n, i1 false)
  %r = load i16, ptr @g, align 2
  ret i16 %r
}

define void @with_alignment() {
  call void @llvm.memset.p0.i64(ptr @g, i8 0, i64 2, i32 4, i1 false)
  ret void
}
