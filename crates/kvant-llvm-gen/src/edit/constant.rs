//! Constants: integers and floats among the operands, and lanes of vectors.

use std::fmt;

use kvant_llvm::Names;
use kvant_llvm::syntax::{Brackets, Const, Constants, Op, Type, TypeKind, Typed, Types, Value};

use super::{Change, Kind, Site, Spot};

/// A change of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arithmetic {
    /// One more. For floats, the next bits.
    Next,
    /// One less.
    Previous,
    /// With the other sign.
    Negated,
    /// Zero.
    Zero,
    /// With the sign bit flipped.
    SignBit,
    /// With this bit flipped.
    Bit(u32),
}

impl fmt::Display for Arithmetic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Arithmetic::Next => "+ 1",
            Arithmetic::Previous => "- 1",
            Arithmetic::Negated => "negated",
            Arithmetic::Zero => "→ 0",
            Arithmetic::SignBit => "sign bit flipped",
            Arithmetic::Bit(bit) => return write!(f, "bit {bit} flipped"),
        })
    }
}

/// At most so many lanes of a constant are changed, one at a time.
const LANES: usize = 16;

/// Intrinsics whose last arguments must fit the types of the others, which the checker does not know.
const FITTING: &[&str] = &["matrix.", ".fix."];

pub(super) fn propose(site: &Site<'_>, add: &mut dyn FnMut(Change)) {
    if let Op::Call(call) = &site.instruction.op
        && let Value::Global(name) = call.callee
    {
        let name = site.module.names.get(name);
        if name.starts_with("llvm.") && FITTING.iter().any(|part| name.contains(part)) {
            return;
        }
    }
    let mut op = site.instruction.op.clone();
    let mut operands = Vec::new();
    op.values_mut(&mut |ty, value| operands.push((ty, *value)));
    let (names, types) = (&site.module.names, &site.module.types);
    let constants = &site.body.constants;
    for ((ty, value), operand) in operands.into_iter().zip(0..) {
        let kind = kind(&site.instruction.op, operand);
        let mut propose = |lane, ty, value| {
            let Some((number, scalar)) = read(ty, value, types, constants, names) else {
                return;
            };
            let mut seen = vec![number];
            for by in scalar.changes(kind, lane) {
                let changed = scalar.apply(number, by);
                if !seen.contains(&changed) {
                    seen.push(changed);
                    add(Change::Constant {
                        operand,
                        lane,
                        by,
                        kind,
                    });
                }
            }
        };
        match types.get(ty) {
            TypeKind::Vector { element, .. } => {
                if let Some(value) = repeated(value, constants) {
                    propose(None, *element, value);
                }
                let lanes = lanes(ty, value, types, constants);
                for (lane, n) in lanes.into_iter().flatten().take(LANES).zip(0..) {
                    propose(Some(n), lane.ty, lane.value);
                }
            }
            _ => propose(None, ty, value),
        }
    }
}

/// The kind of a change of an operand.
fn kind(op: &Op, operand: u32) -> Kind {
    match (op, operand) {
        (Op::Switch(_), 1..) => Kind::Case,
        (Op::Gep(_), _) => Kind::GepIndex,
        (Op::ExtractElement(_), 1) | (Op::InsertElement(_), 2) => Kind::ElementIndex,
        (Op::ShuffleVector(_), 2) => Kind::Mask,
        _ => Kind::Constant,
    }
}

pub(super) fn apply(
    mut spot: Spot<'_>,
    operand: u32,
    lane: Option<u32>,
    by: Arithmetic,
) -> Option<()> {
    let (ty, value) = operand_of(spot.op()?, operand)?;
    let new = match (lane, spot.types.get(ty)) {
        (Some(n), _) => {
            let mut lanes = lanes(ty, value, spot.types, &spot.body.constants)?;
            let lane = lanes.get_mut(n as usize)?;
            lane.value = changed(&mut spot, lane.ty, lane.value, by)?;
            let lanes = lanes.into_boxed_slice();
            constant(
                &mut spot.body.constants,
                Const::Aggregate(Brackets::Vector, lanes),
            )
        }
        (None, TypeKind::Vector { element, .. }) => {
            let ty = *element;
            let value = repeated(value, &spot.body.constants)?;
            let value = changed(&mut spot, ty, value, by)?;
            constant(&mut spot.body.constants, Const::Splat(Typed { ty, value }))
        }
        (None, _) => changed(&mut spot, ty, value, by)?,
    };
    let mut n = 0;
    spot.op()?.values_mut(&mut |_, value| {
        if n == operand {
            *value = new;
        }
        n += 1;
    });
    Some(())
}

fn operand_of(op: &mut Op, operand: u32) -> Option<(Type, Value)> {
    let (mut n, mut found) = (0, None);
    op.values_mut(&mut |ty, value| {
        if n == operand {
            found = Some((ty, *value));
        }
        n += 1;
    });
    found
}

fn changed(spot: &mut Spot<'_>, ty: Type, value: Value, by: Arithmetic) -> Option<Value> {
    let Spot {
        names, types, body, ..
    } = spot;
    let (number, scalar) = read(ty, value, types, &body.constants, names)?;
    Some(scalar.write(scalar.apply(number, by), &mut body.constants, names))
}

/// The value of all lanes of a vector, where it is written once.
fn repeated(value: Value, constants: &Constants) -> Option<Value> {
    match value {
        Value::Zero => Some(Value::Zero),
        Value::Const(n) => match constants.get(n as usize)? {
            Const::Splat(lane) => Some(lane.value),
            _ => None,
        },
        _ => None,
    }
}

/// The lanes of a constant of a fixed vector type.
fn lanes(ty: Type, value: Value, types: &Types, constants: &Constants) -> Option<Vec<Typed>> {
    let TypeKind::Vector {
        is_scalable: false,
        length,
        element,
    } = *types.get(ty)
    else {
        return None;
    };
    if let Value::Const(n) = value
        && let Const::Aggregate(_, lanes) = constants.get(n as usize)?
    {
        return Some(lanes.to_vec());
    }
    let lane = match (repeated(value, constants)?, types.get(element)) {
        (Value::Zero, TypeKind::Int(_)) => Value::Int(0),
        (value, _) => value,
    };
    let lane = Typed {
        ty: element,
        value: lane,
    };
    Some(vec![lane; length as usize])
}

/// The type of a number.
#[derive(Clone, Copy)]
enum Scalar {
    Int(u32),
    Float(kvant_llvm::syntax::FloatKind),
}

/// The bits of a scalar constant.
fn read(
    ty: Type,
    value: Value,
    types: &Types,
    constants: &Constants,
    names: &Names,
) -> Option<(u128, Scalar)> {
    let scalar = match types.get(ty) {
        TypeKind::Int(bits) if *bits <= 128 => Scalar::Int(*bits),
        TypeKind::Float(kind) => Scalar::Float(*kind),
        _ => return None,
    };
    let number = match (scalar, value) {
        (Scalar::Int(_), Value::Int(number)) => i128::from(number) as u128,
        (_, Value::Zero) => 0,
        (_, Value::Const(n)) => match (scalar, constants.get(n as usize)?) {
            (Scalar::Int(_), Const::Int(text)) => literal(names.get(*text))?,
            (Scalar::Float(_), Const::Float(_, bits)) => *bits,
            _ => return None,
        },
        _ => return None,
    };
    Some((number & scalar.mask(), scalar))
}

/// A long integer. None for `s0x…`, which nobody writes.
fn literal(text: &str) -> Option<u128> {
    match text.strip_prefix("u0x") {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => match text.strip_prefix('-') {
            Some(digits) => Some(digits.parse::<u128>().ok()?.wrapping_neg()),
            None => text.parse().ok(),
        },
    }
}

impl Scalar {
    fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) => bits,
            Scalar::Float(kind) => kind.bits(),
        }
    }

    fn mask(self) -> u128 {
        u128::MAX >> (128 - self.bits().clamp(1, 128))
    }

    /// The changes that are worth while.
    fn changes(self, kind: Kind, lane: Option<u32>) -> Vec<Arithmetic> {
        use Arithmetic::*;
        let is_place = matches!(
            kind,
            Kind::ElementIndex | Kind::Mask | Kind::Case | Kind::GepIndex
        );
        match self {
            Scalar::Int(1) => vec![Next],
            Scalar::Int(_) if is_place => vec![Next, Previous, Zero],
            Scalar::Int(_) if lane.is_some() => vec![Next, SignBit],
            Scalar::Int(bits) => vec![Next, Previous, Negated, Zero, SignBit, Bit(bits / 2)],
            Scalar::Float(_) if lane.is_some() => vec![Next, Negated],
            Scalar::Float(kind) => vec![Next, Negated, Zero, Bit(kind.bits() - 3)],
        }
    }

    fn apply(self, number: u128, by: Arithmetic) -> u128 {
        let sign = 1 << (self.bits() - 1);
        let changed = match (by, self) {
            (Arithmetic::Next, _) => number.wrapping_add(1),
            (Arithmetic::Previous, _) => number.wrapping_sub(1),
            (Arithmetic::Negated, Scalar::Int(_)) => number.wrapping_neg(),
            (Arithmetic::Negated, Scalar::Float(_)) | (Arithmetic::SignBit, _) => number ^ sign,
            (Arithmetic::Zero, _) => 0,
            (Arithmetic::Bit(bit), _) => number ^ 1u128.checked_shl(bit).unwrap_or(0),
        };
        changed & self.mask()
    }

    fn write(self, number: u128, constants: &mut Constants, names: &mut Names) -> Value {
        let bits = match self {
            Scalar::Int(1) => return Value::Int(number as i32),
            Scalar::Int(bits) => bits,
            Scalar::Float(kind) => return constant(constants, Const::Float(kind, number)),
        };
        let signed = (number << (128 - bits)) as i128 >> (128 - bits);
        match i32::try_from(signed) {
            Ok(short) => Value::Int(short),
            Err(_) => constant(constants, Const::Int(names.intern(&signed.to_string()))),
        }
    }
}

/// A new constant.
fn constant(constants: &mut Constants, constant: Const) -> Value {
    constants.push(constant);
    Value::Const(constants.len() as u32 - 1)
}
