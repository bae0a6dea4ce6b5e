//! Functions of other programs.

use super::{Grower, Result};
use crate::draft::Refusal;

impl Grower {
    /// Nothing yet.
    pub(super) fn splice(&mut self) -> Result {
        Err(Refusal::Nothing)
    }
}
