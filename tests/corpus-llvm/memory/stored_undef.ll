; Undef bits in memory stay undef, each for itself.
; @partial() => i8 0b0000uuuu
; @odd() => i7 0buuuuuuu
; @over() => i8 undef

define i8 @partial() {
  %p = alloca i8
  %u = and i8 undef, 15
  store i8 %u, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i7 @odd() {
  %p = alloca i7
  store i7 undef, ptr %p
  %r = load i7, ptr %p
  ret i7 %r
}

@g = global i8 7
define i8 @over() {
  store i8 undef, ptr @g
  %r = load i8, ptr @g
  ret i8 %r
}
