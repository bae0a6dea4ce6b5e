; The inline forms of copies are copies.
; @copy(i64 0, i64 4) => i8 1
; @copy(i64 0, i64 2) => undefined: overlapping-copy
; @set(i64 0) => i8 9
; @set(i64 8) => undefined: out-of-bounds

@g = global [8 x i8] c"\01\02\03\04\05\06\07\08"
define i8 @copy(i64 %from, i64 %to) {
  %p = getelementptr i8, ptr @g, i64 %from
  %q = getelementptr i8, ptr @g, i64 %to
  call void @llvm.memcpy.inline.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @set(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  call void @llvm.memset.inline.p0.i64(ptr %p, i8 9, i64 1, i1 false)
  %r = load i8, ptr %p
  ret i8 %r
}
