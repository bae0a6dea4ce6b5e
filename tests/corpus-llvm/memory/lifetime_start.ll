; Memory that `llvm.lifetime.start` is used with is dead before it.
; @store() => undefined: dangling
; @load() => poison
; @started() => i8 1
; @without() => i8 1
; @poison() => i8 1

define i8 @store() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @llvm.lifetime.start.p0(ptr %p)
  ret i8 0
}

define i8 @load() {
  %p = alloca i8
  %r = load i8, ptr %p
  call void @llvm.lifetime.start.p0(ptr %p)
  ret i8 %r
}

define i8 @started() {
  %p = alloca i8
  call void @llvm.lifetime.start.p0(ptr %p)
  store i8 1, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @without() {
  %p = alloca i8
  store i8 1, ptr %p
  %r = load i8, ptr %p
  call void @llvm.lifetime.end.p0(ptr %p)
  ret i8 %r
}

define i8 @poison() {
  %p = alloca i8
  store i8 1, ptr %p
  call void @llvm.lifetime.start.p0(ptr poison)
  call void @llvm.lifetime.end.p0(ptr poison)
  %r = load i8, ptr %p
  ret i8 %r
}
