//! Abilities of a rustc. It lists its flags; the rest is tried on something small.

use std::collections::BTreeSet;
use std::path::Path;

use kvant_record::{OptLevel, Request};

use super::{CONST, has_cranelift, miri};
use crate::ability::Ability;
use crate::backend::Backend;
use crate::cache::{Cache, Compiler};
use crate::compile::{CompileFailure, start};
use crate::error::{Lacking, ToolError};
use crate::limits::Limits;
use crate::scratch::Scratch;
use crate::toolchain::Toolchain;

/// Custom MIR, compile-time evaluation and a linker are needed for all programs.
pub(super) const ABILITIES: [Ability; 10] = [
    Ability::new("custom-mir").in_short("mir").needed(),
    Ability::new("const-eval").in_short("const").needed(),
    Ability::new(LINKER).in_short("link").needed(),
    Ability::new("mir-bisect"),
    Ability::new("llvm-bisect"),
    Ability::new("validate-mir").in_short("validate"),
    Ability::new("lint-mir").in_short("lint"),
    Ability::new("randomize-layout").in_short("layout"),
    Ability::new("cranelift"),
    Ability::new("miri"),
];

const LINKER: &str = "linker";

pub(super) fn has(
    toolchain: &Toolchain,
    ability: &Ability,
    cache: &Cache,
) -> Result<Result<(), Lacking>, ToolError> {
    let is_installed = |is| Ok(Lacking::unless(is, "not installed"));
    let plain = Request::build(OptLevel::O0);
    let metadata = plain.clone().with_flags(["--emit=metadata"]);
    let counted = ["--emit=obj", "-Cllvm-args=-opt-bisect-limit=-1"];
    match ability.name {
        "custom-mir" => tried(toolchain, ability, CUSTOM_MIR, metadata, cache),
        "const-eval" => tried(
            toolchain,
            ability,
            CONST_EVAL,
            Request::in_mode(CONST),
            cache,
        ),
        LINKER => tried(toolchain, ability, "fn main() {}", plain, cache),
        "llvm-bisect" => {
            let request = plain.with_flags(counted);
            tried(toolchain, ability, CUSTOM_MIR, request, cache)
        }
        "mir-bisect" => takes(toolchain, &["-Zmir-opt-bisect-limit"], cache),
        "cranelift" => is_installed(has_cranelift(toolchain)),
        "miri" => is_installed(miri::executable(toolchain).is_some()),
        flag => takes(toolchain, &[&format!("-Z{flag}")], cache),
    }
}

/// Looks flags up in the list that a compiler prints. Costs two short calls of it, the first time.
pub(super) fn takes(
    toolchain: &Toolchain,
    flags: &[&str],
    cache: &Cache,
) -> Result<Result<(), Lacking>, ToolError> {
    let mut help = String::new();
    // Older ones answer one question at a time.
    for question in ["-Zhelp", "-Chelp"] {
        help += &cache.ask(&toolchain.path, &toolchain.env, &[question])?;
    }
    let known = KnownFlags::parse(&help);
    let all = flags.iter().all(|flag| known.takes(flag));
    Ok(Lacking::unless(all, "flag not known"))
}

/// The names of the flags that a compiler knows.
#[derive(Default)]
struct KnownFlags(BTreeSet<String>);

impl KnownFlags {
    /// Reads the output of `-Zhelp` and `-Chelp`: lines such as `-Z  mir-opt-level=val -- …`.
    fn parse(help: &str) -> KnownFlags {
        let name = |line: &str| {
            let mut words = line.split_whitespace();
            let kind = words.next().filter(|word| matches!(*word, "-Z" | "-C"))?;
            let name = words.next()?.split('=').next()?;
            Some(format!("{kind}{}", name.replace('_', "-")))
        };
        KnownFlags(help.lines().filter_map(name).collect())
    }

    /// True if a flag such as `-Zmir-opt-level=4` is known. Flags of another form are not listed anywhere, and a
    /// compiler may list none of a kind: those are held to be known.
    fn takes(&self, flag: &str) -> bool {
        let name = flag.split('=').next().unwrap_or(flag).replace('_', "-");
        let kind = ["-Z", "-C"].into_iter().find(|kind| name.starts_with(kind));
        let listed = kind.is_some_and(|kind| self.0.iter().any(|known| known.starts_with(kind)));
        !listed || name.len() == 2 || self.0.contains(&name)
    }
}

/// The outcome of compiling something small, now or when it was tried before.
fn tried(
    toolchain: &Toolchain,
    ability: &Ability,
    source: &str,
    request: Request,
    cache: &Cache,
) -> Result<Result<(), Lacking>, ToolError> {
    let compiler = Compiler {
        path: &toolchain.path,
        env: &toolchain.env,
    };
    let answer = cache.recall(&compiler, ability.name, || {
        let failed = attempt(toolchain, source, request)?;
        Ok(failed.unwrap_or_else(|| YES.to_owned()))
    })?;
    if ability.name == LINKER && answer != YES {
        // That is about this machine, and may be mended tomorrow.
        cache.forget(&compiler, ability.name);
    }
    Ok(Lacking::unless(answer == YES, &answer))
}

const YES: &str = "yes";

/// Compiles something small, and says why it did not work.
fn attempt(
    toolchain: &Toolchain,
    source: &str,
    request: Request,
) -> Result<Option<String>, ToolError> {
    let backend = Backend {
        toolchain: toolchain.clone().into(),
        request,
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
        CompileFailure::Rejected { stderr }
        | CompileFailure::RefusedRequest { stderr }
        | CompileFailure::Crashed { stderr, .. } => {
            let telling = stderr.lines().find(|line| line.starts_with("error"));
            telling.unwrap_or("it fails without a message").to_owned()
        }
        CompileFailure::TimedOut { .. } => "it does not terminate".to_owned(),
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
