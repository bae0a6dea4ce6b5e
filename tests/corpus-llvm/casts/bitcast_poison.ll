; A bitcast is poison where a part of it is, and keeps undef bits.
; @join(<2 x i8> <i8 1, poison>) => poison
; @wider(<4 x i8> <i8 1, poison, i8 1, i8 2>) => <2 x i16> <poison, i16 513>
; @undef(<2 x i8> <i8 1, undef>) => i16 0buuuuuuuu00000001

define i16 @join(<2 x i8> %a) {
  %r = bitcast <2 x i8> %a to i16
  ret i16 %r
}

define <2 x i16> @wider(<4 x i8> %a) {
  %r = bitcast <4 x i8> %a to <2 x i16>
  ret <2 x i16> %r
}

define i16 @undef(<2 x i8> %a) {
  %r = bitcast <2 x i8> %a to i16
  ret i16 %r
}
