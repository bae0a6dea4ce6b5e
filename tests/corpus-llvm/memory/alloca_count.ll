; The number of elements of an `alloca` is unsigned and must be defined.
; @f(i8 2, i64 1) => void
; @f(i8 2, i64 2) => undefined: out-of-bounds
; @f(i8 0, i64 0) => undefined: out-of-bounds
; @f(i8 poison, i64 0) => undefined: bad-pointer
; @f(i8 undef, i64 0) => undefined: bad-pointer
; @f(i8 -1, i64 254) => void

define void @f(i8 %n, i64 %m) {
  %p = alloca i16, i8 %n
  %q = getelementptr i16, ptr %p, i64 %m
  store i16 1, ptr %q
  ret void
}
