; A predicated conversion or comparison works in the enabled lanes, and the others are poison.
; @trunc(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 1, i8 -1>
; @trunc(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 1, poison>
; @zext(<2 x i1> <i1 true, i1 true>) => <2 x i16> <i16 255, i16 1>
; @zext(<2 x i1> <i1 true, i1 false>) => <2 x i16> <i16 255, poison>
; @sext(<2 x i1> <i1 true, i1 true>) => <2 x i16> <i16 -1, i16 1>
; @sext(<2 x i1> <i1 true, i1 false>) => <2 x i16> <i16 -1, poison>
; @fptrunc(<2 x i1> <i1 true, i1 true>) => <2 x half> <half 1.5, half +inf>
; @fptrunc(<2 x i1> <i1 true, i1 false>) => <2 x half> <half 1.5, poison>
; @fpext(<2 x i1> <i1 true, i1 true>) => <2 x float> <float 1.5, float 2.0>
; @fpext(<2 x i1> <i1 true, i1 false>) => <2 x float> <float 1.5, poison>
; @uitofp(<2 x i1> <i1 true, i1 true>) => <2 x float> <float 255.0, float 1.0>
; @uitofp(<2 x i1> <i1 true, i1 false>) => <2 x float> <float 255.0, poison>
; @sitofp(<2 x i1> <i1 true, i1 true>) => <2 x float> <float -1.0, float 1.0>
; @sitofp(<2 x i1> <i1 true, i1 false>) => <2 x float> <float -1.0, poison>
; @fptoui(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -1, i8 1>
; @fptoui(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -1, poison>
; @fptosi(<2 x i1> <i1 true, i1 true>) => <2 x i8> <i8 -1, i8 1>
; @fptosi(<2 x i1> <i1 true, i1 false>) => <2 x i8> <i8 -1, poison>
; @lrint(<2 x i1> <i1 true, i1 true>) => <2 x i32> <i32 2, i32 -1>
; @lrint(<2 x i1> <i1 true, i1 false>) => <2 x i32> <i32 2, poison>
; @llrint(<2 x i1> <i1 true, i1 true>) => <2 x i64> <i64 2, i64 -1>
; @llrint(<2 x i1> <i1 true, i1 false>) => <2 x i64> <i64 2, poison>
; @icmp(<2 x i1> <i1 true, i1 true>) => <2 x i1> <i1 1, i1 0>
; @icmp(<2 x i1> <i1 true, i1 false>) => <2 x i1> <i1 1, poison>
; @fcmp(<2 x i1> <i1 true, i1 true>) => <2 x i1> <i1 1, i1 0>
; @fcmp(<2 x i1> <i1 true, i1 false>) => <2 x i1> <i1 1, poison>
; @pointers(<2 x i1> <i1 true, i1 true>) => <2 x i64> <i64 8, i64 16>
; @pointers(<2 x i1> <i1 true, i1 false>) => <2 x i64> <i64 8, poison>

define <2 x i8> @trunc(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.trunc.v2i8.v2i16(<2 x i16> <i16 257, i16 -1>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i16> @zext(<2 x i1> %m) {
  %r = call <2 x i16> @llvm.vp.zext.v2i16.v2i8(<2 x i8> <i8 -1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i16> %r
}

define <2 x i16> @sext(<2 x i1> %m) {
  %r = call <2 x i16> @llvm.vp.sext.v2i16.v2i8(<2 x i8> <i8 -1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x i16> %r
}

define <2 x half> @fptrunc(<2 x i1> %m) {
  %r = call <2 x half> @llvm.vp.fptrunc.v2f16.v2f32(<2 x float> <float 1.5, float 70000.0>, <2 x i1> %m, i32 2)
  ret <2 x half> %r
}

define <2 x float> @fpext(<2 x i1> %m) {
  %r = call <2 x float> @llvm.vp.fpext.v2f32.v2f16(<2 x half> <half 1.5, half 2.0>, <2 x i1> %m, i32 2)
  ret <2 x float> %r
}

define <2 x float> @uitofp(<2 x i1> %m) {
  %r = call <2 x float> @llvm.vp.uitofp.v2f32.v2i8(<2 x i8> <i8 -1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x float> %r
}

define <2 x float> @sitofp(<2 x i1> %m) {
  %r = call <2 x float> @llvm.vp.sitofp.v2f32.v2i8(<2 x i8> <i8 -1, i8 1>, <2 x i1> %m, i32 2)
  ret <2 x float> %r
}

define <2 x i8> @fptoui(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.fptoui.v2i8.v2f32(<2 x float> <float 255.5, float 1.0>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i8> @fptosi(<2 x i1> %m) {
  %r = call <2 x i8> @llvm.vp.fptosi.v2i8.v2f32(<2 x float> <float -1.5, float 1.0>, <2 x i1> %m, i32 2)
  ret <2 x i8> %r
}

define <2 x i32> @lrint(<2 x i1> %m) {
  %r = call <2 x i32> @llvm.vp.lrint.v2i32.v2f32(<2 x float> <float 2.5, float -1.0>, <2 x i1> %m, i32 2)
  ret <2 x i32> %r
}

define <2 x i64> @llrint(<2 x i1> %m) {
  %r = call <2 x i64> @llvm.vp.llrint.v2i64.v2f32(<2 x float> <float 2.5, float -1.0>, <2 x i1> %m, i32 2)
  ret <2 x i64> %r
}

define <2 x i1> @icmp(<2 x i1> %m) {
  %r = call <2 x i1> @llvm.vp.icmp.v2i8(<2 x i8> <i8 1, i8 -1>, <2 x i8> <i8 2, i8 1>, metadata !"ult", <2 x i1> %m, i32 2)
  ret <2 x i1> %r
}

define <2 x i1> @fcmp(<2 x i1> %m) {
  %r = call <2 x i1> @llvm.vp.fcmp.v2f16(<2 x half> <half 1.0, half +qnan>, <2 x half> <half 2.0, half 1.0>, metadata !"olt", <2 x i1> %m, i32 2)
  ret <2 x i1> %r
}

define <2 x i64> @pointers(<2 x i1> %m) {
  %p = call <2 x ptr> @llvm.vp.inttoptr.v2p0.v2i64(<2 x i64> <i64 8, i64 16>, <2 x i1> %m, i32 2)
  %r = call <2 x i64> @llvm.vp.ptrtoint.v2i64.v2p0(<2 x ptr> %p, <2 x i1> splat (i1 true), i32 2)
  ret <2 x i64> %r
}
