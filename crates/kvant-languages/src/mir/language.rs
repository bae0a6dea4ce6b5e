//! MIR as a plug-in.

use std::ops::{Range, RangeInclusive};

use kvant_campaign::{
    BadOption, FeatureShare, Form, Generator, GeneratorOptions, Grown, Language, NotRead, NotRun,
    Ran, Refused, RunOptions, Subject, Survey, Unsound,
};
use kvant_memory::Target;
use kvant_mir::parse;
use kvant_mir::print::Version;
use kvant_mir_gen::{Feature, GenConfig};
use kvant_mir_machine::{Limits, Outcome, Stop, execute_under_all};
use kvant_record::ProgramRef;
use kvant_toolchain::{Cancel, Language as Source};

use super::{MirSubject, NAME, TARGET, dialect, donors, grown_from_seed, run, statistics, written};
use crate::{config, config_file};

/// Custom MIR, for compilers of Rust.
#[derive(Debug)]
pub struct Mir;

/// The configuration that options describe, with the programs that are to be spliced in. `note` gets remarks for people.
pub fn configured(
    options: &GeneratorOptions,
    note: &mut dyn FnMut(String),
) -> Result<GenConfig, BadOption> {
    let mut config: GenConfig = config::configured(options)?;
    if let Some(folder) = &options.splice {
        config.splices = donors::read(folder, note)?;
    } else if config.fixed.get(&Feature::Splices) == Some(&true) {
        let problem = "splices come from a folder: say which with --splice DIR";
        return Err(BadOption::saying(problem));
    }
    Ok(config)
}

impl Language for Mir {
    fn name(&self) -> &'static str {
        NAME
    }

    fn source(&self) -> Source {
        Source::Rust
    }

    fn generator_version(&self) -> u32 {
        kvant_mir_gen::VERSION
    }

    fn targets(&self) -> Vec<&'static str> {
        vec![TARGET.name]
    }

    fn target(&self, name: &str) -> Option<&'static str> {
        let target = Target::by_name(name)?;
        (target == TARGET).then_some(TARGET.name)
    }

    fn generator(
        &self,
        options: &GeneratorOptions,
        _target: &str,
        note: &mut dyn FnMut(String),
    ) -> Result<Box<dyn Generator>, BadOption> {
        let config = configured(options, note)?;
        Ok(Box::new(MirGenerator { config }))
    }

    fn read(&self, text: &str, name: &str, _target: &str) -> Result<Box<dyn Subject>, NotRead> {
        let parsed = parse::program(text).map_err(|error| NotRead::Syntax(error.to_string()))?;
        let run = execute_under_all(&parsed.program, &TARGET, Limits::default());
        if let Outcome::Stopped { stop, .. } = run.outcome {
            return Err(NotRead::Refused(Refused {
                is_certain: matches!(stop, Stop::Ub(_) | Stop::Unspecified(_)),
                why: stop.to_string(),
            }));
        }
        Ok(Box::new(MirSubject {
            name: name.to_owned(),
            program: parsed.program,
            trace: run.trace,
            origin: ProgramRef::of_text(text)
                .ok()
                .flatten()
                .unwrap_or_else(written),
        }))
    }

    /// A file is compiled as it is if it is complete and no part of it depends on the version of rustc.
    fn compilable(&self, subject: &dyn Subject, _file: &str, text: &str) -> Option<String> {
        let printed = |minor| subject.text(Form::Readable, Some(&dialect(Version(minor))));
        let newest = printed(Version::NEWEST.0);
        let prelude = |text: &str| {
            text.find("mod kvant")
                .map(|at| text[at..].trim().to_owned())
        };
        let is_complete = text.contains("#![feature(") && prelude(text) == prelude(&newest);
        let mut versions = Version::OLDEST.0..Version::NEWEST.0;
        let is_for_all = is_complete && versions.all(|minor| printed(minor) == newest);
        is_for_all.then(|| text.to_owned())
    }

    fn own<'t>(&self, text: &'t str) -> &'t str {
        text.split("mod kvant").next().unwrap_or_default()
    }

    fn run(&self, text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
        run::run(text, options)
    }
}

/// The generator of MIR programs.
struct MirGenerator {
    config: GenConfig,
}

impl Generator for MirGenerator {
    fn target(&self) -> &str {
        kvant_toolchain::host()
    }

    fn statements(&self) -> RangeInclusive<usize> {
        self.config.statements.clone()
    }

    fn differences(&self) -> Vec<String> {
        config::differences(&self.config)
    }

    fn features(&self) -> Vec<FeatureShare> {
        let share = |feature: &Feature| FeatureShare {
            name: feature.name(),
            about: feature.about(),
            percent: self.config.percent(*feature),
            beyond: ("beyond_const_eval", feature.is_beyond_const_eval()),
        };
        Feature::ALL.iter().map(share).collect()
    }

    fn config_file(&self) -> String {
        config_file::write(&self.config)
    }

    fn grow(&self, seed: u64) -> Result<Grown, Unsound> {
        let (subject, growth) = grown_from_seed(seed, &self.config)?;
        Ok(Grown {
            subject: Box::new(subject),
            features: growth
                .features
                .iter()
                .map(|feature| feature.name())
                .collect(),
        })
    }

    fn survey(
        &self,
        seeds: Range<u64>,
        cancel: &Cancel,
        progress: &mut dyn FnMut(usize),
    ) -> Survey {
        statistics::survey(seeds, &self.config, cancel, progress)
    }
}
