; A scalable vector has a multiple of the lanes that are written, and a function may be made for some multiples only.
; vscale 2
; @lanes() => <4 x i8> <i8 0, i8 1, i8 2, i8 3>
; @second() => <2 x i8> <i8 2, i8 3>
; @bytes() => i8 1
; @beyond() => undefined: out-of-bounds
; @factor() => i32 2
; @narrow() => poison
; @for_two() => i32 2
; @for_more() => unspecified: vscale

define <4 x i8> @lanes() {
  %all = call <vscale x 2 x i8> @llvm.stepvector.nxv2i8()
  %r = call <4 x i8> @llvm.vector.extract.v4i8.nxv2i8(<vscale x 2 x i8> %all, i64 0)
  ret <4 x i8> %r
}

define <2 x i8> @second() {
  %all = call <vscale x 2 x i8> @llvm.stepvector.nxv2i8()
  %half = call <vscale x 1 x i8> @llvm.vector.extract.nxv1i8.nxv2i8(<vscale x 2 x i8> %all, i64 1)
  %r = call <2 x i8> @llvm.vector.extract.v2i8.nxv1i8(<vscale x 1 x i8> %half, i64 0)
  ret <2 x i8> %r
}

define i8 @bytes() {
  %p = alloca <vscale x 1 x i8>
  %all = call <vscale x 1 x i8> @llvm.stepvector.nxv1i8()
  store <vscale x 1 x i8> %all, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  %r = load i8, ptr %q
  ret i8 %r
}

define i8 @beyond() {
  %p = alloca <vscale x 1 x i8>
  %q = getelementptr <vscale x 1 x i8>, ptr %p, i64 1
  %r = load i8, ptr %q
  ret i8 %r
}

define i32 @factor() {
  %r = call i32 @llvm.vscale.i32()
  ret i32 %r
}

define i1 @narrow() {
  %r = call i1 @llvm.vscale.i1()
  ret i1 %r
}

define i32 @for_two() vscale_range(1,2) {
  %r = call i32 @llvm.vscale.i32()
  ret i32 %r
}

define i32 @for_more() vscale_range(4,16) {
  %r = call i32 @llvm.vscale.i32()
  ret i32 %r
}
