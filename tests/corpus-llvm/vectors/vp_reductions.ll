; A predicated reduction leaves out the lanes that are not enabled, and poison in its mask is poison.
; @reduce_add(<2 x i1> <i1 true, i1 true>) => i8 7
; @reduce_add(<2 x i1> <i1 true, i1 false>) => i8 3
; @reduce_add(<2 x i1> <i1 true, poison>) => poison
; @reduce_mul(<2 x i1> <i1 true, i1 true>) => i8 30
; @reduce_mul(<2 x i1> <i1 true, i1 false>) => i8 6
; @reduce_mul(<2 x i1> <i1 true, poison>) => poison
; @reduce_and(<2 x i1> <i1 true, i1 true>) => i8 8
; @reduce_and(<2 x i1> <i1 true, i1 false>) => i8 12
; @reduce_and(<2 x i1> <i1 true, poison>) => poison
; @reduce_or(<2 x i1> <i1 true, i1 true>) => i8 7
; @reduce_or(<2 x i1> <i1 true, i1 false>) => i8 3
; @reduce_or(<2 x i1> <i1 true, poison>) => poison
; @reduce_xor(<2 x i1> <i1 true, i1 true>) => i8 7
; @reduce_xor(<2 x i1> <i1 true, i1 false>) => i8 2
; @reduce_xor(<2 x i1> <i1 true, poison>) => poison
; @reduce_smax(<2 x i1> <i1 true, i1 true>) => i8 4
; @reduce_smax(<2 x i1> <i1 true, i1 false>) => i8 2
; @reduce_smax(<2 x i1> <i1 true, poison>) => poison
; @reduce_smin(<2 x i1> <i1 true, i1 true>) => i8 -4
; @reduce_smin(<2 x i1> <i1 true, i1 false>) => i8 -2
; @reduce_smin(<2 x i1> <i1 true, poison>) => poison
; @reduce_umax(<2 x i1> <i1 true, i1 true>) => i8 -4
; @reduce_umax(<2 x i1> <i1 true, i1 false>) => i8 2
; @reduce_umax(<2 x i1> <i1 true, poison>) => poison
; @reduce_umin(<2 x i1> <i1 true, i1 true>) => i8 2
; @reduce_umin(<2 x i1> <i1 true, i1 false>) => i8 4
; @reduce_umin(<2 x i1> <i1 true, poison>) => poison
; @reduce_fadd(<2 x i1> <i1 true, i1 true>) => half 7.0
; @reduce_fadd(<2 x i1> <i1 true, i1 false>) => half 3.0
; @reduce_fadd(<2 x i1> <i1 true, poison>) => poison
; @reduce_fmul(<2 x i1> <i1 true, i1 true>) => half 30.0
; @reduce_fmul(<2 x i1> <i1 true, i1 false>) => half 6.0
; @reduce_fmul(<2 x i1> <i1 true, poison>) => poison
; @reduce_fmax(<2 x i1> <i1 true, i1 true>) => half 4.0
; @reduce_fmax(<2 x i1> <i1 true, i1 false>) => half 2.0
; @reduce_fmax(<2 x i1> <i1 true, poison>) => poison
; @reduce_fmin(<2 x i1> <i1 true, i1 true>) => half 2.0
; @reduce_fmin(<2 x i1> <i1 true, i1 false>) => half 4.0
; @reduce_fmin(<2 x i1> <i1 true, poison>) => poison
; @reduce_fmaximum(<2 x i1> <i1 true, i1 true>) => half 4.0
; @reduce_fmaximum(<2 x i1> <i1 true, i1 false>) => half 2.0
; @reduce_fmaximum(<2 x i1> <i1 true, poison>) => poison
; @reduce_fminimum(<2 x i1> <i1 true, i1 true>) => half 2.0
; @reduce_fminimum(<2 x i1> <i1 true, i1 false>) => half 4.0
; @reduce_fminimum(<2 x i1> <i1 true, poison>) => poison

define i8 @reduce_add(<2 x i1> %m) {
  %r = call i8 @llvm.vp.reduce.add.v2i8(i8 1, <2 x i8> <i8 2, i8 4>, <2 x i1> %m, i32 2)
  ret i8 %r
}

define i8 @reduce_mul(<2 x i1> %m) {
  %r = call i8 @llvm.vp.reduce.mul.v2i8(i8 2, <2 x i8> <i8 3, i8 5>, <2 x i1> %m, i32 2)
  ret i8 %r
}

define i8 @reduce_and(<2 x i1> %m) {
  %r = call i8 @llvm.vp.reduce.and.v2i8(i8 -1, <2 x i8> <i8 12, i8 10>, <2 x i1> %m, i32 2)
  ret i8 %r
}

define i8 @reduce_or(<2 x i1> %m) {
  %r = call i8 @llvm.vp.reduce.or.v2i8(i8 1, <2 x i8> <i8 2, i8 4>, <2 x i1> %m, i32 2)
  ret i8 %r
}

define i8 @reduce_xor(<2 x i1> %m) {
  %r = call i8 @llvm.vp.reduce.xor.v2i8(i8 1, <2 x i8> <i8 3, i8 5>, <2 x i1> %m, i32 2)
  ret i8 %r
}

define i8 @reduce_smax(<2 x i1> %m) {
  %r = call i8 @llvm.vp.reduce.smax.v2i8(i8 1, <2 x i8> <i8 2, i8 4>, <2 x i1> %m, i32 2)
  ret i8 %r
}

define i8 @reduce_smin(<2 x i1> %m) {
  %r = call i8 @llvm.vp.reduce.smin.v2i8(i8 1, <2 x i8> <i8 -2, i8 -4>, <2 x i1> %m, i32 2)
  ret i8 %r
}

define i8 @reduce_umax(<2 x i1> %m) {
  %r = call i8 @llvm.vp.reduce.umax.v2i8(i8 1, <2 x i8> <i8 2, i8 -4>, <2 x i1> %m, i32 2)
  ret i8 %r
}

define i8 @reduce_umin(<2 x i1> %m) {
  %r = call i8 @llvm.vp.reduce.umin.v2i8(i8 9, <2 x i8> <i8 4, i8 2>, <2 x i1> %m, i32 2)
  ret i8 %r
}

define half @reduce_fadd(<2 x i1> %m) {
  %r = call half @llvm.vp.reduce.fadd.v2f16(half 1.0, <2 x half> <half 2.0, half 4.0>, <2 x i1> %m, i32 2)
  ret half %r
}

define half @reduce_fmul(<2 x i1> %m) {
  %r = call half @llvm.vp.reduce.fmul.v2f16(half 2.0, <2 x half> <half 3.0, half 5.0>, <2 x i1> %m, i32 2)
  ret half %r
}

define half @reduce_fmax(<2 x i1> %m) {
  %r = call half @llvm.vp.reduce.fmax.v2f16(half 1.0, <2 x half> <half 2.0, half 4.0>, <2 x i1> %m, i32 2)
  ret half %r
}

define half @reduce_fmin(<2 x i1> %m) {
  %r = call half @llvm.vp.reduce.fmin.v2f16(half 9.0, <2 x half> <half 4.0, half 2.0>, <2 x i1> %m, i32 2)
  ret half %r
}

define half @reduce_fmaximum(<2 x i1> %m) {
  %r = call half @llvm.vp.reduce.fmaximum.v2f16(half 1.0, <2 x half> <half 2.0, half 4.0>, <2 x i1> %m, i32 2)
  ret half %r
}

define half @reduce_fminimum(<2 x i1> %m) {
  %r = call half @llvm.vp.reduce.fminimum.v2f16(half 9.0, <2 x half> <half 4.0, half 2.0>, <2 x i1> %m, i32 2)
  ret half %r
}
