//! Integer operations, against the processor's arithmetic and against exact arithmetic.
//!
//! Every pair of bytes, and every pair of edge values for other widths. An operation works on a vector of all first operands, so
//! that a call tests many pairs; divisions, which may be undefined, work on one pair.
#![allow(clippy::unwrap_used, clippy::too_many_lines, missing_docs)]

use std::fmt::Write;

use kvant_llvm::layout::DataLayout;
use kvant_llvm_machine::{First, Leaf, Limits, Program, Rich, call};
use num_bigint::{BigInt, BigUint};

use crate::corpus_files::reason;

/// A result: a value and perhaps a flag, poison, or undefined behaviour.
type Outcome = Result<Option<(BigInt, Option<bool>)>, &'static str>;

const BINARY: [(&str, &[&str]); 13] = [
    ("add", &["", "nuw", "nsw", "nuw nsw"]),
    ("sub", &["", "nuw", "nsw", "nuw nsw"]),
    ("mul", &["", "nuw", "nsw", "nuw nsw"]),
    ("shl", &["", "nuw", "nsw", "nuw nsw"]),
    ("lshr", &["", "exact"]),
    ("ashr", &["", "exact"]),
    ("and", &[""]),
    ("or", &["", "disjoint"]),
    ("xor", &[""]),
    ("udiv", &["", "exact"]),
    ("sdiv", &["", "exact"]),
    ("urem", &[""]),
    ("srem", &[""]),
];

const PREDICATES: [&str; 10] = [
    "eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge",
];

const TWO: [&str; 10] = [
    "umin", "umax", "smin", "smax", "uadd.sat", "sadd.sat", "usub.sat", "ssub.sat", "ushl.sat",
    "sshl.sat",
];

const OVERFLOW: [&str; 6] = ["uadd", "sadd", "usub", "ssub", "umul", "smul"];

/// An operation: its name and flags, the body of its function, and the type of the result.
struct Operation {
    name: String,
    flags: &'static str,
    body: String,
    result: String,
    /// True for one pair at a time.
    is_scalar: bool,
}

/// All operations on integers of a width, `count` at a time.
fn operations(width: u32, count: usize) -> Vec<Operation> {
    let mut all = Vec::new();
    let lane = format!("i{width}");
    let ty = format!("<{count} x {lane}>");
    let mangled = format!("v{count}i{width}");
    let mut add = |name: &str, flags, body: String, result: &str, is_scalar| {
        all.push(Operation {
            name: name.into(),
            flags,
            body,
            result: result.into(),
            is_scalar,
        });
    };
    // One pair at a time has a way of its own through the machine.
    let forms: &[bool] = if width == 8 { &[false] } else { &[false, true] };
    for (op, flags) in BINARY {
        let is_division = op.contains("div") || op.contains("rem");
        let forms = if is_division { &[true] } else { forms };
        for (flags, is_scalar) in flags
            .iter()
            .flat_map(|it| forms.iter().map(move |form| (it, *form)))
        {
            let ty = if is_scalar { &lane } else { &ty };
            let body = format!("{op} {flags} {ty} %a, %b");
            add(op, flags, body, ty, is_scalar);
        }
    }
    let bools = format!("<{count} x i1>");
    for (predicate, is_scalar) in PREDICATES
        .iter()
        .flat_map(|it| forms.iter().map(move |form| (it, *form)))
    {
        for flags in ["", "samesign"] {
            let (ty, result) = if is_scalar {
                (&*lane, "i1")
            } else {
                (&*ty, &*bools)
            };
            let body = format!("icmp {flags} {predicate} {ty} %a, %b");
            add(predicate, flags, body, result, is_scalar);
        }
    }
    for name in TWO {
        let body = format!("call {ty} @llvm.{name}.{mangled}({ty} %a, {ty} %b)");
        add(name, "", body, &ty, false);
    }
    for name in OVERFLOW {
        let result = format!("{{ {ty}, {bools} }}");
        let body = format!("call {result} @llvm.{name}.with.overflow.{mangled}({ty} %a, {ty} %b)");
        add(&format!("{name}.with.overflow"), "", body, &result, false);
    }
    for name in ["ucmp", "scmp"] {
        let result = format!("<{count} x i8>");
        let body = format!("call {result} @llvm.{name}.v{count}i8.{mangled}({ty} %a, {ty} %b)");
        add(name, "", body, &result, false);
    }
    for name in ["abs", "ctlz", "cttz"] {
        for flags in ["true", "false"] {
            let body = format!("call {ty} @llvm.{name}.{mangled}({ty} %a, i1 {flags})");
            add(name, flags, body, &ty, false);
        }
    }
    for name in ["ctpop", "bitreverse", "bswap"] {
        if name != "bswap" || width.is_multiple_of(16) {
            let body = format!("call {ty} @llvm.{name}.{mangled}({ty} %a)");
            add(name, "", body, &ty, false);
        }
    }
    for name in ["fshl", "fshr"] {
        // The first operand is the amount of the funnel shift, so that all amounts occur.
        let body = format!("call {ty} @llvm.{name}.{mangled}({ty} %b, {ty} %a, {ty} %a)");
        add(name, "", body, &ty, false);
    }
    let twice = format!("<{count} x i{}>", 2 * width);
    add(
        "sext",
        "",
        format!("sext {ty} %a to {twice}"),
        &twice,
        false,
    );
    for flags in ["", "nneg"] {
        let body = format!("zext {flags} {ty} %a to {twice}");
        add("zext", flags, body, &twice, false);
    }
    let half = format!("<{count} x i{}>", width.div_ceil(2));
    for flags in ["", "nuw", "nsw", "nuw nsw"] {
        if width > 1 {
            let body = format!("trunc {flags} {ty} %a to {half}");
            add("trunc", flags, body, &half, false);
        }
    }
    all
}

/// The exact result, computed with integers without limits.
fn exact(name: &str, flags: &str, width: u32, a: &BigInt, b: &BigInt) -> Outcome {
    let modulus = BigInt::from(1) << width;
    let half = BigInt::from(1) << (width - 1);
    let signed = |it: &BigInt| match it >= &half {
        true => it - &modulus,
        false => it.clone(),
    };
    let (sa, sb) = (signed(a), signed(b));
    let zero = BigInt::ZERO;
    let value = |it: BigInt| Ok(Some((it, None)));
    let poison_if = |is: bool, it: BigInt| Ok((!is).then_some((it, None)));
    let fits = |it: &BigInt| *it >= zero && *it < modulus;
    let fits_signed = |it: &BigInt| *it >= -half.clone() && *it < half;
    let (nuw, nsw) = (flags.contains("nuw"), flags.contains("nsw"));
    let is_too_far = *b >= BigInt::from(width);
    let amount = u32::try_from(b).ok().filter(|_| !is_too_far).unwrap_or(0);
    let clamp = |it: BigInt, is_signed: bool| match is_signed {
        true => it.clamp(-half.clone(), &half - 1),
        false => it.clamp(BigInt::ZERO, &modulus - 1),
    };
    let power = BigInt::from(1) << amount;
    match name {
        "add" | "sub" | "mul" => {
            let apply = |a: &BigInt, b: &BigInt| match name {
                "add" => a + b,
                "sub" => a - b,
                _ => a * b,
            };
            let (u, s) = (apply(a, b), apply(&sa, &sb));
            poison_if(nuw && !fits(&u) || nsw && !fits_signed(&s), u)
        }
        "shl" => {
            let lost = nuw && !fits(&(a * &power)) || nsw && !fits_signed(&(&sa * &power));
            poison_if(is_too_far || lost, a * power)
        }
        "lshr" | "ashr" => {
            let from = if name == "lshr" { a } else { &sa };
            // A shift of a big integer rounds down.
            let result = from >> amount;
            let lost = flags == "exact" && &result << amount != *from;
            poison_if(is_too_far || lost, result)
        }
        "and" => value(a & b),
        "xor" => value(a ^ b),
        "or" => poison_if(flags == "disjoint" && a & b != zero, a | b),
        "udiv" | "sdiv" | "urem" | "srem" => {
            if *b == zero {
                return Err("undefined: division-by-zero");
            }
            let is_signed = name.starts_with('s');
            let (a, b) = if is_signed { (&sa, &sb) } else { (a, b) };
            let (quotient, remainder) = (a / b, a % b);
            if is_signed && !fits_signed(&quotient) {
                return Err("undefined: division-overflow");
            }
            match name.ends_with("rem") {
                true => value(remainder),
                false => poison_if(flags == "exact" && remainder != zero, quotient),
            }
        }
        "eq" | "ne" | "ult" | "ule" | "ugt" | "uge" | "slt" | "sle" | "sgt" | "sge" => {
            let ordering = if name.starts_with('s') {
                sa.cmp(&sb)
            } else {
                a.cmp(b)
            };
            let holds = match &name[name.len() - 2..] {
                "eq" => ordering.is_eq(),
                "ne" => ordering.is_ne(),
                "lt" => ordering.is_lt(),
                "le" => ordering.is_le(),
                "gt" => ordering.is_gt(),
                _ => ordering.is_ge(),
            };
            let differ = (sa < zero) != (sb < zero);
            poison_if(flags == "samesign" && differ, i32::from(holds).into())
        }
        "umin" => value(a.min(b).clone()),
        "umax" => value(a.max(b).clone()),
        "smin" => value(sa.min(sb)),
        "smax" => value(sa.max(sb)),
        "uadd.sat" => value(clamp(a + b, false)),
        "sadd.sat" => value(clamp(sa + sb, true)),
        "usub.sat" => value(clamp(a - b, false)),
        "ssub.sat" => value(clamp(sa - sb, true)),
        "ushl.sat" => poison_if(is_too_far, clamp(a * power, false)),
        "sshl.sat" => poison_if(is_too_far, clamp(sa * power, true)),
        "ucmp" => value((a.cmp(b) as i8).into()),
        "scmp" => value((sa.cmp(&sb) as i8).into()),
        "abs" => poison_if(
            flags == "true" && sa == -half,
            BigInt::from(sa.magnitude().clone()),
        ),
        "ctlz" => {
            let zeros = u64::from(width) - a.bits();
            poison_if(flags == "true" && *a == zero, zeros.into())
        }
        "cttz" => {
            let zeros = a.trailing_zeros().unwrap_or(width.into());
            poison_if(flags == "true" && *a == zero, zeros.into())
        }
        "ctpop" => value(a.magnitude().count_ones().into()),
        "bitreverse" | "bswap" => {
            let mut result = BigInt::ZERO;
            for bit in (0..width).filter(|bit| a.bit((*bit).into())) {
                let to = match name {
                    "bswap" => width - 8 - bit / 8 * 8 + bit % 8,
                    _ => width - 1 - bit,
                };
                result.set_bit(to.into(), true);
            }
            value(result)
        }
        "fshl" | "fshr" => {
            let amount = u32::try_from(a % width).unwrap();
            let both = b * &modulus + a;
            match name {
                "fshl" => value(((both << amount) >> width) % modulus),
                _ => value((both >> amount) % modulus),
            }
        }
        "sext" => value(sa),
        "zext" => poison_if(flags == "nneg" && sa < zero, a.clone()),
        "trunc" => {
            let into = BigInt::from(1) << width.div_ceil(2);
            let most: BigInt = &into >> 1;
            let lost = nsw && !(-&most <= sa && sa < most);
            poison_if(nuw && *a >= into || lost, a % into)
        }
        _ => {
            let is_signed = name.starts_with('s');
            let (a, b) = if is_signed { (&sa, &sb) } else { (a, b) };
            let result = match &name[1..4] {
                "add" => a + b,
                "sub" => a - b,
                _ => a * b,
            };
            let fits = if is_signed {
                fits_signed(&result)
            } else {
                fits(&result)
            };
            Ok(Some((result, Some(!fits))))
        }
    }
}

macro_rules! native {
    ($name:ident, $U:ident, $I:ident) => {
        /// The result by the processor's arithmetic. None for the operations that are computed exactly only.
        fn $name(name: &str, flags: &str, a: u128, b: u128) -> Option<Outcome> {
            const WIDTH: u32 = $U::BITS;
            let (a, b) = (a as $U, b as $U);
            let (sa, sb) = (a.cast_signed(), b.cast_signed());
            let value = |it: $U| Ok(Some((BigInt::from(it), None)));
            let signed = |it: $I| Ok(Some((BigInt::from(it), None)));
            let (nuw, nsw) = (flags.contains("nuw"), flags.contains("nsw"));
            let amount = u32::try_from(b).ok().filter(|amount| *amount < WIDTH);
            let wraps = |value: $U, unsigned: bool, signed: bool| {
                let is_poison = nuw && unsigned || nsw && signed;
                Ok((!is_poison).then_some((BigInt::from(value), None)))
            };
            let with = |(value, flag): ($U, bool)| Ok(Some((BigInt::from(value), Some(flag))));
            let with_signed = |(it, flag): ($I, bool)| Ok(Some((BigInt::from(it), Some(flag))));
            Some(match name {
                "add" => wraps(
                    a.wrapping_add(b),
                    a.overflowing_add(b).1,
                    sa.overflowing_add(sb).1,
                ),
                "sub" => wraps(
                    a.wrapping_sub(b),
                    a.overflowing_sub(b).1,
                    sa.overflowing_sub(sb).1,
                ),
                "mul" => wraps(
                    a.wrapping_mul(b),
                    a.overflowing_mul(b).1,
                    sa.overflowing_mul(sb).1,
                ),
                "shl" => match amount {
                    None => Ok(None),
                    Some(n) => wraps(a << n, a << n >> n != a, sa << n >> n != sa),
                },
                "lshr" => match amount {
                    Some(n) if flags.is_empty() || a >> n << n == a => value(a >> n),
                    _ => Ok(None),
                },
                "ashr" => match amount {
                    Some(n) if flags.is_empty() || sa >> n << n == sa => signed(sa >> n),
                    _ => Ok(None),
                },
                "and" => value(a & b),
                "or" if !flags.is_empty() && a & b != 0 => Ok(None),
                "or" => value(a | b),
                "xor" => value(a ^ b),
                "udiv" | "sdiv" | "urem" | "srem" if b == 0 => Err("undefined: division-by-zero"),
                "udiv" if !flags.is_empty() && a % b != 0 => Ok(None),
                "udiv" => value(a / b),
                "urem" => value(a % b),
                "sdiv" => match sa.checked_div(sb) {
                    None => Err("undefined: division-overflow"),
                    Some(_) if !flags.is_empty() && sa % sb != 0 => Ok(None),
                    Some(quotient) => signed(quotient),
                },
                "srem" => match sa.checked_rem(sb) {
                    None => Err("undefined: division-overflow"),
                    Some(remainder) => signed(remainder),
                },
                _ if flags == "samesign" && (sa < 0) != (sb < 0) => Ok(None),
                "eq" => value((a == b).into()),
                "ne" => value((a != b).into()),
                "ult" => value((a < b).into()),
                "ule" => value((a <= b).into()),
                "ugt" => value((a > b).into()),
                "uge" => value((a >= b).into()),
                "slt" => value((sa < sb).into()),
                "sle" => value((sa <= sb).into()),
                "sgt" => value((sa > sb).into()),
                "sge" => value((sa >= sb).into()),
                "umin" => value(a.min(b)),
                "umax" => value(a.max(b)),
                "smin" => signed(sa.min(sb)),
                "smax" => signed(sa.max(sb)),
                "uadd.sat" => value(a.saturating_add(b)),
                "sadd.sat" => signed(sa.saturating_add(sb)),
                "usub.sat" => value(a.saturating_sub(b)),
                "ssub.sat" => signed(sa.saturating_sub(sb)),
                "uadd.with.overflow" => with(a.overflowing_add(b)),
                "sadd.with.overflow" => with_signed(sa.overflowing_add(sb)),
                "usub.with.overflow" => with(a.overflowing_sub(b)),
                "ssub.with.overflow" => with_signed(sa.overflowing_sub(sb)),
                "umul.with.overflow" => with(a.overflowing_mul(b)),
                "smul.with.overflow" => with_signed(sa.overflowing_mul(sb)),
                "ucmp" => Ok(Some(((a.cmp(&b) as i8).into(), None))),
                "scmp" => Ok(Some(((sa.cmp(&sb) as i8).into(), None))),
                "abs" if flags == "true" && sa == $I::MIN => Ok(None),
                "abs" => value(sa.unsigned_abs()),
                "ctlz" | "cttz" if flags == "true" && a == 0 => Ok(None),
                "ctlz" => Ok(Some((a.leading_zeros().into(), None))),
                "cttz" => Ok(Some((a.trailing_zeros().into(), None))),
                "ctpop" => Ok(Some((a.count_ones().into(), None))),
                "bitreverse" => value(a.reverse_bits()),
                "bswap" => value(a.swap_bytes()),
                // A funnel shift of two equal parts is a rotation.
                "fshl" if a == b => value(a.rotate_left((a % (WIDTH as $U)) as u32)),
                "fshr" if a == b => value(a.rotate_right((a % (WIDTH as $U)) as u32)),
                "sext" => signed(sa),
                "zext" if !flags.is_empty() && sa < 0 => Ok(None),
                "zext" => value(a),
                _ => return None,
            })
        }
    };
}

native!(native_8, u8, i8);
native!(native_16, u16, i16);
native!(native_32, u32, i32);
native!(native_64, u64, i64);
native!(native_128, u128, i128);

fn native(name: &str, flags: &str, width: u32, a: &BigInt, b: &BigInt) -> Option<Outcome> {
    let (a, b) = (u128::try_from(a).ok()?, u128::try_from(b).ok()?);
    match width {
        8 => native_8(name, flags, a, b),
        16 => native_16(name, flags, a, b),
        32 => native_32(name, flags, a, b),
        64 => native_64(name, flags, a, b),
        128 => native_128(name, flags, a, b),
        _ => None,
    }
}

fn leaf(value: &BigInt, width: u32) -> Leaf {
    let modulus = BigInt::from(1) << width;
    let value = ((value % &modulus) + &modulus) % &modulus;
    let value = BigUint::try_from(value).unwrap();
    match width <= 128 {
        true => Leaf::Int(u128::try_from(value).unwrap()),
        false => Leaf::Rich(Box::new(Rich::Wide(value))),
    }
}

/// The width of the integers in the type of a result: the first number behind an `i`.
fn width_of(result: &str) -> u32 {
    let (_, digits) = result.split_once('i').unwrap();
    let end = digits.find(|it: char| !it.is_ascii_digit());
    digits[..end.unwrap_or(digits.len())].parse().unwrap()
}

/// Compares all operations on all pairs of these values. Returns the number of results.
fn compare(width: u32, values: &[BigInt]) -> usize {
    let operations = operations(width, values.len());
    let mut text = String::new();
    for (n, operation) in operations.iter().enumerate() {
        let Operation { body, result, .. } = operation;
        let ty = match operation.is_scalar {
            true => format!("i{width}"),
            false => format!("<{} x i{width}>", values.len()),
        };
        let _ = writeln!(
            text,
            "define {result} @f{n}({ty} %a, {ty} %b) {{\n%r = {body}\nret {result} %r\n}}"
        );
    }
    let module = kvant_llvm::parse::module(&text).unwrap();
    kvant_llvm::check::module(&module).unwrap();
    let layout = DataLayout::default();
    let program = Program::new(&module, &layout);
    let run = |n: usize, arguments: &[Leaf]| {
        let mut first = First::default();
        let name = format!("f{n}");
        let result = call(&program, &name, arguments, Limits::default(), &mut first);
        assert_eq!(first.count, 0);
        result.map_err(|stopped| reason(&stopped.stop))
    };
    let leaves: Vec<Leaf> = values.iter().map(|it| leaf(it, width)).collect();
    let mut count = 0;
    for (n, operation) in operations.iter().enumerate() {
        let (name, flags) = (&*operation.name, operation.flags);
        let into = width_of(&operation.result);
        let check = |found: &[Leaf], flag: Option<&Leaf>, a: &BigInt, b: &BigInt| {
            let what = || format!("{name} {flags} i{width} {a}, {b}");
            let expected = match native(name, flags, width, a, b) {
                // Both ways are compared on the edges of other widths.
                Some(native) if width == 8 => native,
                Some(native) => {
                    let exact = exact(name, flags, width, a, b);
                    let leaves =
                        |it: &Outcome| it.clone().unwrap().map(|it| (leaf(&it.0, into), it.1));
                    assert_eq!(leaves(&native), leaves(&exact), "{}", what());
                    exact
                }
                None => exact(name, flags, width, a, b),
            };
            let expected = expected.unwrap();
            let Some((value, bit)) = expected else {
                assert!(found[0].is_poison(), "{}", what());
                assert!(flag.is_none_or(Leaf::is_poison), "{}", what());
                return;
            };
            assert_eq!(found[0], leaf(&value, into), "{}", what());
            if let (Some(flag), Some(bit)) = (flag, bit) {
                assert_eq!(*flag, Leaf::Int(bit.into()), "{}", what());
            }
        };
        for (b, second) in values.iter().zip(&leaves) {
            if !operation.is_scalar {
                let mut arguments = leaves.clone();
                arguments.extend(std::iter::repeat_n(second.clone(), values.len()));
                let results = match run(n, &arguments) {
                    Ok(results) => results,
                    // Intrinsics on wide integers are not supported.
                    Err(reason) if width > 128 && operation.body.starts_with("call") => {
                        assert_eq!(reason, "unsupported: type");
                        break;
                    }
                    Err(reason) => panic!("{}: {reason}", operation.body),
                };
                for (m, a) in values.iter().enumerate() {
                    count += 1;
                    check(&results[m..=m], results.get(values.len() + m), a, b);
                }
                continue;
            }
            for (a, first) in values.iter().zip(&leaves) {
                count += 1;
                let found = run(n, &[first.clone(), second.clone()]);
                match exact(name, flags, width, a, b) {
                    Ok(_) => check(&found.unwrap(), None, a, b),
                    Err(rule) => {
                        assert_eq!(found, Err(rule.to_owned()));
                        assert!(native(name, flags, width, a, b).is_none_or(|it| it == Err(rule)));
                    }
                }
            }
        }
    }
    count
}

/// Values where something changes: at zero, at both ends of both ranges, at widths and at alternating bits.
fn edges(width: u32) -> Vec<BigInt> {
    let modulus = BigInt::from(1) << width;
    let mut values = Vec::new();
    for shift in [0, 1, width / 2, width.saturating_sub(2), width - 1, width] {
        for by in -2..=2 {
            values.push((BigInt::from(1) << shift) + by);
        }
    }
    for number in [0, 3, 5, 7, 0x55, 0xaa] {
        values.push(number.into());
    }
    values.extend((-1..=1).map(|by| BigInt::from(width) + by));
    let alternating: BigInt = &modulus / 3;
    values.extend([alternating.clone(), alternating * 2]);
    let mut values: Vec<BigInt> = values
        .into_iter()
        .map(|it| ((it % &modulus) + &modulus) % &modulus)
        .collect();
    values.sort();
    values.dedup();
    values
}

#[test]
fn every_pair_of_bytes() {
    let bytes: Vec<BigInt> = (0..256).map(BigInt::from).collect();
    assert!(compare(8, &bytes) > 3_000_000);
}

#[test]
fn every_pair_of_edges() {
    for width in [16, 32, 64, 128, 1, 7, 33, 65] {
        compare(width, &edges(width));
    }
}

#[test]
fn integers_of_more_than_128_bits() {
    compare(129, &edges(129));
}
