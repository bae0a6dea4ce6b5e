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
