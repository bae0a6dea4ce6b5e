; An exact division with a remainder is poison.
; @exact(i8 7, i8 2) => poison
; @exact(i8 6, i8 2) => i8 3
; @plain(i8 7, i8 2) => i8 3
; @exact(i8 0, i8 2) => i8 0
; @exact(i8 7, i8 0) => undefined: division-by-zero

define i8 @exact(i8 %a, i8 %b) {
  %r = udiv exact i8 %a, %b
  ret i8 %r
}

define i8 @plain(i8 %a, i8 %b) {
  %r = udiv i8 %a, %b
  ret i8 %r
}
