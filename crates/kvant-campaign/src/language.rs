//! Languages as plug-ins: generation, reading and execution of programs.
//!
//! A language has an abstract machine that defines the behaviour of its programs. Commands and campaigns see programs as
//! [`Subject`]s, and use languages only through these traits.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use kvant_generate::config::Config;
use kvant_record::listing::{self, FailedSeed, ProgramCount};
use kvant_record::{Dialect, Record};
use kvant_toolchain::{Cancel, Source, architecture, host};
use serde_json::Value;

use crate::Subject;

/// An abstract machine: a language that programs are read and executed in.
pub trait Machine: Send + Sync {
    /// The name on the command line, in the store and in the first line of programs.
    fn name(&self) -> &'static str;

    /// The language as compilers know it.
    fn source(&self) -> Source;

    /// The targets that programs are generated and read for, the default first. By default, this machine.
    fn targets(&self) -> Vec<&'static str> {
        vec![host()]
    }

    /// The target that a user means by this name.
    fn target(&self, name: &str) -> Option<&'static str> {
        let mut targets = self.targets().into_iter();
        targets.find(|target| architecture(target) == architecture(name))
    }

    /// True if a run may call any function with any arguments, and has choices ([`RunOptions::call`]).
    fn runs_any_function(&self) -> bool {
        false
    }

    /// Runs a program.
    fn run(&self, text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun>;
}

/// A language that programs are generated in, too, and tested with compilers.
pub trait Language: Machine {
    /// Version of the generator. A seed gives the same program only for the same version.
    fn generator_version(&self) -> u32;

    /// The support of programs for compilers of a dialect.
    fn support(&self, _dialect: &Dialect) -> Support {
        Support::Full
    }

    /// The versions of a family of compilers, if the text of a program depends on them.
    fn versions(&self) -> Option<Versions> {
        None
    }

    /// The name of the form to which small programs are lifted, if there is one: `ordinary Rust`.
    fn lifted_form(&self) -> Option<&'static str> {
        None
    }

    /// Reducers of text that can make a small program smaller, better ones first.
    fn polishers(&self) -> &'static [&'static str] {
        &[]
    }

    /// The default configuration of the generator.
    fn config(&self) -> Box<dyn Config>;

    /// A generator with this configuration. `note` gets remarks for people.
    fn generator(
        &self,
        config: Box<dyn Config>,
        splice: Splice<'_>,
        target: &str,
        note: &mut dyn FnMut(String),
    ) -> Result<Box<dyn Generator>, BadOption>;

    /// Reads a program, and lets the machine decide whether it is defined.
    fn read(&self, text: &str, name: &str, target: &str) -> Result<Box<dyn Subject>, NotRead>;

    /// The text of a user's file as compilers get it, if they can compile the file's own text.
    fn compilable(&self, _subject: &dyn Subject, _file: &str, _text: &str) -> Option<String> {
        None
    }

    /// The text of a program without the prelude that all programs share.
    fn own<'t>(&self, text: &'t str) -> &'t str {
        text
    }
}

/// Reads a program, which runs it, and returns its expected output: a [`Machine::run`] for languages that have no better one.
pub fn run_by_reading(
    language: &dyn Language,
    text: &str,
    options: &RunOptions<'_>,
) -> Result<Ran, NotRun> {
    let mut ran = Ran::default();
    match language.read(text, "program", options.target) {
        Ok(subject) => {
            let trace = subject.trace().into_iter().filter(|_| options.trace);
            ran.printed = trace.map(|line| line.text).collect();
            ran.printed.push(subject.summary());
            ran.record.outcome = String::from("finished");
        }
        Err(NotRead::Refused(Refused { why, is_certain })) => {
            ran.record.outcome = String::from("refused");
            ran.record.message = Some(why.clone());
            ran.stopped = Some(Stopped {
                kind: "refused".to_owned(),
                why,
                rule: None,
                details: Vec::new(),
                is_certain,
            });
        }
        Err(NotRead::Syntax(error)) => return Err(NotRun::Syntax(error)),
        Err(NotRead::Target(unknown)) => return Err(NotRun::Target(unknown)),
        Err(NotRead::OnlyRun(only_run)) => {
            return Err(NotRun::Option(BadOption(only_run.to_string())));
        }
    }
    Ok(ran)
}

/// Versions of a family of compilers for which a program has different texts. All have the same major version.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Versions {
    /// The family. An option of `kvant gen` has its name and takes a version.
    pub family: &'static str,
    /// The major version.
    pub major: u32,
    /// The minor version of the oldest compiler that programs are written for.
    pub oldest: u32,
    /// The minor version of the newest compiler that is known.
    pub newest: u32,
}

impl Versions {
    /// The dialect of the compiler with this minor version.
    pub fn dialect(&self, minor: u32) -> Dialect {
        Dialect {
            family: self.family.to_owned(),
            major: self.major,
            minor,
        }
    }

    /// Reads a version, such as `1.85` or `1.97.0-nightly`.
    pub fn read(&self, text: &str) -> Result<Dialect, BadOption> {
        let numbers = text.split('-').next().unwrap_or(text).split('.');
        let numbers: Option<Vec<u32>> = numbers.map(|number| number.parse().ok()).collect();
        let minor = match numbers.as_deref() {
            Some([major, minor] | [major, minor, _]) if *major == self.major => Some(*minor),
            _ => None,
        };
        let minor = minor.filter(|minor| *minor >= self.oldest);
        minor.map(|minor| self.dialect(minor)).ok_or_else(|| {
            let Versions {
                family,
                major,
                oldest,
                newest,
            } = self;
            BadOption(format!(
                "programs can be written for {family} {major}.{oldest} and later; say it as {major}.{oldest} or {major}.{newest}.0"
            ))
        })
    }
}

/// The support of a language for compilers of a dialect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Support {
    /// All programs can be compiled.
    Full,
    /// It is newer than the newest known version, which is named. A rejected program may be a fault of Kvant.
    Newer(String),
    /// Programs cannot be written for it, for this reason.
    None(String),
}

/// Programs from which a generator splices parts into its own.
#[derive(Clone, Copy, Debug)]
pub enum Splice<'a> {
    /// None.
    Nothing,
    /// The programs in a folder.
    Folder(&'a Path),
    /// The programs that another generator had, as [`Generator::donors`] returned them.
    Texts(&'a [String]),
}

impl<'a> From<Option<&'a Path>> for Splice<'a> {
    fn from(folder: Option<&'a Path>) -> Splice<'a> {
        folder.map_or(Splice::Nothing, Splice::Folder)
    }
}

/// Generates programs from seeds.
pub trait Generator: Send + Sync {
    /// The target of the programs. By default, this machine.
    fn target(&self) -> &str {
        host()
    }

    /// The configuration.
    fn config(&self) -> &dyn Config;

    /// The texts of the programs from which parts are spliced in, in order.
    fn donors(&self) -> Vec<String> {
        Vec::new()
    }

    /// Families of compilers, or modes of them, that do not support programs with this feature.
    fn beyond(&self, _feature: &str) -> &'static [&'static str] {
        &[]
    }

    /// The program of a seed.
    fn grow(&self, seed: u64) -> Result<Grown, Unsound>;

    /// Statistics on the programs of many seeds. `progress` gets the number of programs so far. By default, programs are counted.
    fn survey(
        &self,
        seeds: Range<u64>,
        cancel: &Cancel,
        progress: &mut dyn FnMut(usize),
    ) -> Survey {
        let mut survey = Survey::default();
        for seed in seeds.take_while(|_| !cancel.is_cancelled()) {
            match self.grow(seed) {
                Ok(_) => survey.programs += 1,
                Err(unsound) => survey.failures.push(unsound),
            }
            progress(survey.programs);
        }
        let failures = survey.failures.iter().map(|it| FailedSeed {
            seed: it.seed,
            error: it.problem.clone(),
        });
        survey.json = Record::json(ProgramCount {
            programs: survey.programs,
            failures: failures.collect(),
        });
        survey
    }
}

/// A generated program.
pub struct Grown {
    /// The program.
    pub subject: Box<dyn Subject>,
    /// The features that were drawn for it.
    pub features: Vec<&'static str>,
}

/// Statistics on generated programs.
#[derive(Clone, Debug, Default)]
pub struct Survey {
    /// The number of programs.
    pub programs: usize,
    /// Seeds without a program.
    pub failures: Vec<Unsound>,
    /// For people. The first section has no title.
    pub sections: Vec<Section>,
    /// For machines: a record of the language's own.
    pub json: Value,
}

/// A table with a title.
#[derive(Clone, Debug, Default)]
pub struct Section {
    /// The title.
    pub title: String,
    /// The rows, as cells.
    pub rows: Vec<Vec<String>>,
}

/// Options of a run.
#[derive(Clone, Debug)]
pub struct RunOptions<'a> {
    /// The target.
    pub target: &'a str,
    /// Maximum number of executed statements.
    pub budget: u64,
    /// True if every observation is printed.
    pub trace: bool,
    /// An observation to explain, by its number from 0.
    pub explain: Option<Explain>,
    /// The call, for languages that [run any function](Machine::runs_any_function).
    pub call: Call<'a>,
}

/// The call that a run makes, and its choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Call<'a> {
    /// The function. By default the language decides.
    pub entry: Option<&'a str>,
    /// The arguments, as text.
    pub arguments: &'a [String],
    /// The policy for nondeterministic results.
    pub choices: Choose,
    /// The seed of unknown functions and variables.
    pub outside: Option<u64>,
}

/// A policy for nondeterministic results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choose {
    /// The first alternative.
    #[default]
    First,
    /// An alternative that is drawn at random, from this seed.
    Random(u64),
    /// All alternatives, in at most this many runs.
    All(u64),
}

/// An observation to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Explain {
    /// The last one.
    Last,
    /// The one of this number, counted from 0.
    Number(usize),
}

/// A run of a program.
#[derive(Clone, Debug, Default)]
pub struct Ran {
    /// The output, line by line.
    pub printed: Vec<String>,
    /// The reason of an end before the last statement.
    pub stopped: Option<Stopped>,
    /// The explanation of the requested observation, if the program finished.
    pub explanation: Option<Result<String, NoExplanation>>,
    /// All of it, for machines.
    pub record: listing::Run,
}

/// The reason why the machine stopped.
#[derive(Clone, Debug)]
pub struct Stopped {
    /// The kind: `undefined behaviour`.
    pub kind: String,
    /// One sentence.
    pub why: String,
    /// The name of the rule.
    pub rule: Option<&'static str>,
    /// Place and time, line by line.
    pub details: Vec<String>,
    /// True if the program is certainly not defined. Otherwise the machine lacks something.
    pub is_certain: bool,
}

/// A seed without a program: a bug in Kvant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsound {
    /// The seed.
    pub seed: u64,
    /// The problem.
    pub problem: String,
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unsound { seed, problem } = self;
        write!(
            f,
            "seed {seed}: {problem}. This is a bug in kvant, please keep the seed"
        )
    }
}

impl std::error::Error for Unsound {}

/// An option that a generator or a machine cannot use: the problem, and the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BadOption(pub String);

impl fmt::Display for BadOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadOption {}

/// The reason why a text cannot be read as a program for compilers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRead {
    /// The text cannot be parsed. The message begins with the line.
    Syntax(String),
    /// The language does not support this target.
    Target(UnknownTarget),
    /// The machine does not accept the program.
    Refused(Refused),
    /// Programs of the language are only run.
    OnlyRun(OnlyRun),
}

/// A language whose programs are neither generated nor tested with compilers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnlyRun {
    /// The language, for people.
    pub language: &'static str,
}

impl fmt::Display for OnlyRun {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let language = self.language;
        write!(
            f,
            "programs in {language} are not generated or tested yet; `kvant run` runs them"
        )
    }
}

impl std::error::Error for OnlyRun {}

/// The reason why the machine does not accept a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The reason, for people.
    pub why: String,
    /// True if the program is certainly not defined. Otherwise the machine lacks something.
    pub is_certain: bool,
}

/// A target that a language does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownTarget {
    /// The language, for people.
    pub language: &'static str,
    /// The target.
    pub target: String,
    /// The known targets.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownTarget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnknownTarget {
            language,
            target,
            known,
        } = self;
        let known = known.join(", ");
        write!(f, "{language} is not run for {target}; it is for {known}")
    }
}

impl std::error::Error for UnknownTarget {}

/// The reason why a program was not run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotRun {
    /// The text cannot be parsed. The message begins with the line.
    Syntax(String),
    /// The language does not support this target.
    Target(UnknownTarget),
    /// The language has no explanations.
    Explanation(NoExplanation),
    /// An option does not fit the program.
    Option(BadOption),
}

/// The reason why an observation is not explained, with the way out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoExplanation(pub String);

impl fmt::Display for NoExplanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NoExplanation {}
