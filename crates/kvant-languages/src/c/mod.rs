//! C.

mod language;
mod run;
mod statistics;

use kvant_c::observation::Trace;
use kvant_c::{CTarget, Program, canonical, parse, print, shape};
use kvant_c_gen::{C, Feature, GenConfig, Generated, Shrinker, Stats, features_of, generate};
use kvant_c_machine::{Limits, Outcome, execute};
use kvant_campaign::{Beyond, Form, InDialect, Shrink, Size, Subject, TraceLine, Unsound};
use kvant_record::{Dialect, ProgramRef};
use kvant_toolchain::Source;

use crate::origin::origin;
use crate::shrink::Shrinking;

pub use language::CLanguage;

/// The name of the language.
const NAME: &str = "c";

/// A program of the C subset, with the output that the machine expects.
pub struct CSubject {
    /// Its name.
    pub name: String,
    /// The program, in canonical form.
    pub program: Program,
    /// The target that it is for.
    pub target: CTarget,
    /// The observations.
    pub trace: Trace,
    /// The first line of its text.
    pub origin: ProgramRef,
}

/// The growth of a program.
pub struct Growth {
    /// The features that were drawn for it.
    pub features: Vec<Feature>,
    /// Counts of steps and proposals.
    pub stats: Stats,
}

/// The program of a seed, verified once more from its printed text, so that a fault of the generator is never taken
/// for a bug of a compiler.
pub fn from_seed(seed: u64, config: &GenConfig, target: &CTarget) -> Result<CSubject, Unsound> {
    grown_from_seed(seed, config, target).map(|grown| grown.0)
}

/// The program of a seed, as [`from_seed`] returns it, with statistics of its growth.
pub fn grown_from_seed(
    seed: u64,
    config: &GenConfig,
    target: &CTarget,
) -> Result<(CSubject, Growth), Unsound> {
    let unsound = |problem| Unsound { seed, problem };
    let Generated {
        program,
        trace,
        features,
        stats,
    } = generate(seed, config, target).map_err(|unended| unsound(unended.to_string()))?;
    let mut subject = CSubject {
        name: format!("seed-{seed}"),
        program: canonical(program),
        target: *target,
        trace,
        origin: origin(
            NAME,
            kvant_c_gen::VERSION,
            seed,
            config,
            target.scalars.name,
        ),
    };
    subject.verify(&unsound)?;
    Ok((subject, Growth { features, stats }))
}

impl CSubject {
    /// Checks that the printed text parses to the same program, and that a run of that program makes the same
    /// observations.
    fn verify(&mut self, unsound: &dyn Fn(String) -> Unsound) -> Result<(), Unsound> {
        let text = print::program(&self.program, &print::Form::Readable, &self.origin.head());
        let parsed = parse::program(&text, &self.target)
            .map_err(|error| unsound(format!("its own text does not parse: {error}")))?;
        if parsed.program != self.program {
            return Err(unsound("its own text is another program".into()));
        }
        let run = execute(&parsed.program, &self.target, Limits::default());
        if let Outcome::Stopped { stop, .. } = run.outcome {
            return Err(unsound(format!(
                "run from scratch, the program is refused: {stop}"
            )));
        }
        if run.trace.digest() != self.trace.digest() {
            return Err(unsound(
                "run from scratch, the program makes other observations".into(),
            ));
        }
        // The same values, with the places of the canonical text.
        self.trace = run.trace;
        Ok(())
    }

    fn shrinking(&self, shrinker: Shrinker) -> Box<dyn Shrink> {
        let (name, origin, target) = (self.name.clone(), self.origin.reduced(), self.target);
        let subject = move |program: &Program, trace: &Trace| {
            Box::new(CSubject {
                name: name.clone(),
                program: program.clone(),
                target,
                trace: trace.clone(),
                origin: origin.clone(),
            }) as Box<dyn Subject>
        };
        Box::new(Shrinking::new(shrinker, Box::new(subject)))
    }
}

impl Subject for CSubject {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn language(&self) -> Source {
        kvant_toolchain::drivers::C
    }

    fn target(&self) -> &str {
        self.target.scalars.name
    }

    fn in_dialect(&self, dialect: &Dialect) -> Result<InDialect, Beyond> {
        if dialect.family != "tcc" {
            return Ok(InDialect::Same);
        }
        let features = features_of(&self.program);
        match features.iter().find(|feature| feature.is_beyond_tcc()) {
            Some(feature) => Err(Beyond {
                feature: feature.name().to_owned(),
                family: dialect.family.clone(),
            }),
            None => Ok(InDialect::Same),
        }
    }

    fn text(&self, form: Form, _: Option<&Dialect>) -> String {
        let form = match form {
            Form::Readable => print::Form::Readable,
            Form::Fast | Form::ConstEval => print::Form::Fast,
        };
        print::program(&self.program, &form, &self.origin.head())
    }

    fn summary(&self) -> String {
        format!("kvant {}", self.trace.digest())
    }

    fn trace(&self) -> Vec<TraceLine> {
        let observations = self.trace.observations.iter();
        let line = |observation: &kvant_c::observation::Observation| TraceLine {
            text: observation.line(),
            origin: format!(
                "{}: {}",
                self.program.function(observation.place.function).name,
                print::statement(&self.program, observation.place)
            ),
        };
        observations.map(line).collect()
    }

    fn control(&self) -> Option<String> {
        Some("int main(void) { return 0; }\n".to_owned())
    }

    fn part(&self, n: usize, _: Option<&Dialect>) -> Option<String> {
        Some(print::part(&self.program, n, &self.origin.head()))
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

    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        let target = self.target;
        let shrinker = Shrinker::new(C { target }, self.program.clone()).ok()?;
        Some(self.shrinking(shrinker))
    }

    fn shrink_further(&self, best: &str, token: &str) -> Option<Box<dyn Shrink>> {
        let target = self.target;
        let best = parse::program(best, &target).ok()?.program;
        let shrinker = Shrinker::resume(C { target }, best, token).ok()?;
        Some(self.shrinking(shrinker))
    }
}
