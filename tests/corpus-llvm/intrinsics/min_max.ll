; Minima and maxima compare as signed or unsigned numbers, and poison in either operand is poison.
; @umin(i8 -1, i8 1) => i8 1
; @umax(i8 -1, i8 1) => i8 -1
; @smin(i8 -1, i8 1) => i8 -1
; @smax(i8 -1, i8 1) => i8 1
; @umin(i8 0, i8 poison) => poison

define i8 @umin(i8 %a, i8 %b) {
  %r = call i8 @llvm.umin.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @umax(i8 %a, i8 %b) {
  %r = call i8 @llvm.umax.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @smin(i8 %a, i8 %b) {
  %r = call i8 @llvm.smin.i8(i8 %a, i8 %b)
  ret i8 %r
}

define i8 @smax(i8 %a, i8 %b) {
  %r = call i8 @llvm.smax.i8(i8 %a, i8 %b)
  ret i8 %r
}
