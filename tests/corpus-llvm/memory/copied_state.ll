; A copy has the undef bits, the poison and the pointers of the original.
; @undef() => undef
; @poison() => poison
; @pointer() => i8 5
; @part() => unspecified: pointer-as-integer

@g = global i8 5
define i8 @undef() {
  %p = alloca i8
  %q = alloca i8
  store i8 1, ptr %q
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @poison() {
  %p = alloca i8
  %q = alloca i8
  store i8 poison, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 1, i1 false)
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @pointer() {
  %p = alloca ptr
  %q = alloca ptr
  store ptr @g, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 8, i1 false)
  %a = load ptr, ptr %q
  %r = load i8, ptr %a
  ret i8 %r
}

define void @part() {
  %p = alloca ptr
  %q = alloca ptr
  store ptr @g, ptr %p
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  ret void
}
