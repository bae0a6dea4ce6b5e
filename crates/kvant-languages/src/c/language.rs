//! C as a plug-in.

use std::ops::{Range, RangeInclusive};

use kvant_c::{CTarget, parse, print};
use kvant_c_gen::{Feature, GenConfig};
use kvant_c_machine::{Limits, Outcome, Stop, execute};
use kvant_campaign::{
    BadOption, FeatureShare, Generator, GeneratorOptions, Grown, Language, NotRead, NotRun, Ran,
    Refused, RunOptions, Subject, Survey, UnknownTarget, Unsound,
};
use kvant_record::ProgramRef;
use kvant_toolchain::{Cancel, Language as Source};

use super::{CSubject, NAME, grown_from_seed, run, statistics};
use crate::{config, config_file};

/// C, with extensions of GNU.
#[derive(Debug)]
pub struct C;

/// The target of this name.
pub(super) fn target(name: &str) -> Result<CTarget, UnknownTarget> {
    CTarget::by_name(name).ok_or_else(|| UnknownTarget {
        language: "C",
        target: name.to_owned(),
        known: C.targets(),
    })
}

impl Language for C {
    fn name(&self) -> &'static str {
        NAME
    }

    fn source(&self) -> Source {
        Source::C
    }

    fn generator_version(&self) -> u32 {
        kvant_c_gen::VERSION
    }

    fn targets(&self) -> Vec<&'static str> {
        CTarget::all()
            .iter()
            .map(|target| target.scalars.name)
            .collect()
    }

    fn target(&self, name: &str) -> Option<&'static str> {
        CTarget::by_name(name).map(|target| target.scalars.name)
    }

    fn generator(
        &self,
        options: &GeneratorOptions,
        target: &str,
        _note: &mut dyn FnMut(String),
    ) -> Result<Box<dyn Generator>, BadOption> {
        if options.splice.is_some() {
            return Err(BadOption::saying("--splice is for MIR programs"));
        }
        let config = config::configured(options)?;
        let target = self::target(target).map_err(|it| BadOption::saying(it.to_string()))?;
        Ok(Box::new(CGenerator { config, target }))
    }

    fn read(&self, text: &str, name: &str, target: &str) -> Result<Box<dyn Subject>, NotRead> {
        let target = self::target(target).map_err(NotRead::Target)?;
        let parsed =
            parse::program(text, &target).map_err(|error| NotRead::Syntax(error.to_string()))?;
        let run = execute(&parsed.program, &target, Limits::default());
        if let Outcome::Stopped { stop, .. } = run.outcome {
            return Err(NotRead::Refused(Refused {
                is_certain: matches!(stop, Stop::Ub(_) | Stop::Unspecified(_)),
                why: stop.to_string(),
            }));
        }
        let written = || ProgramRef::written(NAME, target.scalars.name);
        Ok(Box::new(CSubject {
            name: name.to_owned(),
            program: parsed.program,
            target,
            trace: run.trace,
            origin: ProgramRef::of_text(text)
                .ok()
                .flatten()
                .unwrap_or_else(written),
        }))
    }

    /// A file is compiled as it is unless its prelude is incomplete.
    fn compilable(&self, _subject: &dyn Subject, file: &str, text: &str) -> Option<String> {
        print::completed(text, file)
    }

    fn own<'t>(&self, text: &'t str) -> &'t str {
        print::own(text)
    }

    fn run(&self, text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
        run::run(text, options)
    }
}

/// The generator of C programs.
struct CGenerator {
    config: GenConfig,
    target: CTarget,
}

impl Generator for CGenerator {
    fn target(&self) -> &str {
        self.target.scalars.name
    }

    fn statements(&self) -> RangeInclusive<usize> {
        self.config.statements.clone()
    }

    fn differences(&self) -> Vec<String> {
        let mut said = config::differences(&self.config);
        if self.target != CTarget::X86_64 {
            said.push(format!("for {}", self.target.scalars.name));
        }
        said
    }

    fn features(&self) -> Vec<FeatureShare> {
        let share = |feature: &Feature| FeatureShare {
            name: feature.name(),
            about: feature.about(),
            percent: match self.config.fixed.get(feature) {
                Some(true) => 100,
                Some(false) => 0,
                None => self.config.feature_percent,
            },
            beyond: ("beyond_tcc", feature.is_beyond_tcc()),
        };
        Feature::ALL.iter().map(share).collect()
    }

    fn config_file(&self) -> String {
        config_file::write(&self.config)
    }

    fn grow(&self, seed: u64) -> Result<Grown, Unsound> {
        let (subject, growth) = grown_from_seed(seed, &self.config, &self.target)?;
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
        statistics::survey(seeds, &self.config, &self.target, cancel, progress)
    }
}
