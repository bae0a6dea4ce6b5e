; The bundle `align` is violated by a pointer that is not aligned.
; @f(ptr 8, i64 4) => void
; @f(ptr 6, i64 4) => undefined: assume
; @f(ptr poison, i64 4) => undefined: assume
; @f(ptr 8, i64 poison) => undefined: assume
; @offset(ptr 10, i64 2) => void
; @offset(ptr 10, i64 1) => undefined: assume
; @object(i64 4) => void
; @object(i64 1) => undefined: assume

@g = global [8 x i8] zeroinitializer, align 4
define void @f(ptr %p, i64 %n) {
  call void @llvm.assume(i1 true) ["align"(ptr %p, i64 %n)]
  ret void
}

define void @offset(ptr %p, i64 %o) {
  call void @llvm.assume(i1 true) ["align"(ptr %p, i64 4, i64 %o)]
  ret void
}

define void @object(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  call void @f(ptr %p, i64 4)
  ret void
}
