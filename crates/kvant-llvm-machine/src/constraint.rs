//! Constraints on values: attributes of parameters, arguments and results, and metadata of loads.

use kvant_llvm::syntax::{
    Attachment, Attribute, Attributes, Const, Constants, Metadata, Module, Value,
};
use num_bigint::BigUint;

use crate::decode::big_literal;
use crate::int::{self, Context};
use crate::leaf::{Leaf, Origin, Pointer};
use crate::memory::Memory;
use crate::outcome::{Stop, Ub};
use crate::program::Program;
use crate::shape::Scalar;

/// A constraint. Values that violate it are poison, except for the last two kinds, where it is undefined behaviour.
#[derive(Clone, Debug)]
pub(crate) enum Constraint {
    /// A value of one of these ranges, each from the first to before the second. Equal bounds are every value.
    Range(Box<[(BigUint, BigUint)]>),
    NonNull,
    Align(u64),
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
        Attribute::Text(name, text) if names.get(*name) == "range" => range(names.get(*text)),
        Attribute::Type(name, ty) if names.get(*name) == "sret" => {
            let size = program.size(*ty).ok()?.0;
            Some(Constraint::Dereferenceable(size, false))
        }
        _ => None,
    };
    sorted(attributes.iter().filter_map(constraint).collect())
}

/// The constraints of the metadata of a load or a call.
pub(crate) fn of_metadata(program: &Program<'_>, attachments: &[Attachment]) -> Vec<Constraint> {
    let module = program.module;
    let constraint = |attachment: &Attachment| {
        let elements = program.tuple(&attachment.node)?;
        let number = |n: usize| match elements.get(n) {
            Some(Metadata::Value(value)) => literal(module, &module.constants, value.value),
            _ => None,
        };
        let small = || u64::try_from(&number(0)?).ok();
        match module.names.get(attachment.kind) {
            "noundef" => Some(Constraint::NoUndef),
            "nonnull" => Some(Constraint::NonNull),
            "align" => Some(Constraint::Align(small()?)),
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

fn wide(leaf: &Leaf) -> BigUint {
    let mut first = crate::choice::First::default();
    let mut context = Context {
        origin: Origin::OUTSIDE,
        choices: &mut first,
    };
    int::big(&mut context, leaf, 0)
}

/// A constant integer, as the bits that it is written with.
fn literal(module: &Module, constants: &Constants, value: Value) -> Option<BigUint> {
    match value {
        Value::Int(number) => Some(wide(&big_literal(&number.to_string(), 64))),
        Value::Const(index) => match constants.get(index as usize)? {
            Const::Int(text) => Some(wide(&big_literal(module.names.get(*text), 128))),
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
                // An undef pointer may be null at every use.
                Constraint::NonNull => !matches!(leaf, Leaf::Ptr(Pointer::NULL) | Leaf::Undef),
                Constraint::Align(align) => match leaf {
                    Leaf::Ptr(pointer) => memory.promises(*pointer, *align)?,
                    Leaf::Undef => *align <= 1,
                    _ => true,
                },
                Constraint::Range(ranges) => is_in(ranges, leaf, *kind),
            };
            if !holds {
                *leaf = Leaf::Poison(origin);
            }
        }
    }
    Ok(())
}

/// True if a value is in a range, or is poison already. A partly undef value is in none.
fn is_in(ranges: &[(BigUint, BigUint)], leaf: &Leaf, kind: Scalar) -> bool {
    let width = kind.bits(64);
    let value = match leaf {
        Leaf::Poison(_) => return true,
        Leaf::Int(_) => wide(leaf),
        Leaf::Rich(_) if leaf.parts(width).is_none() => wide(leaf),
        _ => return false,
    };
    let reduce = |bound: &BigUint| bound & ((BigUint::from(1u8) << width) - 1u8);
    ranges.iter().any(|(low, high)| {
        let (low, high) = (reduce(low), reduce(high));
        match low.cmp(&high) {
            std::cmp::Ordering::Less => value >= low && value < high,
            std::cmp::Ordering::Equal => true,
            std::cmp::Ordering::Greater => value >= low || value < high,
        }
    })
}
