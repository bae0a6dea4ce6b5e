; A scalable vector has a multiple of its lanes, here twice as many.
; vscale 2
; @scale() => i32 2
; @narrow() => poison
; @add() => <4 x i8> <i8 3, i8 3, i8 3, i8 3>
; @extract(i32 3) => i8 3
; @extract(i32 4) => poison
; @memory(i64 3) => i8 3
; @memory(i64 4) => undefined: out-of-bounds

define i32 @scale() {
  %r = call i32 @llvm.vscale.i32()
  ret i32 %r
}

define i1 @narrow() {
  %r = call i1 @llvm.vscale.i1()
  ret i1 %r
}

define <vscale x 2 x i8> @add() {
  %r = add <vscale x 2 x i8> splat (i8 1), splat (i8 2)
  ret <vscale x 2 x i8> %r
}

define i8 @extract(i32 %n) {
  %v = call <vscale x 2 x i8> @llvm.stepvector.nxv2i8()
  %r = extractelement <vscale x 2 x i8> %v, i32 %n
  ret i8 %r
}

define i8 @memory(i64 %n) {
  %p = alloca <vscale x 2 x i8>
  %v = call <vscale x 2 x i8> @llvm.stepvector.nxv2i8()
  store <vscale x 2 x i8> %v, ptr %p
  %q = getelementptr i8, ptr %p, i64 %n
  %r = load i8, ptr %q
  ret i8 %r
}
