; A shift by undef may be too far, and a shift by few undef bits may not.
; @undef() => poison
; @bit() => i8 1 | i8 2

define i8 @undef() {
  %r = shl i8 1, undef
  ret i8 %r
}

define i8 @bit() {
  %n = and i8 undef, 1
  %r = shl i8 1, %n
  ret i8 %r
}
