; A difference that wraps is poison with the flag that forbids it.
; @plain(i8 -128, i8 1) => i8 127
; @nsw(i8 -128, i8 1) => poison
; @nsw(i8 -127, i8 1) => i8 -128
; @nsw(i8 0, i8 -128) => poison
; @nuw(i8 0, i8 1) => poison
; @nuw(i8 1, i8 1) => i8 0
; @nuw(i8 -128, i8 1) => i8 127

define i8 @plain(i8 %a, i8 %b) {
  %r = sub i8 %a, %b
  ret i8 %r
}

define i8 @nsw(i8 %a, i8 %b) {
  %r = sub nsw i8 %a, %b
  ret i8 %r
}

define i8 @nuw(i8 %a, i8 %b) {
  %r = sub nuw i8 %a, %b
  ret i8 %r
}
