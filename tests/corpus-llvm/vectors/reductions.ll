; A reduction is poison if one lane is.
; @add(<3 x i8> <i8 100, i8 100, i8 100>) => i8 44
; @add(<3 x i8> <i8 100, poison, i8 100>) => poison
; @and(<3 x i8> <i8 12, i8 10, i8 -1>) => i8 8
; @and(<3 x i8> <i8 0, poison, i8 -1>) => poison
; @smax(<3 x i8> <i8 3, i8 -5, i8 2>) => i8 3
; @umax(<3 x i8> <i8 3, i8 -5, i8 2>) => i8 -5

define i8 @add(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.add.v3i8(<3 x i8> %a)
  ret i8 %r
}

define i8 @and(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.and.v3i8(<3 x i8> %a)
  ret i8 %r
}

define i8 @smax(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.smax.v3i8(<3 x i8> %a)
  ret i8 %r
}

define i8 @umax(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.umax.v3i8(<3 x i8> %a)
  ret i8 %r
}
