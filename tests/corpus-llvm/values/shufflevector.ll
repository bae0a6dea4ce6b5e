; A shuffle takes lanes of both vectors; poison in its mask is poison, and other lanes do not matter.
; @f(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>) => <3 x i8> <i8 4, poison, i8 1>
; @f(<2 x i8> <i8 1, poison>, <2 x i8> <i8 3, i8 4>) => <3 x i8> <i8 4, poison, i8 1>
; @f(<2 x i8> <poison, i8 2>, <2 x i8> <i8 3, i8 4>) => <3 x i8> <i8 4, poison, poison>
; @splat(<2 x i8> <i8 1, i8 2>) => <2 x i8> <i8 1, i8 1>

define <3 x i8> @f(<2 x i8> %a, <2 x i8> %b) {
  %r = shufflevector <2 x i8> %a, <2 x i8> %b, <3 x i32> <i32 3, i32 poison, i32 0>
  ret <3 x i8> %r
}

define <2 x i8> @splat(<2 x i8> %a) {
  %r = shufflevector <2 x i8> %a, <2 x i8> poison, <2 x i32> zeroinitializer
  ret <2 x i8> %r
}
