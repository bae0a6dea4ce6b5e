; A flag makes poison of single lanes.
; @f(<2 x i8> <i8 127, i8 1>) => <2 x i8> <poison, i8 2>
; @plain(<2 x i8> <i8 127, i8 1>) => <2 x i8> <i8 -128, i8 2>

define <2 x i8> @f(<2 x i8> %a) {
  %r = add nsw <2 x i8> %a, splat (i8 1)
  ret <2 x i8> %r
}

define <2 x i8> @plain(<2 x i8> %a) {
  %r = add <2 x i8> %a, splat (i8 1)
  ret <2 x i8> %r
}
