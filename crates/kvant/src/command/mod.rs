//! One file for each command.

mod batch;
mod bisect;
mod bugs;
mod bundle;
mod canary;
mod completions;
mod diff;
mod evidence;
mod findings;
mod fuzz;
mod generate;
mod mute;
mod recheck;
mod reduce;
mod repro;
mod run;
mod selftest;
mod stats;
mod status;
mod toolchains;

use std::io::Read as _;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use kvant_mir::parse;
use kvant_mir::print::Version;
use kvant_toolchain::{
    Backend, Matrix as KnownMatrix, OptLevel, Preset, Surroundings, Toolchain, Toolchains,
};

use crate::bench;
use crate::cli::{Command, Compilers, Matrix};
use crate::report::{DIM, Ended, Failure, note};
use crate::settings::{Extra, Settings};

/// Does what the command says. `settings` is the file that was named.
pub(crate) fn execute(command: Command, settings: Option<&Path>) -> Ended {
    match command {
        Command::Run(arguments) => run::execute(&arguments),
        Command::Gen(arguments) => generate::execute(&arguments),
        Command::Diff(arguments) => diff::execute(&arguments, settings),
        Command::Bisect(arguments) => bisect::execute(&arguments, settings),
        Command::Reduce(arguments) => reduce::execute(&arguments, settings),
        Command::Fuzz(arguments) => fuzz::execute(&arguments, settings),
        Command::Status(arguments) => status::execute(&arguments),
        Command::Findings(arguments) => findings::execute(&arguments),
        Command::Repro(arguments) => repro::execute(&arguments),
        Command::Bugs(arguments) => bugs::execute(&arguments),
        Command::Recheck(arguments) => recheck::execute(&arguments, settings),
        Command::Bundle(arguments) => bundle::execute(&arguments, settings),
        Command::Mute(arguments) => mute::execute(&arguments),
        Command::Selftest(arguments) => selftest::execute(&arguments, settings),
        Command::Toolchains(arguments) => toolchains::execute(&arguments, settings),
        Command::Bench(which) => bench::execute(&which, settings),
        Command::Completions { shell } => Ok(completions::execute(shell)),
        Command::Canary(arguments) => canary::execute(&arguments),
    }
}

/// Reads and parses a program.
fn read(file: &Path) -> Result<parse::Parsed, Failure> {
    let text = if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    let text = text.map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    Ok(parse::program(&text).map_err(|error| format!("{}:{error}", file.display()))?)
}

/// `count` seeds in a row.
fn seeds_from(first: u64, count: u64) -> Result<Range<u64>, Failure> {
    let end = first.checked_add(count);
    let end = end.ok_or("there are not that many seeds: take a smaller --seed or --count")?;
    Ok(first..end)
}

/// Where compilers are looked for.
fn found_in(settings: &Settings) -> Surroundings {
    Surroundings {
        named: settings.toolchains.clone(),
        ..Surroundings::from_env()
    }
}

/// The toolchains that were asked for, or all that are found.
pub(crate) fn toolchains(
    wanted: &Compilers,
    settings: Option<&Path>,
) -> Result<Vec<Arc<Toolchain>>, Failure> {
    let all = Toolchains::discover_in(&found_in(&Settings::read(settings)?));
    Ok(chosen(&all, wanted, &[])?.asked)
}

/// Toolchains of which different ones have different names.
struct Chosen {
    /// Those that were asked for, or all that can be used.
    asked: Vec<Arc<Toolchain>>,
    /// One for each of the settings' extras.
    extra: Vec<Arc<Toolchain>>,
}

/// Chooses, and tells what there is to know about it.
fn chosen(all: &Toolchains, wanted: &Compilers, extra: &[Extra]) -> Result<Chosen, Failure> {
    for skipped in &all.skipped {
        note(format_args!("{DIM}note: {skipped}{DIM:#}"));
    }
    let names = wanted.toolchains.iter();
    let names = names.chain(extra.iter().map(|extra| &extra.toolchain));
    let mut selection = all.select_all(names.map(String::as_str))?;
    for text in &selection.notes {
        note(format_args!("{DIM}note: {text}{DIM:#}"));
    }
    let extra = selection.toolchains.split_off(wanted.toolchains.len());
    if wanted.toolchains.is_empty() {
        let mut usable = Vec::new();
        for toolchain in &all.found {
            match not_used(toolchain) {
                None => {
                    if let Some(warning) = too_new(toolchain) {
                        note(format_args!("{DIM}note: {warning}{DIM:#}"));
                    }
                    usable.push(toolchain.clone());
                }
                Some(why) => note(format_args!(
                    "{DIM}note: {toolchain} is left out: {why}{DIM:#}"
                )),
            }
        }
        if usable.is_empty() {
            return Err(
                "no usable rustc found: put one from 1.85 on PATH, or name one with --toolchain"
                    .into(),
            );
        }
        return Ok(Chosen {
            asked: usable,
            extra,
        });
    }
    let mut asked: Vec<Arc<Toolchain>> = Vec::new();
    for toolchain in selection.toolchains {
        if !asked.contains(&toolchain) {
            asked.push(toolchain);
        }
    }
    Ok(Chosen { asked, extra })
}

/// Why a compiler is not used where none is named. What we print, such as a pointer to a function as a constant
/// block, is understood from 1.85 on.
fn not_used(toolchain: &Toolchain) -> Option<String> {
    let oldest = Version::OLDEST.0;
    let old = (toolchain.version.major, toolchain.version.minor) < (1, oldest);
    old.then(|| format!("our custom MIR is for rustc 1.{oldest} and later"))
}

/// What to know about a compiler that is newer than our table of intrinsics.
fn too_new(toolchain: &Toolchain) -> Option<String> {
    let newest = Version::NEWEST.0;
    let new = (toolchain.version.major, toolchain.version.minor) > (1, newest);
    new.then(|| {
        format!(
            "{toolchain} is newer than rustc 1.{newest}, the newest that kvant knows: programs that it rejects may be \
             our fault"
        )
    })
}

/// Who is asked by a command that puts programs through compilers.
struct Asked {
    toolchains: Vec<Arc<Toolchain>>,
    /// Those of the preset, if there is one.
    preset: Option<(Preset, Vec<Backend>)>,
    /// Those that the settings name beside them.
    extra: Vec<Backend>,
}

impl Asked {
    fn new(wanted: &Matrix, settings: Option<&Path>) -> Result<Asked, Failure> {
        let settings = Settings::read(settings)?;
        let all = Toolchains::discover_in(&found_in(&settings));
        let Chosen { asked, extra } = chosen(&all, &wanted.compilers, &settings.extra)?;
        let toolchains = asked;
        let flags = settings.extra.into_iter().map(|extra| extra.flags);
        let more: Vec<_> = extra.into_iter().zip(flags).collect();
        let noted = |matrix: KnownMatrix| {
            for text in &matrix.notes {
                note(format_args!("{DIM}note: {text}{DIM:#}"));
            }
            matrix.backends
        };
        let preset = match wanted.backends.or(settings.preset) {
            None => None,
            Some(preset) => Some((preset, noted(all.matrix(Some(preset), &toolchains, &[])?))),
        };
        let mut extra = noted(all.matrix(None, &toolchains, &more)?);
        if let Some((_, backends)) = &preset {
            extra.retain(|backend| !backends.contains(backend));
        }
        Ok(Asked {
            toolchains,
            preset,
            extra,
        })
    }

    /// Everybody that a program goes through: those of the preset or else `usual`, and those of the settings.
    fn backends(&self, usual: impl FnOnce(&[Arc<Toolchain>]) -> Vec<Backend>) -> Vec<Backend> {
        let mut backends = match &self.preset {
            Some((_, backends)) => backends.clone(),
            None => usual(&self.toolchains),
        };
        let extra = self.extra.iter().cloned();
        backends.extend(extra);
        backends
    }

    /// What is done, for people: `usual` is what the command does by itself.
    fn about(&self, usual: &str) -> String {
        let how = match &self.preset {
            Some((preset, _)) => preset.name(),
            None => usual,
        };
        let names: Vec<String> = self.toolchains.iter().map(ToString::to_string).collect();
        let more = match self.extra.len() {
            0 => String::new(),
            count => format!(" and {count} more of the settings"),
        };
        format!("{how}{more} on {}", names.join(" and "))
    }
}

/// Those who optimise: what is tested.
fn optimising(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let backend = |toolchain: &Arc<Toolchain>| Backend::build(toolchain.clone(), OptLevel::O3);
    toolchains.iter().map(backend).collect()
}

/// Those who do not optimise: second opinions on the machine.
fn opinions(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let both = |toolchain: &Arc<Toolchain>| {
        [
            Backend::const_eval(toolchain.clone()),
            Backend::build(toolchain.clone(), OptLevel::O0),
        ]
    };
    toolchains.iter().flat_map(both).collect()
}

/// What is asked about a program on which somebody disagrees: those who do not optimise, and those who do
/// it as a release build does. O3 here includes MIR passes that are off by default.
fn all_opinions(toolchains: &[Arc<Toolchain>]) -> Vec<Backend> {
    let release = |toolchain: &Arc<Toolchain>| Backend::build(toolchain.clone(), OptLevel::O2);
    let mut all = opinions(toolchains);
    all.extend(toolchains.iter().map(release));
    all
}
