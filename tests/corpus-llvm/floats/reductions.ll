; Without `reassoc` a sum is made from the start value on.
; @fadd(<2 x float> <float 1.0e10, float -1.0e10>) => float 0.0
; @fadd(<2 x float> <float 2.0, float 3.0>) => float 6.0
; @fmul(<2 x float> <float 2.0, float 3.0>) => float 6.0
; @fmul(<2 x float> <float 2.0, poison>) => poison
; @fast(<2 x float> <float 2.0, float 3.0>) => unspecified: fast-math
; @fmin(<2 x float> <float 2.0, float +qnan>) => float 2.0
; @fmax(<2 x float> <float 2.0, float 3.0>) => float 3.0
; @fmax(<2 x float> <float 2.0, poison>) => poison
; @fminimum(<2 x float> <float 2.0, float +qnan>) => float +qnan | float -qnan
; @fminimum(<2 x float> <float 2.0, float 1.0>) => float 1.0
; @fmaximum(<2 x float> <float 2.0, float 3.0>) => float 3.0
; @fmaximum(<2 x float> <float 2.0, poison>) => poison

define float @fadd(<2 x float> %a) {
  %r = call float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> %a)
  ret float %r
}

define float @fmul(<2 x float> %a) {
  %r = call float @llvm.vector.reduce.fmul.v2f32(float 1.0, <2 x float> %a)
  ret float %r
}

define float @fast(<2 x float> %a) {
  %r = call reassoc float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> %a)
  ret float %r
}

define float @fmin(<2 x float> %a) {
  %r = call float @llvm.vector.reduce.fmin.v2f32(<2 x float> %a)
  ret float %r
}

define float @fmax(<2 x float> %a) {
  %r = call float @llvm.vector.reduce.fmax.v2f32(<2 x float> %a)
  ret float %r
}

define float @fminimum(<2 x float> %a) {
  %r = call float @llvm.vector.reduce.fminimum.v2f32(<2 x float> %a)
  ret float %r
}

define float @fmaximum(<2 x float> %a) {
  %r = call float @llvm.vector.reduce.fmaximum.v2f32(<2 x float> %a)
  ret float %r
}
