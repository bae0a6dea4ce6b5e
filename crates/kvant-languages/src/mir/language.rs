//! MIR as a plug-in.

use std::ops::Range;

use kvant_campaign::{
    BadOption, Form, Generator, Grown, Language, Machine, NotRead, NotRun, Ran, Refused,
    RunOptions, Splice, Subject, Support, Survey, Unsound, Versions,
};
use kvant_generate::config::Config;
use kvant_memory::Target;
use kvant_mir::parse;
use kvant_mir::print::Version;
use kvant_mir_gen::{Donor, Feature, GenConfig};
use kvant_mir_machine::{Limits, Outcome, Stop, execute_under_all};
use kvant_record::Dialect;
use kvant_record::ProgramRef;
use kvant_toolchain::drivers::rustc::CONST;
use kvant_toolchain::{Cancel, Source, host};

use super::{
    MirSubject, NAME, TARGET, dialect, grown_from_seed, run, splice_from, statistics, written,
};
use crate::own;

/// Custom MIR, for compilers of Rust.
#[derive(Debug)]
pub struct MirLanguage;

/// The versions of rustc that texts differ between.
pub(super) const VERSIONS: Versions = Versions {
    family: "rustc",
    major: 1,
    oldest: Version::OLDEST.0,
    newest: Version::NEWEST.0,
};

impl Machine for MirLanguage {
    fn name(&self) -> &'static str {
        NAME
    }

    fn source(&self) -> Source {
        kvant_toolchain::drivers::RUST
    }

    /// Programs grow for [`TARGET`], and are compiled for this machine.
    fn targets(&self) -> Vec<&'static str> {
        vec![host()]
    }

    fn target(&self, name: &str) -> Option<&'static str> {
        let is_own = name == host() || Target::by_name(name) == Some(TARGET);
        is_own.then(host)
    }

    fn run(&self, text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
        run::run(text, options)
    }
}

impl Language for MirLanguage {
    fn generator_version(&self) -> u32 {
        kvant_mir_gen::VERSION
    }

    fn config(&self) -> Box<dyn Config> {
        Box::new(GenConfig::default())
    }

    fn generator(
        &self,
        config: Box<dyn Config>,
        splice: Splice<'_>,
        _target: &str,
        note: &mut dyn FnMut(String),
    ) -> Result<Box<dyn Generator>, BadOption> {
        let mut config = own::<GenConfig>(config)?;
        splice_from(splice, &mut config, note)?;
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

    fn versions(&self) -> Option<Versions> {
        Some(VERSIONS)
    }

    fn support(&self, dialect: &Dialect) -> Support {
        let Versions { oldest, newest, .. } = VERSIONS;
        let is = (dialect.major, dialect.minor);
        if is < (1, oldest) {
            return Support::None(format!("Kvant's MIR needs rustc 1.{oldest} or later"));
        }
        match is > (1, newest) {
            true => Support::Newer(format!("rustc 1.{newest}")),
            false => Support::Full,
        }
    }

    fn lifted_form(&self) -> Option<&'static str> {
        Some("ordinary Rust")
    }

    fn own<'t>(&self, text: &'t str) -> &'t str {
        text.split("mod kvant").next().unwrap_or_default()
    }
}

/// The generator of MIR programs.
struct MirGenerator {
    config: Box<GenConfig>,
}

impl Generator for MirGenerator {
    fn target(&self) -> &str {
        host()
    }

    fn config(&self) -> &dyn Config {
        &*self.config
    }

    fn donors(&self) -> Vec<String> {
        self.config.splices.iter().map(Donor::text).collect()
    }

    fn beyond(&self, feature: &str) -> &'static [&'static str] {
        match Feature::from_name(feature).is_some_and(Feature::is_beyond_const_eval) {
            true => &[CONST],
            false => &[],
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(VERSIONS.read("1.85"), Ok(dialect(Version(85))));
        assert_eq!(VERSIONS.read("1.97.0-nightly"), Ok(dialect(Version(97))));
        for bad in [
            "", "1", "1.84", "2.85", "0.90", "1.x", "1.85.0.0", "stable", "-1.90",
        ] {
            let error = VERSIONS.read(bad).unwrap_err().to_string();
            assert!(error.contains("1.85 and later"), "{bad}: {error}");
        }
    }
}
