//! Observations of a program: numbers, each with the site that reports it.

use std::fmt;

use crate::Place;

/// An observed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The number of the site in the program's text.
    pub site: u32,
    /// An integer, converted to `unsigned long long`, or the bits of a `double`.
    pub bits: u64,
    /// The statement that reported it.
    pub place: Place,
}

impl Observation {
    /// The line that is printed for it in trace mode.
    pub fn line(&self) -> String {
        format!("{} {:016x}", self.site, self.bits)
    }
}

/// All observations of a run, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The values.
    pub observations: Vec<Observation>,
}

impl Trace {
    /// Returns the digest, which a program prints unless it is in trace mode.
    pub fn digest(&self) -> Digest {
        let mut digest = Digest::default();
        for observation in &self.observations {
            digest.fold(observation.site, observation.bits);
        }
        digest
    }
}

/// A hash of all values and their order. The text around a program computes it with the same arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// Value of the digest before the first observation.
    pub const BEGIN: u64 = 0xcbf2_9ce4_8422_2325;
    /// Multiplier of each step.
    pub const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    /// Adds one more observation.
    pub fn fold(&mut self, site: u32, bits: u64) {
        for word in [u64::from(site), bits] {
            let mixed = (self.0 ^ word).wrapping_mul(Digest::FACTOR);
            self.0 = mixed ^ (mixed >> 29);
        }
    }
}

impl Default for Digest {
    fn default() -> Self {
        Digest(Digest::BEGIN)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
