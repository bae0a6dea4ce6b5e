//! Exact numbers, as fixed-point numbers that are wide enough for every product of two floats.

use kvant_mir::FloatTy;

/// A multiple of `2^LEAST` in two's complement, lowest digits first.
pub(crate) struct Exact([u64; DIGITS]);

/// The exponent of the product of the two smallest `f64`.
const LEAST: i32 = -2 * 1074;

/// Enough for the product of the two largest `f64`, a sum and the sign.
const DIGITS: usize = 68;

impl Exact {
    /// `mantissa * 2^exponent`, negated if `negative`.
    pub(crate) fn new(negative: bool, mantissa: u128, exponent: i32) -> Exact {
        let mut digits = [0; DIGITS];
        for bit in (0..128).filter(|bit| mantissa >> bit & 1 == 1) {
            let place = usize::try_from(exponent - LEAST).unwrap() + bit;
            digits[place / 64] |= 1 << (place % 64);
        }
        let exact = Exact(digits);
        if negative { exact.negated() } else { exact }
    }

    pub(crate) fn of(value: f64) -> Exact {
        let (mantissa, exponent) = parts(value);
        Exact::new(value.is_sign_negative(), mantissa.into(), exponent)
    }

    pub(crate) fn product(x: f64, y: f64) -> Exact {
        let ((m, e), (n, f)) = (parts(x), parts(y));
        let negative = x.is_sign_negative() != y.is_sign_negative();
        Exact::new(negative, u128::from(m) * u128::from(n), e + f)
    }

    pub(crate) fn plus(mut self, other: &Exact) -> Exact {
        let mut carry = 0;
        for (digit, other) in self.0.iter_mut().zip(other.0) {
            let sum = u128::from(*digit) + u128::from(other) + carry;
            *digit = sum as u64;
            carry = sum >> 64;
        }
        self
    }

    fn negated(mut self) -> Exact {
        self.0 = self.0.map(|digit| !digit);
        self.plus(&Exact::new(false, 1, LEAST))
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0 == [0; DIGITS]
    }

    /// The bits of the nearest float, ties to even; an infinity beyond the largest.
    pub(crate) fn rounded(self, float: FloatTy) -> u64 {
        let (precision, least, infinity) = match float {
            FloatTy::F32 => (24, -149, f32::INFINITY.to_bits().into()),
            FloatTy::F64 => (53, -1074, f64::INFINITY.to_bits()),
        };
        let negative = self.0[DIGITS - 1] >> 63 == 1;
        let sign = u64::from(negative) << (float.bytes() * 8 - 1);
        let magnitude = if negative { self.negated() } else { self };
        let bit = |place: usize| magnitude.0[place / 64] >> (place % 64) & 1;
        let digits = &magnitude.0;
        let Some(highest) = digits.iter().rposition(|digit| *digit != 0) else {
            return sign;
        };
        let top = highest * 64 + digits[highest].ilog2() as usize;
        // The position of the float's last bit: that of subnormal floats, or higher.
        let subnormal = usize::try_from(least - LEAST).unwrap();
        let last = (top + 1).saturating_sub(precision).max(subnormal);
        let kept = (last..=top)
            .rev()
            .fold(0, |kept, place| kept << 1 | bit(place));
        let half = bit(last - 1) == 1;
        let lowest = digits.iter().position(|digit| *digit != 0).unwrap();
        let more = lowest * 64 + (digits[lowest].trailing_zeros() as usize) < last - 1;
        let up = half && (more || kept & 1 == 1);
        // A carry out of the mantissa correctly increments the exponent.
        let bits = ((last - subnormal) as u64) << (precision - 1);
        (bits + kept + u64::from(up)).min(infinity) | sign
    }
}

/// A finite float is `mantissa * 2^exponent`.
pub(crate) fn parts(value: f64) -> (u64, i32) {
    let bits = value.to_bits();
    let mantissa = bits & ((1 << 52) - 1);
    match (bits >> 52 & 0x7ff) as i32 {
        0 => (mantissa, -1074),
        exponent => (mantissa | 1 << 52, exponent - 1075),
    }
}
