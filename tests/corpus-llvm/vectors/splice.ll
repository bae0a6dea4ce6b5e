; A splice takes lanes from the end of one vector and the beginning of another; too far is poison.
; @splice(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>) => <2 x i8> <i8 2, i8 3>
; @splice(<2 x i8> <i8 1, i8 2>, <2 x i8> <poison, i8 4>) => <2 x i8> <i8 2, poison>
; @old(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>) => <2 x i8> <i8 2, i8 3>
; @left(i32 1) => <2 x i8> <i8 2, i8 3>
; @left(i32 3) => <2 x i8> <poison, poison>
; @right(i32 1) => <2 x i8> <i8 2, i8 3>
; @right(i32 3) => <2 x i8> <poison, poison>
; @reverse(<2 x i8> <i8 1, poison>) => <2 x i8> <poison, i8 1>

declare <2 x i8> @llvm.experimental.vector.splice.v2i8(<2 x i8>, <2 x i8>, i32 immarg)
declare <2 x i8> @llvm.experimental.vector.reverse.v2i8(<2 x i8>)
define <2 x i8> @splice(<2 x i8> %a, <2 x i8> %b) {
  %r = call <2 x i8> @llvm.vector.splice.v2i8(<2 x i8> %a, <2 x i8> %b, i32 1)
  ret <2 x i8> %r
}

define <2 x i8> @old(<2 x i8> %a, <2 x i8> %b) {
  %r = call <2 x i8> @llvm.experimental.vector.splice.v2i8(<2 x i8> %a, <2 x i8> %b, i32 1)
  ret <2 x i8> %r
}

define <2 x i8> @left(i32 %n) {
  %r = call <2 x i8> @llvm.vector.splice.left.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 %n)
  ret <2 x i8> %r
}

define <2 x i8> @right(i32 %n) {
  %r = call <2 x i8> @llvm.vector.splice.right.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 %n)
  ret <2 x i8> %r
}

define <2 x i8> @reverse(<2 x i8> %a) {
  %r = call <2 x i8> @llvm.experimental.vector.reverse.v2i8(<2 x i8> %a)
  ret <2 x i8> %r
}
