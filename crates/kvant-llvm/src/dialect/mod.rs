//! Versions of LLVM as dialects of its IR.
//!
//! A module is read and kept in the newest form. [`degrade`] makes of it a module that an older version reads; [`crate::print::pinned`]
//! writes that down so that every version takes it for the same program. [`table`] has one row for each construct that is not in
//! all versions, and [`intrinsic`] the first version of each intrinsic.
//!
//! **Not in here:** rules of the language that changed while the syntax did not.

mod attribute;
mod call;
mod constant;
mod degrade;
mod instruction;
pub mod intrinsic;
pub mod pin;
pub mod table;
#[cfg(test)]
mod tests;

use crate::names::Name;
use crate::syntax::Module;

pub use degrade::degrade;

/// A version of LLVM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Version(u8);

impl Version {
    /// The first version that is known: the first with opaque pointers only.
    pub const FIRST: Version = Version(15);
    /// The last version that is known.
    pub const LAST: Version = Version(24);

    /// The version of this number.
    pub fn new(number: u8) -> Option<Version> {
        let version = Version(number);
        (Version::FIRST..=Version::LAST)
            .contains(&version)
            .then_some(version)
    }

    /// Its number.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All versions, the oldest first.
    pub fn all() -> impl Iterator<Item = Version> {
        (Version::FIRST.0..=Version::LAST.0).map(Version)
    }
}

/// A module that a version reads.
#[derive(Clone, Debug)]
pub struct Degraded {
    /// The module. Functions that are beyond the version are declarations in it, or not there at all.
    pub module: Module,
    /// Everything that was left out.
    pub dropped: Vec<Dropped>,
    /// The functions, variables and aliases that are beyond the version.
    pub beyond: Vec<Beyond>,
}

impl Degraded {
    /// True if something that has a meaning was left out of a symbol, or of any if `symbol` is none: the machine has to run the
    /// degraded module, for it is another program than the original. Attributes of a declaration count for that declaration only,
    /// so ask about the callees of a function too.
    pub fn is_other_program(&self, symbol: Option<Name>) -> bool {
        self.dropped
            .iter()
            .any(|it| it.has_meaning && symbol.is_none_or(|symbol| symbol == it.symbol))
    }
}

/// Something that was left out of a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// The symbol.
    pub symbol: Name,
    /// The construct: `trunc nuw`.
    pub what: String,
    /// False for hints to the optimizer and annotations.
    pub has_meaning: bool,
}

/// A symbol that cannot be said in a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// The symbol; none for a whole module.
    pub symbol: Option<Name>,
    /// The construct that it needs: `ptrtoaddr`.
    pub reason: String,
}
