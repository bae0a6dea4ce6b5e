; Bits that a conversion adds to undef are defined, or all the same.
; @zext() => i4 0b00uu
; @sext() => i2 0 | i2 -1
; @trunc() => undef
; @high() => i1 false

define i4 @zext() {
  %r = zext i2 undef to i4
  ret i4 %r
}

define i2 @sext() {
  %r = sext i1 undef to i2
  ret i2 %r
}

define i2 @trunc() {
  %r = trunc i4 undef to i2
  ret i2 %r
}

define i1 @high() {
  %w = zext i2 undef to i4
  %h = lshr i4 %w, 2
  %r = trunc i4 %h to i1
  ret i1 %r
}
