; An undef condition of a whole vector or struct chooses once; one condition for each lane chooses for each.
; @vector(i1 undef) => <2 x i8> <i8 1, i8 2> | <2 x i8> <i8 3, i8 4>
; @struct(i1 undef) => { i8, i8 } { i8 1, i8 2 } | { i8, i8 } { i8 3, i8 4 }
; @lanes(<2 x i1> <i1 undef, i1 undef>) => <2 x i8> <i8 1, i8 2> | <2 x i8> <i8 3, i8 4> | <2 x i8> <i8 1, i8 4> | <2 x i8> <i8 3, i8 2>

define <2 x i8> @vector(i1 %c) {
  %r = select i1 %c, <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>
  ret <2 x i8> %r
}

define { i8, i8 } @struct(i1 %c) {
  %r = select i1 %c, { i8, i8 } { i8 1, i8 2 }, { i8, i8 } { i8 3, i8 4 }
  ret { i8, i8 } %r
}

define <2 x i8> @lanes(<2 x i1> %c) {
  %r = select <2 x i1> %c, <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>
  ret <2 x i8> %r
}
