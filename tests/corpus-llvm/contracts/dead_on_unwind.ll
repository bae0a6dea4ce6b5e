; A function that returns does not unwind, so that `dead_on_unwind` changes nothing.
; @f() => i8 1

define void @writes(ptr dead_on_unwind %p) {
  store i8 1, ptr %p
  ret void
}

define i8 @f() {
  %a = alloca i8
  call void @writes(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}
