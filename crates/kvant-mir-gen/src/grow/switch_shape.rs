//! Branches that can be threaded.

use super::{Grower, Result};
use crate::draft::Refusal;

impl Grower {
    /// Nothing yet.
    pub(super) fn switch_shape(&mut self) -> Result {
        Err(Refusal::Nothing)
    }
}
