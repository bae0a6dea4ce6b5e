; An exact signed division with a remainder is poison.
; @exact(i8 -7, i8 2) => poison
; @exact(i8 -6, i8 2) => i8 -3
; @plain(i8 -7, i8 2) => i8 -3
; @exact(i8 -128, i8 -1) => undefined: division-overflow

define i8 @exact(i8 %a, i8 %b) {
  %r = sdiv exact i8 %a, %b
  ret i8 %r
}

define i8 @plain(i8 %a, i8 %b) {
  %r = sdiv i8 %a, %b
  ret i8 %r
}
