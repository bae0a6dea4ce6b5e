; A sum that wraps is poison with the flag that forbids it, and only with that one.
; @plain(i8 127, i8 1) => i8 -128
; @nsw(i8 127, i8 1) => poison
; @nsw(i8 126, i8 1) => i8 127
; @nsw(i8 -1, i8 1) => i8 0
; @nsw(i8 -128, i8 -1) => poison
; @nuw(i8 -1, i8 1) => poison
; @nuw(i8 -2, i8 1) => i8 -1
; @nuw(i8 127, i8 1) => i8 -128
; @both(i8 127, i8 1) => poison
; @both(i8 -1, i8 1) => poison
; @both(i8 1, i8 1) => i8 2

define i8 @plain(i8 %a, i8 %b) {
  %r = add i8 %a, %b
  ret i8 %r
}

define i8 @nsw(i8 %a, i8 %b) {
  %r = add nsw i8 %a, %b
  ret i8 %r
}

define i8 @nuw(i8 %a, i8 %b) {
  %r = add nuw i8 %a, %b
  ret i8 %r
}

define i8 @both(i8 %a, i8 %b) {
  %r = add nuw nsw i8 %a, %b
  ret i8 %r
}
