; A pointer with `readnone` may be passed on by value: the copy is no access through it.
; @passed() => i32 7
; @read() => undefined: readonly

define i32 @reads(ptr byval(i32) %p) {
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @passes(ptr readnone %p) {
  %r = call i32 @reads(ptr byval(i32) %p)
  ret i32 %r
}

define i32 @loads(ptr readnone %p) {
  %r = load i32, ptr %p
  ret i32 %r
}

define i32 @passed() {
  %a = alloca i32
  store i32 7, ptr %a
  %r = call i32 @passes(ptr %a)
  ret i32 %r
}

define i32 @read() {
  %a = alloca i32
  store i32 7, ptr %a
  %r = call i32 @loads(ptr %a)
  ret i32 %r
}
