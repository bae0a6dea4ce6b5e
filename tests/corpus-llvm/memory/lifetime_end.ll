; After the end of its lifetime, memory is poison for loads, and a store is undefined.
; @load() => poison
; @store() => undefined: dangling
; @again() => i8 2
; @reset() => undef
; @twice() => poison

define i8 @load() {
  %p = alloca i8
  call void @llvm.lifetime.start.p0(ptr %p)
  store i8 1, ptr %p
  call void @llvm.lifetime.end.p0(ptr %p)
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @store() {
  %p = alloca i8
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  store i8 1, ptr %p
  ret i8 0
}

define i8 @again() {
  %p = alloca i8
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  call void @llvm.lifetime.start.p0(ptr %p)
  store i8 2, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @reset() {
  %p = alloca i8
  call void @llvm.lifetime.start.p0(ptr %p)
  store i8 1, ptr %p
  call void @llvm.lifetime.start.p0(ptr %p)
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @twice() {
  %p = alloca i8
  call void @llvm.lifetime.start.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  call void @llvm.lifetime.end.p0(ptr %p)
  %r = load i8, ptr %p
  ret i8 %r
}
