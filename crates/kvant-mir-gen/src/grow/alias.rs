//! Shapes in which memory has two names.

use super::{Grower, Result};
use crate::draft::Refusal;

impl Grower {
    /// Nothing yet.
    pub(super) fn alias_shape(&mut self) -> Result {
        Err(Refusal::Nothing)
    }
}
