//! Loops over arrays.

use super::{Grower, Result};
use crate::draft::Refusal;

impl Grower {
    /// Nothing yet.
    pub(super) fn loop_template(&mut self) -> Result {
        Err(Refusal::Nothing)
    }
}
