//! Operations on `float` and `double` through whole functions, against the processor's arithmetic.
//!
//! The formats are tested against exact arithmetic where they are; this is about the way from the text to them.
#![allow(
    clippy::unwrap_used,
    clippy::too_many_lines,
    clippy::float_cmp,
    missing_docs
)]

use std::fmt::Write;

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{First, Leaf, Limits, Program, call};

/// A line for each function: its name, the type of its result, and its instruction on `%a` and `%b` of the type `T`.
const FUNCTIONS: &str = "
    fadd T | fadd T %a, %b
    fsub T | fsub T %a, %b
    fmul T | fmul T %a, %b
    fdiv T | fdiv T %a, %b
    frem T | frem T %a, %b
    fneg T | fneg T %a
    oeq i1 | fcmp oeq T %a, %b
    ult i1 | fcmp ult T %a, %b
    oge i1 | fcmp oge T %a, %b
    uno i1 | fcmp uno T %a, %b
    one i1 | fcmp one T %a, %b
    fabs T | call T @llvm.fabs.M(T %a)
    copysign T | call T @llvm.copysign.M(T %a, T %b)
    sqrt T | call T @llvm.sqrt.M(T %a)
    floor T | call T @llvm.floor.M(T %a)
    ceil T | call T @llvm.ceil.M(T %a)
    trunc T | call T @llvm.trunc.M(T %a)
    round T | call T @llvm.round.M(T %a)
    roundeven T | call T @llvm.roundeven.M(T %a)
    fma T | call T @llvm.fma.M(T %a, T %b, T %a)
    minnum T | call T @llvm.minnum.M(T %a, T %b)
    maxnum T | call T @llvm.maxnum.M(T %a, T %b)
    i32sat i32 | call i32 @llvm.fptosi.sat.i32.M(T %a)
    u64sat i64 | call i64 @llvm.fptoui.sat.i64.M(T %a)
    fptosi i32 | fptosi T %a to i32
    fptoui i16 | fptoui T %a to i16
    other O | CONVERT T %a to O
    bits I | bitcast T %a to I";

macro_rules! compare {
    ($test:ident, $F:ident, $U:ident, $ty:literal, $mangled:literal, $other:ident, $convert:literal, $of:literal) => {
        #[test]
        fn $test() {
            let mut text = String::new();
            for line in FUNCTIONS.lines().filter(|line| !line.is_empty()) {
                let (head, body) = line.trim().split_once(" | ").unwrap();
                let (name, result) = head.split_once(' ').unwrap();
                let place = |text: &str| {
                    let text = text
                        .replace("CONVERT", $convert)
                        .replace(".M(", concat!(".", $mangled, "("));
                    let int = format!("i{}", $U::BITS);
                    let words = text.split_inclusive(|it: char| !it.is_ascii_alphanumeric());
                    let words = words.map(|word| {
                        let bare = word.trim_end_matches(|it: char| !it.is_ascii_alphanumeric());
                        let new = match bare {
                            "T" => $ty,
                            "O" => $of,
                            "I" => &int,
                            other => other,
                        };
                        format!("{new}{}", &word[bare.len()..])
                    });
                    words.collect::<String>()
                };
                let (result, body) = (place(result), place(body));
                let ty = $ty;
                let _ = writeln!(
                    text,
                    "define {result} @{name}({ty} %a, {ty} %b) {{\n%r = {body}\nret {result} %r\n}}"
                );
            }
            let module = kvant_llvm::parse::module(&text).unwrap();
            kvant_llvm::check::module(&module).unwrap();
            let layout = DataLayout::default();
            let program = Program::new(&module, &layout);
            let names: Vec<&str> = program.functions().map(|it| it.0).collect();
            let mut values: Vec<$F> = vec![
                0.0,
                0.25,
                0.5,
                0.75,
                1.0,
                1.5,
                2.5,
                3.0,
                1e7,
                2147483647.0,
                2147483648.0,
            ];
            values.extend([
                $F::MAX,
                $F::MIN_POSITIVE,
                $F::EPSILON,
                $F::INFINITY,
                $F::NAN,
            ]);
            values.extend([
                $F::from_bits(1),
                $F::from_bits($F::MIN_POSITIVE.to_bits() - 1),
                65535.5,
                65536.0,
                1e20,
            ]);
            values.extend(values.clone().iter().map(|it| -it));
            let mut count = 0;
            for (a, b) in values.iter().flat_map(|a| values.iter().map(|b| (*a, *b))) {
                let float = |it: $F| Some(Ok(it));
                let int = |it: u128| Some(Err(it));
                let order = a.partial_cmp(&b);
                for name in &names {
                    // None for poison.
                    let expected: Option<Result<$F, u128>> = match *name {
                        "fadd" => float(a + b),
                        "fsub" => float(a - b),
                        "fmul" => float(a * b),
                        "fdiv" => float(a / b),
                        "frem" => float(a % b),
                        "fneg" => int((-a).to_bits().into()),
                        "oeq" => int((a == b).into()),
                        "ult" => int(order.is_none_or(|it| it.is_lt()).into()),
                        "oge" => int((a >= b).into()),
                        "uno" => int(order.is_none().into()),
                        "one" => int(order.is_some_and(|it| it.is_ne()).into()),
                        "fabs" => int(a.abs().to_bits().into()),
                        "copysign" => int(a.copysign(b).to_bits().into()),
                        "sqrt" => float(a.sqrt()),
                        "floor" => float(a.floor()),
                        "ceil" => float(a.ceil()),
                        "trunc" => float(a.trunc()),
                        "round" => float(a.round()),
                        "roundeven" => float(a.round_ties_even()),
                        "fma" => float(a.mul_add(b, a)),
                        // The order of zeros is not that of Rust.
                        "minnum" | "maxnum" if a == 0.0 && b == 0.0 => {
                            let is_negative = match *name {
                                "minnum" => a.is_sign_negative() || b.is_sign_negative(),
                                _ => a.is_sign_negative() && b.is_sign_negative(),
                            };
                            float(if is_negative { -0.0 } else { 0.0 })
                        }
                        "minnum" => float(a.min(b)),
                        "maxnum" => float(a.max(b)),
                        "i32sat" => int((a as i32).cast_unsigned().into()),
                        "u64sat" => int((a as u64).into()),
                        "fptosi" if a.trunc() >= -2147483648.0 && a.trunc() < 2147483648.0 => {
                            int((a as i32).cast_unsigned().into())
                        }
                        "fptoui" if a.trunc() >= 0.0 && a.trunc() < 65536.0 => {
                            int((a as u16).into())
                        }
                        "fptosi" | "fptoui" => None,
                        "other" => {
                            let value = a as $other;
                            if value.is_nan() {
                                float($F::NAN)
                            } else {
                                int(value.to_bits().into())
                            }
                        }
                        _ => int(a.to_bits().into()),
                    };
                    let arguments = [a, b].map(|it| Leaf::Int(it.to_bits().into()));
                    let mut first = First::default();
                    let found = call(&program, name, &arguments, Limits::default(), &mut first);
                    let [found] = &found.unwrap()[..] else {
                        panic!("{name}");
                    };
                    let what = format!("{name} {a:?} {b:?}: {found:?}");
                    match (expected, found) {
                        (None, found) => assert!(found.is_poison(), "{what}"),
                        (Some(Err(bits)), Leaf::Int(found)) => assert_eq!(bits, *found, "{what}"),
                        (Some(Ok(value)), Leaf::Int(found)) if value.is_nan() => {
                            let is_nan = match *name {
                                "other" => $other::from_bits((*found).try_into().unwrap()).is_nan(),
                                _ => $F::from_bits((*found).try_into().unwrap()).is_nan(),
                            };
                            assert!(is_nan, "{what}");
                        }
                        (Some(Ok(value)), Leaf::Int(found)) => {
                            assert_eq!(u128::from(value.to_bits()), *found, "{what}");
                        }
                        _ => panic!("{what}"),
                    }
                    count += 1;
                }
            }
            assert!(count > 40_000, "{count}");
        }
    };
}

compare!(
    floats_are_native,
    f32,
    u32,
    "float",
    "f32",
    f64,
    "fpext",
    "double"
);
compare!(
    doubles_are_native,
    f64,
    u64,
    "double",
    "f64",
    f32,
    "fptrunc",
    "float"
);
