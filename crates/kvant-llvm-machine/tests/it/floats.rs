//! Rules about floats: NaNs, zeros, flags, undef and poison. All results under all choices are compared.
#![allow(clippy::unwrap_used, missing_docs)]

use crate::table::{check, outcomes};

#[test]
fn bits_of_a_nan_are_chosen() {
    check(
        "float: fadd float 1.0, 2.0 => 40400000
        float: fdiv float 0.0, 0.0 => 7fc00000 | ffc00000
        float: fadd float 1.0, +nan(0x42) => 7fc00000 | ffc00000 | 7fc00042 | ffc00042
        float: fmul float -snan(0x42), 1.0 => 7fc00000 | ffc00000 | 7fc00042 | ffc00042 | 7f800042 | ff800042
        half: frem half +nan(0x1), +nan(0x2) => 7e00 | fe00 | 7e01 | fe01 | 7e02 | fe02
        float: call float @llvm.sqrt.f32(float -1.0) => 7fc00000 | ffc00000
        float: call float @llvm.floor.f32(float +qnan) => 7fc00000 | ffc00000
        // A signalling NaN must not come out of it.
        float: call float @llvm.canonicalize.f32(float +snan(0x42)) => 7fc00000 | ffc00000 | 7fc00042 | ffc00042
        float: call float @llvm.canonicalize.f32(float -0.0) => 80000000",
    );
}

#[test]
fn operations_on_signs_keep_nans() {
    check(
        "float: fneg float +snan(0x42) => ff800042
        float: call float @llvm.fabs.f32(float -snan(0x42)) => 7f800042
        float: call float @llvm.copysign.f32(float +snan(0x42), float -1.0) => ff800042
        i32: bitcast float -snan(0x42) to i32 => ff800042
        float: select i1 true, float +snan(0x42), float 1.0 => 7f800042",
    );
}

#[test]
fn payloads_are_converted() {
    check(
        "float: fpext half +snan(0x1) to float => 7fc00000 | ffc00000 | 7fc02000 | ffc02000 | 7f802000 | ff802000
        half: fptrunc double 0x7FF4000000000000 to half => 7e00 | fe00 | 7f00 | ff00 | 7d00 | fd00
        // Without the lowest bits, the payload would be that of an infinity.
        half: fptrunc double +snan(0x1) to half => 7e00 | fe00
        half: fptrunc double 65520.0 to half => 7c00
        half: fptrunc double 65519.0 to half => 7bff",
    );
}

#[test]
fn nnan_and_ninf_make_poison() {
    check(
        "float: fadd nnan float +qnan, 1.0 => poison
        float: fadd nnan float +inf, 1.0 => 7f800000
        float: fdiv nnan float 0.0, 0.0 => poison
        float: fsub ninf float +inf, 1.0 => poison
        float: fdiv ninf float 1.0, 0.0 => poison
        float: fneg nnan float +qnan => poison
        float: fneg ninf float 1.0 => bf800000
        float: select nnan i1 true, float +qnan, float 1.0 => poison
        float: select nnan i1 false, float +qnan, float 1.0 => 3f800000
        float: call ninf float @llvm.fabs.f32(float -inf) => poison
        float: call nnan float @llvm.sqrt.f32(float -1.0) => poison
        float: call nnan float @llvm.minimumnum.f32(float 1.0, float +qnan) => poison
        float: call ninf float @llvm.copysign.f32(float 1.0, float -inf) => poison
        float: call ninf float @llvm.ldexp.f32.i32(float 1.0, i32 128) => poison
        float: call ninf float @llvm.ldexp.f32.i32(float 1.0, i32 127) => 7f000000
        float: call ninf float @llvm.fma.f32(float 0x47EFFFFFE0000000, float 2.0, float 1.0) => poison
        float: fptrunc ninf double 1.0e300 to float => poison
        float: uitofp ninf i128 -1 to float => poison
        float: call ninf float @llvm.vector.reduce.fadd.v2f32(float 0.0, <2 x float> <float 1.0, float +inf>) => poison
        i1: fcmp nnan oeq float +qnan, 1.0 => poison
        i1: fcmp ninf oeq float 2.0, 1.0 => 0
        <2 x float>: fadd nnan <2 x float> <float +qnan, float 1.0>, <float 1.0, float 1.0> => poison 40000000
        float: br label %b; b:; phi nnan float [ +qnan, %0 ] => poison
        float: br label %b; b:; phi ninf float [ +qnan, %0 ] => 7fc00000",
    );
    let callee = "define float @g() {\nret float +inf\n}\ndefine float @f() {\n%r = call FLAGS float @g()\nret float %r\n}";
    assert_eq!(outcomes(&callee.replace("FLAGS", "ninf")), ["poison"]);
    assert_eq!(outcomes(&callee.replace("FLAGS", "nnan")), ["7f800000"]);
}

#[test]
fn nsz_makes_signs_of_zeros_a_choice() {
    check(
        "float: fadd float -0.0, -0.0 => 80000000
        float: fadd nsz float -0.0, -0.0 => 80000000 | 0
        float: fadd nsz float -0.0, 1.0 => 3f800000
        float: fneg nsz float 0.0 => 80000000 | 0
        float: fdiv nsz float 1.0, 0.0 => 7f800000 | ff800000
        float: fdiv float 1.0, -0.0 => ff800000
        float: select nsz i1 true, float 0.0, float 1.0 => 0 | 80000000
        float: sitofp nsz i8 0 to float => 0 | 80000000
        float: call nsz float @llvm.copysign.f32(float 1.0, float -0.0) => bf800000 | 3f800000
        float: call float @llvm.copysign.f32(float 1.0, float -0.0) => bf800000",
    );
}

#[test]
fn rewrites_are_refused_where_something_is_rounded() {
    for flag in ["reassoc", "contract", "arcp", "afn", "fast"] {
        let table = "float: fadd FLAG float 1.0, 2.0 => fast-math
            float: fpext FLAG half 1.0 to float => fast-math
            float: sitofp FLAG i8 1 to float => fast-math
            float: call FLAG float @llvm.sqrt.f32(float 2.0) => fast-math
            float: call FLAG float @llvm.fma.f32(float 2.0, float 1.0, float 1.0) => fast-math
            float: call FLAG float @llvm.ldexp.f32.i32(float 2.0, i32 1) => fast-math
            float: call FLAG float @llvm.vector.reduce.fadd.v1f32(float 1.0, <1 x float> <float 1.0>) => fast-math
            float: fneg FLAG float -1.0 => 3f800000
            float: select FLAG i1 true, float 1.0, float 2.0 => 3f800000
            float: call FLAG float @llvm.fabs.f32(float -1.0) => 3f800000
            float: call FLAG float @llvm.floor.f32(float 1.5) => 3f800000
            float: call FLAG float @llvm.minnum.f32(float 1.0, float 2.0) => 3f800000
            i1: fcmp FLAG olt float 1.0, 2.0 => 1
            float: fadd FLAG float 1.0, poison => poison";
        check(&table.replace("FLAG", flag));
    }
    check("float: fadd fast float +inf, 2.0 => poison");
    check("float: fdiv fast float 1.0, 0.0 => poison");
}

#[test]
fn a_product_and_a_sum_are_fused_or_not() {
    let table = "float: call float @llvm.fma.f32(float ONE, float ONE, float 0xBFF0000040000000) => 28800000
        float: call float @llvm.fmuladd.f32(float ONE, float ONE, float 0xBFF0000040000000) => 28800000 | 0
        float: call float @llvm.fmuladd.f32(float 2.0, float 3.0, float 4.0) => 41200000
        // The product alone is infinite.
        float: call float @llvm.fmuladd.f32(float MOST, float 2.0, float -MOST) => 7f7fffff | 7f800000
        float: call ninf float @llvm.fmuladd.f32(float MOST, float 2.0, float -MOST) => 7f7fffff | poison";
    let table = table.replace("-MOST", "0xC7EFFFFFE0000000");
    let table = table.replace("MOST", "0x47EFFFFFE0000000");
    check(&table.replace("ONE", "0x3FF0000020000000"));
}

#[test]
fn floats_out_of_range_are_poison() {
    check(
        "i8: fptosi float 127.75 to i8 => 7f
        i8: fptosi float 128.0 to i8 => poison
        i8: fptosi float -128.75 to i8 => 80
        i8: fptosi float -129.0 to i8 => poison
        i8: fptoui float 255.75 to i8 => ff
        i8: fptoui float 256.0 to i8 => poison
        i8: fptoui float -0.75 to i8 => 0
        i8: fptoui float -1.0 to i8 => poison
        i8: fptosi float +qnan to i8 => poison
        i8: fptosi float -inf to i8 => poison
        i8: fptosi float undef to i8 => poison
        i8: fptosi float poison to i8 => poison
        i1: fptosi float -1.0 to i1 => 1
        i1: fptosi float 1.0 to i1 => poison
        i128: fptoui double 0x47EFFFFFFFFFFFFF to i128 => fffffffffffff8000000000000000000
        i128: fptosi double 0x47E0000000000000 to i128 => poison
        i128: fptosi double 0xC7E0000000000000 to i128 => 80000000000000000000000000000000
        double: %w = fptosi double -1.0e59 to i200; sitofp i200 %w to double => cc2fdca16e04b86d
        i200: fptosi double 1.0e60 to i200 => poison
        i8: call i8 @llvm.fptosi.sat.i8.f32(float -inf) => 80
        i8: call i8 @llvm.fptosi.sat.i8.f32(float 1.0e10) => 7f
        i8: call i8 @llvm.fptoui.sat.i8.f32(float -1.0) => 0
        i8: call i8 @llvm.fptoui.sat.i8.f32(float +inf) => ff
        i8: call i8 @llvm.fptosi.sat.i8.f32(float +snan(0x1)) => 0
        i160: call i160 @llvm.fptosi.sat.i160.f64(double +qnan) => Rich(Wide(0))
        i129: call i129 @llvm.fptoui.sat.i129.f64(double +inf) => Rich(Wide(680564733841876926926749214863536422911))",
    );
}

#[test]
fn integers_become_floats() {
    check(
        "float: uitofp i8 -1 to float => 437f0000
        float: sitofp i8 -1 to float => bf800000
        float: sitofp i1 true to float => bf800000
        float: uitofp nneg i8 127 to float => 42fe0000
        float: uitofp nneg i8 -1 to float => poison
        float: uitofp nneg i200 -1 to float => poison
        float: uitofp i200 -1 to float => 7f800000
        float: uitofp i1 undef to float => 0 | 3f800000
        half: uitofp i32 65520 to half => 7c00
        float: sitofp i8 poison to float => poison",
    );
}

#[test]
fn minima_and_maxima() {
    let nans = "7fc00000 | ffc00000";
    let all = "7fc00000 | ffc00000 | 7fc00001 | ffc00001 | 7f800001 | ff800001";
    let number = "3f800000";
    let either = format!("{number} | {all}");
    let families = [
        ("minnum", "maxnum", number, &*either),
        ("minimum", "maximum", nans, all),
        ("minimumnum", "maximumnum", number, number),
    ];
    for (min, max, quiet, signaling) in families {
        let table = "float: call float @llvm.MIN.f32(float 0.0, float -0.0) => 80000000
            float: call float @llvm.MAX.f32(float 0.0, float -0.0) => 0
            float: call float @llvm.MIN.f32(float -0.0, float 0.0) => 80000000
            float: call float @llvm.MAX.f32(float -0.0, float 0.0) => 0
            float: call nsz float @llvm.MIN.f32(float 0.0, float -0.0) => 80000000 | 0
            float: call nsz float @llvm.MAX.f32(float 0.0, float -0.0) => 0 | 80000000
            // Zeros of one sign keep it.
            float: call nsz float @llvm.MIN.f32(float 0.0, float 0.0) => 0
            float: call float @llvm.MIN.f32(float 1.0, float -2.0) => c0000000
            float: call float @llvm.MAX.f32(float 1.0, float -2.0) => 3f800000
            float: call float @llvm.MIN.f32(float +qnan, float -qnan) => 7fc00000 | ffc00000
            float: call float @llvm.MIN.f32(float 1.0, float +qnan) => QUIET
            float: call float @llvm.MAX.f32(float +qnan, float 1.0) => QUIET
            float: call float @llvm.MIN.f32(float 1.0, float +snan(0x1)) => SIGNALING
            float: call float @llvm.MAX.f32(float +snan(0x1), float 1.0) => SIGNALING";
        let table = table.replace("MIN", min).replace("MAX", max);
        check(
            &table
                .replace("QUIET", quiet)
                .replace("SIGNALING", signaling),
        );
    }
}

#[test]
fn exponents() {
    check(
        "{ float, i32 }: call { float, i32 } @llvm.frexp.f32.i32(float -12.0) => bf400000 4
        { float, i8 }: call { float, i8 } @llvm.frexp.f32.i8(float 0.125) => 3f000000 fe
        { half, i16 }: call { half, i16 } @llvm.frexp.f16.i16(half 0xH0001) => 3800 ffe9
        { float, i32 }: call { float, i32 } @llvm.frexp.f32.i32(float -0.0) => 80000000 0
        { float, i1 }: call { float, i1 } @llvm.frexp.f32.i1(float -inf) => ff800000 0 | ff800000 1
        { <2 x half>, <2 x i8> }: call { <2 x half>, <2 x i8> } @llvm.frexp.v2f16.v2i8(<2 x half> <half 1.0, half poison>) => 3800 poison 1 poison
        float: call float @llvm.ldexp.f32.i32(float 1.5, i32 -150) => 1
        float: call float @llvm.ldexp.f32.i32(float -1.0, i32 -2147483648) => 80000000
        float: call float @llvm.ldexp.f32.i64(float 1.0, i64 4294967296) => 7f800000
        float: call float @llvm.ldexp.f32.i32(float -inf, i32 -5) => ff800000",
    );
}

#[test]
fn classes() {
    let least = ["0xB6A0000000000000", "0x36A0000000000000"];
    let values = [
        "+snan(0x1)",
        "+qnan",
        "-inf",
        "-1.0",
        least[0],
        "-0.0",
        "0.0",
        least[1],
        "1.0",
        "+inf",
    ];
    for (n, value) in values.iter().enumerate() {
        for test in 0..10 {
            let result = u8::from(test == n);
            let test = 1 << test;
            check(&format!(
                "i1: call i1 @llvm.is.fpclass.f32(float {value}, i32 {test}) => {result}"
            ));
        }
    }
    check(
        "i1: call i1 @llvm.is.fpclass.f32(float undef, i32 3) => undef
        i1: call i1 @llvm.is.fpclass.f32(float undef, i32 1023) => 1
        <2 x i1>: call <2 x i1> @llvm.is.fpclass.v2f64(<2 x double> <double poison, double 0.0>, i32 96) => poison 1",
    );
}

#[test]
fn every_predicate() {
    // Less, equal, greater, unordered.
    let pairs = ["1.0, 2.0", "0.0, -0.0", "2.0, 1.0", "1.0, +snan(0x1)"];
    let predicates = "false 0000 oeq 0100 ogt 0010 oge 0110 olt 1000 ole 1100 one 1010 ord 1110
        uno 0001 ueq 0101 ugt 0011 uge 0111 ult 1001 ule 1101 une 1011 true 1111";
    let words: Vec<&str> = predicates.split_whitespace().collect();
    assert_eq!(words.len(), 32);
    for word in words.chunks(2) {
        for (n, pair) in pairs.iter().enumerate() {
            for ty in ["half", "float", "double"] {
                let result = &word[1][n..=n];
                check(&format!("i1: fcmp {} {ty} {pair} => {result}", word[0]));
            }
        }
    }
}

#[test]
fn comparisons_with_undef() {
    check(
        "i1: fcmp uno float undef, +qnan => 1
        i1: fcmp oeq float undef, +qnan => 0
        i1: fcmp oeq float undef, 1.0 => undef
        i1: fcmp olt float undef, -inf => 0
        i1: fcmp olt float undef, +inf => undef
        i1: fcmp ogt float -inf, undef => 0
        i1: fcmp ult float undef, -inf => undef
        i1: fcmp true float undef, 1.0 => 1
        i1: fcmp oeq float undef, undef => undef
        i1: fcmp false float undef, undef => 0
        i1: fcmp nnan oeq float undef, 1.0 => poison
        i1: fcmp oeq float undef, poison => poison",
    );
}

#[test]
fn undef_and_poison() {
    check(
        "float: fneg float undef => undef
        float: fadd float undef, poison => poison
        float: fadd nnan float undef, 1.0 => poison
        float: fsub float poison, 1.0 => poison
        i32: %x = call float @llvm.fabs.f32(float undef); %b = bitcast float %x to i32; lshr i32 %b, 31 => 0
        i32: %x = call float @llvm.copysign.f32(float undef, float -1.0); %b = bitcast float %x to i32; lshr i32 %b, 31 => 1
        float: select i1 undef, float 1.0, float 2.0 => 3f800000 | 40000000
        float: select i1 poison, float 1.0, float 2.0 => poison
        float: select i1 false, float poison, float 2.0 => 40000000
        <2 x half>: select <2 x i1> <i1 true, i1 poison>, <2 x half> zeroinitializer, <2 x half> undef => 0 poison
        half: %v = insertelement <2 x half> poison, half 1.0, i32 1; extractelement <2 x half> %v, i32 1 => 3c00
        // One value for both uses.
        float: %f = freeze float undef; fsub float %f, %f => 0 | ...
        i1: %b = freeze i1 poison; %x = uitofp i1 %b to float; fcmp une float %x, %x => 0
        float: br i1 true, label %a, label %b; a:; br label %b; b:; phi float [ undef, %a ], [ 1.0, %0 ] => undef",
    );
}

#[test]
fn bits_are_cast() {
    check(
        "i64: bitcast double 1.0 to i64 => 3ff0000000000000
        <2 x i32>: bitcast double 1.0 to <2 x i32> => 0 3ff00000
        <2 x float>: bitcast i64 4607182418800017408 to <2 x float> => 0 3ff00000
        <4 x half>: bitcast <2 x i32> <i32 1, i32 poison> to <4 x half> => 1 0 poison poison
        double: bitcast <2 x float> <float 0.0, float undef> to double => Rich(Partial { bits: 0, undef: 18446744069414584320 })
        i80: bitcast x86_fp80 0xK3FFF8000000000000000 to i80 => 3fff8000000000000000
        bfloat: bitcast half 1.0 to bfloat => 3c00
        fp128: bitcast <2 x i64> <i64 1, i64 2> to fp128 => 20000000000000001",
    );
    let module = "target datalayout = \"E\"\ndefine <4 x half> @f() {\n%r = bitcast <2 x i32> <i32 1, i32 poison> to <4 x half>\nret <4 x half> %r\n}";
    assert_eq!(outcomes(module), ["0 1 poison poison"]);
}

#[test]
fn reductions() {
    // From the left, 1 is lost in the large number.
    check(
        "float: call float @llvm.vector.reduce.fadd.v3f32(float 1.0, <3 x float> <float 1.0e10, float -1.0e10, float 3.0>) => 40400000
        float: call float @llvm.vector.reduce.fmul.v3f32(float 2.0, <3 x float> <float 3.0, float 4.0, float 5.0>) => 42f00000
        float: call float @llvm.vector.reduce.fadd.v2f32(float 1.0, <2 x float> <float +nan(0x5), float 3.0>) => 7fc00000 | ffc00000 | 7fc00005 | ffc00005
        float: call float @llvm.vector.reduce.fmin.v3f32(<3 x float> <float 3.0, float +qnan, float 2.0>) => 40000000
        float: call float @llvm.vector.reduce.fmax.v3f32(<3 x float> <float 3.0, float poison, float 2.0>) => poison
        float: call float @llvm.vector.reduce.fmaximum.v3f32(<3 x float> <float 3.0, float +qnan, float 2.0>) => 7fc00000 | ffc00000
        float: call float @llvm.vector.reduce.fminimum.v3f32(<3 x float> <float 0.0, float -0.0, float 2.0>) => 80000000
        // A signalling NaN may take any number with it, in any order.
        float: call float @llvm.vector.reduce.fmin.v3f32(<3 x float> <float 0.0, float 1.0, float +snan(0x1)>) => 0 | 7fc00000 | ffc00000 | 7fc00001 | ffc00001 | 7f800001 | ff800001 | 3f800000
        float: call float @llvm.vector.reduce.fmin.v3f32(<3 x float> <float +snan(0x1), float 0.0, float 1.0>) => 0 | 3f800000 | 7fc00000 | ffc00000 | 7fc00001 | ffc00001 | 7f800001 | ff800001",
    );
}

#[test]
fn rounding_to_integers() {
    check(
        "float: call float @llvm.floor.f32(float -1.5) => c0000000
        float: call float @llvm.ceil.f32(float -1.5) => bf800000
        float: call float @llvm.trunc.f32(float -1.5) => bf800000
        float: call float @llvm.rint.f32(float 2.5) => 40000000
        float: call float @llvm.nearbyint.f32(float 2.5) => 40000000
        float: call float @llvm.roundeven.f32(float 2.5) => 40000000
        float: call float @llvm.round.f32(float 2.5) => 40400000
        float: call float @llvm.round.f32(float -0.25) => 80000000
        float: call float @llvm.floor.f32(float -inf) => ff800000",
    );
}

#[test]
fn other_types() {
    check(
        "bfloat: fadd bfloat 1.0, 0xR3B80 => 3f80
        fp128: fdiv fp128 0xL00000000000000003FFF000000000000, 0xL00000000000000004000800000000000 => 3ffd5555555555555555555555555555
        x86_fp80: call x86_fp80 @llvm.sqrt.f80(x86_fp80 0xK40008000000000000000) => 3fffb504f333f9de6484
        // An unnormal number, a pseudo-infinity, and a pseudo-denormal one.
        x86_fp80: fadd x86_fp80 0xK3FFF0000000000000000, 0xK00000000000000000000 => float-encoding
        x86_fp80: fadd x86_fp80 0xK7FFF0000000000000000, 0xK00000000000000000000 => float-encoding
        x86_fp80: fadd x86_fp80 0xK00008000000000000000, 0xK00000000000000000000 => float-encoding
        x86_fp80: fneg x86_fp80 0xK00008000000000000000 => 80008000000000000000
        ppc_fp128: fneg ppc_fp128 0xM00000000000000000000000000000000 => Unsupported(Type { name: \"ppc_fp128\" })",
    );
}

#[test]
fn other_environments_are_refused() {
    let of = |attribute: &str, groups: &str| {
        outcomes(&format!(
            "define float @f() {attribute} {{\n%r = fadd float 1.0, 1.0\nret float %r\n}}\n{groups}"
        ))
    };
    assert_eq!(of("nounwind", ""), ["40000000"]);
    assert_eq!(of(r#""denormal-fp-math"="ieee,ieee""#, ""), ["40000000"]);
    for attribute in [
        "strictfp",
        "denormal_fpenv(preservesign)",
        r#""denormal-fp-math"="preserve-sign,preserve-sign""#,
        r#""denormal-fp-math-f32"="positive-zero""#,
        r#""no-nans-fp-math"="true""#,
        r#""unsafe-fp-math"="true""#,
    ] {
        assert_eq!(of(attribute, ""), ["float-environment"], "{attribute}");
        let group = format!("attributes #0 = {{ {attribute} }}");
        assert_eq!(of("#0", &group), ["float-environment"], "{attribute}");
    }
}
