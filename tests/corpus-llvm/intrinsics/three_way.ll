; A three-way comparison is -1, 0 or 1.
; @ucmp(i8 -1, i8 1) => i2 1
; @ucmp(i8 1, i8 1) => i2 0
; @ucmp(i8 0, i8 1) => i2 -1
; @scmp(i8 -1, i8 1) => i2 -1
; @scmp(i8 1, i8 -1) => i2 1
; @scmp(i8 1, i8 poison) => poison
; @ucmp(i8 1, i8 poison) => poison

define i2 @ucmp(i8 %a, i8 %b) {
  %r = call i2 @llvm.ucmp.i2.i8(i8 %a, i8 %b)
  ret i2 %r
}

define i2 @scmp(i8 %a, i8 %b) {
  %r = call i2 @llvm.scmp.i2.i8(i8 %a, i8 %b)
  ret i2 %r
}
