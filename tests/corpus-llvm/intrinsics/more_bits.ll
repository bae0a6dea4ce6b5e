; Bits are multiplied without carries, gathered and spread by a mask.
; @clmul(i8 5, i8 6) => i8 30
; @clmul(i8 5, i8 poison) => poison
; @pext(i8 -86, i8 -52) => i8 10
; @pext(i8 poison, i8 1) => poison
; @pdep(i8 10, i8 -52) => i8 -120
; @pdep(i8 1, i8 poison) => poison

define i8 @clmul(i8 %a, i8 %b) {
  %r = call i8 @llvm.clmul.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @pext(i8 %a, i8 %b) {
  %r = call i8 @llvm.pext.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @pdep(i8 %a, i8 %b) {
  %r = call i8 @llvm.pdep.i8(i8 %a, i8 %b)
  ret i8 %r
}
