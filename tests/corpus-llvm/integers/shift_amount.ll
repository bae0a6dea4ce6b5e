; A shift by the width or more is poison.
; @shl(i8 1, i8 8) => poison
; @shl(i8 1, i8 7) => i8 -128
; @lshr(i8 -128, i8 8) => poison
; @lshr(i8 -128, i8 7) => i8 1
; @ashr(i8 -128, i8 8) => poison
; @ashr(i8 -128, i8 7) => i8 -1
; @shl(i8 0, i8 -1) => poison
; @odd(i7 1, i7 7) => poison
; @odd(i7 1, i7 6) => i7 -64
; @bit(i1 true, i1 true) => poison
; @bit(i1 true, i1 false) => i1 true
; @lanes(<2 x i8> <i8 8, i8 1>) => <2 x i8> <poison, i8 2>

define i8 @shl(i8 %a, i8 %b) {
  %r = shl i8 %a, %b
  ret i8 %r
}

define i8 @lshr(i8 %a, i8 %b) {
  %r = lshr i8 %a, %b
  ret i8 %r
}

define i8 @ashr(i8 %a, i8 %b) {
  %r = ashr i8 %a, %b
  ret i8 %r
}

define i7 @odd(i7 %a, i7 %b) {
  %r = shl i7 %a, %b
  ret i7 %r
}

define i1 @bit(i1 %a, i1 %b) {
  %r = shl i1 %a, %b
  ret i1 %r
}

define <2 x i8> @lanes(<2 x i8> %b) {
  %r = shl <2 x i8> splat (i8 1), %b
  ret <2 x i8> %r
}
