; A zero in one lane of the divisor is enough.
; @f(<2 x i8> <i8 1, i8 0>) => undefined: division-by-zero
; @f(<2 x i8> <i8 1, i8 2>) => <2 x i8> <i8 9, i8 4>
; @f(<2 x i8> <i8 1, poison>) => undefined: undefined-divisor

define <2 x i8> @f(<2 x i8> %b) {
  %r = udiv <2 x i8> splat (i8 9), %b
  ret <2 x i8> %r
}
