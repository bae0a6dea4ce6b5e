; An assumption that is false, poison or undef is undefined.
; @f(i1 true) => void
; @f(i1 false) => undefined: assume
; @f(i1 poison) => undefined: assume
; @f(i1 undef) => undefined: assume

define void @f(i1 %c) {
  call void @llvm.assume(i1 %c)
  ret void
}
