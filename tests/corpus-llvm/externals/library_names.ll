; A function with the name and the type of a library function is that function, unless the call and the declaration are nobuiltin.
; @length() => i64 5
; @type() => ended: does-not-return
; @refused() => unsupported: library
; @unknown() => ended: does-not-return
; @builtin() => i32 3
; @exits() => ended: exit
; @aborts() => ended: abort
; @negative() => unsupported: library
; @root() => float 2.0

@text = constant [6 x i8] c"hello\00"
declare i64 @strlen(ptr)
declare ptr @strchr(i32, i32) noreturn
declare i64 @strtol(ptr, ptr, i32) noreturn
declare i64 @strtoll(ptr, ptr, i32) nobuiltin noreturn
declare i32 @abs(i32) nobuiltin
declare void @exit(i32)
declare void @abort()
declare float @sqrtf(float)
define i64 @length() {
  %r = call i64 @strlen(ptr @text)
  ret i64 %r
}

define ptr @type() {
  %r = call ptr @strchr(i32 1, i32 2)
  ret ptr %r
}

define i64 @refused() {
  %r = call i64 @strtol(ptr @text, ptr null, i32 10)
  ret i64 %r
}

define i64 @unknown() {
  %r = call i64 @strtoll(ptr @text, ptr null, i32 10) nobuiltin
  ret i64 %r
}

define i32 @builtin() {
  %r = call i32 @abs(i32 -3) builtin
  ret i32 %r
}

define void @exits() {
  call void @exit(i32 0)
  unreachable
}

define void @aborts() {
  call void @abort()
  unreachable
}

define float @negative() {
  %r = call float @sqrtf(float -1.0)
  ret float %r
}

define float @root() {
  %r = call float @sqrtf(float 4.0)
  ret float %r
}
