; A predicated operation on integers is that operation in the enabled lanes, and poison in the others.
; @add(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 5, i8 -128>
; @add(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 5, poison>
; @sub(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -3, i8 3>
; @sub(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -3, poison>
; @mul(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 12, i8 -128>
; @mul(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 12, poison>
; @and(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 8, i8 1>
; @and(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 8, poison>
; @or(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 14, i8 9>
; @or(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 14, poison>
; @xor(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 6, i8 0>
; @xor(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 6, poison>
; @shl(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -128, i8 -128>
; @shl(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -128, poison>
; @lshr(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 1, i8 2>
; @lshr(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 1, poison>
; @ashr(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -1, i8 2>
; @ashr(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -1, poison>
; @udiv(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 127, i8 3>
; @udiv(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 127, poison>
; @sdiv(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -4, i8 3>
; @sdiv(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -4, poison>
; @urem(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 1, i8 1>
; @urem(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 1, poison>
; @srem(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -1, i8 1>
; @srem(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -1, poison>
; @smax(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 1, i8 2>
; @smax(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 1, poison>
; @smin(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -1, i8 1>
; @smin(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -1, poison>
; @umax(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -1, i8 2>
; @umax(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -1, poison>
; @umin(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 1, i8 1>
; @umin(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 1, poison>
; @sadd_sat(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 127, i8 3>
; @sadd_sat(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 127, poison>
; @ssub_sat(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -128, i8 1>
; @ssub_sat(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -128, poison>
; @uadd_sat(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -1, i8 3>
; @uadd_sat(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -1, poison>
; @usub_sat(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 0, i8 1>
; @usub_sat(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 0, poison>
; @abs(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 5, i8 5>
; @abs(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 5, poison>
; @ctlz(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 7, i8 6>
; @ctlz(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 7, poison>
; @cttz(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 0, i8 1>
; @cttz(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 0, poison>
; @ctpop(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 3, i8 1>
; @ctpop(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 3, poison>
; @bitreverse(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -128, i8 1>
; @bitreverse(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -128, poison>
; @bswap(<2 x i1> <i1 true, i1 true>) => <2 x i16> <i16 513, i16 256>
; @bswap(<2 x i1> <i1 true, i1 false>) => <2 x i16> <i16 513, poison>
; @fshl(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 3, i8 4>
; @fshl(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 3, poison>
; @fshr(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -127, i8 1>
; @fshr(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -127, poison>

define <2 x i8> @add(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.add.v2i8(<2 x i8> <i8 1, i8 127>, <2 x i8> <i8 4, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @sub(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.sub.v2i8(<2 x i8> <i8 1, i8 5>, <2 x i8> <i8 4, i8 2>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @mul(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.mul.v2i8(<2 x i8> <i8 3, i8 64>, <2 x i8> <i8 4, i8 2>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @and(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.and.v2i8(<2 x i8> <i8 12, i8 7>, <2 x i8> <i8 10, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @or(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.or.v2i8(<2 x i8> <i8 12, i8 8>, <2 x i8> <i8 10, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @xor(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.xor.v2i8(<2 x i8> <i8 12, i8 7>, <2 x i8> <i8 10, i8 7>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @shl(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.shl.v2i8(<2 x i8> <i8 1, i8 64>, <2 x i8> <i8 7, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @lshr(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.lshr.v2i8(<2 x i8> <i8 -128, i8 8>, <2 x i8> <i8 7, i8 2>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @ashr(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.ashr.v2i8(<2 x i8> <i8 -128, i8 8>, <2 x i8> <i8 7, i8 2>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @udiv(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.udiv.v2i8(<2 x i8> <i8 -1, i8 9>, <2 x i8> <i8 2, i8 3>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @sdiv(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.sdiv.v2i8(<2 x i8> <i8 -9, i8 9>, <2 x i8> <i8 2, i8 3>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @urem(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.urem.v2i8(<2 x i8> <i8 -1, i8 9>, <2 x i8> <i8 2, i8 4>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @srem(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.srem.v2i8(<2 x i8> <i8 -9, i8 9>, <2 x i8> <i8 2, i8 4>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @smax(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.smax.v2i8(<2 x i8> <i8 -1, i8 2>, <2 x i8> <i8 1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @smin(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.smin.v2i8(<2 x i8> <i8 -1, i8 2>, <2 x i8> <i8 1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @umax(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.umax.v2i8(<2 x i8> <i8 -1, i8 2>, <2 x i8> <i8 1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @umin(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.umin.v2i8(<2 x i8> <i8 -1, i8 2>, <2 x i8> <i8 1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @sadd_sat(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.sadd.sat.v2i8(<2 x i8> <i8 127, i8 2>, <2 x i8> <i8 1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @ssub_sat(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.ssub.sat.v2i8(<2 x i8> <i8 -128, i8 2>, <2 x i8> <i8 1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @uadd_sat(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.uadd.sat.v2i8(<2 x i8> <i8 -1, i8 2>, <2 x i8> <i8 1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @usub_sat(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.usub.sat.v2i8(<2 x i8> <i8 0, i8 2>, <2 x i8> <i8 1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @abs(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.abs.v2i8(<2 x i8> <i8 -5, i8 5>, i1 true, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @ctlz(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.ctlz.v2i8(<2 x i8> <i8 1, i8 2>, i1 true, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @cttz(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.cttz.v2i8(<2 x i8> <i8 1, i8 2>, i1 true, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @ctpop(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.ctpop.v2i8(<2 x i8> <i8 7, i8 2>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @bitreverse(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.bitreverse.v2i8(<2 x i8> <i8 1, i8 -128>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i16> @bswap(<2 x i1> %m) {
  %r = call <2 x i16> @llvm.vp.bswap.v2i16(<2 x i16> <i16 258, i16 1>, <2 x i1> %m, i32 2)
  ret <2 x i16> %r
}

define <2 x i8> @fshl(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.fshl.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 -128, i8 0>, <2 x i8> <i8 1, i8 9>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @fshr(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.fshr.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 2, i8 1>, <2 x i8> <i8 1, i8 8>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}
