//! Rules about scalable vectors.
#![allow(missing_docs)]

use crate::table::{check, check_with, outcomes_with};

#[test]
fn scalable_vectors_have_a_factor() {
    check_with(
        Some(2),
        "<vscale x 2 x i8>: add <vscale x 2 x i8> splat (i8 1), splat (i8 2) => 3 3 3 3
        <vscale x 1 x i8>: call <vscale x 1 x i8> @llvm.stepvector.nxv1i8() => 0 1
        i8: %v = call <vscale x 4 x i8> @llvm.stepvector.nxv4i8(); call i8 @llvm.vector.reduce.add.nxv4i8(<vscale x 4 x i8> %v) => 1c
        i8: %v = call <vscale x 4 x i8> @llvm.stepvector.nxv4i8(); extractelement <vscale x 4 x i8> %v, i32 7 => 7
        i8: %v = call <vscale x 4 x i8> @llvm.stepvector.nxv4i8(); extractelement <vscale x 4 x i8> %v, i32 8 => poison
        i32: call i32 @llvm.vscale.i32() => 2
        i1: call i1 @llvm.vscale.i1() => poison
        i32: call i32 @llvm.experimental.get.vector.length.i8(i8 7, i32 4, i1 true) => 7
        <vscale x 2 x i8>: %v = insertelement <vscale x 2 x i8> poison, i8 9, i32 0; shufflevector <vscale x 2 x i8> %v, <vscale x 2 x i8> poison, <vscale x 2 x i32> zeroinitializer => 9 9 9 9
        // An index is one of vectors of the same kind.
        <vscale x 1 x i8>: %v = call <vscale x 2 x i8> @llvm.stepvector.nxv2i8(); call <vscale x 1 x i8> @llvm.vector.extract.nxv1i8.nxv2i8(<vscale x 2 x i8> %v, i64 1) => 2 3
        <2 x i8>: %v = call <vscale x 2 x i8> @llvm.stepvector.nxv2i8(); call <2 x i8> @llvm.vector.extract.v2i8.nxv2i8(<vscale x 2 x i8> %v, i64 2) => 2 3
        <4 x i8>: %v = call <vscale x 2 x i8> @llvm.stepvector.nxv2i8(); call <4 x i8> @llvm.vector.extract.v4i8.nxv2i8(<vscale x 2 x i8> %v, i64 4) => poison poison poison poison
        <vscale x 2 x i8>: call <vscale x 2 x i8> @llvm.vector.insert.nxv2i8.nxv1i8(<vscale x 2 x i8> zeroinitializer, <vscale x 1 x i8> splat (i8 1), i64 1) => 0 0 1 1
        <vscale x 1 x i8>: call <vscale x 1 x i8> @llvm.vp.add.nxv1i8(<vscale x 1 x i8> splat (i8 1), <vscale x 1 x i8> splat (i8 1), <vscale x 1 x i1> splat (i1 true), i32 1) => 2 poison
        <vscale x 1 x i8>: call <vscale x 1 x i8> @llvm.vp.add.nxv1i8(<vscale x 1 x i8> splat (i8 1), <vscale x 1 x i8> splat (i8 1), <vscale x 1 x i1> splat (i1 true), i32 3) => too-many-lanes",
    );
    check(
        "i32: call i32 @llvm.vscale.i32() => Unsupported(Intrinsic { name: \"llvm.vscale.i32\" })
        i32: call i32 @llvm.experimental.get.vector.length.i8(i8 7, i32 4, i1 true) => Unsupported(Intrinsic { name: \"llvm.experimental.get.vector.length.i8\" })
        <vscale x 2 x i8>: add <vscale x 2 x i8> splat (i8 1), splat (i8 2) => Unsupported(Type { name: \"<vscale x 2 x i8>\" })",
    );
}

#[test]
fn scalable_vectors_are_in_memory() {
    check_with(
        Some(2),
        "<vscale x 2 x i16>: %p = alloca <vscale x 2 x i16>; %v = call <vscale x 2 x i16> @llvm.stepvector.nxv2i16(); store <vscale x 2 x i16> %v, ptr %p; load <vscale x 2 x i16>, ptr %p => 0 1 2 3
        i16: %p = alloca <vscale x 2 x i16>; %v = call <vscale x 2 x i16> @llvm.stepvector.nxv2i16(); store <vscale x 2 x i16> %v, ptr %p; %q = getelementptr i16, ptr %p, i64 3; load i16, ptr %q => 3
        i16: %p = alloca <vscale x 2 x i16>; %q = getelementptr <vscale x 2 x i16>, ptr %p, i64 1; load i16, ptr %q, align 1 => out-of-bounds
        i8: %p = alloca {<vscale x 1 x i8>, <vscale x 1 x i8>}; store {<vscale x 1 x i8>, <vscale x 1 x i8>} {<vscale x 1 x i8> splat (i8 1), <vscale x 1 x i8> splat (i8 2)}, ptr %p; %q = getelementptr i8, ptr %p, i64 2; load i8, ptr %q => 2
        <vscale x 8 x i1>: %p = alloca <vscale x 8 x i1>; store <vscale x 8 x i1> splat (i1 true), ptr %p; load <vscale x 8 x i1>, ptr %p => 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
        <vscale x 1 x i1>: %p = alloca i8; load <vscale x 1 x i1>, ptr %p => Unsupported(Type { name: \"<vscale x 1 x i1>\" })",
    );
}

#[test]
fn functions_are_made_for_a_range() {
    let module = |range: &str| {
        format!("define i32 @f() {range} {{\n%v = call i32 @llvm.vscale.i32()\nret i32 %v\n}}")
    };
    let outcome = |range: &str| outcomes_with(Some(2), &module(range)).join(" | ");
    assert_eq!(outcome("vscale_range(1,2)"), "2");
    assert_eq!(outcome("vscale_range(2)"), "2");
    assert_eq!(outcome("vscale_range(1,0)"), "2");
    assert_eq!(outcome("vscale_range(4,16)"), "vscale");
    assert_eq!(outcome("vscale_range(1)"), "vscale");
}
