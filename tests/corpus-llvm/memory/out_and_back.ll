; A pointer may leave its allocation and come back.
; @f(i64 100, i64 -98) => i8 3
; @f(i64 100, i64 -100) => i8 1
; @inbounds(i64 100, i64 -98) => undefined: bad-pointer

@g = global [4 x i8] c"\01\02\03\04"
define i8 @f(i64 %n, i64 %m) {
  %p = getelementptr i8, ptr @g, i64 %n
  %q = getelementptr i8, ptr %p, i64 %m
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @inbounds(i64 %n, i64 %m) {
  %p = getelementptr inbounds i8, ptr @g, i64 %n
  %q = getelementptr inbounds i8, ptr %p, i64 %m
  %r = load i8, ptr %q
  ret i8 %r
}
