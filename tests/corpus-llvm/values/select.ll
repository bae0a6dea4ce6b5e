; `select` depends on its condition and on the chosen operand only.
; @f(i1 true, i8 1, i8 poison) => i8 1
; @f(i1 false, i8 1, i8 poison) => poison
; @f(i1 poison, i8 1, i8 1) => poison
; @f(i1 undef, i8 1, i8 2) => i8 1 | i8 2
; @lanes(<2 x i1> <i1 true, poison>) => <2 x i8> <i8 1, poison>
; @lanes(<2 x i1> <i1 false, i1 true>) => <2 x i8> <i8 3, i8 2>

define i8 @f(i1 %c, i8 %a, i8 %b) {
  %r = select i1 %c, i8 %a, i8 %b
  ret i8 %r
}

define <2 x i8> @lanes(<2 x i1> %c) {
  %r = select <2 x i1> %c, <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>
  ret <2 x i8> %r
}
