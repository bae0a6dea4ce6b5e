//! `opt` as a family of compilers: it makes another text of a program.

use std::ffi::OsString;
use std::path::Path;

use kvant_record::Request;

use super::{discover, opt, request, spelled_options};
use crate::ability::Ability;
use crate::backend::Backend;
use crate::cache::{Cache, Compiler, query};
use crate::command_line::CommandLine;
use crate::compile::{Answer, Asked, CompileFailure, start};
use crate::discover::{Discovery, Surroundings};
use crate::driver::{Driver, Family, Gives};
use crate::drivers::complaint::SUMMARY;
use crate::drivers::excerpt::CodeForm;
use crate::drivers::{LLVM_IR, has_word};
use crate::error::{FlagError, Lacking, ToolError};
use crate::limits::Limits;
use crate::part::{Counted, Part, Search};
use crate::preset::Preset;
use crate::process::Exit;
use crate::scratch::Scratch;
use crate::toolchain::Toolchain;

/// The driver of `opt`.
pub static OPT: OptDriver = OptDriver;

/// The type of [`OPT`].
#[derive(Debug)]
pub struct OptDriver;

static FAMILY: Family = Family {
    setting: "llvm",
    is_command: |name| has_word(name, "opt"),
    builds: Gives::Text,
    modes: &request::MODES,
    optimises: request::optimises,
    presets: [
        "pipelines that programs choose, and O3",
        "also O1, O2, Os",
        "also Oz, and some sixty single passes",
    ],
    is_crash,
    // Its output is the code.
    code: &[(CodeForm::LlvmIr, &[])],
    abilities: &ABILITIES,
    parts: &[Part {
        name: "LLVM",
        key: "llvm",
        runs: request::optimises,
        off: |passes, _| vec![format!("-opt-disable={}", passes.join(","))],
        search: Search::Counted(Counted {
            limit: |limit| format!("-opt-bisect-limit={limit}"),
            in_one_row: &[],
            forms: &[CodeForm::LlvmIr],
            dumps: None,
        }),
    }],
    shorter: request::shorter,
    ..Family::plain("opt", LLVM_IR)
};

const ASSERTIONS: &str = "assertions";

/// Abilities that options stand for.
const TRIALS: [(&str, &str); 2] = [
    ("llvm-bisect", "-opt-bisect-limit=-1"),
    ("pass-switches", "-opt-disable=gvn"),
];

static ABILITIES: [Ability; 3] = [
    Ability::new(ASSERTIONS),
    Ability::new(TRIALS[0].0),
    Ability::new(TRIALS[1].0),
];

/// True for lines in which `opt` reports a fault of its own. "Broken module found" is the verifier behind a pass: a broken input is
/// an error with its place.
fn is_crash(line: &str) -> bool {
    let first = ["PLEASE submit a bug report", "Stack dump:", "LLVM ERROR:"];
    let anywhere = ["Assertion `", "UNREACHABLE executed", "Broken module found"];
    first.iter().any(|words| line.starts_with(words))
        || anywhere.iter().any(|words| line.contains(words))
}

/// True for the output of an `opt` that ends with a fatal error because of its options: the levels for size are gone in newer
/// versions, and `instcombine` without parameters insists on reaching a fixed point in one iteration.
fn is_refusal(stderr: &str) -> bool {
    let mut errors = stderr
        .lines()
        .filter(|line| line.starts_with("LLVM ERROR: "));
    errors.any(|line| {
        let is_level = line.contains("optimization level") && line.contains("no longer supported");
        is_level || line.contains("did not reach a fixpoint")
    })
}

impl Driver for OptDriver {
    fn family(&self) -> &'static Family {
        &FAMILY
    }

    fn probe(
        &self,
        path: &Path,
        env: &[(String, String)],
        cache: &Cache,
    ) -> Result<Toolchain, ToolError> {
        discover::probe(path, env, cache)
    }

    fn version_output(&self, toolchain: &Toolchain) -> Result<String, ToolError> {
        query(&toolchain.path, &toolchain.env, &discover::VERSION)
    }

    fn discover(&self, surroundings: &Surroundings, discovery: &mut Discovery) {
        discover::discover(surroundings, discovery);
    }

    fn request(&self, flags: &[String]) -> Result<Request, FlagError> {
        request::from_flags(flags)
    }

    fn usual(&self) -> Vec<Request> {
        request::preset(Preset::Quick, 0)
    }

    fn preset(
        &self,
        preset: Preset,
        toolchain: &Toolchain,
        _notes: &mut Vec<String>,
    ) -> Result<Vec<Request>, ToolError> {
        Ok(request::preset(preset, toolchain.version.major))
    }

    fn translated(&self, request: &Request, toolchain: &Toolchain) -> Request {
        Request {
            flags: spelled_options(&request.flags, toolchain.version.major),
            ..request.clone()
        }
    }

    fn takes(
        &self,
        toolchain: &Toolchain,
        flags: &[&str],
        cache: &Cache,
    ) -> Result<Result<(), Lacking>, ToolError> {
        let compiler = Compiler {
            path: &toolchain.path,
            env: &toolchain.env,
        };
        let question = format!("try {}", flags.join(" "));
        let answer = cache.recall(&compiler, &question, || attempt(toolchain, flags))?;
        Ok(Lacking::unless(answer == WORKS, &answer))
    }

    fn has(
        &self,
        toolchain: &Toolchain,
        ability: &Ability,
        cache: &Cache,
    ) -> Result<Result<(), Lacking>, ToolError> {
        if let Some((_, flag)) = TRIALS.iter().find(|(name, _)| *name == ability.name) {
            return self.takes(toolchain, &[flag], cache);
        }
        let has = toolchain.verbose.contains("with assertions");
        Ok(Lacking::unless(has, "not built with them"))
    }

    fn command_line(
        &self,
        backend: &Backend,
        first: &[&str],
        source: &Path,
        output: &Path,
    ) -> CommandLine {
        let (toolchain, request) = (&backend.toolchain, &backend.request);
        let mut args = vec![OsString::from("-S")];
        args.extend(first.iter().map(OsString::from));
        if request.is_build() {
            args.push(request::pipeline(request.level).into());
        }
        args.extend(request.flags.iter().map(OsString::from));
        args.extend([source.into(), "-o".into(), output.into()]);
        CommandLine {
            env: toolchain.env.clone(),
            program: toolchain.path.clone(),
            args,
        }
    }

    fn answer(&self, asked: Asked<'_>) -> Result<Answer, ToolError> {
        Ok(match asked.failure()? {
            None => return asked.transformed(),
            // A refused program is an error with its place. Everything else is about options.
            Some(CompileFailure::Rejected { stderr }) if !stderr.contains(": error: ") => {
                Answer::Failed(CompileFailure::RefusedRequest { stderr })
            }
            Some(CompileFailure::Crashed { stderr, .. }) if is_refusal(&stderr) => {
                Answer::Failed(CompileFailure::RefusedRequest { stderr })
            }
            Some(CompileFailure::Crashed { signal, stderr }) => {
                let summary = opt::summary(asked.run.exit, &stderr);
                let stderr = format!("{SUMMARY}{summary}\n{stderr}");
                Answer::Failed(CompileFailure::Crashed { signal, stderr })
            }
            Some(failure) => Answer::Failed(failure),
        })
    }
}

const WORKS: &str = "works";

/// A module with nothing in it that options could depend on.
const SMALL: &str = "define i32 @f(i32 %x) {\n  ret i32 %x\n}\n";

/// Transforms a small module with these flags, and says why that does not work.
fn attempt(toolchain: &Toolchain, flags: &[&str]) -> Result<String, ToolError> {
    let flags: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let request = match request::names_pipeline(&flags) {
        true => Request::in_mode(request::PASSES),
        false => Request::build(kvant_record::OptLevel::O0),
    };
    let backend = Backend {
        toolchain: toolchain.clone().into(),
        request: request.with_flags(flags),
    };
    let scratch = Scratch::new()?;
    let folder = backend.folder_with(SMALL, scratch.path())?;
    let folder = folder.path();
    let line = backend.command_line(Path::new(&backend.source_file()), Path::new("out"));
    let run = start(&line, folder, &Limits::for_compiler())?;
    if run.exit == Exit::Code(0) {
        return Ok(WORKS.to_owned());
    }
    backend.failure_of(&line, folder, &run)?;
    let stderr = String::from_utf8_lossy(&run.stderr);
    let telling = stderr
        .lines()
        .next()
        .unwrap_or("it fails without a message");
    let (_, telling) = telling.split_once(": ").unwrap_or(("", telling));
    Ok(telling.trim().to_owned())
}
