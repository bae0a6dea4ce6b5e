; Integers become narrower, wider with zeros, or wider with their sign.
; @trunc(i16 511) => i8 -1
; @zext(i8 -1) => i16 255
; @sext(i8 -1) => i16 -1
; @sext(i8 127) => i16 127
; @bit(i1 true) => i8 -1
; @lanes(<2 x i16> <i16 257, poison>) => <2 x i8> <i8 1, poison>
; @widen(i65 -1) => i129 -1
; @narrow(i129 -2) => i65 -2

define i8 @trunc(i16 %a) {
  %r = trunc i16 %a to i8
  ret i8 %r
}

define i16 @zext(i8 %a) {
  %r = zext i8 %a to i16
  ret i16 %r
}

define i16 @sext(i8 %a) {
  %r = sext i8 %a to i16
  ret i16 %r
}

define i8 @bit(i1 %a) {
  %r = sext i1 %a to i8
  ret i8 %r
}

define <2 x i8> @lanes(<2 x i16> %a) {
  %r = trunc <2 x i16> %a to <2 x i8>
  ret <2 x i8> %r
}

define i129 @widen(i65 %a) {
  %r = sext i65 %a to i129
  ret i129 %r
}

define i65 @narrow(i129 %a) {
  %r = trunc i129 %a to i65
  ret i65 %r
}
