; Constants of every form have their leaves.
; @zero() => { i8, <2 x i16> } { i8 0, <2 x i16> <i16 0, i16 0> }
; @bytes() => [3 x i8] [i8 97, i8 0, i8 -1]
; @splat() => <2 x i8> <i8 7, i8 7>
; @undef() => { i8, i8 } { undef, poison }
; @hex() => i16 -1
; @wide() => i129 680564733841876926926749214863536422911

define { i8, <2 x i16> } @zero() {
  ret { i8, <2 x i16> } zeroinitializer
}

define [3 x i8] @bytes() {
  ret [3 x i8] c"a\00\FF"
}

define <2 x i8> @splat() {
  ret <2 x i8> splat (i8 7)
}

define { i8, i8 } @undef() {
  ret { i8, i8 } { i8 undef, i8 poison }
}

define i16 @hex() {
  ret i16 u0xFFFF
}

define i129 @wide() {
  ret i129 -1
}
