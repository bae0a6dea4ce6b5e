//! C as a plug-in.

use std::ops::Range;

use kvant_c::{CTarget, parse, print};
use kvant_c_gen::{Feature, GenConfig};
use kvant_c_machine::{Limits, Outcome, Stop, execute};
use kvant_campaign::{
    BadOption, Generator, Grown, Language, Machine, NotRead, NotRun, Ran, Refused, RunOptions,
    Splice, Subject, Survey, UnknownTarget, Unsound,
};
use kvant_generate::config::Config;
use kvant_record::ProgramRef;
use kvant_toolchain::{Cancel, Source};

use super::{CSubject, NAME, grown_from_seed, run, statistics};
use crate::own;

/// C, with extensions of GNU.
#[derive(Debug)]
pub struct CLanguage;

/// The target of this name.
pub(super) fn target(name: &str) -> Result<CTarget, UnknownTarget> {
    CTarget::by_name(name).ok_or_else(|| UnknownTarget {
        language: "C",
        target: name.to_owned(),
        known: CLanguage.targets(),
    })
}

impl Machine for CLanguage {
    fn name(&self) -> &'static str {
        NAME
    }

    fn source(&self) -> Source {
        kvant_toolchain::drivers::C
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

    fn run(&self, text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
        run::run(text, options)
    }
}

impl Language for CLanguage {
    fn generator_version(&self) -> u32 {
        kvant_c_gen::VERSION
    }

    fn config(&self) -> Box<dyn Config> {
        Box::new(GenConfig::default())
    }

    fn generator(
        &self,
        config: Box<dyn Config>,
        splice: Splice<'_>,
        target: &str,
        _note: &mut dyn FnMut(String),
    ) -> Result<Box<dyn Generator>, BadOption> {
        if !matches!(splice, Splice::Nothing) {
            return Err(BadOption("--splice is for MIR programs".to_owned()));
        }
        let config = own::<GenConfig>(config)?;
        let target = self::target(target).map_err(|unknown| BadOption(unknown.to_string()))?;
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

    fn polishers(&self) -> &'static [&'static str] {
        &["cvise", "creduce"]
    }

    fn own<'t>(&self, text: &'t str) -> &'t str {
        print::own(text)
    }
}

/// The generator of C programs.
struct CGenerator {
    config: Box<GenConfig>,
    target: CTarget,
}

impl Generator for CGenerator {
    fn target(&self) -> &str {
        self.target.scalars.name
    }

    fn config(&self) -> &dyn Config {
        &*self.config
    }

    fn beyond(&self, feature: &str) -> &'static [&'static str] {
        match Feature::from_name(feature).is_some_and(Feature::is_beyond_tcc) {
            true => &["tcc"],
            false => &[],
        }
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
