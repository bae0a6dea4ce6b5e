; Bytes of a pointer are no integer: loading them as one, or storing one as an integer, is refused.
; @load() => unspecified: pointer-as-integer
; @byte() => unspecified: pointer-as-integer
; @store() => unspecified: pointer-as-integer
; @number() => i64 0
; @overwritten() => i8 1

@g = global i8 5
define i64 @load() {
  %p = alloca ptr
  store ptr @g, ptr %p
  %r = load i64, ptr %p
  ret i64 %r
}

define i8 @byte() {
  %p = alloca ptr
  store ptr @g, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define void @store() {
  %p = alloca i64
  %a = ptrtoint ptr @g to i64
  store i64 %a, ptr %p
  ret void
}

define i64 @number() {
  %p = alloca ptr
  store ptr null, ptr %p
  %r = load i64, ptr %p
  ret i64 %r
}

define i8 @overwritten() {
  %p = alloca ptr
  store ptr @g, ptr %p
  store i8 1, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
