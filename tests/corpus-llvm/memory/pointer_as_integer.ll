; Bytes of a pointer are no integer, and an integer made of a pointer is stored and loaded whole.
; @load() => unspecified: pointer-as-integer
; @byte() => unspecified: pointer-as-integer
; @store() => i1 true
; @store_part() => unspecified: pointer-as-integer
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

define i1 @store() {
  %p = alloca i64
  %a = ptrtoint ptr @g to i64
  store i64 %a, ptr %p
  %b = load i64, ptr %p
  %r = icmp eq i64 %a, %b
  ret i1 %r
}

define i8 @store_part() {
  %p = alloca i64
  %a = ptrtoint ptr @g to i64
  store i64 %a, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
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
