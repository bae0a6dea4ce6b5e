//! rustc, with the Miri that belongs to it.

mod ability;
mod const_verdict;
mod diagnostics;
mod discover;
mod line;
mod miri;
mod passes;
mod probe;
mod request;

use std::path::Path;

use kvant_record::command::{Abilities, RustCompiler, Toolchains};
use kvant_record::{OptLevel, Request};

use super::RUST;
use crate::ability::Ability;
use crate::backend::Backend;
use crate::cache::{Cache, query};
use crate::command_line::CommandLine;
use crate::compile::{Answer, Asked, CompileFailure, ConstVerdict};
use crate::discover::{Discovery, Surroundings};
use crate::driver::{ByHand, Driver, Family, Gives, Mode, Relaxation, Rule, Suspect};
use crate::drivers::excerpt::CodeForm;
use crate::error::{FlagError, Lacking, ToolError};
use crate::part::{Counted, Part, Search};
use crate::preset::Preset;
use crate::toolchain::Toolchain;

pub use passes::{PassReport, Remark, passes};
#[cfg(test)]
pub(crate) use request::requests;
pub use request::{all_mir_passes, as_asked_with};

/// The mode in which the compiler evaluates the program as a constant and makes no executable.
pub const CONST: &str = "const";

/// The mode in which Miri runs the program, under Tree Borrows.
pub const MIRI: &str = "miri";

/// The driver of rustc.
pub static RUSTC: Rustc = Rustc;

/// The type of [`RUSTC`].
#[derive(Debug)]
pub struct Rustc;

static FAMILY: Family = Family {
    goes_by_version: true,
    modes: &[
        Mode::new(CONST, Gives::Evaluation),
        Mode::new(MIRI, Gives::Output).nameless(),
    ],
    levels: &request::MIR_LEVELS,
    switches: &[("validate", "-Zvalidate-mir"), ("lint", "-Zlint-mir")],
    // A flag for LLVM may have blanks and more flags in it. Flags of rustc have other beginnings than LLVM's.
    continues: |flag, word| {
        let is_ours = ["-C", "-Z", "--"].iter().any(|own| word.starts_with(own));
        flag.starts_with("-Cllvm-args=") && !is_ours
    },
    optimises: request::optimises,
    presets: [
        "O3, and O3 with all MIR passes",
        "also O2, and MIR passes without LLVM",
        "about 30 builds: all levels, single MIR passes off, LTO, compile-time evaluation, Cranelift and Miri if installed",
    ],
    drops_unknown_flags: true,
    is_crash: |line| line.starts_with("error: internal compiler error"),
    code: &[
        (CodeForm::Mir, &["--emit=mir"]),
        (CodeForm::LlvmIr, &["--emit=llvm-ir"]),
        (
            CodeForm::RawLlvmIr,
            &["--emit=llvm-ir", "-Cno-prepopulate-passes"],
        ),
        (CodeForm::Assembly, &["--emit=asm"]),
    ],
    abilities: &ability::ABILITIES,
    relaxations: &[Relaxation {
        rule: Rule::Aliasing,
        is_settled: false,
        // With these it does not trust references to be free of aliases.
        off: &["-Zmutable-noalias=no", "-Zbox-noalias=no"],
    }],
    suspects: &[
        Suspect::new("GVN", "-Zmir-enable-passes=-GVN"),
        Suspect::new(
            "ReferencePropagation",
            "-Zmir-enable-passes=-ReferencePropagation",
        ),
        Suspect::new(
            "DestinationPropagation",
            "-Zmir-enable-passes=-DestinationPropagation",
        ),
        Suspect::new("CopyProp", "-Zmir-enable-passes=-CopyProp"),
        Suspect::new("JumpThreading", "-Zmir-enable-passes=-JumpThreading"),
        Suspect::new(
            "DataflowConstProp",
            "-Zmir-enable-passes=-DataflowConstProp",
        ),
    ],
    parts: &[
        Part {
            name: "MIR",
            key: "mir",
            runs: |request| request::mir_level(request) > 0,
            off: |passes, _| {
                let off: Vec<String> = passes.iter().map(|pass| format!("-{pass}")).collect();
                vec![format!("-Zmir-enable-passes={}", off.join(","))]
            },
            search: Search::Counted(Counted {
                limit: |limit| format!("-Zmir-opt-bisect-limit={limit}"),
                in_one_row: &[],
                forms: &[CodeForm::Mir],
                dumps: Some(passes::dumps),
            }),
        },
        Part {
            name: "LLVM",
            key: "llvm",
            runs: |request| request.level != OptLevel::O0,
            off: |passes, _| vec![format!("-Cllvm-args=-opt-disable={}", passes.join(","))],
            search: Search::Counted(Counted {
                limit: |limit| format!("-Cllvm-args=-opt-bisect-limit={limit}"),
                in_one_row: &[
                    ("-Ccodegen-units", "-Ccodegen-units=1"),
                    ("-Clto", "-Clto=off"),
                    // The allocator's shim is a module of its own, and may be compiled at the same time as the program.
                    ("", "-Zno-parallel-backend"),
                ],
                forms: &[CodeForm::LlvmIr, CodeForm::Assembly],
                dumps: None,
            }),
        },
    ],
    lower: &[request::lower_mir, request::lower_llvm],
    ..Family::plain("rustc", RUST)
};

impl Driver for Rustc {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn probe(
        &self,
        path: &Path,
        env: &[(String, String)],
        cache: &Cache,
    ) -> Result<Toolchain, ToolError> {
        probe::probe(path, env, cache)
    }

    fn version_output(&self, toolchain: &Toolchain) -> Result<String, ToolError> {
        query(&toolchain.path, &toolchain.env, &probe::VERSION)
    }

    fn probe_behind(&self, path: &Path, cache: &Cache) -> Result<Toolchain, ToolError> {
        probe::probe_behind(path, cache)
    }

    fn is_shim(&self, path: &Path) -> bool {
        probe::is_shim(path)
    }

    fn discover(&self, surroundings: &Surroundings, discovery: &mut Discovery) {
        discover::discover(surroundings, discovery);
    }

    fn request(&self, flags: &[String]) -> Result<Request, FlagError> {
        request::from_flags(flags)
    }

    fn usual(&self) -> Vec<Request> {
        request::usual()
    }

    fn preset(
        &self,
        preset: Preset,
        toolchain: &Toolchain,
        notes: &mut Vec<String>,
    ) -> Result<Vec<Request>, ToolError> {
        request::preset(preset, toolchain, notes)
    }

    fn references(&self, _toolchain: &Toolchain) -> Vec<Request> {
        vec![Request::build(OptLevel::O0), Request::in_mode(CONST)]
    }

    fn takes(
        &self,
        toolchain: &Toolchain,
        flags: &[&str],
        cache: &Cache,
    ) -> Result<Result<(), Lacking>, ToolError> {
        ability::takes(toolchain, flags, cache)
    }

    fn has(
        &self,
        toolchain: &Toolchain,
        ability: &Ability,
        cache: &Cache,
    ) -> Result<Result<(), Lacking>, ToolError> {
        ability::has(toolchain, ability, cache)
    }

    fn command_line(
        &self,
        backend: &Backend,
        first: &[&str],
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        line::command_line(backend, first, source, output)
    }

    fn by_hand(&self, program: &ByHand<'_>) -> Option<CommandLine> {
        Some(line::by_hand(program))
    }

    fn list(
        &self,
        toolchain: &Toolchain,
        not_used: Option<String>,
        abilities: Abilities,
        list: &mut Toolchains,
    ) {
        list.toolchains.push(RustCompiler {
            name: toolchain.name.clone(),
            aliases: toolchain.aliases.clone(),
            rustc: toolchain.path.display().to_string(),
            sysroot: toolchain.sysroot.display().to_string(),
            env: toolchain.env.iter().cloned().collect(),
            release: toolchain.release.clone(),
            channel: toolchain.version.channel.name().to_owned(),
            commit: toolchain.commit.clone(),
            date: toolchain.date.clone(),
            llvm: toolchain.llvm.clone(),
            host: toolchain.target.clone(),
            not_used,
            abilities,
        });
    }

    fn answer(&self, asked: Asked<'_>) -> Result<Answer, ToolError> {
        let mode = asked.backend.request.mode.as_str();
        if mode == MIRI {
            return Ok(miri::answer(asked.run));
        }
        Ok(match asked.failure()? {
            None if mode == CONST => Answer::Evaluated(ConstVerdict::Agrees),
            None => asked.executable(),
            Some(CompileFailure::Rejected { stderr }) if mode == CONST => {
                match ConstVerdict::from_stderr(&stderr) {
                    Some(verdict) => Answer::Evaluated(verdict),
                    None => Answer::Failed(CompileFailure::Rejected { stderr }),
                }
            }
            Some(failure) => Answer::Failed(failure),
        })
    }
}

/// True if the component that rustup calls `rustc-codegen-cranelift` is installed.
fn has_cranelift(toolchain: &Toolchain) -> bool {
    let library = toolchain.sysroot.join("lib/rustlib");
    let folder = library.join(&toolchain.target).join("codegen-backends");
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    names.any(|name| name.contains("rustc_codegen_cranelift"))
}
