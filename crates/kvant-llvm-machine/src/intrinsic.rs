//! Intrinsics on integers.

use crate::choice;
use crate::int::Context;
use crate::leaf::{Leaf, mask, signed};
use crate::outcome::{Stop, Ub};
use crate::shape::Scalar;

macro_rules! intrinsics {
    ($($name:ident = $text:literal,)*) => {
        /// An intrinsic.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Intrinsic { $($name,)* }

        impl Intrinsic {
            /// The intrinsic with this name, which may have types behind it: `llvm.umin.i32`.
            pub(crate) fn of(name: &str) -> Option<Intrinsic> {
                let name = name.strip_prefix("llvm.")?;
                let matches = |text: &str| {
                    name.strip_prefix(text).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                };
                // The longest that fits: `usub.sat` and not `usub`.
                let all = [$(($text, Intrinsic::$name),)*];
                all.into_iter().filter(|(text, _)| matches(text)).max_by_key(|(text, _)| text.len()).map(|it| it.1)
            }
        }
    };
}

intrinsics! {
    UMin = "umin",
    UMax = "umax",
    SMin = "smin",
    SMax = "smax",
    Abs = "abs",
    CtLz = "ctlz",
    CtTz = "cttz",
    CtPop = "ctpop",
    BSwap = "bswap",
    BitReverse = "bitreverse",
    FShl = "fshl",
    FShr = "fshr",
    UAddSat = "uadd.sat",
    SAddSat = "sadd.sat",
    USubSat = "usub.sat",
    SSubSat = "ssub.sat",
    UShlSat = "ushl.sat",
    SShlSat = "sshl.sat",
    UAddOverflow = "uadd.with.overflow",
    SAddOverflow = "sadd.with.overflow",
    USubOverflow = "usub.with.overflow",
    SSubOverflow = "ssub.with.overflow",
    UMulOverflow = "umul.with.overflow",
    SMulOverflow = "smul.with.overflow",
    UCmp = "ucmp",
    SCmp = "scmp",
    Expect = "expect",
    Assume = "assume",
    MemCpy = "memcpy",
    MemMove = "memmove",
    MemSet = "memset",
    LifetimeStart = "lifetime.start",
    LifetimeEnd = "lifetime.end",
}

impl Intrinsic {
    /// True for intrinsics that access memory.
    pub(crate) fn is_of_memory(self) -> bool {
        use Intrinsic::{LifetimeEnd, LifetimeStart, MemCpy, MemMove, MemSet};
        matches!(
            self,
            MemCpy | MemMove | MemSet | LifetimeStart | LifetimeEnd
        )
    }
}

/// The leaves of the result of an intrinsic. `operands` are the leaves of each argument, `first` is the kind of those of the
/// first argument, and `kinds` are those of the result.
pub(crate) fn call(
    context: &mut Context<'_>,
    intrinsic: Intrinsic,
    operands: &[&[Leaf]],
    first: Option<Scalar>,
    kinds: &[Scalar],
) -> Result<Vec<Leaf>, Stop> {
    use Intrinsic as I;
    let argument = |n: usize| operands.get(n).copied().unwrap_or_default();
    let width_of = |scalar: Option<&Scalar>| match scalar {
        Some(Scalar::Int(width)) if *width <= 128 => Ok(*width),
        _ => Err(Stop::IllFormed("an intrinsic on another type".into())),
    };
    match intrinsic {
        I::Assume => match argument(0) {
            [Leaf::Int(1)] => Ok(Vec::new()),
            _ => Err(Ub::Assume.into()),
        },
        I::Expect => Ok(argument(0).to_vec()),
        I::UAddOverflow
        | I::SAddOverflow
        | I::USubOverflow
        | I::SSubOverflow
        | I::UMulOverflow
        | I::SMulOverflow => {
            let width = width_of(kinds.first())?;
            let pairs = argument(0).iter().zip(argument(1));
            let (mut values, mut flags) = (Vec::new(), Vec::new());
            for (a, b) in pairs {
                let (value, flag) = match two(context, a, b, width) {
                    Ok((a, b)) => {
                        let (value, overflows) = overflowing(intrinsic, a, b, width);
                        (Leaf::Int(value), Leaf::Int(overflows.into()))
                    }
                    Err(poison) => (poison.clone(), poison),
                };
                values.push(value);
                flags.push(flag);
            }
            values.extend(flags);
            Ok(values)
        }
        I::UCmp | I::SCmp => {
            let (width, into) = (width_of(first.as_ref())?, width_of(kinds.first())?);
            let pairs = argument(0).iter().zip(argument(1));
            let compare = |(a, b): (&Leaf, &Leaf)| match two(context, a, b, width) {
                Ok((a, b)) => {
                    let ordering = match intrinsic == I::SCmp {
                        true => signed(a, width).cmp(&signed(b, width)),
                        false => a.cmp(&b),
                    };
                    Leaf::Int(i128::from(ordering as i8).cast_unsigned() & mask(into))
                }
                Err(poison) => poison,
            };
            Ok(pairs.map(compare).collect())
        }
        _ => {
            let width = width_of(kinds.first())?;
            let second = argument(1);
            let third = argument(2);
            let mut leaves = Vec::with_capacity(argument(0).len());
            for (n, first) in argument(0).iter().enumerate() {
                // A flag, such as that of `abs`, is one for all lanes.
                let second = second.get(n).or(second.first());
                let leaf = lane(context, intrinsic, width, first, second, third.get(n))?;
                leaves.push(leaf);
            }
            Ok(leaves)
        }
    }
}

/// Two integers with their undef bits chosen, or else poison.
fn two(context: &mut Context<'_>, a: &Leaf, b: &Leaf, width: u32) -> Result<(u128, u128), Leaf> {
    let a = one(context, a, width)?;
    Ok((a, one(context, b, width)?))
}

fn one(context: &mut Context<'_>, leaf: &Leaf, width: u32) -> Result<u128, Leaf> {
    match leaf.parts(width) {
        Some((bits, undef)) => Ok(bits | choice::bits(context.choices, undef)),
        None if leaf.is_poison() => Err(leaf.clone()),
        None => Err(Leaf::Poison(context.origin)),
    }
}

fn overflowing(intrinsic: Intrinsic, a: u128, b: u128, width: u32) -> (u128, bool) {
    use Intrinsic as I;
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (value, exact, is_signed) = match intrinsic {
        I::UAddOverflow => (a.wrapping_add(b), a.checked_add(b), false),
        I::USubOverflow => (a.wrapping_sub(b), a.checked_sub(b), false),
        I::UMulOverflow => (a.wrapping_mul(b), a.checked_mul(b), false),
        I::SAddOverflow => (
            a.wrapping_add(b),
            sa.checked_add(sb).map(i128::cast_unsigned),
            true,
        ),
        I::SSubOverflow => (
            a.wrapping_sub(b),
            sa.checked_sub(sb).map(i128::cast_unsigned),
            true,
        ),
        _ => (
            a.wrapping_mul(b),
            sa.checked_mul(sb).map(i128::cast_unsigned),
            true,
        ),
    };
    let value = value & mask(width);
    let fits = match (exact, is_signed) {
        (None, _) => false,
        (Some(exact), true) => signed(value, width).cast_unsigned() == exact,
        (Some(exact), false) => exact == value,
    };
    (value, !fits)
}

/// One lane of an intrinsic.
fn lane(
    context: &mut Context<'_>,
    intrinsic: Intrinsic,
    width: u32,
    first: &Leaf,
    second: Option<&Leaf>,
    third: Option<&Leaf>,
) -> Result<Leaf, Stop> {
    use Intrinsic as I;
    let all = mask(width);
    let zero = Leaf::Int(0);
    let (a, b) = match two(context, first, second.unwrap_or(&zero), width) {
        Ok(both) => both,
        Err(poison) => return Ok(poison),
    };
    let (sa, sb) = (signed(a, width), signed(b, width));
    let (least, most) = (signed(1 << (width - 1), width), (all >> 1).cast_signed());
    let flag = b & 1 == 1;
    let poison = Leaf::Poison(context.origin);
    let saturated = |overflows: bool, is_negative: bool, value: u128| match (overflows, is_negative)
    {
        (false, _) => value,
        (true, true) => least.cast_unsigned(),
        (true, false) => most.cast_unsigned(),
    };
    let value = match intrinsic {
        I::UMin => a.min(b),
        I::UMax => a.max(b),
        I::SMin => sa.min(sb).cast_unsigned(),
        I::SMax => sa.max(sb).cast_unsigned(),
        I::Abs if sa == least && flag => return Ok(poison),
        I::Abs => sa.unsigned_abs(),
        I::CtLz | I::CtTz if a == 0 && flag => return Ok(poison),
        I::CtLz => (a.leading_zeros() - (128 - width)).into(),
        I::CtTz => a.trailing_zeros().min(width).into(),
        I::CtPop => a.count_ones().into(),
        I::BSwap => a.swap_bytes() >> (128 - width),
        I::BitReverse => a.reverse_bits() >> (128 - width),
        I::FShl | I::FShr => {
            let amount = match one(context, third.unwrap_or(&zero), width) {
                Ok(amount) => (amount % u128::from(width)) as u32,
                Err(poison) => return Ok(poison),
            };
            match (intrinsic, amount) {
                (I::FShl, 0) => a,
                (_, 0) => b,
                (I::FShl, amount) => a << amount | b >> (width - amount),
                (_, amount) => a << (width - amount) | b >> amount,
            }
        }
        I::UAddSat => match overflowing(I::UAddOverflow, a, b, width) {
            (_, true) => all,
            (value, false) => value,
        },
        I::USubSat => a.saturating_sub(b),
        I::SAddSat => {
            let (value, overflows) = overflowing(I::SAddOverflow, a, b, width);
            saturated(overflows, sa < 0, value)
        }
        I::SSubSat => {
            let (value, overflows) = overflowing(I::SSubOverflow, a, b, width);
            saturated(overflows, sa < 0, value)
        }
        I::UShlSat | I::SShlSat if b >= u128::from(width) => return Ok(poison),
        I::UShlSat => {
            let value = a << b & all;
            if value >> b == a { value } else { all }
        }
        I::SShlSat => {
            let value = a << b & all;
            saturated(signed(value, width) >> b != sa, sa < 0, value)
        }
        _ => return Err(Stop::IllFormed("an intrinsic without lanes".into())),
    };
    Ok(Leaf::Int(value & all))
}
