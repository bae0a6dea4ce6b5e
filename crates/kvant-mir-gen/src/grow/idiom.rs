//! Trees of integer operations, as peephole rules look for them.

use super::{Grower, Result};
use crate::draft::Refusal;

impl Grower {
    /// Nothing yet.
    pub(super) fn idiom(&mut self) -> Result {
        Err(Refusal::Nothing)
    }
}
