; Each use of undef may see another value, and a frozen one is the same everywhere.
; @undef() => i2 0 | i2 1 | i2 2 | i2 3
; @frozen() => i2 0

define i2 @undef() {
  %u = and i2 undef, -1
  %r = sub i2 %u, %u
  %f = freeze i2 %r
  ret i2 %f
}

define i2 @frozen() {
  %u = freeze i2 undef
  %r = sub i2 %u, %u
  ret i2 %r
}
