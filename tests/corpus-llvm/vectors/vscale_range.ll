; A function that was made for other factors of scalable vectors is refused.
; vscale 2
; @inside() => i8 1
; @outside() => unspecified: vscale

define i8 @inside() vscale_range(1,2) {
  ret i8 1
}

define i8 @outside() vscale_range(4,16) {
  ret i8 1
}
