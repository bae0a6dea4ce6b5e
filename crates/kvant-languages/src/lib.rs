//! The languages as plug-ins, and their registry.
//!
//! This crate joins the crates of each language (syntax, machine, generator) to the traits of campaigns. A new language is a
//! module here and a line in `OWN`, or in `ONLY_RUN` if it has no generator.
//!
//! **What is absent:** compilers, output, and everything that a machine decides.

mod as_written;
pub mod c;
pub mod llvm;
pub mod mir;
mod open;
mod origin;
mod recipe;
mod shrink;
mod survey;

use std::any::Any;
use std::sync::OnceLock;

use kvant_campaign::{BadOption, Language, Machine};
use kvant_generate::config::Config;
use kvant_toolchain::Source;

pub use as_written::as_written;
pub use llvm::refine;
pub use open::{CannotOpen, Opened, Wanted, open};
pub use recipe::{CannotRebuild, Part, Recipe};

static LANGUAGES: OnceLock<Vec<&'static dyn Language>> = OnceLock::new();

/// The languages of this crate. The first is the default.
const OWN: [&dyn Language; 3] = [&mir::MirLanguage, &c::CLanguage, &llvm::LlvmLanguage];

/// Languages whose programs are only run.
const ONLY_RUN: [&dyn Machine; 0] = [];

/// Every language that programs are generated in.
pub fn languages() -> &'static [&'static dyn Language] {
    LANGUAGES.get_or_init(|| OWN.to_vec())
}

/// Adds languages to those of this crate. It has no effect, and returns false, once [`languages`] was called.
pub fn register_languages(more: &[&'static dyn Language]) -> bool {
    LANGUAGES.set([&OWN, more].concat()).is_ok()
}

/// Every language that programs are run in.
pub fn machines() -> impl Iterator<Item = &'static dyn Machine> {
    let generated = languages().iter().map(|it| *it as &dyn Machine);
    generated.chain(ONLY_RUN)
}

/// The language of this name that programs are generated in.
pub fn named(name: &str) -> Option<&'static dyn Language> {
    let mut all = languages().iter().copied();
    all.find(|language| language.name() == name)
}

/// The names of the languages that programs are generated in: `mir, c and llvm`.
pub fn names() -> String {
    let names: Vec<&str> = languages().iter().map(|it| it.name()).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The language whose programs compilers accept as this kind of source.
pub fn of_source(source: Source) -> &'static dyn Language {
    let mut all = languages().iter().copied();
    all.find(|language| language.source() == source)
        .unwrap_or(&mir::MirLanguage)
}

/// The language of a file, by the extension of its name. Files with other extensions are MIR.
pub fn of_file(name: &str) -> &'static dyn Machine {
    let extension = name.rsplit_once('.').map(|it| it.1);
    machines()
        .find(|it| Some(it.source().extension) == extension)
        .unwrap_or(&mir::MirLanguage)
}

/// The configuration of a language in its own type.
fn own<C: Config>(config: Box<dyn Config>) -> Result<Box<C>, BadOption> {
    let config: Box<dyn Any> = config;
    let other = |_| BadOption("this is the configuration of another language".to_owned());
    config.downcast().map_err(other)
}
