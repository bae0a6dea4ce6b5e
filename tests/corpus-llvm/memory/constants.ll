; A `constant` must not be written, and is read.
; @load() => i8 5
; @store() => undefined: constant-written
; @variable() => i8 6
; @copy() => undefined: constant-written

@c = constant i8 5
@v = global i8 5
define i8 @load() {
  %r = load i8, ptr @c
  ret i8 %r
}

define void @store() {
  store i8 5, ptr @c
  ret void
}

define i8 @variable() {
  store i8 6, ptr @v
  %r = load i8, ptr @v
  ret i8 %r
}

define void @copy() {
  call void @llvm.memcpy.p0.p0.i64(ptr @c, ptr @v, i64 1, i1 false)
  ret void
}
