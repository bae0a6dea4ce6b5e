; A saturating shift by the width or more is poison.
; @ushl(i8 64, i8 1) => i8 -128
; @ushl(i8 64, i8 2) => i8 -1
; @ushl(i8 1, i8 8) => poison
; @ushl(i8 0, i8 7) => i8 0
; @sshl(i8 64, i8 1) => i8 127
; @sshl(i8 -64, i8 1) => i8 -128
; @sshl(i8 -65, i8 1) => i8 -128
; @sshl(i8 1, i8 8) => poison

define i8 @ushl(i8 %a, i8 %b) {
  %r = call i8 @llvm.ushl.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @sshl(i8 %a, i8 %b) {
  %r = call i8 @llvm.sshl.sat.i8(i8 %a, i8 %b)
  ret i8 %r
}
