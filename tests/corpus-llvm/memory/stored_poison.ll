; Poison in memory is poison for every load that touches it, and only for those.
; @same() => poison
; @half() => poison
; @other() => i8 1
; @lanes() => <2 x i8> <i8 1, poison>
; @overwritten() => i8 3

define i8 @same() {
  %p = alloca i8
  store i8 poison, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define i16 @half() {
  %p = alloca [2 x i8], align 2
  store [2 x i8] [i8 1, i8 poison], ptr %p
  %r = load i16, ptr %p
  ret i16 %r
}

define i8 @other() {
  %p = alloca [2 x i8]
  store [2 x i8] [i8 1, i8 poison], ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}

define <2 x i8> @lanes() {
  %p = alloca [2 x i8], align 2
  store [2 x i8] [i8 1, i8 poison], ptr %p
  %r = load <2 x i8>, ptr %p
  ret <2 x i8> %r
}

define i8 @overwritten() {
  %p = alloca i8
  store i8 poison, ptr %p
  store i8 3, ptr %p
  %r = load i8, ptr %p
  ret i8 %r
}
