; On a little-endian target the first element of a vector has the lowest bits.
; @join(<2 x i8> <i8 1, i8 2>) => i16 513
; @split(i16 513) => <2 x i8> <i8 1, i8 2>
; @bits(<4 x i2> <i2 1, i2 2, i2 3, i2 0>) => i8 57
; @float(float 1.0) => i32 1065353216
; @back(i32 1065353216) => float 1.0

target datalayout = "e"
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

define i32 @float(float %a) {
  %r = bitcast float %a to i32
  ret i32 %r
}

define float @back(i32 %a) {
  %r = bitcast i32 %a to float
  ret float %r
}
