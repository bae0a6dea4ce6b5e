; A divisor that is poison or undef may be zero.
; @udiv(i8 1, i8 poison) => undefined: undefined-divisor
; @udiv(i8 1, i8 undef) => undefined: undefined-divisor
; @udiv(i8 poison, i8 1) => poison
; @urem(i8 1, i8 poison) => undefined: undefined-divisor
; @sdiv(i8 1, i8 undef) => undefined: undefined-divisor
; @srem(i8 1, i8 undef) => undefined: undefined-divisor
; @partial(i8 0) => undefined: undefined-divisor
; @partial(i8 1) => i8 5 | i8 1

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

define i8 @partial(i8 %b) {
  %u = and i8 undef, 2
  %d = or i8 %u, %b
  %r = udiv i8 5, %d
  ret i8 %r
}
