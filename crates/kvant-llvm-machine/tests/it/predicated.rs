//! Rules about operations on the lanes that a mask and a vector length enable.
#![allow(missing_docs)]

use crate::table::check;

#[test]
fn lanes_that_are_off_are_poison() {
    check(
        "<3 x i8>: call <3 x i8> @llvm.vp.add.v3i8(<3 x i8> <i8 1, i8 2, i8 3>, <3 x i8> <i8 4, i8 5, i8 6>, <3 x i1> <i1 1, i1 0, i1 1>, i32 3) => 5 poison 9
        <3 x i8>: call <3 x i8> @llvm.vp.add.v3i8(<3 x i8> <i8 1, i8 2, i8 3>, <3 x i8> <i8 4, i8 5, i8 6>, <3 x i1> splat (i1 true), i32 2) => 5 7 poison
        <2 x i8>: call <2 x i8> @llvm.vp.add.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 4, i8 5>, <2 x i1> splat (i1 true), i32 3) => too-many-lanes
        <2 x i8>: call <2 x i8> @llvm.vp.add.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 4, i8 5>, <2 x i1> splat (i1 true), i32 poison) => lanes
        <1 x i8>: call <1 x i8> @llvm.vp.sub.v1i8(<1 x i8> <i8 1>, <1 x i8> <i8 4>, <1 x i1> undef, i32 1) => poison | fd
        <1 x i8>: call <1 x i8> @llvm.vp.sub.v1i8(<1 x i8> <i8 1>, <1 x i8> <i8 4>, <1 x i1> poison, i32 1) => poison",
    );
}

#[test]
fn divisions_happen_where_they_are_enabled() {
    check(
        "<2 x i8>: call <2 x i8> @llvm.vp.udiv.v2i8(<2 x i8> <i8 8, i8 2>, <2 x i8> <i8 4, i8 0>, <2 x i1> <i1 1, i1 0>, i32 2) => 2 poison
        <2 x i8>: call <2 x i8> @llvm.vp.udiv.v2i8(<2 x i8> <i8 8, i8 2>, <2 x i8> <i8 4, i8 0>, <2 x i1> splat (i1 true), i32 1) => 2 poison
        <2 x i8>: call <2 x i8> @llvm.vp.udiv.v2i8(<2 x i8> <i8 8, i8 2>, <2 x i8> <i8 4, i8 0>, <2 x i1> splat (i1 true), i32 2) => division-by-zero
        <2 x i8>: call <2 x i8> @llvm.vp.srem.v2i8(<2 x i8> <i8 8, i8 2>, <2 x i8> <i8 4, i8 0>, <2 x i1> <i1 1, i1 poison>, i32 2) => lanes
        <2 x i8>: call <2 x i8> @llvm.masked.sdiv.v2i8(<2 x i8> <i8 -8, i8 2>, <2 x i8> <i8 4, i8 0>, <2 x i1> <i1 1, i1 0>) => fe poison
        <1 x i8>: call <1 x i8> @llvm.masked.urem.v1i8(<1 x i8> <i8 -8>, <1 x i8> <i8 0>, <1 x i1> <i1 1>) => division-by-zero",
    );
}

#[test]
fn lanes_are_as_without_predication() {
    check(
        "<1 x i8>: call <1 x i8> @llvm.vp.shl.v1i8(<1 x i8> <i8 1>, <1 x i8> <i8 8>, <1 x i1> <i1 1>, i32 1) => poison
        <1 x i8>: call <1 x i8> @llvm.vp.smax.v1i8(<1 x i8> <i8 1>, <1 x i8> <i8 -1>, <1 x i1> <i1 1>, i32 1) => 1
        <2 x i8>: call <2 x i8> @llvm.vp.abs.v2i8(<2 x i8> <i8 -128, i8 -1>, i1 true, <2 x i1> <i1 1, i1 1>, i32 2) => poison 1
        <1 x i8>: call <1 x i8> @llvm.vp.fshl.v1i8(<1 x i8> <i8 1>, <1 x i8> <i8 -1>, <1 x i8> <i8 1>, <1 x i1> <i1 1>, i32 1) => 3
        <2 x half>: call <2 x half> @llvm.vp.fadd.v2f16(<2 x half> <half 1.0, half 2.0>, <2 x half> splat (half 1.0), <2 x i1> <i1 1, i1 0>, i32 2) => 4000 poison
        <1 x half>: call nnan <1 x half> @llvm.vp.fsub.v1f16(<1 x half> <half +inf>, <1 x half> <half +inf>, <1 x i1> <i1 1>, i32 1) => poison
        <1 x half>: call <1 x half> @llvm.vp.fneg.v1f16(<1 x half> <half 1.0>, <1 x i1> <i1 1>, i32 1) => bc00
        <1 x half>: call reassoc <1 x half> @llvm.vp.fadd.v1f16(<1 x half> <half 1.0>, <1 x half> <half 1.0>, <1 x i1> <i1 1>, i32 1) => fast-math
        <1 x half>: call <1 x half> @llvm.vp.roundtozero.v1f16(<1 x half> <half 1.5>, <1 x i1> <i1 1>, i32 1) => 3c00
        <1 x i1>: call <1 x i1> @llvm.vp.is.fpclass.v1f16(<1 x half> <half 1.5>, i32 256, <1 x i1> <i1 1>, i32 1) => 1
        <1 x i8>: call <1 x i8> @llvm.vp.trunc.v1i8.v1i16(<1 x i16> <i16 257>, <1 x i1> <i1 1>, i32 1) => 1
        <1 x i16>: call <1 x i16> @llvm.vp.sext.v1i16.v1i8(<1 x i8> <i8 -1>, <1 x i1> <i1 1>, i32 1) => ffff
        <2 x i8>: call <2 x i8> @llvm.vp.fptosi.v2i8.v2f16(<2 x half> <half 1.0, half 1000.0>, <2 x i1> <i1 1, i1 1>, i32 2) => 1 poison
        <2 x i1>: call <2 x i1> @llvm.vp.icmp.v2i8(<2 x i8> <i8 1, i8 2>, <2 x i8> <i8 -1, i8 2>, metadata !\"sgt\", <2 x i1> <i1 1, i1 1>, i32 2) => 1 0
        <1 x i1>: call <1 x i1> @llvm.vp.fcmp.v1f16(<1 x half> <half 1.0>, <1 x half> <half +qnan>, metadata !\"uno\", <1 x i1> <i1 1>, i32 1) => 1
        <2 x i8>: call <2 x i8> @llvm.vp.select.v2i8(<2 x i1> <i1 1, i1 0>, <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 3, i8 4>, i32 2) => 1 4
        <3 x i8>: call <3 x i8> @llvm.vp.merge.v3i8(<3 x i1> <i1 1, i1 0, i1 1>, <3 x i8> <i8 1, i8 2, i8 3>, <3 x i8> <i8 4, i8 5, i8 6>, i32 2) => 1 5 6
        <2 x i8>: call <2 x i8> @llvm.vp.merge.v2i8(<2 x i1> poison, <2 x i8> <i8 1, i8 2>, <2 x i8> <i8 4, i8 5>, i32 1) => lanes
        <3 x i8>: call <3 x i8> @llvm.experimental.vp.reverse.v3i8(<3 x i8> <i8 1, i8 2, i8 3>, <3 x i1> <i1 1, i1 1, i1 1>, i32 2) => 2 1 poison
        <2 x i8>: call <2 x i8> @llvm.experimental.vp.splat.v2i8(i8 5, <2 x i1> <i1 1, i1 0>, i32 2) => 5 poison",
    );
}

#[test]
fn reductions_leave_out_what_is_off() {
    check(
        "i8: call i8 @llvm.vp.reduce.add.v3i8(i8 1, <3 x i8> <i8 2, i8 poison, i8 8>, <3 x i1> <i1 1, i1 0, i1 1>, i32 3) => b
        i8: call i8 @llvm.vp.reduce.add.v3i8(i8 1, <3 x i8> <i8 2, i8 poison, i8 8>, <3 x i1> <i1 1, i1 0, i1 poison>, i32 3) => poison
        i8: call i8 @llvm.vp.reduce.umin.v2i8(i8 9, <2 x i8> <i8 2, i8 8>, <2 x i1> <i1 1, i1 1>, i32 0) => 9
        i8: call i8 @llvm.vp.reduce.and.v2i8(i8 -1, <2 x i8> <i8 6, i8 3>, <2 x i1> <i1 1, i1 undef>, i32 2) => 6 | 2
        half: call half @llvm.vp.reduce.fadd.v2f16(half 1.0, <2 x half> <half 1.0, half 4.0>, <2 x i1> <i1 1, i1 0>, i32 2) => 4000
        half: call half @llvm.vp.reduce.fadd.v2f16(half -0.0, <2 x half> <half 1.0, half 4.0>, <2 x i1> <i1 1, i1 0>, i32 0) => 8000
        half: call half @llvm.vp.reduce.fadd.v2f16(half +qnan, <2 x half> <half 1.0, half 4.0>, <2 x i1> <i1 1, i1 0>, i32 0) => lanes
        half: call half @llvm.vp.reduce.fmax.v2f16(half 1.0, <2 x half> <half 2.0, half 4.0>, <2 x i1> <i1 1, i1 0>, i32 2) => 4000
        i8: call i8 @llvm.vp.cttz.elts.i8.v3i8(<3 x i8> <i8 0, i8 1, i8 0>, i1 false, <3 x i1> <i1 1, i1 1, i1 1>, i32 3) => 1
        i8: call i8 @llvm.vp.cttz.elts.i8.v3i8(<3 x i8> <i8 0, i8 0, i8 1>, i1 false, <3 x i1> <i1 1, i1 1, i1 1>, i32 2) => 2
        i8: call i8 @llvm.vp.cttz.elts.i8.v3i8(<3 x i8> <i8 0, i8 0, i8 1>, i1 false, <3 x i1> <i1 1, i1 0, i1 1>, i32 2) => lanes",
    );
}

#[test]
fn accesses_to_memory_are_refused() {
    check(
        "<2 x i8>: call <2 x i8> @llvm.vp.load.v2i8.p0(ptr null, <2 x i1> <i1 1, i1 0>, i32 2) => Unsupported(Intrinsic { name: \"llvm.vp.load.v2i8.p0\" })",
    );
}
