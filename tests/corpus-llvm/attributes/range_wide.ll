; The bounds of a range have the width of the value.
; @f(i128 -1) => i128 -1
; @f(i128 18446744073709551615) => poison
; @f(i128 5) => poison
; @attribute(i128 -1) => i128 -1
; @attribute(i128 18446744073709551615) => poison

define i128 @f(i128 %a) {
  %p = alloca i128
  store i128 %a, ptr %p
  %r = load i128, ptr %p, !range !0
  ret i128 %r
}

define i128 @attribute(i128 range(i128 -5, 5) %a) {
  ret i128 %a
}
!0 = !{i128 -5, i128 5}
