; A pointer is stored and loaded whole, also within other values.
; @whole() => i8 5
; @struct() => i8 5
; @null() => ptr null
; @vector() => i8 5

@g = global i8 5
define i8 @whole() {
  %p = alloca ptr
  store ptr @g, ptr %p
  %q = load ptr, ptr %p
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @struct() {
  %p = alloca { i8, ptr }
  store { i8, ptr } { i8 1, ptr @g }, ptr %p
  %v = load { i8, ptr }, ptr %p
  %q = extractvalue { i8, ptr } %v, 1
  %r = load i8, ptr %q
  ret i8 %r
}

define ptr @null() {
  %p = alloca ptr
  store i64 0, ptr %p
  %q = load ptr, ptr %p
  ret ptr %q
}

define i8 @vector() {
  %p = alloca <2 x ptr>
  store <2 x ptr> <ptr null, ptr @g>, ptr %p
  %a = getelementptr ptr, ptr %p, i64 1
  %q = load ptr, ptr %a
  %r = load i8, ptr %q
  ret i8 %r
}
