; The bundles `cold` and `ignore` say nothing, and one that is violated beside them counts.
; @f(ptr null) => void
; @g(ptr null) => undefined: assume
; @g(ptr 8) => void

define void @f(ptr %p) {
  call void @llvm.assume(i1 true) ["cold"(), "ignore"(ptr %p)]
  ret void
}

define void @g(ptr %p) {
  call void @llvm.assume(i1 true) ["cold"(), "nonnull"(ptr %p)]
  ret void
}
