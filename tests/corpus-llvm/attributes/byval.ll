; `byval` passes a copy, which the callee may change.
; @f(i8 5) => i8 5
; @reference(i8 5) => i8 9
; @bad() => undefined: bad-pointer
; @small() => undefined: out-of-bounds
; @at_the_call() => i8 1

define void @change(ptr byval(i8) %p) {
  store i8 9, ptr %p
  ret void
}

define void @plain(ptr %p) {
  store i8 9, ptr %p
  ret void
}

define void @large(ptr byval(i16) %p) {
  ret void
}

define i8 @f(i8 %a) {
  %p = alloca i8
  store i8 %a, ptr %p
  call void @change(ptr byval(i8) %p)
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @reference(i8 %a) {
  %p = alloca i8
  store i8 %a, ptr %p
  call void @plain(ptr %p)
  %r = load i8, ptr %p
  ret i8 %r
}

define void @bad() {
  call void @change(ptr byval(i8) null)
  ret void
}

define void @small() {
  %p = alloca i8
  call void @large(ptr byval(i16) %p)
  ret void
}

define i8 @changes(ptr byval(i8) %p) {
  store i8 1, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i8 @at_the_call() {
  %a = alloca i8
  store i8 5, ptr %a
  %r = call i8 @changes(ptr readonly byval(i8) %a)
  ret i8 %r
}
