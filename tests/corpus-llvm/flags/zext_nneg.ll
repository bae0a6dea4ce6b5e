; `zext nneg` of a negative number is poison.
; @nneg(i8 -1) => poison
; @nneg(i8 127) => i16 127
; @plain(i8 -1) => i16 255
; @nneg(i8 poison) => poison

define i16 @nneg(i8 %a) {
  %r = zext nneg i8 %a to i16
  ret i16 %r
}

define i16 @plain(i8 %a) {
  %r = zext i8 %a to i16
  ret i16 %r
}
