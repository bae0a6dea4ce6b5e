; A fixed-point result that lies between two numbers is either; one that does not fit is not specified, or saturates.
; @smul(i4 3, i4 -2) => i4 -3
; @smul(i4 3, i4 -3) => i4 -5 | i4 -4
; @smul(i4 7, i4 7) => unspecified: fixed-point
; @umul(i4 3, i4 2) => i4 3
; @umul(i4 -1, i4 -1) => unspecified: fixed-point
; @smul_sat(i4 7, i4 7) => i4 7
; @smul_sat(i4 poison, i4 7) => poison
; @umul_sat(i4 -1, i4 -1) => i4 -1
; @sdiv(i4 3, i4 2) => i4 3
; @sdiv(i4 3, i4 0) => undefined: division-by-zero
; @udiv(i4 3, i4 2) => i4 3
; @udiv(i4 3, i4 0) => undefined: division-by-zero
; @sdiv_sat(i4 -8, i4 1) => i4 -8
; @sdiv_sat(i4 -8, i4 0) => undefined: division-by-zero
; @udiv_sat(i4 -1, i4 1) => i4 -1
; @udiv_sat(i4 -1, i4 0) => undefined: division-by-zero

define i4 @smul(i4 %a, i4 %b) {
  %r = call i4 @llvm.smul.fix.i4(i4 %a, i4 %b, i32 1)
  ret i4 %r
}

define i4 @umul(i4 %a, i4 %b) {
  %r = call i4 @llvm.umul.fix.i4(i4 %a, i4 %b, i32 1)
  ret i4 %r
}

define i4 @smul_sat(i4 %a, i4 %b) {
  %r = call i4 @llvm.smul.fix.sat.i4(i4 %a, i4 %b, i32 1)
  ret i4 %r
}

define i4 @umul_sat(i4 %a, i4 %b) {
  %r = call i4 @llvm.umul.fix.sat.i4(i4 %a, i4 %b, i32 1)
  ret i4 %r
}

define i4 @sdiv(i4 %a, i4 %b) {
  %r = call i4 @llvm.sdiv.fix.i4(i4 %a, i4 %b, i32 1)
  ret i4 %r
}

define i4 @udiv(i4 %a, i4 %b) {
  %r = call i4 @llvm.udiv.fix.i4(i4 %a, i4 %b, i32 1)
  ret i4 %r
}

define i4 @sdiv_sat(i4 %a, i4 %b) {
  %r = call i4 @llvm.sdiv.fix.sat.i4(i4 %a, i4 %b, i32 1)
  ret i4 %r
}

define i4 @udiv_sat(i4 %a, i4 %b) {
  %r = call i4 @llvm.udiv.fix.sat.i4(i4 %a, i4 %b, i32 1)
  ret i4 %r
}
