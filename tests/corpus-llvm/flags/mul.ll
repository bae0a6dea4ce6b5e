; A product that wraps is poison with the flag that forbids it.
; @plain(i8 64, i8 2) => i8 -128
; @nsw(i8 64, i8 2) => poison
; @nsw(i8 -64, i8 2) => i8 -128
; @nsw(i8 -128, i8 -1) => poison
; @nuw(i8 64, i8 2) => i8 -128
; @nuw(i8 -128, i8 2) => poison
; @nuw(i8 85, i8 3) => i8 -1

define i8 @plain(i8 %a, i8 %b) {
  %r = mul i8 %a, %b
  ret i8 %r
}

define i8 @nsw(i8 %a, i8 %b) {
  %r = mul nsw i8 %a, %b
  ret i8 %r
}

define i8 @nuw(i8 %a, i8 %b) {
  %r = mul nuw i8 %a, %b
  ret i8 %r
}
