; Funnel shifts take the amount modulo the width.
; @fshl(i8 1, i8 -128, i8 1) => i8 3
; @fshl(i8 1, i8 -128, i8 9) => i8 3
; @fshl(i8 1, i8 2, i8 8) => i8 1
; @fshr(i8 1, i8 -128, i8 1) => i8 -64
; @fshr(i8 1, i8 2, i8 8) => i8 2
; @fshl(i8 1, i8 2, i8 poison) => poison
; @fshl(i8 1, i8 poison, i8 0) => poison
; @fshr(i8 poison, i8 1, i8 0) => poison
; @odd(i7 1, i7 -64, i7 8) => i7 3

define i8 @fshl(i8 %a, i8 %b, i8 %c) {
  %r = call i8 @llvm.fshl.i8(i8 %a, i8 %b, i8 %c)
  ret i8 %r
}

define i8 @fshr(i8 %a, i8 %b, i8 %c) {
  %r = call i8 @llvm.fshr.i8(i8 %a, i8 %b, i8 %c)
  ret i8 %r
}

define i7 @odd(i7 %a, i7 %b, i7 %c) {
  %r = call i7 @llvm.fshl.i7(i7 %a, i7 %b, i7 %c)
  ret i7 %r
}
