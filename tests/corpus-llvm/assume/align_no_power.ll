; An assumed alignment of zero, or of no power of two, is that of null only.
; @f(ptr null, i64 0) => void
; @f(ptr 8, i64 0) => undefined: assume
; @f(ptr null, i64 3) => void
; @f(ptr 6, i64 3) => undefined: assume
; @f(ptr 6, i64 2) => void

define void @f(ptr %p, i64 %n) {
  call void @llvm.assume(i1 true) ["align"(ptr %p, i64 %n)]
  ret void
}
