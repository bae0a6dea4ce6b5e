; A disjoint `or` of operands with a common bit is poison.
; @disjoint(i8 3, i8 1) => poison
; @disjoint(i8 2, i8 1) => i8 3
; @plain(i8 3, i8 1) => i8 3
; @disjoint(i8 0, i8 0) => i8 0
; @disjoint(i8 -128, i8 -128) => poison
; @lanes(<2 x i8> <i8 1, i8 2>) => <2 x i8> <poison, i8 3>

define i8 @disjoint(i8 %a, i8 %b) {
  %r = or disjoint i8 %a, %b
  ret i8 %r
}

define i8 @plain(i8 %a, i8 %b) {
  %r = or i8 %a, %b
  ret i8 %r
}

define <2 x i8> @lanes(<2 x i8> %a) {
  %r = or disjoint <2 x i8> %a, splat (i8 1)
  ret <2 x i8> %r
}
