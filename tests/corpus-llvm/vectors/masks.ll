; Intrinsics on masks count, choose and move lanes.
; @step() => <3 x i16> <i16 0, i16 1, i16 2>
; @old_step() => <3 x i16> <i16 0, i16 1, i16 2>
; @active(i8 254, i8 255) => <3 x i1> <i1 1, i1 0, i1 0>
; @active(i8 1, i8 3) => <3 x i1> <i1 1, i1 1, i1 0>
; @active(i8 poison, i8 3) => <3 x i1> <poison, poison, poison>
; @compress(<3 x i1> <i1 0, i1 1, i1 1>) => <3 x i8> <i8 2, i8 3, i8 6>
; @compress(<3 x i1> <poison, i1 1, i1 1>) => <3 x i8> <poison, poison, poison>
; @match(<2 x i1> <i1 1, i1 0>) => <2 x i1> <i1 1, i1 0>
; @match(<2 x i1> <poison, i1 0>) => <2 x i1> <poison, i1 0>
; @last(<2 x i1> <i1 1, i1 0>) => i8 1
; @last(<2 x i1> <i1 0, i1 0>) => i8 9
; @zeros(<2 x i4> <i4 0, i4 2>) => i8 1
; @zeros(<2 x i4> <i4 0, i4 0>) => poison

declare <3 x i16> @llvm.experimental.stepvector.v3i16()
define <3 x i16> @step() {
  %r = call <3 x i16> @llvm.stepvector.v3i16()
  ret <3 x i16> %r
}

define <3 x i16> @old_step() {
  %r = call <3 x i16> @llvm.experimental.stepvector.v3i16()
  ret <3 x i16> %r
}

define <3 x i1> @active(i8 %a, i8 %b) {
  %r = call <3 x i1> @llvm.get.active.lane.mask.v3i1.i8(i8 %a, i8 %b)
  ret <3 x i1> %r
}

define <3 x i8> @compress(<3 x i1> %m) {
  %r = call <3 x i8> @llvm.experimental.vector.compress.v3i8(<3 x i8> <i8 1, i8 2, i8 3>, <3 x i1> %m, <3 x i8> <i8 4, i8 5, i8 6>)
  ret <3 x i8> %r
}

define <2 x i1> @match(<2 x i1> %m) {
  %r = call <2 x i1> @llvm.experimental.vector.match.v2i8.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 2, i8 1>, <2 x i1> %m)
  ret <2 x i1> %r
}

define i8 @last(<2 x i1> %m) {
  %r = call i8 @llvm.experimental.vector.extract.last.active.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i1> %m, i8 9)
  ret i8 %r
}

define i8 @zeros(<2 x i4> %a) {
  %r = call i8 @llvm.experimental.cttz.elts.i8.v2i4(<2 x i4> %a, i1 true)
  ret i8 %r
}
