//! What a compiler can do: which flags it knows, and what works when it is tried.
//!
//! Nobody needs this to start, so it is asked when it is wanted, and remembered.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::backend::{Backend, BackendKind, BuildFlags, OptLevel};
use crate::cache::Compiler;
use crate::compile::{CompileFailure, SOURCE, failure_of, folder_with_source, start};
use crate::discover::Toolchains;
use crate::error::ToolError;
use crate::limits::Limits;
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
}

impl Ability {
    /// All of them.
    pub const ALL: [Ability; 10] = [
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
    /// Which flags a compiler knows. Costs two short calls of it, the first time.
    pub fn known_flags(&self, toolchain: &Toolchain) -> Result<KnownFlags, ToolError> {
        let mut help = String::new();
        // Older ones answer one question at a time.
        for question in ["-Zhelp", "-Chelp"] {
            let (rustc, env) = (&toolchain.rustc, &toolchain.env);
            help += &ask(rustc, env, &[question], &self.cache)?;
        }
        self.cache.save();
        Ok(KnownFlags::parse(&help))
    }

    /// What a compiler can do. Costs some short calls of it, the first time.
    pub fn abilities(&self, toolchain: &Toolchain) -> Result<Abilities, ToolError> {
        let mut abilities = Abilities::default();
        let flags = self.known_flags(toolchain)?;
        for ability in Ability::ALL {
            let answer = match ability {
                Ability::Cranelift => here(toolchain.has_cranelift(), "not installed"),
                Ability::Miri => here(toolchain.miri().is_some(), "not installed"),
                Ability::CustomMir | Ability::ConstEval | Ability::Linker | Ability::LlvmBisect => {
                    self.tried(toolchain, ability)?
                }
                _ => here(
                    ability.flag().is_some_and(|flag| flags.takes(flag)),
                    "flag not known",
                ),
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

    /// What comes of trying, now or when it was tried before.
    fn tried(
        &self,
        toolchain: &Toolchain,
        ability: Ability,
    ) -> Result<Result<(), String>, ToolError> {
        let who = Compiler {
            path: &toolchain.rustc,
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
    let folder = folder_with_source(source, scratch.path())?;
    let line = backend.command_line(Path::new(SOURCE), Path::new("out"));
    let run = start(&line, folder.path(), &Limits::for_compiler())?;
    let failure = match failure_of(&line, folder.path(), &run) {
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
