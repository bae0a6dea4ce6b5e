; A truncation with `nuw` loses only zeros, and with `nsw` only copies of the sign that is left.
; @plain(i16 256) => i8 0
; @nuw(i16 256) => poison
; @nuw(i16 255) => i8 -1
; @nuw(i16 -1) => poison
; @nsw(i16 -1) => i8 -1
; @nsw(i16 255) => poison
; @nsw(i16 127) => i8 127
; @nsw(i16 128) => poison
; @nsw(i16 -128) => i8 -128
; @nsw(i16 -129) => poison
; @both(i16 255) => poison
; @both(i16 -1) => poison
; @both(i16 127) => i8 127

define i8 @plain(i16 %a) {
  %r = trunc i16 %a to i8
  ret i8 %r
}

define i8 @nuw(i16 %a) {
  %r = trunc nuw i16 %a to i8
  ret i8 %r
}

define i8 @nsw(i16 %a) {
  %r = trunc nsw i16 %a to i8
  ret i8 %r
}

define i8 @both(i16 %a) {
  %r = trunc nuw nsw i16 %a to i8
  ret i8 %r
}
