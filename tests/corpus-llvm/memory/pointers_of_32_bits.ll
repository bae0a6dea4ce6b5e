; On a target with pointers of 32 bits, they have four bytes, and indices are truncated to that.
; @size() => i32 4
; @pointer() => i8 7
; @index(i64 4294967297) => i8 8
; @index(i64 1) => i8 8
; @wrap(i32 -1) => i32 -1

target datalayout = "e-p:32:32"
@g = global [2 x i8] c"\07\08"
define i32 @size() {
  %p = getelementptr ptr, ptr null, i32 1
  %r = ptrtoint ptr %p to i32
  ret i32 %r
}

define i8 @pointer() {
  %p = alloca ptr
  store ptr @g, ptr %p
  %q = load ptr, ptr %p
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @index(i64 %n) {
  %p = getelementptr i8, ptr @g, i64 %n
  %r = load i8, ptr %p
  ret i8 %r
}

define i32 @wrap(i32 %n) {
  %p = getelementptr i8, ptr null, i32 %n
  %r = ptrtoint ptr %p to i32
  ret i32 %r
}
