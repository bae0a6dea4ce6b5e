; The bundle `noundef` is violated by poison and undef of any type.
; @f(i8 1) => void
; @f(i8 poison) => undefined: assume
; @f(i8 undef) => undefined: assume
; @pointer(ptr null) => void
; @pointer(ptr undef) => undefined: assume

define void @f(i8 %a) {
  call void @llvm.assume(i1 true) ["noundef"(i8 %a)]
  ret void
}

define void @pointer(ptr %a) {
  call void @llvm.assume(i1 true) ["noundef"(ptr %a)]
  ret void
}
