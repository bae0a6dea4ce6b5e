; An access through poison, undef, null or a number is undefined.
; @load(ptr poison) => undefined: bad-pointer
; @load(ptr undef) => undefined: bad-pointer
; @load(ptr null) => undefined: bad-pointer
; @load(ptr 4096) => undefined: bad-pointer
; @store(ptr null) => undefined: bad-pointer
; @good() => i8 9

@g = global i8 9
define i8 @load(ptr %p) {
  %r = load i8, ptr %p
  ret i8 %r
}

define void @store(ptr %p) {
  store i8 1, ptr %p
  ret void
}

define i8 @good() {
  %r = call i8 @load(ptr @g)
  ret i8 %r
}
