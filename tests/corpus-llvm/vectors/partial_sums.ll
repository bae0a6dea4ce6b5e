; A partial sum of integers has one total, and one of floats has no order.
; @ints() => i8 15
; @floats() => unspecified: float-order

define i8 @ints() {
  %v = call <2 x i8> @llvm.vector.partial.reduce.add.v2i8.v4i8(<2 x i8> <i8 1, i8 2>, <4 x i8> <i8 3, i8 4, i8 2, i8 3>)
  %r = call i8 @llvm.vector.reduce.add.v2i8(<2 x i8> %v)
  ret i8 %r
}

define <1 x half> @floats() {
  %r = call <1 x half> @llvm.vector.partial.reduce.fadd.v1f16.v1f16(<1 x half> zeroinitializer, <1 x half> zeroinitializer)
  ret <1 x half> %r
}
