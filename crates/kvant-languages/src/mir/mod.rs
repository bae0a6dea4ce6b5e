//! MIR: programs of the custom MIR subset, for compilers of Rust.

mod donors;
mod language;
mod run;
mod statistics;

use kvant_campaign::{Form, Shrink, Size, Subject, TraceLine, Unsound};
use kvant_memory::Target;
use kvant_mir::print::Version;
use kvant_mir::{Callee, Operand, Program, Terminator, lift, parse, print, shape};
use kvant_mir_gen::{
    Author, Feature, GenConfig, Generated, Mir, Shrinker, Stats, explain, generate,
};
use kvant_mir_machine::{Limits, Outcome, Trace, execute_under_all};
use kvant_record::{Dialect, ProgramRef};
use kvant_toolchain::Source;

use crate::origin::origin;
use crate::shrink::Shrinking;

pub use donors::splice_from;
pub use language::MirLanguage;
use language::VERSIONS;

/// The name of the language.
const NAME: &str = "mir";

/// The target that programs are generated for and run on.
pub const TARGET: Target = Target::X86_64;

/// A program of the MIR subset, with the output that the machine expects.
pub struct MirSubject {
    /// Its name.
    pub name: String,
    /// The program, in canonical form.
    pub program: Program,
    /// The observations.
    pub trace: Trace,
    /// The first line of its text.
    pub origin: ProgramRef,
}

/// The program of a seed, verified once more from its printed text, so that a fault of the generator is never taken
/// for a bug of a compiler.
pub fn from_seed(seed: u64, config: &GenConfig) -> Result<MirSubject, Unsound> {
    grown_from_seed(seed, config).map(|grown| grown.0)
}

/// The growth of a program.
pub struct Growth {
    /// The features that were drawn for it.
    pub features: Vec<Feature>,
    /// Counts of steps and proposals.
    pub stats: Stats,
    /// The construct that wrote each statement.
    pub authors: Vec<Author>,
}

/// The program of a seed, as [`from_seed`] returns it, with statistics of its growth.
pub fn grown_from_seed(seed: u64, config: &GenConfig) -> Result<(MirSubject, Growth), Unsound> {
    let unsound = |problem| Unsound { seed, problem };
    let Generated {
        program,
        trace,
        features,
        stats,
        authors,
    } = generate(seed, config).map_err(|unended| unsound(unended.to_string()))?;
    let subject = MirSubject {
        name: format!("seed-{seed}"),
        program,
        trace,
        origin: origin(NAME, kvant_mir_gen::VERSION, seed, config, TARGET.name),
    };
    subject.verify(&unsound)?;
    let growth = Growth {
        features,
        stats,
        authors,
    };
    Ok((subject, growth))
}

/// The origin of a program that was not generated.
pub fn written() -> ProgramRef {
    ProgramRef::written(NAME, TARGET.name)
}

/// The dialect of a version of rustc.
pub fn dialect(version: Version) -> Dialect {
    VERSIONS.dialect(version.0)
}

/// The version of rustc that a text is for.
fn version(dialect: Option<&Dialect>) -> Version {
    dialect.map_or(Version::NEWEST, |dialect| Version(dialect.minor))
}

impl MirSubject {
    /// Checks that the printed text parses to the same program, and that the program makes the same observations
    /// under every resolver.
    fn verify(&self, unsound: &dyn Fn(String) -> Unsound) -> Result<(), Unsound> {
        let parsed = parse::program(&self.print(&print::Form::Readable, Version::NEWEST))
            .map_err(|error| unsound(format!("its own text does not parse: {error}")))?;
        if parsed.program != self.program {
            return Err(unsound("its own text is another program".into()));
        }
        let run = execute_under_all(&parsed.program, &TARGET, Limits::default());
        if let Outcome::Stopped { stop, .. } = run.outcome {
            return Err(unsound(format!("run from scratch, the program {stop}")));
        }
        if run.trace != self.trace {
            return Err(unsound(
                "run from scratch, the program makes other observations".into(),
            ));
        }
        Ok(())
    }

    /// The program's text for compilers of this version.
    pub fn print(&self, form: &print::Form<'_>, version: Version) -> String {
        print::program(&self.program, form, version, &self.origin.head())
    }

    fn shrinking(&self, shrinker: Shrinker) -> Box<dyn Shrink> {
        let (name, origin) = (self.name.clone(), self.origin.reduced());
        let subject = move |program: &Program, trace: &Trace| {
            Box::new(MirSubject {
                name: name.clone(),
                program: program.clone(),
                trace: trace.clone(),
                origin: origin.clone(),
            }) as Box<dyn Subject>
        };
        Box::new(Shrinking::new(shrinker, Box::new(subject)))
    }

    /// The place of an observation, in terms of the program.
    fn origin(&self, n: usize) -> String {
        let observation = &self.trace.observations[n];
        let function = self.program.function(observation.function);
        let place = match &function.blocks[observation.block.index()].terminator {
            Some(Terminator::Call {
                callee: Callee::Observe { .. },
                arguments,
                ..
            }) => match arguments.first().and_then(Operand::place) {
                Some(place) => print::place(&self.program, observation.function, place),
                None => "a constant".to_owned(),
            },
            _ => "?".to_owned(),
        };
        let block = self
            .program
            .block_name(observation.function, observation.block);
        format!("{} {block}: {place}", function.name)
    }
}

impl Subject for MirSubject {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn language(&self) -> Source {
        kvant_toolchain::drivers::RUST
    }

    fn text(&self, form: Form, dialect: Option<&Dialect>) -> String {
        let version = version(dialect);
        match form {
            Form::Readable => self.print(&print::Form::Readable, version),
            Form::Fast => self.print(&print::Form::Fast, version),
            Form::ConstEval => {
                let expected: Vec<(u32, u128)> = self
                    .trace
                    .observations
                    .iter()
                    .map(|observation| (observation.site, observation.bits()))
                    .collect();
                self.print(&print::Form::ConstEval(&expected), version)
            }
        }
    }

    fn summary(&self) -> String {
        format!("kvant {}", self.trace.digest())
    }

    fn trace(&self) -> Vec<TraceLine> {
        let line = |n: usize| TraceLine {
            text: self.trace.observations[n].line(),
            origin: self.origin(n),
        };
        (0..self.trace.observations.len()).map(line).collect()
    }

    fn control(&self) -> Option<String> {
        Some("fn main() {}\n".to_owned())
    }

    fn part(&self, n: usize, dialect: Option<&Dialect>) -> Option<String> {
        let version = version(dialect);
        Some(print::part(&self.program, n, version, &self.origin.head()))
    }

    fn joined(&self, parts: &[String]) -> String {
        print::batch(parts)
    }

    fn size(&self) -> Size {
        Size {
            statements: self.program.statement_count(),
            functions: self.program.functions.len(),
        }
    }

    fn shape(&self) -> Vec<String> {
        shape(&self.program)
    }

    fn lifted(&self, dialect: Option<&Dialect>) -> Option<String> {
        let version = dialect.map_or(Version::OLDEST, |dialect| Version(dialect.minor));
        lift::program(&self.program, version, &self.origin.head()).ok()
    }

    fn explanation(&self, observation: usize) -> Option<String> {
        explain(&self.program, &TARGET, observation).ok()?
    }

    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        let shrinker = Shrinker::new(Mir, self.program.clone()).ok()?;
        Some(self.shrinking(shrinker))
    }

    fn shrink_further(&self, best: &str, token: &str) -> Option<Box<dyn Shrink>> {
        let best = parse::program(best).ok()?.program;
        let shrinker = Shrinker::resume(Mir, best, token).ok()?;
        Some(self.shrinking(shrinker))
    }
}
