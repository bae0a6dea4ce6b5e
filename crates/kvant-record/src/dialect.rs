//! Dialects of compilers.

use serde::{Deserialize, Serialize};

/// The dialect of one compiler: its family and its version.
///
/// Programs are written for a dialect. A language decides which differences matter: the text of MIR depends on the version of
/// rustc, a feature of C may be beyond a family.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Dialect {
    /// The name of the driver: `rustc`, `gcc`.
    pub family: String,
    /// First number of the version.
    pub major: u32,
    /// Second number of the version.
    pub minor: u32,
}
