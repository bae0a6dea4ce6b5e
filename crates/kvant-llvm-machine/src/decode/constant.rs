//! Constants.

use kvant_llvm::syntax::{Const, Constants, Type, Value};
use kvant_llvm::unescaped;
use num_bigint::BigUint;

use super::expression::refused;
use crate::int;
use crate::leaf::{Leaf, Origin, Pointer, mask};
use crate::memory::Memory;
use crate::outcome::{Stop, Unspecified};
use crate::program::Program;
use crate::shape::Scalar;

impl Program<'_> {
    /// The leaves of a constant.
    pub(crate) fn constant(
        &self,
        ty: Type,
        value: Value,
        constants: &Constants,
    ) -> Result<Vec<Leaf>, Stop> {
        let scalars = || self.shapes.leaves(ty);
        let all = |leaf: fn(&Scalar) -> Leaf| Ok(scalars()?.iter().map(leaf).collect());
        match value {
            Value::Undef => all(|_| Leaf::Undef),
            Value::Poison => all(|_| Leaf::Poison(Origin::OUTSIDE)),
            Value::Null | Value::Zero if scalars()?.iter().any(|it| it.is_far()) => {
                Err(Unspecified::AddressSpace.into())
            }
            Value::Null => all(|_| Leaf::Ptr(Pointer::NULL)),
            Value::Zero => all(|scalar| match scalar {
                Scalar::Ptr => Leaf::Ptr(Pointer::NULL),
                Scalar::Int(width @ 129..) => int::from_big(BigUint::default(), *width),
                _ => Leaf::Int(0),
            }),
            Value::Int(number) => {
                let leaves = scalars()?;
                let Some(Scalar::Int(width)) = leaves.first() else {
                    return Err(Stop::IllFormed("an integer of another type".into()));
                };
                let leaf = match *width <= 128 {
                    true => Leaf::Int(i128::from(number).cast_unsigned() & mask(*width)),
                    false => {
                        let digits = number.unsigned_abs().to_string();
                        big_literal(&format!("{}{digits}", sign(number)), *width)
                    }
                };
                Ok(vec![leaf; leaves.len()])
            }
            Value::Const(index) => match &constants[index as usize] {
                Const::Int(text) => {
                    let leaves = scalars()?;
                    let Some(Scalar::Int(width)) = leaves.first() else {
                        return Err(Stop::IllFormed("an integer of another type".into()));
                    };
                    let leaf = big_literal(self.module.names.get(*text), *width);
                    Ok(vec![leaf; leaves.len()])
                }
                Const::Float(_, bits) => {
                    let count = scalars()?.len();
                    Ok(vec![Leaf::Int(*bits); count])
                }
                Const::Aggregate(_, elements) => {
                    let mut leaves = Vec::new();
                    for element in elements {
                        leaves.extend(self.constant(element.ty, element.value, constants)?);
                    }
                    Ok(leaves)
                }
                Const::Bytes(text) => {
                    let bytes = unescaped(self.module.names.get(*text));
                    Ok(bytes.iter().map(|byte| Leaf::Int((*byte).into())).collect())
                }
                Const::Splat(element) => {
                    let one = self.constant(element.ty, element.value, constants)?;
                    let count = scalars()?.len();
                    Ok(one.iter().cycle().take(count).cloned().collect())
                }
                Const::Expr(expression) => self.expression(expression, constants),
                // Nothing replaces functions by their entries in a table, so that it is the function.
                Const::NoCfi(name) => Ok(vec![self.symbol(*name)?]),
                // Its address is that of the function or another one.
                Const::DsoLocalEquivalent(_) => Err(refused("dso_local_equivalent")),
                Const::BlockAddress(function, block) => {
                    let number = self.blocks.get(&(*function, *block));
                    let number = number.ok_or_else(|| refused("blockaddress"))?;
                    Ok(vec![Leaf::Ptr(Pointer::to(Memory::symbol(*number)))])
                }
                Const::PtrAuth(_) => Err(refused("ptrauth")),
                Const::Asm(_) => Err(refused("asm")),
                Const::Metadata(_) => Err(refused("metadata")),
            },
            Value::Global(name) => Ok(vec![self.symbol(name)?]),
            Value::None | Value::Local(_) => Err(refused("token")),
        }
    }
}

fn sign(number: i32) -> &'static str {
    if number < 0 { "-" } else { "" }
}

/// An integer as it is written, reduced to a width.
pub(crate) fn big_literal(text: &str, width: u32) -> Leaf {
    let hex = text
        .strip_prefix("u0x")
        .or_else(|| text.strip_prefix("s0x"));
    let (negative, digits, radix) = match hex {
        Some(digits) => (false, digits, 16),
        None => match text.strip_prefix('-') {
            Some(digits) => (true, digits, 10),
            None => (false, text, 10),
        },
    };
    let mut value = BigUint::parse_bytes(digits.as_bytes(), radix).unwrap_or_default();
    if text.starts_with("s0x") {
        // Its own highest bit is the sign.
        let bits = digits.len() as u32 * 4;
        let is_negative = bits > 0 && value.bit(u64::from(bits) - 1);
        if is_negative && width > bits {
            value += ((BigUint::from(1u8) << (width - bits)) - 1u8) << bits;
        }
    }
    let modulus = BigUint::from(1u8) << width;
    value %= &modulus;
    if negative && value.bits() > 0 {
        value = modulus - value;
    }
    int::from_big(value, width)
}
