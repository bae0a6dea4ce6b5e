; An index outside of a vector makes all of it poison.
; @f(i32 1) => <2 x i8> <i8 5, i8 9>
; @f(i32 2) => <2 x i8> <poison, poison>
; @f(i32 poison) => <2 x i8> <poison, poison>
; @element(i8 poison) => <2 x i8> <i8 5, poison>
; @bit() => <2 x i8> <i8 9, i8 6> | <2 x i8> <i8 5, i8 9>

define <2 x i8> @f(i32 %n) {
  %r = insertelement <2 x i8> <i8 5, i8 6>, i8 9, i32 %n
  ret <2 x i8> %r
}

define <2 x i8> @element(i8 %a) {
  %r = insertelement <2 x i8> <i8 5, i8 6>, i8 %a, i32 1
  ret <2 x i8> %r
}

define <2 x i8> @bit() {
  %n = and i32 undef, 1
  %r = insertelement <2 x i8> <i8 5, i8 6>, i8 9, i32 %n
  ret <2 x i8> %r
}
