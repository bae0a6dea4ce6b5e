; Memory that was allocated after `llvm.stacksave` ends with `llvm.stackrestore`.
; @newer() => undefined: dangling
; @older() => i8 1

define i8 @newer() {
  %s = call ptr @llvm.stacksave.p0()
  %p = alloca i8
  call void @llvm.stackrestore.p0(ptr %s)
  store i8 1, ptr %p
  ret i8 0
}

define i8 @older() {
  %p = alloca i8
  store i8 1, ptr %p
  %s = call ptr @llvm.stacksave.p0()
  call void @llvm.stackrestore.p0(ptr %s)
  %r = load i8, ptr %p
  ret i8 %r
}
