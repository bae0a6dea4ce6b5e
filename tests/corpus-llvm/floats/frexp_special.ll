; The exponent of an infinity is any number.
; @f(float -inf) => { float, i1 } { float -inf, i1 0 } | { float, i1 } { float -inf, i1 1 }
; @f(float 0.5) => { float, i1 } { float 0.5, i1 0 }

define { float, i1 } @f(float %a) {
  %r = call { float, i1 } @llvm.frexp.f32.i1(float %a)
  ret { float, i1 } %r
}
