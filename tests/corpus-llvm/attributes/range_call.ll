; A call with `!range` or `range` has results in it, or poison.
; @metadata(i8 9) => i8 9
; @metadata(i8 10) => poison
; @attribute(i8 9) => i8 9
; @attribute(i8 10) => poison

define i8 @identity(i8 %a) {
  ret i8 %a
}

define i8 @metadata(i8 %a) {
  %r = call i8 @identity(i8 %a), !range !0
  ret i8 %r
}

define i8 @attribute(i8 %a) {
  %r = call range(i8 0, 10) i8 @identity(i8 %a)
  ret i8 %r
}
!0 = !{i8 0, i8 10}
