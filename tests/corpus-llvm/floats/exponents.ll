; `ldexp` scales by a power of two, and `frexp` splits a float.
; @ldexp(float 1.5, i32 4) => float 24.0
; @ldexp(float 1.0, i32 1000) => float +inf
; @ldexp(float 1.0, i32 poison) => poison
; @frexp(float -12.0) => { float, i8 } { float -0.75, i8 4 }
; @frexp(float 0.0) => { float, i8 } { float 0.0, i8 0 }
; @frexp(float poison) => { float, i8 } { poison, poison }

define float @ldexp(float %a, i32 %n) {
  %r = call float @llvm.ldexp.f32.i32(float %a, i32 %n)
  ret float %r
}

define { float, i8 } @frexp(float %a) {
  %r = call { float, i8 } @llvm.frexp.f32.i8(float %a)
  ret { float, i8 } %r
}
