; Arithmetic on poison is poison, even where the other operand would decide.
; @and(i8 0) => poison
; @or(i8 -1) => poison
; @mul(i8 0) => poison
; @xor(i8 1) => poison
; @icmp(i8 0) => poison
; @defined(i8 0) => i8 0

define i8 @and(i8 %a) {
  %r = and i8 %a, poison
  ret i8 %r
}

define i8 @or(i8 %a) {
  %r = or i8 %a, poison
  ret i8 %r
}

define i8 @mul(i8 %a) {
  %r = mul i8 %a, poison
  ret i8 %r
}

define i8 @xor(i8 %a) {
  %r = xor i8 poison, poison
  ret i8 %r
}

define i1 @icmp(i8 %a) {
  %r = icmp ule i8 %a, poison
  ret i1 %r
}

define i8 @defined(i8 %a) {
  %r = and i8 %a, undef
  ret i8 %r
}
