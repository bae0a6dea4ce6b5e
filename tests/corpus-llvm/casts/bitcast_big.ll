; On a big-endian target the first element of a vector has the highest bits.
; @join(<2 x i8> <i8 1, i8 2>) => i16 258
; @split(i16 258) => <2 x i8> <i8 1, i8 2>
; @bits(<4 x i2> <i2 1, i2 2, i2 3, i2 0>) => i8 108

target datalayout = "E"
define i16 @join(<2 x i8> %a) {
  %r = bitcast <2 x i8> %a to i16
  ret i16 %r
}

define <2 x i8> @split(i16 %a) {
  %r = bitcast i16 %a to <2 x i8>
  ret <2 x i8> %r
}

define i8 @bits(<4 x i2> %a) {
  %r = bitcast <4 x i2> %a to i8
  ret i8 %r
}
