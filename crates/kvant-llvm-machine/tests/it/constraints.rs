//! Rules about attributes and metadata that limit values.
#![allow(missing_docs)]

use crate::table::{check, outcomes};

#[test]
fn arguments_and_results_of_intrinsics() {
    check(
        "i8: call i8 @llvm.umax.i8(i8 noundef 1, i8 2) => 2
        i8: call i8 @llvm.umax.i8(i8 noundef poison, i8 2) => noundef
        i8: call noundef i8 @llvm.umax.i8(i8 poison, i8 2) => noundef
        i8: call i8 @llvm.umax.i8(i8 range(i8 0, 5) 5, i8 2) => poison
        i8: call range(i8 0, 5) i8 @llvm.umax.i8(i8 5, i8 2) => poison
        i8: call range(i8 0, 6) i8 @llvm.umax.i8(i8 5, i8 2) => 5
        i8: call noundef range(i8 0, 5) i8 @llvm.umax.i8(i8 5, i8 2) => noundef
        i8: call i8 @llvm.ctpop.i8(i8 7), !range !{i8 0, i8 3} => poison
        i8: call i8 @llvm.ctpop.i8(i8 7), !range !{i8 0, i8 3}, !noundef !{} => noundef
        i8: call noundef i8 @llvm.ctpop.i8(i8 7), !range !{i8 0, i8 3} => noundef
        half: call nofpclass(nzero) half @llvm.fabs.f16(half -0.0) => 0
        half: call half @llvm.fabs.f16(half nofpclass(zero) -0.0) => poison
        half: call half @llvm.fabs.f16(half nofpclass(zero) noundef -0.0) => noundef
        <2 x i8>: call <2 x i8> @llvm.vector.reverse.v2i8(<2 x i8> range(i8 0, 5) <i8 4, i8 5>) => poison 4
        <1 x i8>: call <1 x i8> @llvm.vp.add.v1i8(<1 x i8> range(i8 0, 5) <i8 5>, <1 x i8> <i8 1>, <1 x i1> noundef <i1 1>, i32 noundef 1) => poison
        i8: call void (...) @llvm.fake.use(i8 noundef poison); add i8 1, 1 => noundef
        i8: call void @llvm.assume(i1 noundef poison); add i8 1, 1 => noundef
        i8: %p = alloca i8, align 1; call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 1, i1 false); add i8 1, 1 => bad-pointer
        i8: %p = alloca i8, align 1; call void @llvm.memset.p0.i64(ptr align 8 %p, i8 0, i64 0, i1 false); add i8 1, 1 => 2
        ptr: call ptr @llvm.ssa.copy.p0(ptr nonnull null) => poison
        ptr: call ptr @llvm.ssa.copy.p0(ptr null), !nonnull !{} => poison",
    );
}

#[test]
fn undef_values_in_ranges() {
    check(
        "i8: call i8 @llvm.ssa.copy.i8(i8 range(i8 0, 5) undef) => poison
        i8: %x = and i8 undef, 3; call i8 @llvm.ssa.copy.i8(i8 range(i8 0, 4) %x) => Rich(Partial { bits: 0, undef: 3 })
        i8: %x = and i8 undef, 3; call i8 @llvm.ssa.copy.i8(i8 range(i8 0, 3) %x) => poison
        ptr: call ptr @llvm.ssa.copy.p0(ptr nonnull undef) => poison
        ptr: call ptr @llvm.ssa.copy.p0(ptr align 2 undef) => poison
        ptr: call ptr @llvm.ssa.copy.p0(ptr align 1 undef) => undef
        i64: %p = alloca i8; %i = ptrtoint ptr %p to i64; call i64 @llvm.ssa.copy.i64(i64 range(i64 0, 4) %i) => address",
    );
}

fn of_parameter(ty: &str, attribute: &str, value: &str) -> String {
    let module = format!(
        "define {ty} @f() {{\n%r = call {ty} @g({ty} {value})\nret {ty} %r\n}}
        define {ty} @g({ty} {attribute} %x) {{\nret {ty} %x\n}}"
    );
    outcomes(&module).join(" | ")
}

#[test]
fn classes_of_floats() {
    let check = |classes: &str, value: &str, expected: &str| {
        let attribute = format!("nofpclass({classes})");
        assert_eq!(
            of_parameter("half", &attribute, value),
            expected,
            "{classes} {value}"
        );
    };
    check("nan", "+qnan", "poison");
    check("nan", "+snan(0x1)", "poison");
    check("snan", "+qnan", "7e00");
    check("qnan", "+snan(0x1)", "7c01");
    check("3", "+qnan", "poison");
    check("inf", "-inf", "poison");
    check("pinf", "-inf", "fc00");
    check("nan pinf nzero", "-0.0", "poison");
    check("nan pinf nzero", "0.0", "0");
    check("zero", "0.0", "poison");
    check("sub", "0xH0001", "poison");
    check("psub", "0xH8001", "8001");
    check("nnorm", "-1.0", "poison");
    check("norm", "0xH0001", "1");
    check("all", "1.0", "poison");
    check("nan", "undef", "poison");
    let vector = |value| of_parameter("<2 x half>", "nofpclass(nan)", value);
    assert_eq!(vector("<half +qnan, half 1.0>"), "poison 3c00");
    let array = |value| of_parameter("[2 x half]", "nofpclass(nan)", value);
    assert_eq!(array("[half +qnan, half 1.0]"), "poison 3c00");
    let structure = |value| of_parameter("{half, half}", "nofpclass(nan)", value);
    assert_eq!(structure("{half +qnan, half 1.0}"), "poison 3c00");
}

#[test]
fn classes_of_loaded_floats() {
    check(
        "half: %p = alloca half; store half -0.0, ptr %p; load half, ptr %p, !nofpclass !{i32 32} => poison
        half: %p = alloca half; store half 0.0, ptr %p; load half, ptr %p, !nofpclass !{i32 32} => 0
        half: %p = alloca half; load half, ptr %p, !nofpclass !{i32 32} => poison",
    );
}

#[test]
fn returned_arguments() {
    let module = |attribute: &str, argument: &str, result: &str| {
        format!(
            "define i8 @f() {{\n%r = call i8 @g(i8 {argument})\nret i8 %r\n}}
            define i8 @g(i8 {attribute} %x) {{\n%y = freeze i8 %x\n%z = add i8 %x, 1\nret i8 {result}\n}}"
        )
    };
    assert_eq!(outcomes(&module("returned", "5", "%x")), ["5"]);
    assert_eq!(outcomes(&module("returned", "5", "5")), ["5"]);
    assert_eq!(outcomes(&module("returned", "5", "%z")), ["returned"]);
    assert_eq!(outcomes(&module("", "returned 5", "%z")), ["returned"]);
    assert_eq!(outcomes(&module("", "returned 5", "%y")), ["5"]);
    assert_eq!(outcomes(&module("returned", "poison", "%x")), ["poison"]);
    assert_eq!(outcomes(&module("returned", "poison", "0")), ["returned"]);
}

#[test]
fn functions_that_create_no_poison() {
    let module = |attribute: &str, argument: &str, result: &str| {
        format!(
            "define i8 @f() {{\n%r = call i8 @g(i8 {argument})\nret i8 %r\n}}
            define range(i8 0, 5) i8 @g(i8 %x) {attribute} {{\n%z = add nuw i8 %x, 1\nret i8 {result}\n}}"
        )
    };
    let no_poison = "nocreateundeforpoison";
    assert_eq!(outcomes(&module(no_poison, "1", "%z")), ["2"]);
    assert_eq!(outcomes(&module(no_poison, "-1", "%z")), ["poison-created"]);
    assert_eq!(
        outcomes(&module(no_poison, "1", "undef")),
        ["poison-created"]
    );
    assert_eq!(outcomes(&module(no_poison, "poison", "%z")), ["poison"]);
    assert_eq!(outcomes(&module("", "-1", "%z")), ["poison"]);
    let at_call = |argument: &str| {
        let module = module("", argument, "%z");
        outcomes(&module.replacen(")\nret", ") nocreateundeforpoison\nret", 1))
    };
    assert_eq!(at_call("-1"), ["poison-created"]);
    assert_eq!(at_call("poison"), ["poison"]);
    // The attribute of the result is applied later.
    assert_eq!(at_call("7"), ["poison"]);
    assert_eq!(outcomes(&module(no_poison, "7", "%z")), ["poison"]);
}
