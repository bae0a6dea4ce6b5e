//! Observations of a program.

use kvant_mir::observation::{Digest, trace_line};
use kvant_mir::{Block, Constant, FnId};

/// An observed value, and the place of the observation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// The number of the observation's place in the text.
    pub site: u32,
    /// The function that made the observation.
    pub function: FnId,
    /// The block whose terminator made the observation.
    pub block: Block,
    /// The value.
    pub value: Constant,
}

impl Observation {
    /// The value's bits, zero-extended.
    pub fn bits(&self) -> u128 {
        self.value.bits()
    }

    /// The line a compiled program prints for this observation in trace mode.
    pub fn line(&self) -> String {
        trace_line(self.site, self.value)
    }
}

/// All observations of a program, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// The observations.
    pub observations: Vec<Observation>,
}

impl Trace {
    /// The digest a compiled program prints.
    pub fn digest(&self) -> Digest {
        let mut digest = Digest::default();
        for observation in &self.observations {
            digest.fold(observation.site, observation.bits());
        }
        digest
    }
}
