; The bundle `dereferenceable_or_null` holds for null, and is violated by too little memory.
; @object(i64 8) => void
; @object(i64 9) => undefined: assume
; @f(ptr null, i64 1) => void
; @f(ptr 8, i64 1) => undefined: assume
; @f(ptr 8, i64 0) => void

@g = global [8 x i8] zeroinitializer
define void @f(ptr %p, i64 %n) {
  call void @llvm.assume(i1 true) ["dereferenceable_or_null"(ptr %p, i64 %n)]
  ret void
}

define void @object(i64 %n) {
  call void @f(ptr @g, i64 %n)
  ret void
}
