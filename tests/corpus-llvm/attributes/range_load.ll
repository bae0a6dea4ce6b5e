; A load with `!range` makes poison of values outside of all ranges.
; @f(i8 1) => i8 1
; @f(i8 2) => poison
; @f(i8 5) => i8 5
; @f(i8 6) => poison
; @both(i8 2) => undefined: noundef
; @both(i8 1) => i8 1
; @negative(i8 -1) => i8 -1
; @negative(i8 1) => poison

define i8 @f(i8 %a) {
  %p = alloca i8
  store i8 %a, ptr %p
  %r = load i8, ptr %p, !range !0
  ret i8 %r
}

define i8 @both(i8 %a) {
  %p = alloca i8
  store i8 %a, ptr %p
  %r = load i8, ptr %p, !range !0, !noundef !1
  ret i8 %r
}

define i8 @negative(i8 %a) {
  %p = alloca i8
  store i8 %a, ptr %p
  %r = load i8, ptr %p, !range !2
  ret i8 %r
}
!0 = !{i8 0, i8 2, i8 5, i8 6}
!1 = !{}
!2 = !{i8 -5, i8 1}
