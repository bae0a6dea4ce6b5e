; Matrices are in columns; a transposition moves lanes, and a product of integers is exact.
; @transpose(<4 x i8> <i8 1, i8 2, i8 3, i8 4>) => <4 x i8> <i8 1, i8 3, i8 2, i8 4>
; @transpose(<4 x i8> <i8 1, i8 2, poison, i8 4>) => <4 x i8> <i8 1, poison, i8 2, i8 4>
; @multiply(<2 x i8> <i8 2, i8 3>) => <1 x i8> <i8 23>
; @multiply(<2 x i8> <i8 2, poison>) => <1 x i8> <poison>
; @partial() => i8 10

declare <2 x i8> @llvm.experimental.vector.partial.reduce.add.v2i8.v4i8(<2 x i8>, <4 x i8>)
define <4 x i8> @transpose(<4 x i8> %a) {
  %r = call <4 x i8> @llvm.matrix.transpose.v4i8(<4 x i8> %a, i32 2, i32 2)
  ret <4 x i8> %r
}

define <1 x i8> @multiply(<2 x i8> %a) {
  %r = call <1 x i8> @llvm.matrix.multiply.v1i8.v2i8.v2i8(<2 x i8> %a, <2 x i8> <i8 4, i8 5>, i32 1, i32 2, i32 1)
  ret <1 x i8> %r
}

define i8 @partial() {
  %v = call <2 x i8> @llvm.experimental.vector.partial.reduce.add.v2i8.v4i8(<2 x i8> zeroinitializer, <4 x i8> <i8 1, i8 2, i8 3, i8 4>)
  %r = call i8 @llvm.vector.reduce.add.v2i8(<2 x i8> %v)
  ret i8 %r
}
