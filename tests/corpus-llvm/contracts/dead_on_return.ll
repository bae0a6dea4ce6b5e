; Bytes behind a `dead_on_return` argument that a call wrote are poison after it.
; @written() => poison
; @untouched() => i8 7

define void @writes(ptr dead_on_return %p) {
  store i8 1, ptr %p
  ret void
}

define void @reads(ptr dead_on_return %p) {
  %x = load i8, ptr %p
  ret void
}

define i8 @written() {
  %a = alloca i8
  store i8 7, ptr %a
  call void @writes(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @untouched() {
  %a = alloca i8
  store i8 7, ptr %a
  call void @reads(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}
