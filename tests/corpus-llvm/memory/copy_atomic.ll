; Copies of atomic elements are copies.
; @copy(i64 0, i64 4) => i8 1
; @copy(i64 0, i64 5) => undefined: out-of-bounds
; @move(i64 0, i64 1) => i8 1
; @move(i64 0, i64 5) => undefined: out-of-bounds
; @set(i64 0) => i8 9
; @set(i64 8) => undefined: out-of-bounds

@g = global [8 x i8] c"\01\02\03\04\05\06\07\08"
define i8 @copy(i64 %from, i64 %to) {
  %p = getelementptr i8, ptr @g, i64 %from
  %q = getelementptr i8, ptr @g, i64 %to
  call void @llvm.memcpy.element.unordered.atomic.p0.p0.i64(ptr align 1 %q, ptr align 1 %p, i64 4, i32 1)
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @move(i64 %from, i64 %to) {
  %p = getelementptr i8, ptr @g, i64 %from
  %q = getelementptr i8, ptr @g, i64 %to
  call void @llvm.memmove.element.unordered.atomic.p0.p0.i64(ptr align 1 %q, ptr align 1 %p, i64 4, i32 1)
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @set(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  call void @llvm.memset.element.unordered.atomic.p0.i64(ptr align 1 %p, i8 9, i64 1, i32 1)
  %r = load i8, ptr %p
  ret i8 %r
}
