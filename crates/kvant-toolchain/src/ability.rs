//! Abilities of compilers: the flags that one knows, and everything else that works when it is tried.
//!
//! Start-up does not need it, so it is queried on demand, and cached.

use crate::discover::Toolchains;
use crate::error::{Lacking, ToolError};
use crate::toolchain::Toolchain;

/// Something that a compiler can do or cannot.
#[derive(Debug, PartialEq, Eq)]
pub struct Ability {
    /// The name in tables and files.
    pub name: &'static str,
    /// The name in a cell of a table.
    pub short: &'static str,
    /// True if a compiler without it is of little use, so that people should know why.
    pub is_needed: bool,
}

impl Ability {
    /// One that compilers may lack.
    pub const fn new(name: &'static str) -> Ability {
        Ability {
            name,
            short: name,
            is_needed: false,
        }
    }

    /// The same with a shorter name.
    #[must_use]
    pub const fn in_short(self, short: &'static str) -> Ability {
        Ability { short, ..self }
    }

    /// The same, which compilers should not lack.
    #[must_use]
    pub const fn needed(self) -> Ability {
        Ability {
            is_needed: true,
            ..self
        }
    }
}

/// The abilities that one compiler has, and why it lacks the rest, in the order of its family's table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Abilities(pub Vec<(&'static Ability, Result<(), Lacking>)>);

impl Abilities {
    /// The abilities that it has.
    pub fn has(&self) -> impl Iterator<Item = &'static Ability> {
        let all = self.0.iter();
        all.filter_map(|(ability, has)| has.is_ok().then_some(*ability))
    }

    /// The abilities that it lacks, with the reason.
    pub fn lacks(&self) -> impl Iterator<Item = (&'static Ability, &Lacking)> {
        let all = self.0.iter();
        all.filter_map(|(ability, has)| Some((*ability, has.as_ref().err()?)))
    }
}

impl Toolchains {
    /// True if a compiler takes a flag. Costs a call or two of it, the first time.
    pub fn takes(&self, toolchain: &Toolchain, flag: &str) -> Result<bool, ToolError> {
        let taken = toolchain.driver.takes(toolchain, &[flag], &self.cache)?;
        self.cache.save();
        Ok(taken.is_ok())
    }

    /// The abilities of a compiler. Costs some short calls of it, the first time.
    pub fn abilities(&self, toolchain: &Toolchain) -> Result<Abilities, ToolError> {
        let mut abilities = Abilities::default();
        for ability in toolchain.family().abilities {
            let has = toolchain.driver.has(toolchain, ability, &self.cache)?;
            abilities.0.push((ability, has));
        }
        self.cache.save();
        Ok(abilities)
    }
}
