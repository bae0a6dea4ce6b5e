//! What a compiler can do: which flags it knows, and what works when it is tried.
//!
//! Nobody needs this to start, so it is asked when it is wanted, and remembered. rustc lists its flags. Compilers of C do not,
//! or list some that do nothing, so each flag is tried on an empty program (`trial`).

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::backend::{Backend, BackendKind};
use crate::build_flags::{BuildFlags, FOR_LLVM, OptLevel};
use crate::cache::Compiler;
use crate::compile::{CompileFailure, start};
use crate::discover::Toolchains;
use crate::error::ToolError;
use crate::family::{Family, Language};
use crate::limits::Limits;
use crate::sanitizer::Sanitizer;
use crate::scratch::Scratch;
use crate::toolchain::{Toolchain, ask};

/// Something that a compiler can do or cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ability {
    /// It takes programs in custom MIR.
    CustomMir,
    /// It evaluates them at compile time.
    ConstEval,
    /// What it makes can be linked here.
    Linker,
    /// It stops optimising MIR after a number of passes, to find the one that is wrong.
    MirBisect,
    /// Its LLVM does the same.
    LlvmBisect,
    /// It checks MIR after each pass.
    ValidateMir,
    /// It looks for MIR that is likely undefined.
    LintMir,
    /// It lays types out at random.
    RandomizeLayout,
    /// It can make code with Cranelift.
    Cranelift,
    /// There is a Miri for it.
    Miri,
    /// It optimises for size above all.
    SizeLevel,
    /// It optimises while it links.
    Lto,
    /// Its passes can be switched off one by one, to find the one that is wrong.
    PassSwitches,
    /// It makes programs that watch themselves, and they work here.
    Sanitizer(Sanitizer),
}

impl Ability {
    /// What is asked of compilers of a language.
    pub fn of(language: Language) -> &'static [Ability] {
        match language {
            Language::Rust => &Ability::OF_RUST,
            Language::C => &Ability::OF_C,
        }
    }

    const OF_RUST: [Ability; 10] = [
        Ability::CustomMir,
        Ability::ConstEval,
        Ability::Linker,
        Ability::MirBisect,
        Ability::LlvmBisect,
        Ability::ValidateMir,
        Ability::LintMir,
        Ability::RandomizeLayout,
        Ability::Cranelift,
        Ability::Miri,
    ];

    const OF_C: [Ability; 8] = [
        Ability::Linker,
        Ability::SizeLevel,
        Ability::Lto,
        Ability::LlvmBisect,
        Ability::PassSwitches,
        Ability::Sanitizer(Sanitizer::AddressAndUndefined),
        Ability::Sanitizer(Sanitizer::Memory),
        Ability::Sanitizer(Sanitizer::Type),
    ];

    /// The name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Ability::CustomMir => "custom-mir",
            Ability::ConstEval => "const-eval",
            Ability::Linker => "linker",
            Ability::MirBisect => "mir-bisect",
            Ability::LlvmBisect => "llvm-bisect",
            Ability::ValidateMir => "validate-mir",
            Ability::LintMir => "lint-mir",
            Ability::RandomizeLayout => "randomize-layout",
            Ability::Cranelift => "cranelift",
            Ability::Miri => "miri",
            Ability::SizeLevel => "size-level",
            Ability::Lto => "lto",
            Ability::PassSwitches => "pass-switches",
            Ability::Sanitizer(sanitizer) => sanitizer.name(),
        }
    }

    /// The flag that stands for it, if its being known is all there is to it.
    fn flag(self) -> Option<&'static str> {
        Some(match self {
            Ability::MirBisect => "-Zmir-opt-bisect-limit",
            Ability::ValidateMir => "-Zvalidate-mir",
            Ability::LintMir => "-Zlint-mir",
            Ability::RandomizeLayout => "-Zrandomize-layout",
            _ => return None,
        })
    }
}

/// What one compiler can do, and why it cannot do the rest.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Abilities {
    /// What it can do.
    pub has: BTreeSet<Ability>,
    /// What it cannot do, with the reason in a few words.
    pub lacks: BTreeMap<Ability, String>,
}

/// The names of the flags that a compiler knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct KnownFlags(BTreeSet<String>);

impl KnownFlags {
    /// Reads what `-Zhelp` and `-Chelp` print: lines such as `-Z  mir-opt-level=val -- …`.
    fn parse(help: &str) -> KnownFlags {
        let name = |line: &str| {
            let mut words = line.split_whitespace();
            let kind = words.next().filter(|word| matches!(*word, "-Z" | "-C"))?;
            let name = words.next()?.split('=').next()?;
            Some(format!("{kind}{}", name.replace('_', "-")))
        };
        KnownFlags(help.lines().filter_map(name).collect())
    }

    /// Whether a flag such as `-Zmir-opt-level=4` is known. Flags of another form are not listed anywhere, and a
    /// compiler may list none of a kind: those are held to be known.
    pub fn takes(&self, flag: &str) -> bool {
        let name = flag.split('=').next().unwrap_or(flag).replace('_', "-");
        let kind = ["-Z", "-C"].into_iter().find(|kind| name.starts_with(kind));
        let listed = kind.is_some_and(|kind| self.0.iter().any(|known| known.starts_with(kind)));
        !listed || name.len() == 2 || self.0.contains(&name)
    }
}

impl Toolchains {
    /// Whether a compiler knows a flag. Costs a call or two of it, the first time.
    pub fn takes(&self, toolchain: &Toolchain, flag: &str) -> Result<bool, ToolError> {
        match toolchain.language() {
            Language::Rust => Ok(self.known_flags(toolchain)?.takes(flag)),
            Language::C => Ok(self.tried_with(toolchain, &[flag])?.is_ok()),
        }
    }

    /// Which flags a rustc knows. Costs two short calls of it, the first time.
    pub fn known_flags(&self, toolchain: &Toolchain) -> Result<KnownFlags, ToolError> {
        let mut help = String::new();
        // Older ones answer one question at a time.
        for question in ["-Zhelp", "-Chelp"] {
            let (rustc, env) = (&toolchain.path, &toolchain.env);
            help += &ask(rustc, env, &[question], &self.cache)?;
        }
        self.cache.save();
        Ok(KnownFlags::parse(&help))
    }

    /// What a compiler can do. Costs some short calls of it, the first time.
    pub fn abilities(&self, toolchain: &Toolchain) -> Result<Abilities, ToolError> {
        let mut abilities = Abilities::default();
        for ability in Ability::of(toolchain.language()).iter().copied() {
            let answer = match toolchain.language() {
                Language::Rust => self.ability_of_rust(toolchain, ability)?,
                Language::C => self.ability_of_c(toolchain, ability)?,
            };
            match answer {
                Ok(()) => {
                    abilities.has.insert(ability);
                }
                Err(why) => {
                    abilities.lacks.insert(ability, why);
                }
            }
        }
        self.cache.save();
        Ok(abilities)
    }

    fn ability_of_rust(
        &self,
        toolchain: &Toolchain,
        ability: Ability,
    ) -> Result<Result<(), String>, ToolError> {
        Ok(match ability {
            Ability::Cranelift => here(toolchain.has_cranelift(), "not installed"),
            Ability::Miri => here(toolchain.miri().is_some(), "not installed"),
            Ability::CustomMir | Ability::ConstEval | Ability::Linker | Ability::LlvmBisect => {
                self.tried(toolchain, ability)?
            }
            _ => {
                let flags = self.known_flags(toolchain)?;
                let known = ability.flag().is_some_and(|flag| flags.takes(flag));
                here(known, "flag not known")
            }
        })
    }

    fn ability_of_c(
        &self,
        toolchain: &Toolchain,
        ability: Ability,
    ) -> Result<Result<(), String>, ToolError> {
        let family = toolchain.family;
        Ok(match ability {
            Ability::Linker => self.tried_with(toolchain, &[])?,
            Ability::SizeLevel => here(toolchain.has_size_level(), "not of this version"),
            Ability::Lto if family != Family::Tcc => self.tried_with(toolchain, &["-flto"])?,
            Ability::LlvmBisect if family == Family::Clang => {
                self.tried_with(toolchain, &[&format!("{FOR_LLVM} -opt-bisect-limit=-1")])?
            }
            Ability::PassSwitches if family == Family::Gcc => {
                self.tried_with(toolchain, &["-fdisable-tree-ccp1"])?
            }
            Ability::Sanitizer(sanitizer) if sanitizer.may_be_in(toolchain) => {
                self.tried_with(toolchain, sanitizer.flags())?
            }
            _ => Err(format!("not of {}", family.name())),
        })
    }

    /// What comes of trying, now or when it was tried before.
    fn tried(
        &self,
        toolchain: &Toolchain,
        ability: Ability,
    ) -> Result<Result<(), String>, ToolError> {
        let who = Compiler {
            path: &toolchain.path,
            env: &toolchain.env,
        };
        let answer = self.cache.recall(&who, ability.name(), || {
            Ok(attempt(toolchain, ability)?.unwrap_or_else(|| YES.to_owned()))
        })?;
        if ability == Ability::Linker && answer != YES {
            // That is about this machine, and may be mended tomorrow.
            self.cache.forget(&who, ability.name());
        }
        Ok(match answer.as_str() {
            YES => Ok(()),
            why => Err(why.to_owned()),
        })
    }
}

const YES: &str = "yes";

fn here(is: bool, otherwise: &str) -> Result<(), String> {
    is.then_some(()).ok_or_else(|| otherwise.to_owned())
}

/// Compiles something small, and says why it did not work.
fn attempt(toolchain: &Toolchain, ability: Ability) -> Result<Option<String>, ToolError> {
    let (source, extra): (&str, &[&str]) = match ability {
        Ability::CustomMir => (CUSTOM_MIR, &["--emit=metadata"]),
        Ability::ConstEval => (CONST_EVAL, &[]),
        Ability::LlvmBisect => (
            CUSTOM_MIR,
            &["--emit=obj", "-Cllvm-args=-opt-bisect-limit=-1"],
        ),
        _ => ("fn main() {}", &[]),
    };
    let kind = match ability {
        Ability::ConstEval => BackendKind::ConstEval,
        _ => BackendKind::Build(BuildFlags {
            extra: extra.iter().map(|flag| (*flag).to_owned()).collect(),
            ..BuildFlags::at(OptLevel::O0)
        }),
    };
    let backend = Backend {
        toolchain: toolchain.clone().into(),
        kind,
    };
    let scratch = Scratch::new()?;
    let folder = backend.folder_with(source, scratch.path())?;
    let line = backend.command_line(Path::new(&backend.source_file()), Path::new("out"));
    let run = start(&line, folder.path(), &Limits::for_compiler())?;
    let failure = match backend.failure_of(&line, folder.path(), &run) {
        Ok(failure) => failure,
        // That there is no linker is an answer here.
        Err(ToolError::Environment { complaint, .. }) => return Ok(Some(complaint)),
        Err(error) => return Err(error),
    };
    Ok(failure.map(|failure| match failure {
        CompileFailure::Rejected { stderr } | CompileFailure::Crashed { stderr, .. } => {
            let telling = stderr.lines().find(|line| line.starts_with("error"));
            telling.unwrap_or("it fails without a word").to_owned()
        }
        CompileFailure::TimedOut { .. } => "it does not come to an end".to_owned(),
        CompileFailure::OverLimit { exit, .. } => exit.to_string(),
    }))
}

/// The smallest program in custom MIR with a block, a place and a call.
const CUSTOM_MIR: &str = r#"#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
use std::intrinsics::mir::*;
#[custom_mir(dialect = "runtime", phase = "initial")]
fn f(x: u8) -> u8 {
    mir! {
        { RET = x; Goto(end) }
        end = { Return() }
    }
}
fn main() { f(1); }
"#;

/// The same, evaluated while it is compiled.
const CONST_EVAL: &str = r#"#![feature(custom_mir, core_intrinsics)]
#![allow(internal_features)]
use std::intrinsics::mir::*;
#[custom_mir(dialect = "runtime", phase = "initial")]
const fn f(x: u8) -> u8 {
    mir! {
        { RET = x; Goto(end) }
        end = { Return() }
    }
}
pub const F: u8 = f(1);
const _: () = assert!(F == 1);
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_flags_are_read_from_the_help() {
        let flags = KnownFlags::parse(
            "\nAvailable unstable options:\n\n    -Z      mir-opt-level=val -- level\n\
             \x20       more about it\n    -C    opt_level=val -- optimise\n",
        );
        assert!(flags.takes("-Zmir-opt-level=4"));
        assert!(flags.takes("-Zmir_opt_level=4"));
        assert!(flags.takes("-Copt-level=2"));
        assert!(!flags.takes("-Zmir-opt-bisect-limit=1"));
        assert!(flags.takes("--emit=obj"));
        assert!(flags.takes("-Z"));
        assert!(KnownFlags::default().takes("-Zanything"));
        let only_z = KnownFlags::parse("    -Z  a=val -- one\n");
        assert!(only_z.takes("-Clto=fat") && !only_z.takes("-Zb"));
    }
}
