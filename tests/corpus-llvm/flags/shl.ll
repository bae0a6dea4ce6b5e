; With `nuw` no set bit is shifted out, and with `nsw` every bit shifted out equals the sign of the result.
; @plain(i8 -128, i8 1) => i8 0
; @nuw(i8 -128, i8 1) => poison
; @nuw(i8 64, i8 1) => i8 -128
; @nsw(i8 64, i8 1) => poison
; @nsw(i8 32, i8 1) => i8 64
; @nsw(i8 -64, i8 1) => i8 -128
; @nsw(i8 -128, i8 1) => poison
; @nsw(i8 -1, i8 7) => i8 -128
; @nsw(i8 1, i8 7) => poison
; @nsw(i8 0, i8 8) => poison

define i8 @plain(i8 %a, i8 %b) {
  %r = shl i8 %a, %b
  ret i8 %r
}

define i8 @nuw(i8 %a, i8 %b) {
  %r = shl nuw i8 %a, %b
  ret i8 %r
}

define i8 @nsw(i8 %a, i8 %b) {
  %r = shl nsw i8 %a, %b
  ret i8 %r
}
