; `uitofp nneg` of a negative number is poison.
; @nneg(i8 -1) => poison
; @nneg(i8 127) => float 127.0
; @plain(i8 -1) => float 255.0

define float @nneg(i8 %a) {
  %r = uitofp nneg i8 %a to float
  ret float %r
}

define float @plain(i8 %a) {
  %r = uitofp i8 %a to float
  ret float %r
}
