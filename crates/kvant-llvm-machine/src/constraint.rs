//! Constraints on values: attributes of parameters, arguments and results, and metadata of loads.

use kvant_llvm::syntax::{
    Attachment, Attribute, Attributes, Const, Constants, FloatKind, Metadata, Module, Value,
};
use num_bigint::BigUint;

use crate::decode::big_literal;
use crate::float;
use crate::int::{self, Context};
use crate::leaf::{Leaf, Origin, Pointer};
use crate::memory::Memory;
use crate::outcome::{Stop, Ub, Unspecified, Unsupported};
use crate::program::Program;
use crate::shape::Scalar;

/// A constraint. Values that violate it are poison, except for the last two kinds, where it is undefined behaviour.
#[derive(Clone, Debug)]
pub(crate) enum Constraint {
    /// A value of one of these ranges, each from the first to before the second. Equal bounds are no value.
    Range(Box<[(BigUint, BigUint)]>),
    NonNull,
    Align(u64),
    /// No float of these classes, in the bits of `llvm.is.fpclass`.
    NoFpClass(u32),
    /// True if null is allowed too.
    Dereferenceable(u64, bool),
    NoUndef,
}

/// The constraints of attributes, in the order in which they apply.
pub(crate) fn of_attributes(program: &Program<'_>, attributes: &Attributes) -> Vec<Constraint> {
    let names = &program.module.names;
    let constraint = |attribute: &Attribute| match attribute {
        Attribute::Word(name) => match names.get(*name) {
            "noundef" => Some(Constraint::NoUndef),
            "nonnull" => Some(Constraint::NonNull),
            _ => None,
        },
        Attribute::Int(name, value) => match names.get(*name) {
            "align" => Some(Constraint::Align(*value)),
            "dereferenceable" => Some(Constraint::Dereferenceable(*value, false)),
            "dereferenceable_or_null" => Some(Constraint::Dereferenceable(*value, true)),
            _ => None,
        },
        Attribute::Text(name, text) => match names.get(*name) {
            "range" => range(names.get(*text)),
            "nofpclass" => Some(Constraint::NoFpClass(classes(names.get(*text))?)),
            _ => None,
        },
        Attribute::Type(name, ty) if names.get(*name) == "sret" => {
            let size = program.size(*ty).ok()?.0;
            Some(Constraint::Dereferenceable(size, false))
        }
        _ => None,
    };
    let mut constraints: Vec<_> = attributes.iter().filter_map(constraint).collect();
    let is_aligned = constraints
        .iter()
        .any(|it| matches!(it, Constraint::Align(_)));
    // LLVM relies on the natural alignment of a result in memory, if no other one is written.
    if !is_aligned && let Some(ty) = program.type_attribute("sret", attributes) {
        let align = program.size(ty).map(|it| it.1);
        constraints.extend(align.map(Constraint::Align));
    }
    sorted(constraints)
}

/// The constraints on the result of a call, by its attributes and metadata.
pub(crate) fn of_result(
    program: &Program<'_>,
    body: &Constants,
    attributes: &Attributes,
    attachments: &[Attachment],
) -> Vec<Constraint> {
    let mut constraints = of_attributes(program, attributes);
    constraints.extend(of_metadata(program, body, attachments));
    sorted(constraints)
}

/// The constraints of the metadata of a load or a call. `body` has the longer constants of the function, which nodes that are written
/// at the instruction refer to.
pub(crate) fn of_metadata(
    program: &Program<'_>,
    body: &Constants,
    attachments: &[Attachment],
) -> Vec<Constraint> {
    let module = program.module;
    let constraint = |attachment: &Attachment| {
        let elements = program.tuple(&attachment.node)?;
        let constants = match attachment.node {
            Metadata::Node(_) => &module.constants,
            _ => body,
        };
        let number = |n: usize| match elements.get(n) {
            Some(Metadata::Value(value)) => literal(module, constants, value.value),
            _ => None,
        };
        let small = || u64::try_from(&number(0)?).ok();
        match module.names.get(attachment.kind) {
            "noundef" => Some(Constraint::NoUndef),
            "nonnull" => Some(Constraint::NonNull),
            "align" => Some(Constraint::Align(small()?)),
            "nofpclass" => Some(Constraint::NoFpClass(small()? as u32)),
            "dereferenceable" => Some(Constraint::Dereferenceable(small()?, false)),
            "dereferenceable_or_null" => Some(Constraint::Dereferenceable(small()?, true)),
            "range" => {
                let pairs =
                    (0..elements.len() / 2).map(|n| Some((number(2 * n)?, number(2 * n + 1)?)));
                Some(Constraint::Range(pairs.collect::<Option<_>>()?))
            }
            _ => None,
        }
    };
    sorted(attachments.iter().filter_map(constraint).collect())
}

/// Constraints that make poison come before those that forbid it.
fn sorted(mut constraints: Vec<Constraint>) -> Vec<Constraint> {
    constraints
        .sort_by_key(|it| matches!(it, Constraint::NoUndef | Constraint::Dereferenceable(..)));
    constraints
}

/// `i32 0, 10`.
fn range(text: &str) -> Option<Constraint> {
    let (ty, bounds) = text.split_once(' ')?;
    let width = ty.strip_prefix('i')?.parse().ok()?;
    let (low, high) = bounds.split_once(',')?;
    let bound = |text: &str| wide(&big_literal(text.trim(), width));
    Some(Constraint::Range([(bound(low), bound(high))].into()))
}

/// The bits of classes of floats: `nan pinf`, or a number.
fn classes(text: &str) -> Option<u32> {
    let class = |word: &str| {
        Some(match word {
            "nan" => 0x3,
            "inf" => 0x204,
            "norm" => 0x108,
            "sub" => 0x90,
            "zero" => 0x60,
            "all" => 0x3ff,
            "snan" => 0x1,
            "qnan" => 0x2,
            "ninf" => 0x4,
            "nnorm" => 0x8,
            "nsub" => 0x10,
            "nzero" => 0x20,
            "pzero" => 0x40,
            "psub" => 0x80,
            "pnorm" => 0x100,
            "pinf" => 0x200,
            number => number.parse().ok()?,
        })
    };
    text.split(' ')
        .map(class)
        .try_fold(0, |all, it| Some(all | it?))
}

fn wide(leaf: &Leaf) -> BigUint {
    let mut first = crate::choice::First::default();
    let mut context = Context {
        origin: Origin::OUTSIDE,
        choices: &mut first,
    };
    int::big(&mut context, leaf, 0)
}

/// The width of bounds before they are reduced to that of the value. Bounds of wider values are rare, and not negative.
const WIDEST: u32 = 1024;

/// A constant integer, sign-extended.
fn literal(module: &Module, constants: &Constants, value: Value) -> Option<BigUint> {
    match value {
        Value::Int(number) => Some(wide(&big_literal(&number.to_string(), WIDEST))),
        Value::Const(index) => match constants.get(index as usize)? {
            Const::Int(text) => Some(wide(&big_literal(module.names.get(*text), WIDEST))),
            _ => None,
        },
        _ => None,
    }
}

/// Applies constraints to the leaves of a value.
pub(crate) fn apply(
    memory: &Memory,
    constraints: &[Constraint],
    kinds: &[Scalar],
    leaves: &mut [Leaf],
    origin: Origin,
) -> Result<(), Stop> {
    for constraint in constraints {
        for (leaf, kind) in leaves.iter_mut().zip(kinds) {
            let holds = match constraint {
                Constraint::NoUndef => match leaf {
                    Leaf::Poison(_) | Leaf::Undef => return Err(Ub::NoUndef.into()),
                    Leaf::Rich(_) if leaf.parts(kind.bits(64)).is_some() => {
                        return Err(Ub::NoUndef.into());
                    }
                    _ => true,
                },
                Constraint::Dereferenceable(bytes, or_null) => {
                    match leaf {
                        Leaf::Ptr(Pointer::NULL) if *or_null => {}
                        Leaf::Ptr(pointer) => {
                            let ok = memory.check(*pointer, *bytes, 1, false);
                            ok.map_err(|_| Stop::from(Ub::NotDereferenceable))?;
                        }
                        _ => return Err(Ub::NotDereferenceable.into()),
                    }
                    true
                }
                // Undef may be null, or not aligned.
                Constraint::NonNull => !matches!(leaf, Leaf::Ptr(Pointer::NULL) | Leaf::Undef),
                Constraint::Align(align) => match leaf {
                    Leaf::Ptr(pointer) => memory.promises(*pointer, *align)?,
                    Leaf::Undef => *align <= 1,
                    _ => true,
                },
                Constraint::Range(ranges) => is_in(ranges, leaf, *kind)?,
                Constraint::NoFpClass(classes) => match kind {
                    Scalar::Float(kind) => is_of_no_class(*classes, leaf, *kind)?,
                    _ => true,
                },
            };
            if !holds {
                *leaf = Leaf::Poison(origin);
            }
        }
    }
    Ok(())
}

/// True if a value is in a range, or is poison already. All choices of undef bits have to be.
fn is_in(ranges: &[(BigUint, BigUint)], leaf: &Leaf, kind: Scalar) -> Result<bool, Stop> {
    let width = kind.bits(64);
    let reduce = |bound: &BigUint| bound & ((BigUint::from(1u8) << width) - 1u8);
    let contains = |value: &BigUint| {
        ranges.iter().any(|(low, high)| {
            let (low, high) = (reduce(low), reduce(high));
            match low.cmp(&high) {
                std::cmp::Ordering::Less => *value >= low && *value < high,
                std::cmp::Ordering::Equal => false,
                std::cmp::Ordering::Greater => *value >= low || *value < high,
            }
        })
    };
    match leaf {
        Leaf::Poison(_) => Ok(true),
        Leaf::Ptr(_) => Err(Unspecified::Address.into()),
        // No range that is written has every value.
        Leaf::Undef => Ok(false),
        leaf => match leaf.parts(width) {
            Some((bits, undef)) => all(bits, undef, |bits| contains(&BigUint::from(bits))),
            None => Ok(contains(&wide(leaf))),
        },
    }
}

/// True if a float has none of these classes, or is poison already. All choices of undef bits must have none.
fn is_of_no_class(classes: u32, leaf: &Leaf, kind: FloatKind) -> Result<bool, Stop> {
    match leaf {
        Leaf::Poison(_) => Ok(true),
        Leaf::Undef => Ok(classes == 0),
        leaf => {
            let (bits, undef) = leaf.parts(kind.bits()).ok_or(Unspecified::Address)?;
            if !float::is_canonical(kind, bits) {
                return Err(Unspecified::FloatEncoding.into());
            }
            all(bits, undef, |bits| {
                classes >> float::class(kind, bits) & 1 == 0
            })
        }
    }
}

/// True if something holds for all choices of undef bits, if these are few.
fn all(bits: u128, undef: u128, holds: impl Fn(u128) -> bool) -> Result<bool, Stop> {
    if undef.count_ones() > 12 {
        let name = "partly undef, with an attribute on the value".into();
        return Err(Unsupported::Type { name }.into());
    }
    // All subsets of a set of bits, from the largest on.
    let mut choice = undef;
    loop {
        if !holds(bits | choice) {
            return Ok(false);
        }
        if choice == 0 {
            return Ok(true);
        }
        choice = (choice - 1) & undef;
    }
}
