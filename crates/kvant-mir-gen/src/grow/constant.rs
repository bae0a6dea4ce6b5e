//! Literals that optimisers treat specially.

use kvant_mir::{BinOp, Constant, FloatTy, Ty, TyKind};
use kvant_mir_machine::arithmetic::truncate;

use super::{Grower, Result};
use crate::TARGET;
use crate::draft::Refusal;
use kvant_generate::Rng;

/// Operations on two integers that are defined for all of them.
pub(super) const PLAIN: [BinOp; 6] = [
    BinOp::Add,
    BinOp::Sub,
    BinOp::Mul,
    BinOp::BitAnd,
    BinOp::BitOr,
    BinOp::BitXor,
];

impl Grower {
    /// A literal of a scalar type. An integer is related to this program's favourite, a bound of the type, a power of
    /// two or a small number.
    pub(crate) fn literal(&mut self, ty: Ty) -> Result<Constant> {
        let int = match self.kind(ty) {
            TyKind::Int(int) => *int,
            TyKind::Float(float) => {
                let float = *float;
                return Ok(some_float(&mut self.rng, float));
            }
            TyKind::Bool => return Ok(Constant::Bool(self.rng.percent(50))),
            TyKind::Char => return Ok(Constant::Char(some_char(&mut self.rng))),
            _ => return Err(Refusal::Nothing),
        };
        let bits = int.bits(&TARGET);
        let minimum = if int.is_signed() { 1 << (bits - 1) } else { 0 };
        let favourite = self.favourite;
        let value: u128 = match self.rng.below(12) {
            0..=2 => self.rng.below(9) as u128,
            3 => favourite,
            4 => favourite.wrapping_add(1),
            5 => favourite.wrapping_neg(),
            6 => !favourite,
            7 => minimum,
            8 => u128::wrapping_sub(minimum, 1),
            9 => u128::from(bits - 1),
            10 => 1 << self.rng.below(bits as usize),
            _ => (1_u128 << self.rng.below(bits as usize)).wrapping_sub(1),
        };
        Ok(Constant::Int(truncate(value, bits), int))
    }
}

/// A float that is not a NaN: an edge case, a plain number, or any bits.
pub(super) fn some_float(rng: &mut Rng, float: FloatTy) -> Constant {
    const EDGES: [f64; 12] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.5,
        0.1,
        3.0,
        16_777_217.0,
        -2_147_483_649.0,
        1e10,
        1e300,
        f64::MIN_POSITIVE,
    ];
    let value = match rng.below(3) {
        0 => EDGES[rng.below(EDGES.len())],
        1 => (rng.below(20_001) as f64 - 10_000.0) / 8.0,
        _ => f64::from_bits(rng.bits()),
    };
    let bits = match float {
        FloatTy::F32 => (value as f32).to_bits().into(),
        FloatTy::F64 => value.to_bits(),
    };
    let constant = Constant::Float(bits, float);
    match constant.is_nan() {
        true => Constant::Float(0, float),
        false => constant,
    }
}

/// A `char`: a letter, or one next to the gap of the surrogates or at an end.
pub(super) fn some_char(rng: &mut Rng) -> char {
    const EDGES: [char; 6] = [
        '\0',
        '\u{7f}',
        '\u{80}',
        '\u{d7ff}',
        '\u{e000}',
        '\u{10ffff}',
    ];
    match rng.percent(50) {
        true => char::from(b'a' + rng.below(26) as u8),
        false => EDGES[rng.below(EDGES.len())],
    }
}
