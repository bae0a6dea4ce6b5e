; In one thread, atomic accesses are accesses.
; @load() => i8 5
; @store(i8 9) => i8 9
; @bounds() => undefined: out-of-bounds
; @constant() => undefined: constant-written

@v = global i8 5
@c = constant i8 5
define i8 @load() {
  %r = load atomic i8, ptr @v monotonic, align 1
  ret i8 %r
}

define i8 @store(i8 %a) {
  store atomic i8 %a, ptr @v release, align 1
  fence seq_cst
  %r = load atomic i8, ptr @v acquire, align 1
  ret i8 %r
}

define i8 @bounds() {
  %p = getelementptr i8, ptr @v, i64 1
  %r = load atomic i8, ptr %p monotonic, align 1
  ret i8 %r
}

define void @constant() {
  store atomic i8 1, ptr @c monotonic, align 1
  ret void
}
