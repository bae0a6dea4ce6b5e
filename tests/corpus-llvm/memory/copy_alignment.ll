; `align` of an argument of `llvm.memcpy` makes poison of a pointer that is not aligned, which must not be used.
; @f(i64 2) => void
; @f(i64 1) => undefined: bad-pointer
; @to(i64 1) => undefined: bad-pointer
; @to(i64 0) => void
; @none(i64 1) => void
; @set(i64 1) => undefined: bad-pointer
; @set(i64 2) => void

@g = global [8 x i8] zeroinitializer, align 2
@h = global [8 x i8] zeroinitializer, align 2
define void @f(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  call void @llvm.memcpy.p0.p0.i64(ptr @h, ptr align 2 %p, i64 4, i1 false)
  ret void
}

define void @to(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  call void @llvm.memcpy.p0.p0.i64(ptr align 2 %p, ptr @h, i64 4, i1 false)
  ret void
}

define void @none(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  call void @llvm.memcpy.p0.p0.i64(ptr align 2 %p, ptr @h, i64 0, i1 false)
  ret void
}

define void @set(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  call void @llvm.memset.p0.i64(ptr align 2 %p, i8 0, i64 4, i1 false)
  ret void
}
