; A pointer to one object does not reach another one.
; @own() => i8 1
; @other() => undefined: out-of-bounds

@a = global [4 x i8] c"\01\02\03\04"
@b = global [4 x i8] zeroinitializer
define i8 @own() {
  %p = getelementptr i8, ptr @a, i64 0
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @other() {
  %p = getelementptr i8, ptr @b, i64 4
  %r = load i8, ptr %p
  ret i8 %r
}
