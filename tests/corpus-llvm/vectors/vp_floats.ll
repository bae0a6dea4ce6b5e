; A predicated operation on floats is that operation in the enabled lanes, and poison in the others.
; @fadd(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 1.5, half 3.0>
; @fadd(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 1.5, poison>
; @fsub(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 0.5, half 1.0>
; @fsub(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 0.5, poison>
; @fmul(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 0.75, half 2.0>
; @fmul(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 0.75, poison>
; @fdiv(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 2.0, half 0.5>
; @fdiv(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 2.0, poison>
; @frem(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 1.5, half 2.0>
; @frem(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 1.5, poison>
; @fneg(<2 x i1> <i1 true, i1 true>) => <2 x half> <half -1.0, half 2.0>
; @fneg(<2 x i1> <i1 true, i1 false>) => <2 x half> <half -1.0, poison>
; @fabs(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 1.0, half 2.0>
; @fabs(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 1.0, poison>
; @sqrt(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 2.0, half 1.0>
; @sqrt(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 2.0, poison>
; @fma(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 7.0, half 2.0>
; @fma(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 7.0, poison>
; @fmuladd(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 7.0, half 2.0>
; @fmuladd(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 7.0, poison>
; @copysign(<2 x i1> <i1 true, i1 true>) => <2 x half> <half -2.0, half 1.0>
; @copysign(<2 x i1> <i1 true, i1 false>) => <2 x half> <half -2.0, poison>
; @minnum(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 2.0, half 1.0>
; @minnum(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 2.0, poison>
; @maxnum(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 3.0, half 1.0>
; @maxnum(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 3.0, poison>
; @minimum(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 2.0, half -0.0>
; @minimum(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 2.0, poison>
; @maximum(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 3.0, half 0.0>
; @maximum(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 3.0, poison>
; @ceil(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 2.0, half -1.0>
; @ceil(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 2.0, poison>
; @floor(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 1.0, half -2.0>
; @floor(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 1.0, poison>
; @rint(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 2.0, half 2.0>
; @rint(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 2.0, poison>
; @nearbyint(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 2.0, half 2.0>
; @nearbyint(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 2.0, poison>
; @round(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 2.0, half 3.0>
; @round(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 2.0, poison>
; @roundeven(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 2.0, half 2.0>
; @roundeven(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 2.0, poison>
; @roundtozero(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 1.0, half -2.0>
; @roundtozero(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 1.0, poison>
; @is_fpclass(<2 x i1> <i1 true, i1 true>) => <2 x i1> <i1 1, i1 0>
; @is_fpclass(<2 x i1> <i1 true, i1 false>) => <2 x i1> <i1 1, poison>

define <2 x half> @fadd(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.fadd.v2f16(<2 x half> <half 1.0, half 2.0>, <2 x half> <half 0.5, half 1.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @fsub(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.fsub.v2f16(<2 x half> <half 1.0, half 2.0>, <2 x half> <half 0.5, half 1.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @fmul(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.fmul.v2f16(<2 x half> <half 1.5, half 2.0>, <2 x half> <half 0.5, half 1.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @fdiv(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.fdiv.v2f16(<2 x half> <half 1.0, half 2.0>, <2 x half> <half 0.5, half 4.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @frem(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.frem.v2f16(<2 x half> <half 5.5, half 2.0>, <2 x half> <half 2.0, half 4.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @fneg(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.fneg.v2f16(<2 x half> <half 1.0, half -2.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @fabs(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.fabs.v2f16(<2 x half> <half 1.0, half -2.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @sqrt(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.sqrt.v2f16(<2 x half> <half 4.0, half 1.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @fma(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.fma.v2f16(<2 x half> <half 2.0, half 1.0>, <2 x half> <half 3.0, half 1.0>, <2 x half> <half 1.0, half 1.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @fmuladd(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.fmuladd.v2f16(<2 x half> <half 2.0, half 1.0>, <2 x half> <half 3.0, half 1.0>, <2 x half> <half 1.0, half 1.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @copysign(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.copysign.v2f16(<2 x half> <half 2.0, half 1.0>, <2 x half> <half -3.0, half 1.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @minnum(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.minnum.v2f16(<2 x half> <half 2.0, half 1.0>, <2 x half> <half 3.0, half +qnan>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @maxnum(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.maxnum.v2f16(<2 x half> <half 2.0, half 1.0>, <2 x half> <half 3.0, half +qnan>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @minimum(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.minimum.v2f16(<2 x half> <half 2.0, half 0.0>, <2 x half> <half 3.0, half -0.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @maximum(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.maximum.v2f16(<2 x half> <half 2.0, half 0.0>, <2 x half> <half 3.0, half -0.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @ceil(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.ceil.v2f16(<2 x half> <half 1.5, half -1.5>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @floor(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.floor.v2f16(<2 x half> <half 1.5, half -1.5>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @rint(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.rint.v2f16(<2 x half> <half 1.5, half 2.5>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @nearbyint(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.nearbyint.v2f16(<2 x half> <half 1.5, half 2.5>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @round(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.round.v2f16(<2 x half> <half 1.5, half 2.5>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @roundeven(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.roundeven.v2f16(<2 x half> <half 1.5, half 2.5>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x half> @roundtozero(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.roundtozero.v2f16(<2 x half> <half 1.5, half -2.5>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x i1> @is_fpclass(<2 x i1> %m) {
  %r = call <2 x i1> @llvm.vp.is.fpclass.v2f16(<2 x half> <half +qnan, half 2.5>, i32 3, <2 x i1> %m, i32 2)
  ret <2 x i1> %r
}
