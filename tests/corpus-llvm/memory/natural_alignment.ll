; An access without an alignment has that of its type, and so has an allocation.
; @same() => i32 0
; @smaller() => undefined: misaligned

@words = global [2 x i32] zeroinitializer
@bytes = global [8 x i8] zeroinitializer
define i32 @same() {
  %p = getelementptr i8, ptr @words, i64 4
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @smaller() {
  %p = getelementptr i8, ptr @bytes, i64 4
  %r = load i32, ptr %p
  ret i32 %r
}
