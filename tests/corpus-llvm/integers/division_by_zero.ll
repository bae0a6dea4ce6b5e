; A division or a remainder by zero is undefined.
; @udiv(i8 1, i8 0) => undefined: division-by-zero
; @udiv(i8 -1, i8 2) => i8 127
; @sdiv(i8 1, i8 0) => undefined: division-by-zero
; @sdiv(i8 -1, i8 2) => i8 0
; @urem(i8 1, i8 0) => undefined: division-by-zero
; @urem(i8 -1, i8 2) => i8 1
; @srem(i8 1, i8 0) => undefined: division-by-zero
; @srem(i8 -3, i8 2) => i8 -1
; @srem(i8 3, i8 -2) => i8 1
; @udiv(i8 poison, i8 0) => undefined: division-by-zero

define i8 @udiv(i8 %a, i8 %b) {
  %r = udiv i8 %a, %b
  ret i8 %r
}

define i8 @sdiv(i8 %a, i8 %b) {
  %r = sdiv i8 %a, %b
  ret i8 %r
}

define i8 @urem(i8 %a, i8 %b) {
  %r = urem i8 %a, %b
  ret i8 %r
}

define i8 @srem(i8 %a, i8 %b) {
  %r = srem i8 %a, %b
  ret i8 %r
}
