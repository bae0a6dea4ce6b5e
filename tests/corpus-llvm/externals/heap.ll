; Memory of the heap goes back once, and by a pointer to its beginning.
; @null() => void
; @once() => i8 7
; @twice() => undefined: bad-free
; @inside() => undefined: bad-free
; @local() => undefined: bad-free
; @later() => undefined: dangling
; @zeroed() => i8 0
; @fresh() => undef
; @short() => undefined: out-of-bounds
; @other() => unsupported: library

declare ptr @malloc(i64)
declare ptr @calloc(i64, i64)
declare ptr @_Znwm(i64)
declare void @free(ptr)
define void @null() {
  call void @free(ptr null)
  ret void
}

define i8 @once() {
  %p = call ptr @malloc(i64 1)
  store i8 7, ptr %p
  %r = load i8, ptr %p
  call void @free(ptr %p)
  ret i8 %r
}

define void @twice() {
  %p = call ptr @malloc(i64 1)
  call void @free(ptr %p)
  call void @free(ptr %p)
  ret void
}

define void @inside() {
  %p = call ptr @malloc(i64 2)
  %q = getelementptr i8, ptr %p, i64 1
  call void @free(ptr %q)
  ret void
}

define void @local() {
  %p = alloca i8
  call void @free(ptr %p)
  ret void
}

define i8 @later() {
  %p = call ptr @malloc(i64 1)
  call void @free(ptr %p)
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @zeroed() {
  %p = call ptr @calloc(i64 1, i64 1)
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @fresh() {
  %p = call ptr @malloc(i64 1)
  %r = load i8, ptr %p
  ret i8 %r
}

define i16 @short() {
  %p = call ptr @malloc(i64 1)
  %r = load i16, ptr %p
  ret i16 %r
}

define void @other() {
  %p = call ptr @_Znwm(i64 1)
  call void @free(ptr %p)
  ret void
}
