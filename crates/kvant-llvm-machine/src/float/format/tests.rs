//! Three answers to every operation must be equal: those of the processor, of `rustc_apfloat`, and of exact integer arithmetic
//! that is rounded once.

use super::*;

const KINDS: [FloatKind; 6] = [
    FloatKind::Half,
    FloatKind::BFloat,
    FloatKind::Float,
    FloatKind::Double,
    FloatKind::X86Fp80,
    FloatKind::Fp128,
];

const OPS: [BinaryOp; 5] = [
    BinaryOp::FAdd,
    BinaryOp::FSub,
    BinaryOp::FMul,
    BinaryOp::FDiv,
    BinaryOp::FRem,
];

/// Zeros, subnormal numbers, neighbours of powers of two, halves, the largest, infinities and NaNs, with both signs.
pub(crate) fn edges(kind: FloatKind) -> Vec<u128> {
    let fraction = fraction_bits(kind);
    let precise = 1u64 << (fraction.min(62));
    let numbers = [
        0.25,
        1.0 / 3.0,
        0.5,
        1.0,
        1.5,
        2.5,
        3.0,
        127.5,
        128.0,
        255.0,
    ];
    let mut edges = vec![
        0,
        1,
        2,
        3,
        mask(fraction),
        infinity(kind),
        infinity(kind) - 1,
        infinity(kind) - 2,
        preferred_nan(kind),
        preferred_nan(kind) | 0x42,
        infinity(kind) | 0x42,
        infinity(kind) | 1,
    ];
    if kind == FloatKind::X86Fp80 {
        let least = 1u128 << 64 | 1 << 63;
        edges.extend([least, least + 1]);
        edges.retain(|bits| is_canonical(kind, *bits));
        // The largest ones.
        edges.extend([0x7ffe_ffff_ffff_ffff_ffff, 0x7ffe_ffff_ffff_ffff_fffe]);
    } else {
        edges.extend([least_normal(kind), least_normal(kind) + 1]);
    }
    for number in numbers {
        let bits = convert(FloatKind::Double, kind, u128::from(f64::to_bits(number)));
        edges.extend([bits, bits + 1]);
        if is_canonical(kind, bits - 1) {
            edges.push(bits - 1);
        }
    }
    for integer in [
        precise - 1,
        precise,
        precise + 1,
        precise * 2 - 1,
        precise * 2,
    ] {
        edges.push(from_int(kind, false, integer.into()));
    }
    edges.sort_unstable();
    edges.dedup();
    let negative: Vec<u128> = edges.iter().map(|bits| bits | sign(kind)).collect();
    edges.extend(negative);
    edges
}

/// The float that is nearest to `n / d * 2^e`.
fn nearest(kind: FloatKind, is_negative: bool, n: &BigUint, d: &BigUint, e: i32) -> u128 {
    let sign = if is_negative { sign(kind) } else { 0 };
    if n.bits() == 0 {
        return sign;
    }
    let fraction = fraction_bits(kind);
    let stored = fraction + u32::from(kind == FloatKind::X86Fp80);
    let bias = mask(kind.bits() - 2 - stored) as i32 + fraction as i32;
    let (precision, least) = (u64::from(fraction) + 1, 1 - bias);
    let mut q = (e + n.bits() as i32 - d.bits() as i32 - precision as i32).max(least);
    let mut m = loop {
        let (num, den) = match u32::try_from(e - q) {
            Ok(shift) => (n << shift, d.clone()),
            Err(_) => (n.clone(), d << (q - e).unsigned_abs()),
        };
        let (m, rest) = (&num / &den, (&num % &den) * 2u8);
        if m.bits() > precision {
            q += 1;
        } else if m.bits() < precision && q > least {
            q -= 1;
        } else {
            let up = rest > den || rest == den && m.bit(0);
            break m + u8::from(up);
        }
    };
    if m.bits() > precision {
        m >>= 1;
        q += 1;
    }
    let field = match m.bits() < precision {
        true => 0,
        false => (q + bias).cast_unsigned(),
    };
    if u128::from(field) >= infinity(kind) >> stored {
        return sign | infinity(kind);
    }
    sign | u128::from(field) << stored | u128::try_from(&m).unwrap() & mask(stored)
}

fn exact(kind: FloatKind, bits: u128) -> (BigInt, i32) {
    let (is_negative, significand, exponent) = parts(kind, bits);
    let value = BigInt::from(significand);
    (if is_negative { -value } else { value }, exponent)
}

/// The nearest float to an integer times a power of two, which has the sign `zero` if it is zero.
fn nearest_int(kind: FloatKind, value: &BigInt, exponent: i32, zero: bool) -> u128 {
    let is_negative = match value.sign() {
        Sign::NoSign => zero,
        sign => sign == Sign::Minus,
    };
    let one = BigUint::from(1u8);
    nearest(kind, is_negative, value.magnitude(), &one, exponent)
}

/// The sum of two integers with exponents of two.
fn sum((a, ea): &(BigInt, i32), (b, eb): &(BigInt, i32)) -> (BigInt, i32) {
    let e = *ea.min(eb);
    (
        (a << (ea - e).unsigned_abs()) + (b << (eb - e).unsigned_abs()),
        e,
    )
}

/// The result on finite operands by exact arithmetic; none if the result is no number.
fn reference(kind: FloatKind, op: BinaryOp, a: u128, b: u128) -> Option<u128> {
    let (na, nb) = (is_negative(kind, a), is_negative(kind, b));
    let (x, y) = (exact(kind, a), exact(kind, b));
    Some(match op {
        BinaryOp::FAdd => {
            let (value, e) = sum(&x, &y);
            nearest_int(kind, &value, e, na && nb)
        }
        BinaryOp::FSub => {
            let (value, e) = sum(&x, &(-y.0, y.1));
            nearest_int(kind, &value, e, na && !nb)
        }
        BinaryOp::FMul => nearest_int(kind, &(x.0 * y.0), x.1 + y.1, na != nb),
        BinaryOp::FDiv if is_zero(kind, b) && is_zero(kind, a) => return None,
        BinaryOp::FDiv if is_zero(kind, b) => {
            infinity(kind) | if na == nb { 0 } else { sign(kind) }
        }
        BinaryOp::FDiv => nearest(kind, na != nb, x.0.magnitude(), y.0.magnitude(), x.1 - y.1),
        _ if is_zero(kind, b) => return None,
        _ => {
            let e = x.1.min(y.1);
            let a = x.0 << (x.1 - e).unsigned_abs();
            let b = y.0 << (y.1 - e).unsigned_abs();
            nearest_int(kind, &(a % b), e, na)
        }
    })
}

fn is_same(kind: FloatKind, a: u128, b: u128) -> bool {
    a == b || is_nan(kind, a) && is_nan(kind, b)
}

fn is_finite(kind: FloatKind, bits: u128) -> bool {
    magnitude(kind, bits) < infinity(kind)
}

#[test]
fn operations_are_exact() {
    for kind in KINDS {
        let edges = edges(kind);
        assert!(edges.len() > 80 && edges.iter().all(|it| is_canonical(kind, *it)));
        for op in OPS {
            for a in &edges {
                for b in &edges {
                    let value = binary(kind, op, *a, *b);
                    let soft = with_type!(kind, F => soft_binary::<F>(op, *a, *b));
                    let what = format!("{kind:?} {op:?} {a:x} {b:x}");
                    assert!(is_same(kind, value, soft), "{what}: {value:x} {soft:x}");
                    if is_finite(kind, *a) && is_finite(kind, *b) {
                        let exact = reference(kind, op, *a, *b).unwrap_or(preferred_nan(kind));
                        assert!(is_same(kind, value, exact), "{what}: {value:x} {exact:x}");
                    }
                }
            }
        }
    }
}

#[test]
fn orders_are_those_of_numbers() {
    for kind in KINDS {
        let edges = edges(kind);
        for a in &edges {
            for b in &edges {
                let order = compare(kind, *a, *b);
                let soft = with_type!(kind, F => F::from_bits(*a).partial_cmp(&F::from_bits(*b)));
                assert_eq!(order, soft, "{kind:?} {a:x} {b:x}");
                let native = match kind {
                    FloatKind::Float => {
                        f32::from_bits(*a as u32).partial_cmp(&f32::from_bits(*b as u32))
                    }
                    FloatKind::Double => {
                        f64::from_bits(*a as u64).partial_cmp(&f64::from_bits(*b as u64))
                    }
                    _ => soft,
                };
                assert_eq!(order, native, "{kind:?} {a:x} {b:x}");
            }
        }
    }
}

#[test]
fn fused_products_are_rounded_once() {
    for kind in KINDS {
        // Every third, from another one on for each operand.
        let edges = edges(kind);
        let some = |start: usize| edges.iter().skip(start).step_by(3).copied();
        for (a, b) in some(0).flat_map(|a| some(1).map(move |b| (a, b))) {
            for c in some(2).chain(some(0)) {
                let value = fused(kind, [a, b, c]);
                let what = format!("{kind:?} {a:x} * {b:x} + {c:x}");
                if is_finite(kind, a) && is_finite(kind, b) && is_finite(kind, c) {
                    let (x, y, z) = (exact(kind, a), exact(kind, b), exact(kind, c));
                    let product = (x.0 * y.0, x.1 + y.1);
                    let is_negative_product = is_negative(kind, a) != is_negative(kind, b);
                    let (total, e) = sum(&product, &z);
                    let zero = is_negative_product && is_negative(kind, c);
                    let exact = nearest_int(kind, &total, e, zero);
                    assert!(is_same(kind, value, exact), "{what}: {value:x} {exact:x}");
                }
                let soft = with_type!(kind, F => soft_fused::<F>([a, b, c]));
                assert!(is_same(kind, value, soft), "{what}: {value:x} {soft:x}");
            }
        }
    }
}

#[test]
fn square_roots_are_the_nearest() {
    for kind in KINDS {
        for a in edges(kind) {
            let root = sqrt(kind, a);
            let soft = match kind {
                // The integers would be too large for it.
                FloatKind::Half | FloatKind::BFloat => root,
                _ => with_type!(kind, F => soft_sqrt::<F>(kind, a)),
            };
            assert!(
                is_same(kind, root, soft),
                "{kind:?} {a:x}: {root:x} {soft:x}"
            );
            if !is_finite(kind, a) || is_zero(kind, a) {
                assert!(is_same(
                    kind,
                    root,
                    if a == infinity(kind) | sign(kind) {
                        preferred_nan(kind)
                    } else {
                        a
                    }
                ));
                continue;
            }
            if is_negative(kind, a) {
                assert!(is_nan(kind, root));
                continue;
            }
            // It lies between the squares of the middles to both neighbours. A root is never subnormal.
            let (r, e) = exact(kind, root);
            let (low, high) = (&r * 4 - 2, &r * 4 + 2);
            let (value, ea) = exact(kind, a);
            let shift = u32::try_from(ea - 2 * (e - 2)).unwrap();
            let value = value << shift;
            assert!(
                &low * &low <= value && value <= &high * &high,
                "{kind:?} {a:x}: {root:x}"
            );
        }
    }
}

const INTEGRAL: [Integral; 5] = [
    Integral::Floor,
    Integral::Ceil,
    Integral::Trunc,
    Integral::NearestEven,
    Integral::NearestAway,
];

/// A finite float, rounded by exact arithmetic.
fn reference_integral(kind: FloatKind, to: Integral, a: u128) -> u128 {
    let (is_negative, significand, exponent) = parts(kind, a);
    let Ok(shift) = u32::try_from(-exponent) else {
        return a;
    };
    let whole = significand.checked_shr(shift).unwrap_or(0);
    let rest = BigUint::from(significand) - (BigUint::from(whole) << shift);
    let half = BigUint::from(1u8) << shift;
    let order = (rest.clone() * 2u8).cmp(&half);
    let up = match to {
        _ if rest.bits() == 0 => false,
        Integral::Floor => is_negative,
        Integral::Ceil => !is_negative,
        Integral::Trunc => false,
        Integral::NearestEven => order.is_gt() || order.is_eq() && whole % 2 == 1,
        Integral::NearestAway => order.is_ge(),
    };
    let one = BigUint::from(1u8);
    nearest(
        kind,
        is_negative,
        &BigUint::from(whole + u128::from(up)),
        &one,
        0,
    )
}

#[test]
fn floats_are_rounded_to_integers() {
    for kind in KINDS {
        let all = match kind {
            FloatKind::Half | FloatKind::BFloat => (0..1 << 16).collect(),
            _ => edges(kind),
        };
        for a in all.into_iter().filter(|a| is_finite(kind, *a)) {
            for to in INTEGRAL {
                let value = integral(kind, to, a);
                let soft = with_type!(kind, F => soft_integral::<F>(to, a));
                let exact = reference_integral(kind, to, a);
                assert_eq!((value, soft), (exact, exact), "{kind:?} {to:?} {a:x}");
            }
        }
    }
}

#[test]
fn every_half_is_converted() {
    for kind in [FloatKind::Half, FloatKind::BFloat] {
        for a in 0..1u128 << 16 {
            if is_nan(kind, a) {
                let wide = convert_nan(kind, FloatKind::Double, a);
                assert!(is_nan(FloatKind::Double, wide));
                assert_eq!(is_signaling(FloatKind::Double, wide), is_signaling(kind, a));
                assert_eq!(convert_nan(FloatKind::Double, kind, wide), a);
                continue;
            }
            let double = convert(kind, FloatKind::Double, a);
            assert_eq!(convert(FloatKind::Double, kind, double), a);
            let value = f64::from_bits(double as u64);
            if is_infinite(kind, a) {
                assert!(value.is_infinite());
                continue;
            }
            let (n, e) = exact(kind, a);
            let n: f64 = n.to_string().parse().unwrap();
            let size = (n * 2f64.powi(e)).abs();
            assert_eq!(value.abs().to_bits(), size.to_bits());
            assert_eq!(value.is_sign_negative(), is_negative(kind, a));
            assert_eq!(to_int(kind, a).map(|it| it.1), Some(value.abs() as u128));
            let root = convert(FloatKind::Double, kind, value.sqrt().to_bits().into());
            assert!(is_same(kind, sqrt(kind, a), root), "{a:x}");
            // By both ways to an integer and back.
            let big = to_big(kind, a);
            let whole = integral(kind, Integral::Trunc, a);
            assert_eq!(
                from_big(kind, &big),
                if whole == sign(kind) { 0 } else { whole }
            );
            let (fraction, power) = split(kind, a);
            assert_eq!(scaled(kind, fraction, power.into()), a);
            if !is_zero(kind, a) {
                let fraction = convert(kind, FloatKind::Double, fraction);
                let size = f64::from_bits(fraction as u64).abs();
                assert!((0.5..1.0).contains(&size), "{a:x}");
            }
        }
    }
}

#[test]
fn conversions_round_to_the_nearest() {
    for from in KINDS {
        for into in KINDS {
            for a in edges(from) {
                if !is_finite(from, a) {
                    continue;
                }
                let (value, e) = exact(from, a);
                let exact = nearest_int(into, &value, e, is_negative(from, a));
                assert_eq!(convert(from, into, a), exact, "{from:?} {into:?} {a:x}");
            }
        }
    }
    let mut lost = false;
    for a in edges(FloatKind::Double) {
        let soft: Single = Double::from_bits(a).convert(&mut lost).value;
        let native = convert(FloatKind::Double, FloatKind::Float, a);
        assert!(is_same(FloatKind::Float, soft.to_bits(), native), "{a:x}");
    }
}

#[test]
fn integers_are_rounded_to_the_nearest() {
    let mut integers = vec![0u128, 1, 2, 3, 5, u128::MAX, u128::MAX - 1, u128::MAX << 64];
    for shift in 1..128 {
        for offset in [1, 2, 3] {
            integers.extend([
                (1 << shift) + offset,
                (1 << shift) - 1,
                (3 << (shift - 1)) + offset,
            ]);
        }
    }
    for kind in KINDS {
        for integer in &integers {
            let big = BigInt::from(*integer);
            let exact = nearest_int(kind, &big, 0, false);
            assert_eq!(
                from_int(kind, false, *integer),
                exact,
                "{kind:?} {integer:x}"
            );
            assert_eq!(from_big(kind, &big), exact, "{kind:?} {integer:x}");
            let soft = with_type!(kind, F => F::from_u128(*integer).value.to_bits());
            assert_eq!(soft, exact, "{kind:?} {integer:x}");
            let wide: BigInt = -(big << 200u32) - 1;
            let exact = nearest_int(kind, &wide, 0, false);
            assert_eq!(from_big(kind, &wide), exact, "{kind:?} {integer:x}");
        }
    }
}

#[test]
fn floats_are_truncated_to_integers() {
    for kind in KINDS {
        for a in edges(kind).into_iter().filter(|a| is_finite(kind, *a)) {
            let (value, e) = exact(kind, a);
            let value = match u32::try_from(e) {
                Ok(e) => value << e,
                // Toward zero.
                Err(_) => value / (BigInt::from(1) << e.unsigned_abs()),
            };
            assert_eq!(to_big(kind, a), value, "{kind:?} {a:x}");
            let small = u128::try_from(value.magnitude()).ok();
            assert_eq!(to_int(kind, a).map(|it| it.1), small, "{kind:?} {a:x}");
        }
    }
}

#[test]
fn powers_of_two_are_exact() {
    for kind in KINDS {
        for a in edges(kind).into_iter().filter(|a| is_finite(kind, *a)) {
            let (value, e) = exact(kind, a);
            for power in [-40_000, -300, -24, -1, 0, 1, 7, 200, 40_000] {
                let exact = nearest_int(kind, &value, e + power, is_negative(kind, a));
                assert_eq!(
                    scaled(kind, a, power.into()),
                    exact,
                    "{kind:?} {a:x} {power}"
                );
            }
            let (fraction, power) = split(kind, a);
            assert_eq!(scaled(kind, fraction, power.into()), a, "{kind:?} {a:x}");
        }
        assert_eq!(scaled(kind, 1, i128::MAX), infinity(kind));
    }
}
