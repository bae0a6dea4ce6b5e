//! Requests to rustc: levels of LLVM and of MIR, and the presets.
//!
//! O0 also turns all optional MIR passes off (`-Zmir-opt-level=0`), because it is the reference. All other levels leave MIR to
//! rustc, which takes level 2. Another level of MIR is a switch: `O3-mir4`.

use kvant_record::{OptLevel, Request};

use super::{CONST, MIRI, miri};
use crate::driver::lower_level;
use crate::error::{FlagError, ToolError};
use crate::preset::Preset;
use crate::toolchain::Toolchain;

/// Switches for levels of MIR optimisation.
pub(super) const MIR_LEVELS: [&str; 5] = ["mir0", "mir1", "mir2", "mir3", "mir4"];

/// O3 with the MIR passes that are off by default too: `O3-mir4`.
pub fn all_mir_passes() -> Request {
    at_mir(OptLevel::O3, 4)
}

fn at_mir(level: OptLevel, mir: usize) -> Request {
    Request::build(level).with_switch(MIR_LEVELS[mir])
}

/// A request as it was made with this command line. `O3` had all MIR passes once, so records of that time say `O3` and have the
/// flag of what is called `O3-mir4` now.
#[must_use]
pub fn as_asked_with(request: Request, command: &str) -> Request {
    let is_plain =
        request.is_build() && request.level == OptLevel::O3 && said_mir(&request).is_none();
    match is_plain && command.contains(" -Zmir-opt-level=4 ") {
        true => with_mir(request, Some(4)),
        false => request,
    }
}

/// The MIR level that is said.
fn said_mir(request: &Request) -> Option<usize> {
    let mut switches = request.switches.iter();
    switches.find_map(|switch| MIR_LEVELS.iter().position(|level| level == switch))
}

/// The level of MIR optimisation: the explicit one, or rustc's default.
pub(super) fn mir_level(request: &Request) -> usize {
    said_mir(request).unwrap_or(usual_mir(request.level))
}

fn usual_mir(level: OptLevel) -> usize {
    match level {
        OptLevel::O0 => 0,
        OptLevel::O1 | OptLevel::O2 | OptLevel::O3 | OptLevel::Os | OptLevel::Oz => 2,
    }
}

/// The same request with this level of MIR optimisation, or with the one that rustc takes by itself.
fn with_mir(mut request: Request, mir: Option<usize>) -> Request {
    request
        .switches
        .retain(|switch| !MIR_LEVELS.contains(&switch.as_str()));
    let level = mir.map(|mir| MIR_LEVELS[mir].to_owned());
    request.switches.splice(0..0, level);
    request
}

/// The same with MIR optimised less.
pub(super) fn lower_mir(request: &Request) -> Vec<Request> {
    let levels = 0..mir_level(request);
    let said = |mir: usize| Some(mir).filter(|mir| *mir != usual_mir(request.level));
    levels
        .map(|mir| with_mir(request.clone(), said(mir)))
        .collect()
}

/// The same at lower levels, where MIR stays as it is.
pub(super) fn lower_llvm(request: &Request) -> Vec<Request> {
    let mir = Some(mir_level(request));
    let lower = lower_level(request).into_iter();
    lower.map(|request| with_mir(request, mir)).collect()
}

pub(super) fn optimises(request: &Request) -> bool {
    let asks = |flag: &String| {
        [
            "-Copt-level=",
            "-Zmir-opt-level=",
            "-Zmir-enable-passes=+",
            "-Zinline-mir",
        ]
        .iter()
        .any(|word| flag.starts_with(word))
    };
    request.level != OptLevel::O0
        || said_mir(request).is_some_and(|level| level > 0)
        || request.flags.iter().any(asks)
}

/// The flags of the levels of a build.
pub(super) fn level_flags(request: &Request) -> Vec<String> {
    let level = &request.level.name()[1..];
    let mut flags = vec![format!("-Copt-level={level}")];
    let mir = said_mir(request).or((request.level == OptLevel::O0).then_some(0));
    flags.extend(mir.map(|level| format!("-Zmir-opt-level={level}")));
    flags
}

/// The build that these flags ask for.
pub(super) fn from_flags(flags: &[String]) -> Result<Request, FlagError> {
    let (mut level, mut mir, mut others) = (OptLevel::O3, None, Vec::new());
    let mut flags = flags.iter();
    while let Some(flag) = flags.next() {
        let flag = match flag.as_str() {
            // `-C opt-level=2` is `-Copt-level=2`.
            "-C" | "-Z" => match flags.next() {
                Some(value) => format!("{flag}{value}"),
                None => return Err(FlagError::NoValue(flag.clone())),
            },
            _ => flag.clone(),
        };
        if flag == "-O" {
            level = OptLevel::O2;
        } else if let Some(said) = flag.strip_prefix("-Copt-level=") {
            level = said.parse()?;
        } else if let Some(said) = flag.strip_prefix("-Zmir-opt-level=") {
            let said = said.parse().ok().filter(|said| *said <= 4);
            let none = FlagError::OtherLevel("the levels of MIR optimisation are 0 to 4");
            mir = Some(said.ok_or(none)?);
        } else if !flag.starts_with('-') {
            return Err(FlagError::NoFlag(flag));
        } else {
            others.push(flag);
        }
    }
    Ok(with_mir(Request::build(level).with_flags(others), mir))
}

pub(super) fn usual() -> Vec<Request> {
    vec![Request::build(OptLevel::O3), all_mir_passes()]
}

/// The requests of a preset, with those that depend on the components of a compiler.
pub(super) fn preset(
    preset: Preset,
    toolchain: &Toolchain,
    notes: &mut Vec<String>,
) -> Result<Vec<Request>, ToolError> {
    let mut requests = requests(preset);
    if preset != Preset::Full {
        return Ok(requests);
    }
    if super::has_cranelift(toolchain) {
        requests.push(all_mir_passes().with_flags(["-Zcodegen-backend=cranelift"]));
    }
    if miri::executable(toolchain).is_some() {
        match miri::library(toolchain)? {
            Ok(_) => requests.push(Request::in_mode(MIRI)),
            Err(why) => notes.push(format!(
                "the Miri of {toolchain} is left out: {why}; try `cargo +{} miri setup`",
                toolchain.name
            )),
        }
    }
    Ok(requests)
}

/// The requests of a preset that every rustc gets.
pub(crate) fn requests(preset: Preset) -> Vec<Request> {
    let mut requests = usual();
    match preset {
        Preset::Quick => {}
        Preset::Standard => {
            requests.extend([Request::build(OptLevel::O2), at_mir(OptLevel::O0, 4)]);
        }
        Preset::Full => {
            requests.extend(axes());
            requests.push(Request::in_mode(CONST));
        }
    }
    requests
}

/// The axes of rustc, beside the usual builds.
fn axes() -> Vec<Request> {
    let at = Request::build;
    let mut requests = vec![
        at(OptLevel::O2),
        at(OptLevel::O1),
        at(OptLevel::Os),
        at(OptLevel::Oz),
        // The second opinion. No `-Zlint-mir`: it takes copies between fields of one local for overlapping.
        at(OptLevel::O0).with_switch("validate"),
        all_mir_passes().with_switch("validate"),
        // MIR passes alone, and LLVM alone and with few of them before it.
        at_mir(OptLevel::O0, 4),
        at_mir(OptLevel::O3, 0),
        at_mir(OptLevel::O3, 1),
        at_mir(OptLevel::O2, 3),
    ];
    let all_but = |flag: String| all_mir_passes().with_flags([flag]);
    requests.extend(PASSES.map(|pass| all_but(format!("-Zmir-enable-passes=-{pass}"))));
    requests.extend(["-Zrandomize-layout", "-Zinline-mir=no"].map(|flag| all_but(flag.to_owned())));
    let others: [(OptLevel, &[&str]); 6] = [
        (OptLevel::O3, &["-Ccodegen-units=16"]),
        (OptLevel::O3, &["-Clto=fat"]),
        (OptLevel::O3, &["-Ctarget-cpu=native"]),
        (OptLevel::O2, &["-Ctarget-cpu=native"]),
        (OptLevel::O2, &["-Cdebug-assertions=on"]),
        (
            OptLevel::O2,
            &["-Zinline-mir=yes", "-Zinline-mir-threshold=1000"],
        ),
    ];
    requests.extend(others.map(|(level, flags)| at(level).with_flags(flags.iter().copied())));
    requests
}

/// The MIR passes that are left out one by one. A name that a version does not know is ignored by it.
const PASSES: [&str; 10] = [
    "GVN",
    "DataflowConstProp",
    "JumpThreading",
    "DestinationPropagation",
    "ReferencePropagation",
    "CopyProp",
    "SingleUseConsts",
    "ScalarReplacementOfAggregates",
    "MatchBranchSimplification",
    "Inline",
];
