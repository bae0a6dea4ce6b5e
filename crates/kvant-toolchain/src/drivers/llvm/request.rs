//! Requests to `opt`: whole pipelines, passes, and pipelines that each program chooses.

use kvant_record::{OptLevel, Request};

use super::pipeline::{PIPELINE, SINGLE_PASSES, spelled, with_one_less};
use crate::driver::{Gives, Mode};
use crate::error::FlagError;
use crate::preset::Preset;

/// The mode in which the flags have the pipeline: `-passes=gvn`.
pub const PASSES: &str = "passes";

/// The mode of the pipeline that a program was written for. Programs complete it and the following ones.
pub const OWN: &str = "own";

/// The mode of the pipeline of another program that a part of this one comes from.
pub const DONOR: &str = "donor";

/// The mode of one pass that each program draws.
pub const SINGLE: &str = "single";

/// The mode of some passes that each program draws.
pub const SEQUENCE: &str = "sequence";

pub(super) const MODES: [Mode; 5] = [
    Mode::new(PASSES, Gives::Text),
    Mode::new(OWN, Gives::Text).open(),
    Mode::new(DONOR, Gives::Text).open(),
    Mode::new(SINGLE, Gives::Text).open(),
    Mode::new(SEQUENCE, Gives::Text).open(),
];

/// The pipeline that changes nothing.
const NOTHING: &str = "-passes=verify";

/// The option for the pipeline of a level.
pub(super) fn pipeline(level: OptLevel) -> String {
    match level {
        OptLevel::O0 => NOTHING.to_owned(),
        level => format!("{PIPELINE}default<{level}>"),
    }
}

/// True if these flags name a pipeline.
pub(super) fn names_pipeline(flags: &[impl AsRef<str>]) -> bool {
    flags.iter().any(|flag| flag.as_ref().starts_with(PIPELINE))
}

/// True for requests that change anything.
pub(super) fn optimises(request: &Request) -> bool {
    match request.mode.as_str() {
        PASSES => request.flags.iter().any(|flag| flag != NOTHING),
        _ if request.is_build() => request.level != OptLevel::O0,
        _ => true,
    }
}

/// All ways to leave out one pass of the pipeline in a flag.
pub(super) fn shorter(flag: &str) -> Vec<String> {
    let Some(pipeline) = flag.strip_prefix(PIPELINE) else {
        return Vec::new();
    };
    let shorter = with_one_less(pipeline).into_iter();
    shorter
        .map(|pipeline| format!("{PIPELINE}{pipeline}"))
        .collect()
}

/// The request for one pass alone.
fn single(pass: &str, version: u32) -> Request {
    let pass = spelled(pass, version);
    Request::in_mode(PASSES).with_flags([format!("{PIPELINE}{pass}")])
}

/// The requests of a preset. Pipelines hide the faults of single passes, so these come first.
pub(super) fn preset(preset: Preset, version: u32) -> Vec<Request> {
    let mut requests = [OWN, DONOR, SINGLE, SEQUENCE]
        .map(Request::in_mode)
        .to_vec();
    requests.push(Request::build(OptLevel::O3));
    if preset == Preset::Quick {
        return requests;
    }
    let mut levels = vec![OptLevel::O1, OptLevel::O2, OptLevel::Os];
    if preset == Preset::Full {
        levels.push(OptLevel::Oz);
    }
    levels.retain(|level| version < NO_SIZE_LEVELS || *level <= OptLevel::O3);
    requests.extend(levels.into_iter().map(Request::build));
    if preset == Preset::Full {
        requests.extend(SINGLE_PASSES.map(|pass| single(pass, version)));
    }
    requests
}

/// The first version without pipelines for size: functions have attributes for that.
const NO_SIZE_LEVELS: u32 = 23;

/// The request of these flags: a level, or a pipeline, which counts more.
pub(super) fn from_flags(flags: &[String]) -> Result<Request, FlagError> {
    let (mut level, mut others) = (OptLevel::O3, Vec::new());
    for flag in flags {
        if let Some(said) = flag.strip_prefix("-O") {
            level = said.parse()?;
        } else if !flag.starts_with('-') {
            return Err(FlagError::NoFlag(flag.clone()));
        } else {
            others.push(flag.clone());
        }
    }
    let request = match names_pipeline(&others) {
        true => Request::in_mode(PASSES),
        false => Request::build(level),
    };
    Ok(request.with_flags(others))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(preset: Preset, version: u32) -> Vec<String> {
        let requests = super::preset(preset, version).into_iter();
        requests.map(|request| request.to_string()).collect()
    }

    #[test]
    fn presets_begin_with_what_programs_choose() {
        let quick = ["own", "donor", "single", "sequence", "O3"];
        assert_eq!(names(Preset::Quick, 19), quick);
        let standard = names(Preset::Standard, 19);
        assert_eq!(standard[..5], quick);
        assert_eq!(standard[5..], ["O1", "O2", "Os"]);
        let full = names(Preset::Full, 19);
        assert_eq!(full[..8], standard);
        assert_eq!(full[8], "Oz");
        assert_eq!(full.len(), 9 + SINGLE_PASSES.len());
        assert_eq!(names(Preset::Standard, 23)[5..], ["O1", "O2"]);
        assert_eq!(names(Preset::Full, 23).len(), 7 + SINGLE_PASSES.len());
        let has = |version: u32, name: &str| {
            let names = names(Preset::Full, version);
            names.iter().any(|known| known == name)
        };
        assert!(has(17, "passes -passes=instcombine"));
        assert!(!has(18, "passes -passes=instcombine"));
        assert!(has(24, "passes -passes=gvn"));
    }

    #[test]
    fn flags_are_read() {
        let read = |flags: &str| {
            let flags: Vec<String> = flags.split_whitespace().map(str::to_owned).collect();
            from_flags(&flags).map(|request| request.to_string())
        };
        for (flags, name) in [
            ("", "O3"),
            ("-O2", "O2"),
            ("-Oz -force-vector-width=4", "Oz -force-vector-width=4"),
            (
                "-passes=gvn,licm -slp-threshold=-9",
                "passes -passes=gvn,licm -slp-threshold=-9",
            ),
            ("-O1 -passes=gvn", "passes -passes=gvn"),
        ] {
            assert_eq!(read(flags).as_deref().ok(), Some(name), "{flags}");
        }
        assert!(read("-O9").is_err() && read("gvn").is_err());
    }

    #[test]
    fn only_verification_does_not_optimise() {
        let passes = |pipeline: &str| Request::in_mode(PASSES).with_flags([pipeline]);
        assert!(optimises(&passes("-passes=gvn")) && !optimises(&passes(NOTHING)));
        assert!(optimises(&Request::build(OptLevel::O1)) && optimises(&Request::in_mode(OWN)));
        assert!(!optimises(&Request::build(OptLevel::O0)));
        assert_eq!(pipeline(OptLevel::O0), NOTHING);
        assert_eq!(pipeline(OptLevel::Os), "-passes=default<Os>");
    }
}
