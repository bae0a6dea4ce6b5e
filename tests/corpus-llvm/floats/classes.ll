; `llvm.is.fpclass` tests for a set of classes.
; @nan(float +qnan) => i1 true
; @nan(float 1.0) => i1 false
; @zero(float -0.0) => i1 true
; @zero(float 0.0) => i1 false
; @zero(float poison) => poison

define i1 @nan(float %a) {
  %r = call i1 @llvm.is.fpclass.f32(float %a, i32 3)
  ret i1 %r
}

define i1 @zero(float %a) {
  %r = call i1 @llvm.is.fpclass.f32(float %a, i32 32)
  ret i1 %r
}
