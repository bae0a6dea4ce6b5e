//! Source languages of compilers.

/// A language that compilers take as input. Drivers and language plug-ins declare their own as constants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Source {
    /// Its name for people: `Rust`, `C`.
    pub name: &'static str,
    /// Suffix of file names, without the dot.
    pub extension: &'static str,
}

impl Source {
    /// The name of a source file: `program.rs`.
    pub fn file(&self, stem: &str) -> String {
        format!("{stem}.{}", self.extension)
    }
}
