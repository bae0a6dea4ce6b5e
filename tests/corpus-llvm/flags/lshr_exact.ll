; An exact shift to the right that loses a set bit is poison.
; @exact(i8 3, i8 1) => poison
; @exact(i8 2, i8 1) => i8 1
; @plain(i8 3, i8 1) => i8 1
; @exact(i8 -128, i8 7) => i8 1
; @exact(i8 64, i8 7) => poison

define i8 @exact(i8 %a, i8 %b) {
  %r = lshr exact i8 %a, %b
  ret i8 %r
}

define i8 @plain(i8 %a, i8 %b) {
  %r = lshr i8 %a, %b
  ret i8 %r
}
