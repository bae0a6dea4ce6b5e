; Reductions combine all lanes.
; @mul(<3 x i8> <i8 3, i8 5, i8 2>) => i8 30
; @mul(<3 x i8> <i8 0, poison, i8 2>) => poison
; @or(<3 x i8> <i8 1, i8 2, i8 4>) => i8 7
; @or(<3 x i8> <i8 -1, poison, i8 4>) => poison
; @xor(<3 x i8> <i8 1, i8 3, i8 4>) => i8 6
; @smin(<3 x i8> <i8 1, i8 -3, i8 4>) => i8 -3
; @umin(<3 x i8> <i8 1, i8 -3, i8 4>) => i8 1
; @umin(<3 x i8> <i8 0, poison, i8 4>) => poison

define i8 @mul(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.mul.v3i8(<3 x i8> %a)
  ret i8 %r
}

define i8 @or(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.or.v3i8(<3 x i8> %a)
  ret i8 %r
}

define i8 @xor(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.xor.v3i8(<3 x i8> %a)
  ret i8 %r
}

define i8 @smin(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.smin.v3i8(<3 x i8> %a)
  ret i8 %r
}

define i8 @umin(<3 x i8> %a) {
  %r = call i8 @llvm.vector.reduce.umin.v3i8(<3 x i8> %a)
  ret i8 %r
}
