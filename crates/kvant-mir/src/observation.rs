//! Observations of a program, each one a scalar at a numbered site, and the digest of all of them.
//!
//! The compiled program and the machine compute the same digest. The compiled program's copy of this code is text in
//! `print/prelude.rs`, and a test compares both.

use std::fmt;

use crate::print;
use crate::syntax::Constant;

/// An odd number with well-spread bits, from the golden ratio.
const MULTIPLIER: u64 = 0x9e37_79b9_7f4a_7c15;

/// The initial state of every digest, a number that the words of early observations are unlikely to cancel.
const SEED: u64 = 0x6b76_616e_7400_4d49;

/// The digest of a sequence of observations.
///
/// It displays as its count and its state in 16 hexadecimal digits, as in the last line of a compiled program's output,
/// after `kvant `.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Digest {
    count: u64,
    state: u64,
}

impl Digest {
    /// The digest of no observation.
    pub const fn new() -> Digest {
        Digest {
            count: 0,
            state: SEED,
        }
    }

    /// Adds one observation: the `bits` of a scalar, zero-extended, seen at `site`.
    pub fn fold(&mut self, site: u32, bits: u128) {
        self.count += 1;
        for word in [u64::from(site), bits as u64, (bits >> 64) as u64] {
            self.state = (self.state ^ word).wrapping_mul(MULTIPLIER);
            self.state ^= self.state >> 29;
        }
    }

    /// The number of observations.
    pub const fn count(self) -> u64 {
        self.count
    }

    /// The mix of all observations.
    pub const fn state(self) -> u64 {
        self.state
    }
}

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:016x}", self.count, self.state)
    }
}

/// The line that a compiled program prints in trace mode when it observes `value` at `site`, without
/// its end: `7 i8 -5`. Floats and characters are shown by their bits, `7 f32 0x3fc00000`, which are
/// exact and the same everywhere.
pub fn trace_line(site: u32, value: Constant) -> String {
    match value {
        Constant::Int(bits, ty) => {
            let mut line = format!("{site} {} ", ty.name());
            print::integer(bits, ty, &mut line);
            line
        }
        Constant::Float(bits, ty) => format!("{site} {} {bits:#x}", ty.name()),
        Constant::Bool(value) => format!("{site} bool {value}"),
        Constant::Char(value) => format!("{site} char {:#x}", u32::from(value)),
        Constant::Unit => format!("{site} () ()"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::{FloatTy, IntTy};

    #[test]
    fn digest_depends_on_site_bits_order_and_count() {
        let digest = |observations: &[(u32, u128)]| {
            let mut digest = Digest::new();
            for &(site, bits) in observations {
                digest.fold(site, bits);
            }
            digest
        };
        let all = [
            digest(&[]),
            digest(&[(0, 0)]),
            digest(&[(1, 0)]),
            digest(&[(0, 1)]),
            digest(&[(0, 1 << 64)]),
            digest(&[(0, 0), (0, 0)]),
            digest(&[(0, 1), (1, 0)]),
            digest(&[(1, 0), (0, 1)]),
        ];
        for (n, a) in all.iter().enumerate() {
            for b in &all[..n] {
                assert_ne!(a.state(), b.state());
            }
        }
        assert_eq!(all[5].count(), 2);
    }

    #[test]
    fn trace_lines_show_values_exactly() {
        assert_eq!(trace_line(7, Constant::Int(251, IntTy::I8)), "7 i8 -5");
        assert_eq!(trace_line(3, Constant::Bool(true)), "3 bool true");
        let max = Constant::Int(u128::MAX, IntTy::U128);
        assert_eq!(trace_line(0, max), format!("0 u128 {}", u128::MAX));
        let float = |value: f32| Constant::Float(value.to_bits().into(), FloatTy::F32);
        assert_eq!(trace_line(7, float(1.5)), "7 f32 0x3fc00000");
        assert_eq!(trace_line(7, float(-0.0)), "7 f32 0x80000000");
        let zero = Constant::Float(0, FloatTy::F64);
        assert_eq!(trace_line(7, zero), "7 f64 0x0");
        assert_eq!(trace_line(7, Constant::Char('a')), "7 char 0x61");
    }
}
