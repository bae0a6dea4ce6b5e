//! Intrinsics on floats.

use kvant_llvm::syntax::{BinaryOp, Flag, Flags, FloatKind};
use num_bigint::BigUint;

use super::format::{self, Integral};
use super::{chosen, is_forbidden, nan, nans, operand, pointwise, result, rounding, signless};
use super::{limit, to_int};
use crate::choice::{self, FloatChoice};
use crate::code::Span;
use crate::int::{self, Context};
use crate::leaf::{Leaf, signed};
use crate::outcome::{Stop, Unspecified};

/// An intrinsic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FloatIntrinsic {
    FAbs,
    CopySign,
    Fma,
    FMulAdd,
    Sqrt,
    Integral(Integral),
    Extremum(Extremum),
    Ldexp,
    Frexp,
    IsFpClass,
    Canonicalize,
    /// `fptosi.sat`, or `fptoui.sat`.
    ToIntSat {
        is_signed: bool,
    },
    /// `lrint` and others: to the nearest integer of another type.
    ToInt(Integral),
    Modf,
    /// A sequential sum or product.
    ReduceBinary(BinaryOp),
    ReduceExtremum(Extremum),
}

/// A minimum or a maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Extremum {
    family: Family,
    is_max: bool,
}

/// A treatment of NaNs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Family {
    /// `minnum`: a number wins over a quiet NaN, and may win over a signalling one.
    Num,
    /// `minimum`: a NaN wins over a number.
    Propagating,
    /// `minimumnum`: a number wins over a NaN.
    Number,
}

const fn extremum(family: Family, is_max: bool) -> Extremum {
    Extremum { family, is_max }
}

impl FloatIntrinsic {
    /// All of them, with their names.
    const ALL: [(&'static str, FloatIntrinsic); 35] = {
        use FloatIntrinsic as F;
        [
            ("fabs", F::FAbs),
            ("copysign", F::CopySign),
            ("fma", F::Fma),
            ("fmuladd", F::FMulAdd),
            ("sqrt", F::Sqrt),
            ("floor", F::Integral(Integral::Floor)),
            ("ceil", F::Integral(Integral::Ceil)),
            ("trunc", F::Integral(Integral::Trunc)),
            ("rint", F::Integral(Integral::NearestEven)),
            ("nearbyint", F::Integral(Integral::NearestEven)),
            ("roundeven", F::Integral(Integral::NearestEven)),
            ("round", F::Integral(Integral::NearestAway)),
            ("minnum", F::Extremum(extremum(Family::Num, false))),
            ("maxnum", F::Extremum(extremum(Family::Num, true))),
            ("minimum", F::Extremum(extremum(Family::Propagating, false))),
            ("maximum", F::Extremum(extremum(Family::Propagating, true))),
            ("minimumnum", F::Extremum(extremum(Family::Number, false))),
            ("maximumnum", F::Extremum(extremum(Family::Number, true))),
            ("ldexp", F::Ldexp),
            ("frexp", F::Frexp),
            ("is.fpclass", F::IsFpClass),
            ("canonicalize", F::Canonicalize),
            ("lrint", F::ToInt(Integral::NearestEven)),
            ("llrint", F::ToInt(Integral::NearestEven)),
            ("lround", F::ToInt(Integral::NearestAway)),
            ("llround", F::ToInt(Integral::NearestAway)),
            ("modf", F::Modf),
            ("fptoui.sat", F::ToIntSat { is_signed: false }),
            ("fptosi.sat", F::ToIntSat { is_signed: true }),
            ("vector.reduce.fadd", F::ReduceBinary(BinaryOp::FAdd)),
            ("vector.reduce.fmul", F::ReduceBinary(BinaryOp::FMul)),
            (
                "vector.reduce.fmin",
                F::ReduceExtremum(extremum(Family::Num, false)),
            ),
            (
                "vector.reduce.fmax",
                F::ReduceExtremum(extremum(Family::Num, true)),
            ),
            (
                "vector.reduce.fminimum",
                F::ReduceExtremum(extremum(Family::Propagating, false)),
            ),
            (
                "vector.reduce.fmaximum",
                F::ReduceExtremum(extremum(Family::Propagating, true)),
            ),
        ]
    };

    /// The intrinsic with this name, which may have types behind it: `llvm.fabs.f32`.
    pub(crate) fn of(name: &str) -> Option<FloatIntrinsic> {
        let name = name.strip_prefix("llvm.")?;
        let is_it = |text: &str| {
            let rest = name.strip_prefix(text);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let mut all = FloatIntrinsic::ALL.iter();
        all.find(|(text, _)| is_it(text))
            .map(|(_, intrinsic)| *intrinsic)
    }

    /// The number of arguments.
    pub(crate) fn arity(self) -> usize {
        use FloatIntrinsic as F;
        match self {
            F::CopySign | F::Extremum(_) | F::Ldexp | F::IsFpClass | F::ReduceBinary(_) => 2,
            F::Fma | F::FMulAdd => 3,
            _ => 1,
        }
    }
}

/// A call of an intrinsic.
pub(crate) struct FloatCall {
    pub(crate) intrinsic: FloatIntrinsic,
    pub(crate) flags: Flags,
    /// True if a negative operand is refused, because it has another effect.
    pub(crate) sets_errno: bool,
    /// The type of floats.
    pub(crate) kind: FloatKind,
    /// The width of integers among the operands or in the result.
    pub(crate) width: u32,
    pub(crate) arguments: Box<[Span]>,
    /// The first slot of the result.
    pub(crate) to: u32,
}

/// The leaves of the result of an intrinsic, from those of each argument, of which there are as many as the arity says.
pub(crate) fn call(
    context: &mut Context<'_>,
    call: &FloatCall,
    arguments: &[&[Leaf]],
) -> Result<Vec<Leaf>, Stop> {
    let mut leaves = Vec::new();
    match call.intrinsic {
        FloatIntrinsic::ReduceBinary(op) => {
            let [start, vector] = arguments else {
                return Err(unfit());
            };
            let values: Vec<&Leaf> = start.iter().chain(vector.iter()).collect();
            leaves.push(reduce(context, call, &values, |context, values| {
                reduce_binary(context, op, call, values)
            })?);
        }
        FloatIntrinsic::ReduceExtremum(extremum) => {
            let values: Vec<&Leaf> = arguments.iter().flat_map(|it| it.iter()).collect();
            leaves.push(reduce(context, call, &values, |context, values| {
                Ok(reduce_extremum(context, extremum, call, values))
            })?);
        }
        FloatIntrinsic::Frexp | FloatIntrinsic::Modf => {
            let mut seconds = Vec::new();
            for leaf in arguments.iter().flat_map(|it| it.iter()) {
                let (fraction, second) = match call.intrinsic {
                    FloatIntrinsic::Frexp => frexp(context, call, leaf)?,
                    _ => modf(context, call, leaf)?,
                };
                leaves.push(fraction);
                seconds.push(second);
            }
            leaves.extend(seconds);
        }
        _ => {
            let count = arguments.first().map_or(0, |it| it.len());
            for n in 0..count {
                // A test, such as that of `is.fpclass`, is one for all lanes.
                let operand = |m: usize| {
                    let argument: &[Leaf] = arguments.get(m).copied().unwrap_or_default();
                    argument.get(n).or(argument.first())
                };
                let operands = [operand(0), operand(1), operand(2)];
                leaves.push(lane(context, call, operands)?);
            }
        }
    }
    Ok(leaves)
}

fn unfit() -> Stop {
    Stop::IllFormed("an intrinsic on other operands".into())
}

/// One lane of an intrinsic.
fn lane(
    context: &mut Context<'_>,
    call: &FloatCall,
    operands: [Option<&Leaf>; 3],
) -> Result<Leaf, Stop> {
    use FloatIntrinsic as F;
    let (flags, kind) = (call.flags, call.kind);
    let mut leaves = operands.iter().flatten();
    if let Some(poison) = leaves.find(|leaf| leaf.is_poison()) {
        return Ok((*poison).clone());
    }
    let [first, second, third] = operands;
    let (first, sign) = (first.ok_or_else(unfit)?, format::sign(kind));
    match call.intrinsic {
        F::FAbs => {
            return super::bitwise(context, flags, kind, first, |bits, undef| {
                (bits & !sign, undef & !sign)
            });
        }
        F::CopySign => return copysign(context, call, first, second.ok_or_else(unfit)?),
        F::IsFpClass => return is_fpclass(context, call, first, second.ok_or_else(unfit)?),
        _ => {}
    }
    let a = match operand(context, flags, kind, first)? {
        Ok(a) => a,
        Err(poison) => return Ok(poison),
    };
    let is_nan = format::is_nan(kind, a);
    let is_special = is_nan || format::is_infinite(kind, a);
    match call.intrinsic {
        F::Sqrt => rounding(context, flags, kind, format::sqrt(kind, a), &[a]),
        F::Integral(to) => {
            let bits = if is_special {
                a
            } else {
                format::integral(kind, to, a)
            };
            Ok(result(context, flags, kind, bits, &[a]))
        }
        F::Canonicalize if is_nan => {
            let mut alternatives = Vec::new();
            nans(kind, &[a], false, &mut alternatives);
            Ok(Leaf::Int(chosen(context, &alternatives)))
        }
        F::Canonicalize => Ok(result(context, flags, kind, a, &[])),
        F::ToInt(to) => {
            let value = match is_special {
                true => None,
                false => to_int(kind, format::integral(kind, to, a), call.width, true),
            };
            // What does not fit is any value.
            Ok(value.unwrap_or_else(|| {
                int::from_big(int::big(context, &Leaf::Undef, call.width), call.width)
            }))
        }
        F::ToIntSat { is_signed } => Ok(to_int_sat(kind, a, call.width, is_signed)),
        F::Ldexp => {
            let exponent = second
                .and_then(|it| it.parts(call.width))
                .ok_or_else(unfit)?;
            let exponent = exponent.0 | choice::bits(context.choices, exponent.1);
            let exponent = signed(exponent, call.width);
            let bits = if is_special {
                a
            } else {
                format::scaled(kind, a, exponent)
            };
            rounding(context, flags, kind, bits, &[a])
        }
        F::Extremum(extremum) => {
            let b = match operand(context, flags, kind, second.ok_or_else(unfit)?)? {
                Ok(b) => b,
                Err(poison) => return Ok(poison),
            };
            Ok(Leaf::Int(extreme(context, extremum, flags, kind, a, b)))
        }
        F::Fma | F::FMulAdd => {
            let mut values = [a, 0, 0];
            for (value, leaf) in values[1..].iter_mut().zip([second, third]) {
                match operand(context, flags, kind, leaf.ok_or_else(unfit)?)? {
                    Ok(bits) => *value = bits,
                    Err(poison) => return Ok(poison),
                }
            }
            multiply_add(context, call, values)
        }
        _ => Err(unfit()),
    }
}

/// `fma` or `fmuladd`. The latter may be fused or not.
fn multiply_add(
    context: &mut Context<'_>,
    call: &FloatCall,
    values: [u128; 3],
) -> Result<Leaf, Stop> {
    let (flags, kind) = (call.flags, call.kind);
    let [a, b, c] = values;
    let mut bits = format::fused(kind, values);
    if call.intrinsic == FloatIntrinsic::FMulAdd {
        let product = format::binary(kind, BinaryOp::FMul, a, b);
        let separate = format::binary(kind, BinaryOp::FAdd, product, c);
        let is_nan = |bits| format::is_nan(kind, bits);
        let is_same = bits == separate || is_nan(bits) && is_nan(separate);
        if !is_same && context.choices.choose_float(FloatChoice::Fused, 2) == 1 {
            if is_forbidden(flags, kind, product) {
                return Ok(Leaf::Poison(context.origin));
            }
            bits = separate;
        }
    }
    rounding(context, flags, kind, bits, &values)
}

fn copysign(
    context: &mut Context<'_>,
    call: &FloatCall,
    first: &Leaf,
    second: &Leaf,
) -> Result<Leaf, Stop> {
    let (flags, kind) = (call.flags, call.kind);
    let (width, sign) = (kind.bits(), format::sign(kind));
    let values = [Flag::Nnan, Flag::Ninf, Flag::Nsz];
    if !values.iter().any(|flag| flags.has(*flag)) {
        let Some((a, b)) = first.parts(width).zip(second.parts(width)) else {
            return Err(Unspecified::Address.into());
        };
        let mixed = |a: u128, b: u128| a & !sign | b & sign;
        return Ok(Leaf::with_undef(mixed(a.0, b.0), mixed(a.1, b.1), width));
    }
    let a = operand(context, flags, kind, first)?;
    let b = operand(context, flags, kind, second)?;
    Ok(match (a, b) {
        (Ok(a), Ok(b)) => {
            let b = signless(context, flags, kind, b);
            let bits = a & !sign | b & sign;
            Leaf::Int(signless(context, flags, kind, bits))
        }
        (Err(poison), _) | (_, Err(poison)) => poison,
    })
}

/// The number of the bit in the test of `is.fpclass`.
pub(crate) fn class(kind: FloatKind, bits: u128) -> u32 {
    if format::is_nan(kind, bits) {
        return u32::from(!format::is_signaling(kind, bits));
    }
    // From zeros outwards.
    let size = match format::magnitude(kind, bits) {
        0 => 0,
        magnitude if magnitude == format::infinity(kind) => 3,
        magnitude if magnitude < format::least_normal(kind) => 1,
        _ => 2,
    };
    match format::is_negative(kind, bits) {
        true => 5 - size,
        false => 6 + size,
    }
}

fn is_fpclass(
    context: &mut Context<'_>,
    call: &FloatCall,
    first: &Leaf,
    test: &Leaf,
) -> Result<Leaf, Stop> {
    let Leaf::Int(test) = test else {
        return Err(unfit());
    };
    if let Leaf::Undef = first {
        return Ok(match test & 0x3ff {
            0 => Leaf::Int(0),
            0x3ff => Leaf::Int(1),
            _ => Leaf::Undef,
        });
    }
    Ok(
        match operand(context, Flags::default(), call.kind, first)? {
            Ok(bits) => Leaf::Int(test >> class(call.kind, bits) & 1),
            Err(poison) => poison,
        },
    )
}

/// A float as an integer, rounded toward zero and brought into the range. Zero for a NaN.
fn to_int_sat(kind: FloatKind, bits: u128, width: u32, is_signed: bool) -> Leaf {
    if format::is_nan(kind, bits) {
        return int::from_big(BigUint::ZERO, width);
    }
    to_int(kind, bits, width, is_signed).unwrap_or_else(|| {
        int::from_big_signed(
            &limit(width, is_signed, format::is_negative(kind, bits)),
            width,
        )
    })
}

/// Both results of `frexp`. The exponent of infinities and NaNs is a choice.
fn frexp(context: &mut Context<'_>, call: &FloatCall, leaf: &Leaf) -> Result<(Leaf, Leaf), Stop> {
    let (flags, kind) = (call.flags, call.kind);
    let a = match operand(context, flags, kind, leaf)? {
        Ok(a) => a,
        Err(poison) => return Ok((poison.clone(), poison)),
    };
    if format::is_nan(kind, a) || format::is_infinite(kind, a) {
        let fraction = result(context, flags, kind, a, &[a]);
        let exponent = int::big(context, &Leaf::Undef, call.width);
        return Ok((fraction, int::from_big(exponent, call.width)));
    }
    let (fraction, exponent) = format::split(kind, a);
    let exponent = int::from_big_signed(&exponent.into(), call.width);
    Ok((result(context, flags, kind, fraction, &[]), exponent))
}

/// The fraction and the integral part, both with the sign of the operand.
fn modf(context: &mut Context<'_>, call: &FloatCall, leaf: &Leaf) -> Result<(Leaf, Leaf), Stop> {
    let (flags, kind) = (call.flags, call.kind);
    let a = match operand(context, flags, kind, leaf)? {
        Ok(a) => a,
        Err(poison) => return Ok((poison.clone(), poison)),
    };
    pointwise(flags)?;
    let (fraction, whole) = match a {
        a if format::is_nan(kind, a) => (a, a),
        a if format::is_infinite(kind, a) => (0, a),
        a => {
            let whole = format::integral(kind, Integral::Trunc, a);
            (format::binary(kind, BinaryOp::FSub, a, whole), whole)
        }
    };
    // A difference of equal numbers is a positive zero.
    let fraction = match format::is_nan(kind, a) {
        true => fraction,
        false => format::magnitude(kind, fraction) | a & format::sign(kind),
    };
    let fraction = result(context, flags, kind, fraction, &[a]);
    Ok((fraction, result(context, flags, kind, whole, &[a])))
}

/// The smaller or the larger one of two floats.
fn extreme(
    context: &mut Context<'_>,
    Extremum { family, is_max }: Extremum,
    flags: Flags,
    kind: FloatKind,
    a: u128,
    b: u128,
) -> u128 {
    let number = match (format::is_nan(kind, a), format::is_nan(kind, b)) {
        (false, false) => {
            if flags.has(Flag::Nsz)
                && a != b
                && format::is_zero(kind, a)
                && format::is_zero(kind, b)
            {
                let zeros = [format::sign(kind), 0];
                let chosen = context.choices.choose_float(FloatChoice::Zero, 2) as usize;
                return zeros[(usize::from(is_max) + chosen) % 2];
            }
            let is_less = match format::compare(kind, a, b) {
                // A negative zero is less than a positive one.
                Some(std::cmp::Ordering::Equal) => format::is_negative(kind, a),
                order => order == Some(std::cmp::Ordering::Less),
            };
            return if is_less == is_max { b } else { a };
        }
        (true, true) => None,
        (true, false) => Some(b),
        (false, true) => Some(a),
    };
    let signals = format::is_signaling(kind, a) || format::is_signaling(kind, b);
    let mut alternatives = Vec::new();
    match (family, number) {
        (Family::Number, Some(number)) => return number,
        (Family::Num, Some(number)) if !signals => return number,
        (Family::Num, Some(number)) => alternatives.push(number),
        _ => {}
    }
    nans(kind, &[a, b], true, &mut alternatives);
    chosen(context, &alternatives)
}

/// A reduction of floats, which are poison if one of them is.
fn reduce(
    context: &mut Context<'_>,
    call: &FloatCall,
    leaves: &[&Leaf],
    of: impl Fn(&mut Context<'_>, &[u128]) -> Result<Leaf, Stop>,
) -> Result<Leaf, Stop> {
    if let Some(poison) = leaves.iter().find(|leaf| leaf.is_poison()) {
        return Ok((*poison).clone());
    }
    let mut values = Vec::with_capacity(leaves.len());
    for leaf in leaves {
        match operand(context, call.flags, call.kind, leaf)? {
            Ok(bits) => values.push(bits),
            Err(poison) => return Ok(poison),
        }
    }
    of(context, &values)
}

/// A sum or product from the first value on. The NaN may come from any value.
fn reduce_binary(
    context: &mut Context<'_>,
    op: BinaryOp,
    call: &FloatCall,
    values: &[u128],
) -> Result<Leaf, Stop> {
    let (flags, kind) = (call.flags, call.kind);
    let (first, rest) = values.split_first().ok_or_else(unfit)?;
    let mut sum = *first;
    for value in rest {
        sum = format::binary(kind, op, sum, *value);
        if is_forbidden(flags, kind, sum) {
            return Ok(Leaf::Poison(context.origin));
        }
    }
    pointwise(flags)?;
    Ok(result(context, flags, kind, sum, values))
}

/// A minimum or maximum of all values. The order matters only if one is a signalling NaN, and is a choice then.
fn reduce_extremum(
    context: &mut Context<'_>,
    extremum: Extremum,
    call: &FloatCall,
    values: &[u128],
) -> Leaf {
    let (flags, kind) = (call.flags, call.kind);
    let has_nan = values.iter().any(|value| format::is_nan(kind, *value));
    if has_nan && extremum.family == Family::Propagating {
        return Leaf::Int(nan(context, kind, values));
    }
    let signals = values
        .iter()
        .any(|value| format::is_signaling(kind, *value));
    let mut values = values.to_vec();
    while values.len() > 1 {
        let count = values.len() as u128;
        let (mut first, mut second) = (0, 1);
        if signals && count > 2 {
            let mut pair = context.choices.choose(count * (count - 1) / 2) as usize;
            while pair >= values.len() - 1 - first {
                pair -= values.len() - 1 - first;
                first += 1;
            }
            second = first + 1 + pair;
        }
        let value = extreme(
            context,
            extremum,
            flags,
            kind,
            values[first],
            values[second],
        );
        values[first] = value;
        values.remove(second);
    }
    // One value alone is not an operation that could change a NaN.
    values
        .first()
        .map_or(Leaf::Undef, |value| Leaf::Int(*value))
}
