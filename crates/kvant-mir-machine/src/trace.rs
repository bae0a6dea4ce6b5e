//! What a program reports.

use kvant_mir::observation::Digest;
use kvant_mir::{Block, FnId, IntTy};

/// The type of an observed value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum ObservedTy {
    Int(IntTy),
    Bool,
}

/// One observed value, and where the program reported it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Observation {
    /// The number the text gives to the place of the observation.
    pub site: u32,
    /// The function that observed.
    pub function: FnId,
    /// The block whose terminator it was.
    pub block: Block,
    /// The value's type.
    pub ty: ObservedTy,
    /// The value's bits, zero-extended.
    pub bits: u128,
}

impl Observation {
    /// The line a compiled program prints for this observation in trace mode.
    pub fn line(&self, pointer_bits: u32) -> String {
        let site = self.site;
        match self.ty {
            ObservedTy::Bool => format!("{site} bool {}", self.bits != 0),
            ObservedTy::Int(int) if int.is_signed() => {
                let bits = match int {
                    IntTy::I8 => 8,
                    IntTy::I16 => 16,
                    IntTy::I32 => 32,
                    IntTy::I64 => 64,
                    IntTy::I128 => 128,
                    _ => pointer_bits,
                };
                let value = crate::arithmetic::sign_extend(self.bits, bits);
                format!("{site} {} {value}", int.name())
            }
            ObservedTy::Int(int) => format!("{site} {} {}", int.name(), self.bits),
        }
    }
}

/// Everything a program reported, in order.
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
            digest.fold(observation.site, observation.bits);
        }
        digest
    }
}
