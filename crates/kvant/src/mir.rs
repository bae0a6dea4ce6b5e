//! MIR programs as a campaign sees them.

mod shrink;

use kvant_campaign::{Form, Shrink, Size, Subject, TraceLine};
use kvant_memory::Target;
use kvant_mir::observation::Digest;
use kvant_mir::print::Version;
use kvant_mir::{Callee, Operand, Program, Terminator, lift, parse, print, shape};
use kvant_mir_gen::{
    Author, Donor, Feature, GenConfig, Generated, Shrinker, Stats, explain, generate,
};
use kvant_mir_machine::{Limits, Outcome, Trace, execute_under_all};

use kvant_toolchain::Source;
use kvant_toolchain::drivers::RUST;

use crate::config_file;
use shrink::MirShrink;

/// The target everything is generated for and run on.
pub const TARGET: Target = Target::X86_64;

/// A program of the MIR subset, and what the machine says it prints.
pub struct MirSubject {
    /// What it is called.
    pub name: String,
    /// The program, in canonical form.
    pub program: Program,
    /// What it observes.
    pub trace: Trace,
    /// What stands at the top of its text.
    pub head: String,
}

/// The program of a seed, checked once more from its text: nothing that went wrong while it was grown
/// may be held against a compiler.
pub fn from_seed(seed: u64, config: &GenConfig) -> Result<MirSubject, String> {
    grown_from_seed(seed, config).map(|grown| grown.0)
}

/// How a program came about.
pub struct Growth {
    /// The features that were drawn for it.
    pub features: Vec<Feature>,
    /// What happened while it was grown.
    pub stats: Stats,
    /// Who wrote what of it.
    pub authors: Vec<Author>,
}

/// The program of a seed, as [`from_seed`] has it, and how it came about.
pub fn grown_from_seed(seed: u64, config: &GenConfig) -> Result<(MirSubject, Growth), String> {
    let ours =
        |what: String| format!("seed {seed}: {what}. This is a bug in kvant, please keep the seed");
    let Generated {
        program,
        trace,
        features,
        stats,
        authors,
    } = generate(seed, config).map_err(|unended| ours(unended.to_string()))?;
    let subject = MirSubject {
        name: format!("seed-{seed}"),
        program,
        trace,
        head: head(seed, config),
    };
    subject.verify().map_err(ours)?;
    let growth = Growth {
        features,
        stats,
        authors,
    };
    Ok((subject, growth))
}

/// Everything that it takes to get the same bytes again.
fn head(seed: u64, config: &GenConfig) -> String {
    let mut head = format!(
        "kvant {}, generator {}, seed {seed}, size {}..{}",
        env!("CARGO_PKG_VERSION"),
        kvant_mir_gen::VERSION,
        config.statements.start(),
        config.statements.end(),
    );
    for difference in other_than_default(config) {
        head.push_str(", ");
        head.push_str(&difference);
    }
    head
}

/// What of a configuration is not as usual, beside the size.
pub(crate) fn other_than_default(config: &GenConfig) -> Vec<String> {
    let mut said = config_file::differences(config);
    if !config.splices.is_empty() {
        said.push(splices(&config.splices));
    }
    said
}

/// How many donors there were, and a digest of them: the same seed gives the same program only with the same
/// donors.
fn splices(donors: &[Donor]) -> String {
    let mut digest = Digest::new();
    for donor in donors {
        digest.fold(0, donor.digest().into());
    }
    format!("splices from {} ({:016x})", donors.len(), digest.state())
}

impl MirSubject {
    /// Checks that the text says the program, and that the program observes the trace whatever is left
    /// open by the language.
    pub fn verify(&self) -> Result<(), String> {
        let parsed = parse::program(&self.print(&print::Form::Readable, Version::NEWEST))
            .map_err(|error| format!("its own text does not parse: {error}"))?;
        if parsed.program != self.program {
            return Err("its own text says another program".into());
        }
        let run = execute_under_all(&parsed.program, &TARGET, Limits::default());
        if let Outcome::Stopped { stop, .. } = run.outcome {
            return Err(format!("run from scratch, the program {stop}"));
        }
        if run.trace != self.trace {
            return Err("run from scratch, the program observes something else".into());
        }
        Ok(())
    }

    /// Its text for compilers of this version.
    pub fn print(&self, form: &print::Form<'_>, version: Version) -> String {
        print::program(&self.program, form, version, &self.head)
    }

    /// What is observed at some point of the program, in its own words.
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
        RUST
    }

    fn text(&self, form: Form, version: Option<u32>) -> String {
        let version = version.map_or(Version::NEWEST, Version);
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
                let expected = print::Expected::Trace(&expected);
                self.print(&print::Form::ConstEval(expected), version)
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

    fn part(&self, n: usize, version: Option<u32>) -> Option<String> {
        let version = version.map_or(Version::NEWEST, Version);
        Some(print::part(&self.program, n, version, &self.head))
    }

    fn batch(&self, parts: &[String]) -> String {
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

    fn lifted(&self, version: Option<u32>) -> Option<String> {
        let version = version.map_or(Version::OLDEST, Version);
        lift::program(&self.program, version, &self.head).ok()
    }

    fn explanation(&self, observation: usize) -> Option<String> {
        explain(&self.program, &TARGET, observation).ok()?
    }

    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        let shrinker = Shrinker::new(self.program.clone()).ok()?;
        Some(Box::new(MirShrink::new(shrinker, self)))
    }

    fn shrink_further(&self, best: &str, token: &str) -> Option<Box<dyn Shrink>> {
        let best = parse::program(best).ok()?.program;
        let shrinker = Shrinker::resume(best, token).ok()?;
        Some(Box::new(MirShrink::new(shrinker, self)))
    }
}
