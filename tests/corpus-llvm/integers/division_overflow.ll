; The least number divided by -1 is undefined, also as a remainder, and poison may be the least number.
; @sdiv(i8 -128, i8 -1) => undefined: division-overflow
; @sdiv(i8 -127, i8 -1) => i8 127
; @sdiv(i8 -128, i8 1) => i8 -128
; @srem(i8 -128, i8 -1) => undefined: division-overflow
; @srem(i8 -127, i8 -1) => i8 0
; @sdiv(i8 poison, i8 -1) => undefined: division-overflow
; @sdiv(i8 poison, i8 1) => poison
; @srem(i8 poison, i8 -1) => undefined: division-overflow
; @udiv(i8 poison, i8 -1) => poison
; @udiv(i8 -128, i8 -1) => i8 0
; @bit(i1 true) => undefined: division-overflow
; @bit(i1 false) => i1 false
; @wide(i129 -340282366920938463463374607431768211456) => undefined: division-overflow
; @wide(i129 340282366920938463463374607431768211455) => i129 -340282366920938463463374607431768211455

define i8 @sdiv(i8 %a, i8 %b) {
  %r = sdiv i8 %a, %b
  ret i8 %r
}

define i8 @srem(i8 %a, i8 %b) {
  %r = srem i8 %a, %b
  ret i8 %r
}

define i8 @udiv(i8 %a, i8 %b) {
  %r = udiv i8 %a, %b
  ret i8 %r
}

define i1 @bit(i1 %a) {
  %r = sdiv i1 %a, true
  ret i1 %r
}

define i129 @wide(i129 %a) {
  %r = sdiv i129 %a, -1
  ret i129 %r
}
