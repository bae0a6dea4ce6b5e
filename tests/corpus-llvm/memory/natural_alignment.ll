; An access without an alignment has that of its type, and so has an allocation.
; @same() => i32 0
; @smaller() => undefined: misaligned
; @large() => i64 0

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

@many = global [17 x i8] zeroinitializer
define i64 @large() {
  %r = load i64, ptr @many, align 16
  ret i64 %r
}
