; The bundle `nonnull` is violated by null, poison and undef.
; @f(ptr 8) => void
; @f(ptr null) => undefined: assume
; @f(ptr poison) => undefined: assume
; @f(ptr undef) => undefined: assume

define void @f(ptr %p) {
  call void @llvm.assume(i1 true) ["nonnull"(ptr %p)]
  ret void
}
