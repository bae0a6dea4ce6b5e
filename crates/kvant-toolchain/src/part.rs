//! Parts of compilers that have passes, described for bisection.

use std::path::Path;

use kvant_record::Request;

use crate::backend::Backend;
use crate::drivers::drivers;
use crate::drivers::excerpt::{CodeForm, PassChange};
use crate::error::ToolError;
use crate::limits::Limits;

/// A part of a compiler that has passes of its own.
#[derive(Debug)]
pub struct Part {
    /// The name, for people: `LLVM`.
    pub name: &'static str,
    /// The name in files.
    pub key: &'static str,
    /// True if a build lets optional passes of this part run.
    pub runs: fn(&Request) -> bool,
    /// The flags that switch these passes off: on these functions, or on all if none are named.
    pub off: fn(passes: &[&str], functions: &[&str]) -> Vec<String>,
    /// The means by which a pass can be found.
    pub search: Search,
}

/// The means by which a compiler lets a pass be found.
#[derive(Debug)]
pub enum Search {
    /// Passes are counted over the whole program.
    Counted(Counted),
    /// Passes have names that switch them off.
    Named(Named),
}

/// Passes that are counted, of which a flag lets only the first run.
#[derive(Debug)]
pub struct Counted {
    /// The flag that lets so many passes run. The compiler lists them then.
    pub limit: fn(u64) -> String,
    /// Flags that make passes run in one row, so that they can be counted: each with the beginning of a flag that makes it
    /// necessary, or with nothing if every compiler gets it that takes it.
    pub in_one_row: &'static [(&'static str, &'static str)],
    /// Code in which the work of a pass may be seen: the first form that shows it counts. Not used where there are dumps.
    pub forms: &'static [CodeForm],
    /// Dumps of the code before and after each pass, if the compiler can write them. They also tell which passes there are
    /// if it does not count.
    pub dumps: Option<Dumps>,
}

impl Counted {
    /// A limit that no program reaches.
    pub const ALL: u64 = 1_000_000_000;
}

/// Reads dumps: the changes of passes to the functions of a program, in the order of the functions' names and then of the passes, only
/// where one changes something or does not end. With a filter, only this pass on functions of just this path.
///
/// Everything is put into a folder below the given one that is removed before this returns.
pub type Dumps = fn(
    backend: &Backend,
    filter: Option<(&str, &str)>,
    source: &str,
    dir: &Path,
    limits: &Limits,
) -> Result<Vec<PassChange>, ToolError>;

/// Passes that are known by name.
#[derive(Debug)]
pub struct Named {
    /// The passes that run on a program because it is optimised, in their order. Empty if the compiler does not tell.
    pub passes: Lister,
    /// Flags that are on because it optimises, each of which stands for some passes. [`Part::off`] takes them too.
    pub flags: Lister,
    /// True for passes that can be switched off on single functions.
    pub is_per_function: fn(pass: &str) -> bool,
}

/// Lists something about a backend on a program, with a folder to work in.
pub type Lister = fn(
    backend: &Backend,
    source: &str,
    dir: &Path,
    limits: &Limits,
) -> Result<Vec<String>, ToolError>;

impl PartialEq for Part {
    /// Parts are equal if they have the same key: LLVM is behind several compilers.
    fn eq(&self, other: &Part) -> bool {
        self.key == other.key
    }
}

impl Eq for Part {}

/// The parts of all families, each once.
pub fn parts() -> Vec<&'static Part> {
    let mut all: Vec<&Part> = Vec::new();
    for part in drivers().iter().flat_map(|driver| driver.family().parts) {
        if !all.contains(&part) {
            all.push(part);
        }
    }
    all
}
