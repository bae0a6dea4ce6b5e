; A float that does not fit in the integer is poison, and in a saturating conversion an end of the range.
; @signed(float 127.5) => i8 127
; @signed(float 128.0) => poison
; @signed(float -128.5) => i8 -128
; @signed(float -129.0) => poison
; @unsigned(float 255.5) => i8 -1
; @unsigned(float 256.0) => poison
; @unsigned(float -0.5) => i8 0
; @unsigned(float -1.0) => poison
; @signed(float +qnan) => poison
; @unsigned(float +inf) => poison
; @signed_sat(float 128.0) => i8 127
; @signed_sat(float -inf) => i8 -128
; @signed_sat(float +qnan) => i8 0
; @signed_sat(float 1.5) => i8 1
; @unsigned_sat(float -1.0) => i8 0
; @unsigned_sat(float 300.0) => i8 -1
; @unsigned_sat(float poison) => poison

define i8 @signed(float %a) {
  %r = fptosi float %a to i8
  ret i8 %r
}

define i8 @unsigned(float %a) {
  %r = fptoui float %a to i8
  ret i8 %r
}

define i8 @signed_sat(float %a) {
  %r = call i8 @llvm.fptosi.sat.i8.f32(float %a)
  ret i8 %r
}

define i8 @unsigned_sat(float %a) {
  %r = call i8 @llvm.fptoui.sat.i8.f32(float %a)
  ret i8 %r
}
