; A function that is called with `tail` does not access an `alloca` of its caller.
; @tail() => undefined: tail-call
; @plain() => i8 1
; @global() => i8 1

@g = global i8 0
define void @set(ptr %p) {
  store i8 1, ptr %p
  ret void
}

define i8 @tail() {
  %a = alloca i8
  tail call void @set(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @plain() {
  %a = alloca i8
  call void @set(ptr %a)
  %r = load i8, ptr %a
  ret i8 %r
}

define i8 @global() {
  tail call void @set(ptr @g)
  %r = load i8, ptr @g
  ret i8 %r
}
