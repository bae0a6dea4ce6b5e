; Operations on single bits keep track of each undef bit.
; @and() => i8 0b0000uuuu
; @or() => i8 0buuuu1111
; @xor() => undef
; @both() => undef
; @shl() => i8 0buuuu0000
; @lshr() => i8 0b0000uuuu
; @add() => undef
; @add_zero() => i8 0b0000uuuu
; @mul_odd() => undef

define i8 @and() {
  %r = and i8 undef, 15
  ret i8 %r
}

define i8 @or() {
  %r = or i8 undef, 15
  ret i8 %r
}

define i8 @xor() {
  %r = xor i8 undef, 15
  ret i8 %r
}

define i8 @both() {
  %r = xor i8 undef, undef
  ret i8 %r
}

define i8 @shl() {
  %r = shl i8 undef, 4
  ret i8 %r
}

define i8 @lshr() {
  %r = lshr i8 undef, 4
  ret i8 %r
}

define i8 @add() {
  %r = add i8 undef, 15
  ret i8 %r
}

define i8 @add_zero() {
  %a = and i8 undef, 15
  %r = add i8 %a, 0
  ret i8 %r
}

define i8 @mul_odd() {
  %r = mul i8 undef, 3
  ret i8 %r
}
