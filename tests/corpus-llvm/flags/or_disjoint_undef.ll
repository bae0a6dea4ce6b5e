; A disjoint `or` with an undef bit where the other operand may be 1 is poison.
; @both() => poison
; @zero() => undef

define i8 @both() {
  %r = or disjoint i8 undef, 1
  ret i8 %r
}

define i8 @zero() {
  %r = or disjoint i8 undef, 0
  ret i8 %r
}
