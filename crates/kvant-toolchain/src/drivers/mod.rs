//! The compilers that Kvant knows: a driver for each family, the registry of them, and readers of output formats that families
//! share (`complaint`, `excerpt`, `excuses`, `listing`).

mod c;
mod clang;
pub(crate) mod complaint;
pub(crate) mod excerpt;
pub(crate) mod excuses;
mod gcc;
pub(crate) mod listing;
pub mod llvm;
pub mod rustc;
mod tcc;

use std::sync::OnceLock;

use kvant_record::Source;

use crate::driver::Driver;

pub use c::CDriver;
pub use clang::CLANG;
pub use gcc::GCC;
pub use llvm::OPT;
pub use rustc::RUSTC;
pub use tcc::TCC;

/// Rust.
pub const RUST: Source = Source {
    name: "Rust",
    extension: "rs",
};

/// C.
pub const C: Source = Source {
    name: "C",
    extension: "c",
};

/// LLVM IR as text.
pub const LLVM_IR: Source = Source {
    name: "LLVM IR",
    extension: "ll",
};

static DRIVERS: OnceLock<Vec<&'static dyn Driver>> = OnceLock::new();

/// The drivers of this crate. Drivers of one source are adjacent.
const OWN: [&dyn Driver; 5] = [&RUSTC, &GCC, &CLANG, &TCC, &OPT];

/// All drivers.
pub fn drivers() -> &'static [&'static dyn Driver] {
    DRIVERS.get_or_init(|| OWN.to_vec())
}

/// Adds drivers to those of this crate. It has no effect, and returns false, once [`drivers`] was called.
pub fn register_drivers(more: &[&'static dyn Driver]) -> bool {
    DRIVERS.set([&OWN, more].concat()).is_ok()
}

/// The languages that compilers take, each once.
pub fn sources() -> Vec<Source> {
    let mut sources: Vec<Source> = drivers()
        .iter()
        .map(|driver| driver.family().source)
        .collect();
    sources.dedup();
    sources
}

/// The language of a file of this name, by its extension.
pub fn source_of_file(name: &str) -> Option<Source> {
    let (_, extension) = name.rsplit_once('.')?;
    let mut sources = sources().into_iter();
    sources.find(|source| source.extension == extension)
}

/// The driver of a compiler that takes this language and has this name, if the name tells: `gcc-12`. The compiler need not be
/// there any more.
pub fn driver_named(source: Source, toolchain: &str) -> Option<&'static dyn Driver> {
    let of_source = |driver: &&&dyn Driver| driver.family().source == source;
    let all: Vec<_> = drivers().iter().filter(of_source).copied().collect();
    match all[..] {
        [only] => Some(only),
        _ => all
            .into_iter()
            .find(|driver| has_word(toolchain, driver.family().name)),
    }
}

/// True if a name has this word in it: `s390x-linux-gnu-gcc` has `gcc`.
fn has_word(name: &str, word: &str) -> bool {
    name.split('-').any(|part| part == word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_tell_their_language() {
        for source in sources() {
            assert_eq!(source_of_file(&source.file("a.b")), Some(source));
        }
        assert_eq!(source_of_file("program"), None);
        assert_eq!(source_of_file("program.rsc"), None);
    }

    #[test]
    fn names_tell_the_driver() {
        let named = |source, name| driver_named(source, name).map(|driver| driver.family().name);
        assert_eq!(named(RUST, "1.95.0"), Some("rustc"));
        assert_eq!(named(C, "s390x-linux-gnu-gcc-12"), Some("gcc"));
        assert_eq!(named(C, "clang-19"), Some("clang"));
        assert_eq!(named(C, "mine"), None);
    }
}
