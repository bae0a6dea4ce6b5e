; `llvm.memcpy` copies between ranges that are the same or do not overlap.
; @f(i64 0, i64 4) => i8 1
; @f(i64 0, i64 2) => undefined: overlapping-copy
; @f(i64 0, i64 0) => i8 1
; @f(i64 4, i64 5) => undefined: out-of-bounds
; @none(ptr null) => void
; @length(i64 poison) => undefined: bad-pointer
; @length(i64 0) => void

@g = global [8 x i8] c"\01\02\03\04\05\06\07\08"
define i8 @f(i64 %from, i64 %to) {
  %p = getelementptr i8, ptr @g, i64 %from
  %q = getelementptr i8, ptr @g, i64 %to
  call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4, i1 false)
  %r = load i8, ptr %q
  ret i8 %r
}

define void @none(ptr %p) {
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 0, i1 false)
  ret void
}

define void @length(i64 %n) {
  call void @llvm.memcpy.p0.p0.i64(ptr @g, ptr @g, i64 %n, i1 false)
  ret void
}
