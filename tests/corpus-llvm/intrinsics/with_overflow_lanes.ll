; The lanes of both results are in the order of the operands.
; @f(<2 x i8> <i8 -1, i8 1>) => { <2 x i8>, <2 x i1> } { <2 x i8> <i8 0, i8 2>, <2 x i1> <i1 true, i1 false> }
; @f(<2 x i8> <i8 -1, poison>) => { <2 x i8>, <2 x i1> } { <2 x i8> <i8 0, poison>, <2 x i1> <i1 true, poison> }

define { <2 x i8>, <2 x i1> } @f(<2 x i8> %a) {
  %r = call { <2 x i8>, <2 x i1> } @llvm.uadd.with.overflow.v2i8(<2 x i8> %a, <2 x i8> splat (i8 1))
  ret { <2 x i8>, <2 x i1> } %r
}
