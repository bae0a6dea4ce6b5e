; Parts of vectors are taken, replaced, reversed and interleaved.
; @insert(<2 x i8> <i8 5, poison>) => <4 x i8> <i8 1, i8 2, i8 5, poison>
; @extract(<4 x i8> <i8 1, i8 2, i8 3, i8 4>) => <2 x i8> <i8 3, i8 4>
; @reverse(<3 x i8> <i8 1, poison, i8 3>) => <3 x i8> <i8 3, poison, i8 1>
; @interleave(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>) => <4 x i8> <i8 1, i8 3, i8 2, i8 4>

define <4 x i8> @insert(<2 x i8> %a) {
  %r = call <4 x i8> @llvm.vector.insert.v4i8.v2i8(<4 x i8> <i8 1, i8 2, i8 3, i8 4>, <2 x i8> %a, i64 2)
  ret <4 x i8> %r
}

define <2 x i8> @extract(<4 x i8> %a) {
  %r = call <2 x i8> @llvm.vector.extract.v2i8.v4i8(<4 x i8> %a, i64 2)
  ret <2 x i8> %r
}

define <3 x i8> @reverse(<3 x i8> %a) {
  %r = call <3 x i8> @llvm.vector.reverse.v3i8(<3 x i8> %a)
  ret <3 x i8> %r
}

define <4 x i8> @interleave(<2 x i8> %a, <2 x i8> %b) {
  %r = call <4 x i8> @llvm.vector.interleave2.v4i8(<2 x i8> %a, <2 x i8> %b)
  ret <4 x i8> %r
}
