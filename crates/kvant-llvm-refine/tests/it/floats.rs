//! Floats: bits of NaNs, signs of zeros.

use kvant_llvm_machine::Leaf;
use kvant_llvm_refine::Input;

use crate::{check_bodies, pointers};

const NAN: u128 = 0x7fc0_0000;
const SIGNALING: u128 = 0x7fa0_0001;

fn check(x: u128, pairs: &[(&str, &str, &str)]) {
    let common = "declare float @llvm.fabs.f32(float)
        declare float @llvm.copysign.f32(float, float)
        declare float @llvm.fmuladd.f32(float, float, float)
        declare float @llvm.fma.f32(float, float, float)
        declare void @use(float)";
    let input = Input::of_leaves([Leaf::Int(x)]);
    check_bodies(common, "float @f(float %x)", &input, pairs);
}

#[test]
fn nans() {
    for x in [NAN, SIGNALING] {
        check(
            x,
            &[
                // Any NaN is as good as another one.
                (
                    "%r = fadd float %x, 1.0 ret float %r",
                    "ret float %x",
                    "refines",
                ),
                (
                    "%r = fadd float %x, 1.0 ret float %r",
                    "%r = fsub float %x, 1.0 ret float %r",
                    "refines",
                ),
                (
                    "%r = fmul float %x, -1.0 ret float %r",
                    "%r = fneg float %x ret float %r",
                    "refines",
                ),
                (
                    "%r = fadd float %x, 1.0 ret float %r",
                    "ret float 1.0",
                    "value",
                ),
                (
                    "ret float 1.0",
                    "%r = fadd float %x, 1.0 ret float %r",
                    "value",
                ),
                (
                    "%r = fadd float %x, 1.0 ret float %r",
                    "%r = fadd nnan float %x, 1.0 ret float %r",
                    "poison",
                ),
                (
                    "%r = fadd float %x, 1.0 call void @use(float %r) ret float %r",
                    "%r = fadd float %x, 2.0 call void @use(float %x) ret float %r",
                    "refines",
                ),
            ],
        );
    }
    // The bits of a result are a set.
    check(
        NAN,
        &[
            (
                "%r = fadd float %x, 1.0 %i = bitcast float %r to i32 %o = or i32 %i, -2147483648 %s = bitcast i32 %o to float ret float %s",
                "%r = fneg float %x ret float %r",
                "refines",
            ),
            // The sign of a copied operation is chosen twice.
            (
                "%r = fadd float %x, 1.0 %i = bitcast float %r to i32 %d = sub i32 %i, %i %s = bitcast i32 %d to float ret float %s",
                "%r = fadd float %x, 1.0 %i = bitcast float %r to i32 %q = fadd float %x, 1.0 %j = bitcast float %q to i32 %d = sub i32 %i, %j %s = bitcast i32 %d to float ret float %s",
                "refines",
            ),
            (
                "%a = call float @llvm.copysign.f32(float 1.0, float 1.0) ret float %a",
                "%r = fadd float %x, 1.0 %a = call float @llvm.copysign.f32(float 1.0, float %r) ret float %a",
                "value nan-bits",
            ),
        ],
    );
}

#[test]
fn nans_in_memory() {
    let input = pointers(&[&[0, 0, 0xc0, 0x7f, 0, 0, 0, 0]]);
    let load = "%x = load float, ptr %p";
    let plus = "%y = fadd float %x, 1.0 store float %y, ptr %p ret void";
    check_bodies(
        "",
        "void @f(ptr %p)",
        &input,
        &[
            (
                &format!("{load} {plus}"),
                &format!(
                    "{load} %y = fsub float %x, 1.0 %z = fneg float %y store float %z, ptr %p ret void"
                ),
                "refines",
            ),
            (&format!("{load} {plus}"), "ret void", "refines"),
            (
                &format!("{load} {plus}"),
                "store float 1.0, ptr %p ret void",
                "memory",
            ),
            (
                &format!("{load} {plus}"),
                &format!(
                    "{load} %y = fadd float %x, 1.0 store float %y, ptr %p %q = getelementptr i8, ptr %p, i64 4 store i8 1, ptr %q ret void"
                ),
                "memory",
            ),
            // Bits are kept where nothing is computed.
            (
                &format!("{load} store float %x, ptr %p ret void"),
                "ret void",
                "refines",
            ),
            (
                "ret void",
                "store i32 2143289345, ptr %p ret void",
                "memory",
            ),
        ],
    );
}

#[test]
fn zeros() {
    let (plus, minus) = (0, 0x8000_0000);
    check(
        plus,
        &[
            (
                "%r = fadd nsz float %x, 0.0 ret float %r",
                "%r = fneg float %x ret float %r",
                "refines",
            ),
            (
                "%r = fadd float %x, 0.0 ret float %r",
                "%r = fneg float %x ret float %r",
                "value",
            ),
            (
                "%r = fadd float %x, 0.0 ret float %r",
                "%r = fadd nsz float %x, 0.0 ret float %r",
                "value zero-sign",
            ),
            // A sign that decides about more than zeros.
            (
                "%r = fadd nsz float %x, 0.0 %q = fdiv float 1.0, %r ret float %q",
                "ret float 0xFFF0000000000000",
                "refines",
            ),
            (
                "%r = fadd nsz float %x, 0.0 %q = fdiv float 1.0, %r ret float %q",
                "ret float 1.0",
                "value",
            ),
            // The operation is copied, and one of the copies is folded.
            (
                "%r = fadd nsz float %x, 0.0 %q = fdiv float 1.0, %r %s = fdiv float 1.0, %r %d = fcmp oeq float %q, %s %e = uitofp i1 %d to float ret float %e",
                "%r = fadd nsz float %x, 0.0 %q = fdiv float 1.0, %r %s = fdiv float 1.0, -0.0 %d = fcmp oeq float %q, %s %e = uitofp i1 %d to float ret float %e",
                "value zero-sign",
            ),
        ],
    );
    check(
        minus,
        &[(
            "%r = fadd nsz float %x, 0.0 ret float %r",
            "ret float %x",
            "refines",
        )],
    );
}

#[test]
fn fused_or_not() {
    // 16777217 is no float: the product is rounded, or not.
    check(
        0x4580_0800, // 4097.0
        &[
            (
                "%r = call float @llvm.fmuladd.f32(float %x, float %x, float -1.6785408e7) ret float %r",
                "%r = call float @llvm.fma.f32(float %x, float %x, float -1.6785408e7) ret float %r",
                "refines",
            ),
            (
                "%r = call float @llvm.fmuladd.f32(float %x, float %x, float -1.6785408e7) ret float %r",
                "%p = fmul float %x, %x %r = fadd float %p, -1.6785408e7 ret float %r",
                "refines",
            ),
            (
                "%p = fmul float %x, %x %r = fadd float %p, -1.6785408e7 ret float %r",
                "%r = call float @llvm.fmuladd.f32(float %x, float %x, float -1.6785408e7) ret float %r",
                "value fused",
            ),
        ],
    );
}
