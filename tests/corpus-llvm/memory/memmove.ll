; `llvm.memmove` copies between ranges that overlap.
; @f(i64 0, i64 2, i64 5) => i8 4
; @f(i64 2, i64 0, i64 0) => i8 3
; @f(i64 0, i64 5, i64 0) => undefined: out-of-bounds

@g = global [8 x i8] c"\01\02\03\04\05\06\07\08"
define i8 @f(i64 %from, i64 %to, i64 %at) {
  %p = getelementptr i8, ptr @g, i64 %from
  %q = getelementptr i8, ptr @g, i64 %to
  call void @llvm.memmove.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  %a = getelementptr i8, ptr @g, i64 %at
  %r = load i8, ptr %a
  ret i8 %r
}
