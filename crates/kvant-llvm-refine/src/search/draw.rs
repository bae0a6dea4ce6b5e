//! Values that are worth trying.

use kvant_generate::Rng;
use kvant_llvm::syntax::FloatKind;
use kvant_llvm_machine::{Leaf, Rich, Scalar};
use num_bigint::BigUint;

/// Draws values.
pub(super) struct Draw {
    pub(super) rng: Rng,
    /// The numbers in the code, sorted.
    pub(super) literals: Vec<u128>,
    /// True if the code computes with floats.
    pub(super) has_floats: bool,
    /// True if all integers are small now: numbers of iterations, indices, distances.
    pub(super) is_tame: bool,
}

/// The lowest bits.
pub(super) fn mask(bits: u32) -> u128 {
    match bits {
        0 => 0,
        1..128 => (1 << bits) - 1,
        _ => u128::MAX,
    }
}

/// The number of bits of the exponent and of the fraction, and true if there is a leading bit between them.
fn parts(kind: FloatKind) -> (u32, u32, bool) {
    match kind {
        FloatKind::Half => (5, 10, false),
        FloatKind::BFloat => (8, 7, false),
        FloatKind::Float => (8, 23, false),
        FloatKind::Double => (11, 52, false),
        FloatKind::X86Fp80 => (15, 63, true),
        FloatKind::Fp128 | FloatKind::PpcFp128 => (15, 112, false),
    }
}

/// The class of a float, with its sign: zero, subnormal, infinite, NaN, below and above one.
pub(super) fn class(kind: FloatKind, value: u128) -> u64 {
    let (exponent_bits, fraction_bits, has_leading_bit) = parts(kind);
    let fraction = value & mask(fraction_bits);
    let exponent = value >> (fraction_bits + u32::from(has_leading_bit)) & mask(exponent_bits);
    let sign = value >> (kind.bits() - 1) & 1;
    let class = match (exponent, fraction) {
        (0, 0) => 0,
        (0, _) => 1,
        (it, 0) if it == mask(exponent_bits) => 2,
        (it, _) if it == mask(exponent_bits) => 3,
        (it, _) if it < mask(exponent_bits - 1) => 4,
        _ => 5,
    };
    class * 2 + sign as u64
}

impl Draw {
    /// True for a number in the code.
    pub(super) fn is_literal(&self, number: u128) -> bool {
        self.literals.binary_search(&number).is_ok()
    }

    /// An integer of up to 128 bits: numbers of the code and their neighbours, boundaries, small ones, and any.
    pub(super) fn integer(&mut self, bits: u32) -> u128 {
        let rng = &mut self.rng;
        if self.is_tame {
            let number = match rng.below(4) {
                0 => 1 << rng.below(6),
                _ => rng.below(10),
            };
            return number as u128 & mask(bits);
        }
        let literal = rng.pick(&self.literals).copied();
        let value = match (rng.below(20), literal) {
            (0..=3, Some(literal)) => literal,
            (4..=6, Some(literal)) => match rng.below(6) {
                0 => literal.wrapping_add(1),
                1 => literal.wrapping_sub(1),
                2 => literal.wrapping_neg(),
                3 => !literal,
                4 => (mask(bits) >> 1).wrapping_sub(literal),
                _ => literal.wrapping_mul(2),
            },
            (7, _) => 0,
            (8, _) => 1,
            (9, _) => u128::MAX,
            (10, _) => mask(bits) >> 1,
            (11, _) => 1 << bits.saturating_sub(1).min(127),
            (12, _) => 1 << rng.below(bits.clamp(1, 128) as usize),
            (13, _) => u128::from(bits),
            (14 | 15, _) => rng.below(9) as u128,
            (16, _) => (rng.below(9) as u128).wrapping_neg(),
            _ => {
                let any = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
                any >> rng.below(bits.clamp(1, 128) as usize)
            }
        };
        value & mask(bits)
    }

    /// The bits of a float.
    pub(super) fn float(&mut self, kind: FloatKind) -> u128 {
        let (exponent_bits, fraction_bits, has_leading_bit) = parts(kind);
        let rng = &mut self.rng;
        if !self.literals.is_empty() && rng.one_in(5) && !has_leading_bit {
            let literal = self.literals[rng.below(self.literals.len())];
            return literal & mask(kind.bits());
        }
        let bias = mask(exponent_bits - 1);
        let last = mask(exponent_bits);
        let top = 1u128 << (fraction_bits - 1);
        let any = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
        let (exponent, fraction) = match rng.below(16) {
            0 | 1 => (0, 0),
            2 => (last, 0),
            3 => (last, top),
            4 => (0, 1),
            5 => (last - 1, mask(fraction_bits)),
            6 | 7 => (bias, 0),
            8 => (bias + 1, 0),
            9 => (bias + 1, top),
            10 => (bias - 1, 0),
            11 => (bias + 3, top >> 1),
            12 => (bias, 1),
            _ => (bias - 10 + rng.below(20) as u128, any & mask(fraction_bits)),
        };
        let sign = u128::from(rng.one_in(3));
        match has_leading_bit {
            true => sign << 79 | exponent << 64 | u128::from(exponent != 0) << 63 | fraction,
            false => sign << (exponent_bits + fraction_bits) | exponent << fraction_bits | fraction,
        }
    }

    /// A scalar that is no pointer.
    pub(super) fn leaf(&mut self, scalar: Scalar) -> Leaf {
        match scalar {
            Scalar::Int(bits @ ..=128) => Leaf::Int(self.integer(bits)),
            Scalar::Int(bits) => {
                let value = match self.rng.below(4) {
                    0 => BigUint::from(self.integer(128)),
                    _ => {
                        let digits = (0..bits / 32).map(|_| match self.rng.below(3) {
                            0 => 0,
                            1 => u32::MAX,
                            _ => self.rng.bits() as u32,
                        });
                        BigUint::new(digits.collect())
                    }
                };
                Leaf::Rich(Box::new(Rich::Wide(value)))
            }
            Scalar::Float(kind) => Leaf::Int(self.float(kind)),
            Scalar::Ptr | Scalar::Far(_) => Leaf::Int(0),
        }
    }

    /// Fills memory that is accessed in units of so many bytes.
    pub(super) fn fill(&mut self, bytes: &mut [u8], unit: u64) {
        let unit = match unit {
            1 | 2 | 4 | 8 => unit as usize,
            16.. => [4, 8][self.rng.below(2)],
            _ => 1,
        };
        // All units alike, rising, or each another.
        let style = self.rng.below(10);
        let float = match unit {
            2 => Some(FloatKind::Half),
            4 => Some(FloatKind::Float),
            8 => Some(FloatKind::Double),
            _ => None,
        };
        let float = float.filter(|_| self.has_floats && self.rng.below(4) != 0);
        let first = self.integer(unit as u32 * 8);
        for (n, place) in bytes.chunks_mut(unit).enumerate() {
            let value = match (style, float) {
                (0, _) => 0,
                (_, Some(kind)) => self.float(kind),
                (1, _) => first,
                (2, _) => n as u128,
                (3, _) => self.rng.below(4) as u128,
                (4..=6, _) => u128::from(self.rng.bits()),
                _ => self.integer(unit as u32 * 8),
            };
            place.copy_from_slice(&value.to_le_bytes()[..place.len()]);
        }
    }
}
