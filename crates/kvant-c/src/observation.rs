//! What a program reports: numbers, each with the place that it comes from.

use std::fmt;

use crate::Place;

/// A value that was reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Observation {
    /// The number that the program gives the place.
    pub site: u32,
    /// An integer, converted to `unsigned long long`, or the bits of a `double`.
    pub bits: u64,
    /// Where in the text that was.
    pub place: Place,
}

impl Observation {
    /// The line that is printed for it in trace mode.
    pub fn line(&self) -> String {
        format!("{} {:016x}", self.site, self.bits)
    }
}

/// Everything that a program has reported, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The values.
    pub observations: Vec<Observation>,
}

impl Trace {
    /// What is printed at the end instead of all that.
    pub fn digest(&self) -> Digest {
        let mut digest = Digest::default();
        for observation in &self.observations {
            digest.fold(observation.site, observation.bits);
        }
        digest
    }
}

/// A number that stands for all values and their order. The same arithmetic is in the text around a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Digest {
    /// Where it begins.
    pub const BEGIN: u64 = 0xcbf2_9ce4_8422_2325;
    /// What it is multiplied with.
    pub const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

    /// Takes one more value in.
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
