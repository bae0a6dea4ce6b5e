; A predicated operation works on enabled lanes only, and not on more lanes than there are.
; @add(<2 x i1> <i1 true, i1 false>, i32 2) => <2 x i8> <i8 5, poison>
; @add(<2 x i1> <i1 true, i1 true>, i32 1) => <2 x i8> <i8 5, poison>
; @add(<2 x i1> <i1 true, i1 true>, i32 3) => undefined: too-many-lanes
; @udiv(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 2, poison>
; @udiv(<2 x i1> <i1 true, i1 true>) => undefined: division-by-zero
; @udiv(<2 x i1> <i1 true, poison>) => unspecified: lanes

define <2 x i8> @add(<2 x i1> %m, i32 %n) {
  %r = call <2 x i8> @llvm.vp.add.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 4, i8 5>, <2 x i1> %m, i32 %n)
  ret <2 x i8> %r
}

define <2 x i8> @udiv(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.udiv.v2i8(<2 x i8> <i8 8, i8 2>, <2 x i8> <i8 4, i8 0>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}
