//! Rules about intrinsics on vectors.
#![allow(missing_docs)]

use crate::table::check;

#[test]
fn reductions_of_integers() {
    check(
        "i8: call i8 @llvm.vector.reduce.add.v4i8(<4 x i8> <i8 100, i8 100, i8 100, i8 7>) => 33
        i8: call i8 @llvm.vector.reduce.mul.v3i8(<3 x i8> <i8 3, i8 5, i8 -7>) => 97
        i8: call i8 @llvm.vector.reduce.and.v2i8(<2 x i8> <i8 12, i8 10>) => 8
        i8: call i8 @llvm.vector.reduce.or.v2i8(<2 x i8> <i8 12, i8 10>) => e
        i8: call i8 @llvm.vector.reduce.xor.v2i8(<2 x i8> <i8 12, i8 10>) => 6
        i8: call i8 @llvm.vector.reduce.smin.v3i8(<3 x i8> <i8 3, i8 -5, i8 7>) => fb
        i8: call i8 @llvm.vector.reduce.smax.v3i8(<3 x i8> <i8 3, i8 -5, i8 7>) => 7
        i8: call i8 @llvm.vector.reduce.umin.v3i8(<3 x i8> <i8 3, i8 -5, i8 7>) => 3
        i8: call i8 @llvm.vector.reduce.umax.v3i8(<3 x i8> <i8 3, i8 -5, i8 7>) => fb
        i8: call i8 @llvm.vector.reduce.umax.v1i8(<1 x i8> <i8 3>) => 3
        i200: call i200 @llvm.vector.reduce.add.v2i200(<2 x i200> <i200 -1, i200 1>) => Rich(Wide(0))",
    );
}

#[test]
fn poison_and_undef_in_reductions() {
    check(
        "i8: call i8 @llvm.vector.reduce.and.v3i8(<3 x i8> <i8 0, i8 poison, i8 1>) => poison
        i8: call i8 @llvm.vector.reduce.umin.v3i8(<3 x i8> <i8 0, i8 poison, i8 undef>) => poison
        i8: call i8 @llvm.vector.reduce.and.v3i8(<3 x i8> <i8 0, i8 undef, i8 1>) => 0
        i8: call i8 @llvm.vector.reduce.and.v2i8(<2 x i8> <i8 undef, i8 3>) => Rich(Partial { bits: 0, undef: 3 })
        i8: call i8 @llvm.vector.reduce.add.v3i8(<3 x i8> <i8 1, i8 undef, i8 1>) => undef
        i8: call i8 @llvm.vector.reduce.add.v1i8(<1 x i8> undef) => undef
        i2: call i2 @llvm.vector.reduce.umin.v3i2(<3 x i2> <i2 2, i2 undef, i2 -1>) => 0 | 1 | 2
        i2: call i2 @llvm.vector.reduce.mul.v2i2(<2 x i2> <i2 2, i2 undef>) => 0 | 2
        // Each lane is another value.
        i2: call i2 @llvm.vector.reduce.smax.v2i2(<2 x i2> undef) => 0 | 1 | 2 | 3",
    );
}

#[test]
fn integers_made_of_pointers_are_refused() {
    check(
        "i64: %p = alloca i8; %i = ptrtoint ptr %p to i64; call i64 @llvm.umin.i64(i64 %i, i64 5) => address
        i64: %p = alloca i8; %i = ptrtoint ptr %p to i64; call i64 @llvm.ctpop.i64(i64 %i) => address
        i200: call i200 @llvm.umin.i200(i200 1, i200 5) => Unsupported(Type { name: \"i200 in this intrinsic\" })",
    );
}

#[test]
fn parts_of_vectors() {
    check(
        "<4 x i8>: call <4 x i8> @llvm.vector.insert.v4i8.v2i8(<4 x i8> <i8 1, i8 2, i8 3, i8 4>, <2 x i8> <i8 5, i8 poison>, i64 2) => 1 2 5 poison
        <2 x i8>: call <2 x i8> @llvm.vector.extract.v2i8.v4i8(<4 x i8> <i8 1, i8 2, i8 3, i8 undef>, i64 2) => 3 undef
        <3 x half>: call <3 x half> @llvm.vector.reverse.v3f16(<3 x half> <half 1.0, half poison, half 2.0>) => 4000 poison 3c00
        <3 x i8>: call <3 x i8> @llvm.experimental.vector.reverse.v3i8(<3 x i8> <i8 1, i8 2, i8 3>) => 3 2 1
        <4 x i8>: call <4 x i8> @llvm.vector.interleave2.v4i8(<2 x i8> <i8 1, i8 3>, <2 x i8> <i8 2, i8 4>) => 1 2 3 4
        <6 x i8>: call <6 x i8> @llvm.vector.interleave3.v6i8(<2 x i8> <i8 1, i8 4>, <2 x i8> <i8 2, i8 5>, <2 x i8> <i8 3, i8 6>) => 1 2 3 4 5 6
        {<2 x i8>, <2 x i8>, <2 x i8>}: call {<2 x i8>, <2 x i8>, <2 x i8>} @llvm.vector.deinterleave3.v6i8(<6 x i8> <i8 1, i8 2, i8 3, i8 4, i8 5, i8 6>) => 1 4 2 5 3 6
        <4 x i8>: call <4 x i8> @llvm.vector.splice.v4i8(<4 x i8> <i8 1, i8 2, i8 3, i8 4>, <4 x i8> <i8 5, i8 6, i8 7, i8 8>, i32 1) => 2 3 4 5
        <4 x i8>: call <4 x i8> @llvm.experimental.vector.splice.v4i8(<4 x i8> <i8 1, i8 2, i8 3, i8 4>, <4 x i8> <i8 5, i8 6, i8 7, i8 8>, i32 -3) => 2 3 4 5
        <2 x i8>: call <2 x i8> @llvm.vector.splice.left.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 1) => 2 3
        <2 x i8>: call <2 x i8> @llvm.vector.splice.left.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 2) => 3 4
        <2 x i8>: call <2 x i8> @llvm.vector.splice.left.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 3) => poison poison
        <2 x i8>: call <2 x i8> @llvm.vector.splice.left.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 undef) => poison poison
        <3 x i8>: call <3 x i8> @llvm.vector.splice.right.v3i8(<3 x i8> <i8 1, i8 2, i8 3>, <3 x i8> <i8 4, i8 5, i8 6>, i32 1) => 3 4 5
        <3 x i8>: call <3 x i8> @llvm.vector.splice.right.v3i8(<3 x i8> <i8 1, i8 2, i8 3>, <3 x i8> <i8 4, i8 5, i8 6>, i32 0) => 4 5 6
        <6 x i8>: call <6 x i8> @llvm.matrix.transpose.v6i8(<6 x i8> <i8 1, i8 2, i8 3, i8 4, i8 5, i8 6>, i32 2, i32 3) => 1 3 5 2 4 6",
    );
}

#[test]
fn masks() {
    check(
        "<3 x i16>: call <3 x i16> @llvm.stepvector.v3i16() => 0 1 2
        <4 x i1>: call <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8 254, i8 255) => 1 0 0 0
        // Nothing wraps.
        <4 x i1>: call <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8 253, i8 -1) => 1 1 0 0
        <4 x i1>: call <4 x i1> @llvm.get.active.lane.mask.v4i1.i8(i8 1, i8 4) => 1 1 1 0
        <2 x i1>: call <2 x i1> @llvm.get.active.lane.mask.v2i1.i8(i8 poison, i8 4) => poison poison
        <2 x i1>: call <2 x i1> @llvm.get.active.lane.mask.v2i1.i8(i8 undef, i8 4) => lanes
        <4 x i8>: call <4 x i8> @llvm.experimental.vector.compress.v4i8(<4 x i8> <i8 1, i8 2, i8 3, i8 4>, <4 x i1> <i1 1, i1 0, i1 0, i1 1>, <4 x i8> <i8 5, i8 6, i8 7, i8 undef>) => 1 4 7 undef
        <2 x i8>: call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i1> <i1 1, i1 poison>, <2 x i8> zeroinitializer) => poison poison
        <2 x i8>: call <2 x i8> @llvm.experimental.vector.compress.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i1> <i1 1, i1 undef>, <2 x i8> zeroinitializer) => undef undef
        <3 x i1>: call <3 x i1> @llvm.experimental.vector.match.v3i8.v2i8(<3 x i8> <i8 1, i8 2, i8 1>, <2 x i8> <i8 9, i8 1>, <3 x i1> <i1 1, i1 1, i1 0>) => 1 0 0
        <3 x i1>: call <3 x i1> @llvm.experimental.vector.match.v3i8.v1i8(<3 x i8> <i8 1, i8 poison, i8 poison>, <1 x i8> <i8 1>, <3 x i1> <i1 poison, i1 1, i1 0>) => poison poison 0
        <1 x i1>: call <1 x i1> @llvm.experimental.vector.match.v1i8.v1i8(<1 x i8> <i8 undef>, <1 x i8> <i8 1>, <1 x i1> <i1 1>) => lanes
        i8: call i8 @llvm.experimental.vector.extract.last.active.v3i8(<3 x i8> <i8 1, i8 2, i8 3>, <3 x i1> <i1 1, i1 1, i1 0>, i8 9) => 2
        i8: call i8 @llvm.experimental.vector.extract.last.active.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i1> zeroinitializer, i8 9) => 9
        i8: call i8 @llvm.experimental.vector.extract.last.active.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i1> <i1 undef, i1 0>, i8 9) => 9 | 1",
    );
}

#[test]
fn counts() {
    check(
        "i8: call i8 @llvm.experimental.cttz.elts.i8.v3i4(<3 x i4> <i4 0, i4 2, i4 0>, i1 false) => 1
        i8: call i8 @llvm.experimental.cttz.elts.i8.v2i4(<2 x i4> zeroinitializer, i1 false) => 2
        i8: call i8 @llvm.experimental.cttz.elts.i8.v2i4(<2 x i4> zeroinitializer, i1 true) => poison
        i8: call i8 @llvm.experimental.cttz.elts.i8.v2i4(<2 x i4> <i4 undef, i4 1>, i1 true) => 1 | 0
        i8: call i8 @llvm.experimental.cttz.elts.i8.v2i4(<2 x i4> <i4 poison, i4 1>, i1 true) => poison
        i8: call i8 @llvm.experimental.cttz.elts.i8.v2i4(<2 x i4> <i4 1, i4 poison>, i1 true) => lanes
        i1: call i1 @llvm.experimental.cttz.elts.i1.v2i4(<2 x i4> <i4 1, i4 0>, i1 true) => poison
        i32: call i32 @llvm.experimental.get.vector.length.i8(i8 3, i32 4, i1 false) => 3
        i32: call i32 @llvm.experimental.get.vector.length.i8(i8 8, i32 4, i1 false) => 4
        i32: call i32 @llvm.experimental.get.vector.length.i8(i8 5, i32 4, i1 false) => vector-length
        i32: call i32 @llvm.experimental.get.vector.length.i8(i8 poison, i32 4, i1 false) => poison",
    );
}

#[test]
fn sums_of_parts() {
    check(
        "<1 x i8>: call <1 x i8> @llvm.vector.partial.reduce.add.v1i8.v2i8(<1 x i8> <i8 1>, <2 x i8> <i8 2, i8 4>) => 7
        <2 x i8>: call <2 x i8> @llvm.vector.partial.reduce.add.v2i8.v2i8(<2 x i8> <i8 1, i8 0>, <2 x i8> <i8 0, i8 poison>) => 1 poison | poison 0 | 0 poison | poison 1
        <1 x half>: call <1 x half> @llvm.vector.partial.reduce.fadd.v1f16.v1f16(<1 x half> zeroinitializer, <1 x half> zeroinitializer) => float-order
        i8: %v = call <2 x i8> @llvm.experimental.vector.partial.reduce.add.v2i8.v4i8(<2 x i8> <i8 1, i8 2>, <4 x i8> <i8 3, i8 4, i8 5, i8 6>); call i8 @llvm.vector.reduce.add.v2i8(<2 x i8> %v) => 15
        <4 x i8>: call <4 x i8> @llvm.matrix.multiply.v4i8.v4i8.v4i8(<4 x i8> <i8 1, i8 2, i8 3, i8 4>, <4 x i8> <i8 5, i8 6, i8 7, i8 8>, i32 2, i32 2, i32 2) => 17 22 1f 2e
        <1 x i8>: call <1 x i8> @llvm.matrix.multiply.v1i8.v2i8.v2i8(<2 x i8> <i8 1, i8 undef>, <2 x i8> <i8 5, i8 6>, i32 1, i32 2, i32 1) => lanes
        <1 x half>: call <1 x half> @llvm.matrix.multiply.v1f16.v1f16.v1f16(<1 x half> zeroinitializer, <1 x half> zeroinitializer, i32 1, i32 1, i32 1) => float-order",
    );
}
