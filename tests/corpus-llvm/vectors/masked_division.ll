; A masked division divides in the enabled lanes only.
; @udiv(<2 x i1> <i1 1, i1 0>) => <2 x i8> <i8 4, poison>
; @udiv(<2 x i1> <i1 1, i1 1>) => undefined: division-by-zero
; @sdiv(<2 x i1> <i1 1, i1 0>) => <2 x i8> <i8 -4, poison>
; @sdiv(<2 x i1> <i1 1, i1 1>) => undefined: division-by-zero
; @urem(<2 x i1> <i1 1, i1 0>) => <2 x i8> <i8 1, poison>
; @urem(<2 x i1> <i1 1, i1 1>) => undefined: division-by-zero
; @srem(<2 x i1> <i1 1, i1 0>) => <2 x i8> <i8 -1, poison>
; @srem(<2 x i1> <i1 1, i1 1>) => undefined: division-by-zero
; @all() => <2 x i8> <i8 4, i8 3>

define <2 x i8> @udiv(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.masked.udiv.v2i8(<2 x i8> <i8 9, i8 3>, <2 x i8> <i8 2, i8 0>, <2 x i1> %m)
  ret <2 x i8> %r
}

define <2 x i8> @sdiv(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.masked.sdiv.v2i8(<2 x i8> <i8 -9, i8 3>, <2 x i8> <i8 2, i8 0>, <2 x i1> %m)
  ret <2 x i8> %r
}

define <2 x i8> @urem(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.masked.urem.v2i8(<2 x i8> <i8 9, i8 3>, <2 x i8> <i8 2, i8 0>, <2 x i1> %m)
  ret <2 x i8> %r
}

define <2 x i8> @srem(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.masked.srem.v2i8(<2 x i8> <i8 -9, i8 3>, <2 x i8> <i8 2, i8 0>, <2 x i1> %m)
  ret <2 x i8> %r
}

define <2 x i8> @all() {
  %r = call <2 x i8> @llvm.masked.udiv.v2i8(<2 x i8> <i8 9, i8 3>, <2 x i8> <i8 2, i8 1>, <2 x i1> splat (i1 true))
  ret <2 x i8> %r
}
