//! Levels of optimisation.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Level of optimisation of a build. The driver chooses the flags.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize,
)]
pub enum OptLevel {
    /// No optimisation.
    #[default]
    O0,
    /// Few optimisations.
    O1,
    /// The usual level of C programs.
    O2,
    /// The level of `cargo build --release`.
    O3,
    /// For size.
    Os,
    /// For size above all.
    Oz,
}

impl OptLevel {
    /// All levels: from least to most, then those for size.
    pub const ALL: [OptLevel; 6] = [
        OptLevel::O0,
        OptLevel::O1,
        OptLevel::O2,
        OptLevel::O3,
        OptLevel::Os,
        OptLevel::Oz,
    ];

    /// The name: `O3`.
    pub fn name(self) -> &'static str {
        match self {
            OptLevel::O0 => "O0",
            OptLevel::O1 => "O1",
            OptLevel::O2 => "O2",
            OptLevel::O3 => "O3",
            OptLevel::Os => "Os",
            OptLevel::Oz => "Oz",
        }
    }
}

impl fmt::Display for OptLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The error of a text that names no level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownLevel(String);

impl fmt::Display for UnknownLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.0;
        write!(
            f,
            "no optimisation level `{text}`; there are O0 to O3, Os and Oz"
        )
    }
}

impl std::error::Error for UnknownLevel {}

impl FromStr for OptLevel {
    type Err = UnknownLevel;

    /// Reads `O3` or `3`.
    fn from_str(text: &str) -> Result<OptLevel, UnknownLevel> {
        let named = |level: &OptLevel| level.name() == text || level.name()[1..] == *text;
        let level = OptLevel::ALL.into_iter().find(named);
        level.ok_or_else(|| UnknownLevel(text.to_owned()))
    }
}
