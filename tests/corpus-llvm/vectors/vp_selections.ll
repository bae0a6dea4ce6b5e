; `vp.select` leaves lanes behind the length open, and `vp.merge` takes them from its last vector.
; @select(<3 x i1> <i1 1, i1 0, i1 1>, i32 3) => <3 x i8> <i8 1, i8 5, i8 3>
; @select(<3 x i1> <i1 1, i1 0, i1 1>, i32 2) => <3 x i8> <i8 1, i8 5, poison>
; @merge(<3 x i1> <i1 1, i1 0, i1 1>, i32 3) => <3 x i8> <i8 1, i8 5, i8 3>
; @merge(<3 x i1> <i1 1, i1 0, i1 1>, i32 2) => <3 x i8> <i8 1, i8 5, i8 6>
; @reverse(i32 3) => <3 x i8> <i8 3, i8 2, i8 1>
; @reverse(i32 2) => <3 x i8> <i8 2, i8 1, poison>
; @splat(i32 3) => <3 x i8> <i8 5, i8 5, i8 5>
; @splat(i32 2) => <3 x i8> <i8 5, i8 5, poison>
; @zeros(<3 x i8> <i8 0, i8 1, i8 0>) => i8 1
; @zeros(<3 x i8> <i8 0, i8 0, i8 0>) => poison

declare <3 x i8> @llvm.experimental.vp.splat.v3i8(i8, <3 x i1>, i32)
define <3 x i8> @select(<3 x i1> %c, i32 %n) {
  %r = call <3 x i8> @llvm.vp.select.v3i8(<3 x i1> %c, <3 x i8> <i8 1, i8 2, i8 3>, <3 x i8> <i8 4, i8 5, i8 6>, i32 %n)
  ret <3 x i8> %r
}

define <3 x i8> @merge(<3 x i1> %c, i32 %n) {
  %r = call <3 x i8> @llvm.vp.merge.v3i8(<3 x i1> %c, <3 x i8> <i8 1, i8 2, i8 3>, <3 x i8> <i8 4, i8 5, i8 6>, i32 %n)
  ret <3 x i8> %r
}

define <3 x i8> @reverse(i32 %n) {
  %r = call <3 x i8> @llvm.experimental.vp.reverse.v3i8(<3 x i8> <i8 1, i8 2, i8 3>, <3 x i1> splat (i1 true), i32 %n)
  ret <3 x i8> %r
}

define <3 x i8> @splat(i32 %n) {
  %r = call <3 x i8> @llvm.experimental.vp.splat.v3i8(i8 5, <3 x i1> splat (i1 true), i32 %n)
  ret <3 x i8> %r
}

define i8 @zeros(<3 x i8> %a) {
  %r = call i8 @llvm.vp.cttz.elts.i8.v3i8(<3 x i8> %a, i1 true, <3 x i1> splat (i1 true), i32 3)
  ret i8 %r
}
