; `llvm.is.constant` of something that is computed depends on the compiler.
; @constant() => i1 true
; @address() => i1 false
; @computed(i8 1) => unspecified: compile-time

@g = global i8 0
define i1 @constant() {
  %r = call i1 @llvm.is.constant.i8(i8 5)
  ret i1 %r
}

define i1 @address() {
  %r = call i1 @llvm.is.constant.p0(ptr @g)
  ret i1 %r
}

define i1 @computed(i8 %a) {
  %r = call i1 @llvm.is.constant.i8(i8 %a)
  ret i1 %r
}
