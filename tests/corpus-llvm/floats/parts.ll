; A float has a fraction and an integral part of the same sign.
; @modf(float -3.25) => { float, float } { float -0.25, float -3.0 }
; @modf(float -2.0) => { float, float } { float -0.0, float -2.0 }
; @modf(float poison) => { float, float } { poison, poison }
; @to_half(float 1.5) => i16 15872
; @to_half(float poison) => poison
; @from_half(i16 15872) => float 1.5
; @from_half(i16 32256) => float +qnan | float -qnan

define { float, float } @modf(float %a) {
  %r = call { float, float } @llvm.modf.f32(float %a)
  ret { float, float } %r
}

define i16 @to_half(float %a) {
  %r = call i16 @llvm.convert.to.fp16.f32(float %a)
  ret i16 %r
}

define float @from_half(i16 %a) {
  %r = call float @llvm.convert.from.fp16.f32(i16 %a)
  ret float %r
}
