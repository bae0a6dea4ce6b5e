; The bundle `dereferenceable` is violated by too little memory; zero bytes are everywhere.
; @object(i64 8) => void
; @object(i64 9) => undefined: assume
; @f(ptr null, i64 1) => undefined: assume
; @f(ptr null, i64 0) => void
; @f(ptr 8, i64 0) => void
; @f(ptr poison, i64 0) => undefined: assume

@g = global [8 x i8] zeroinitializer
define void @f(ptr %p, i64 %n) {
  call void @llvm.assume(i1 true) ["dereferenceable"(ptr %p, i64 %n)]
  ret void
}

define void @object(i64 %n) {
  call void @f(ptr @g, i64 %n)
  ret void
}
