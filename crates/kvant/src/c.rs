//! C programs as a campaign sees them.

mod shrink;

use kvant_c::observation::Trace;
use kvant_c::{CTarget, Program, canonical, parse, print, shape};
use kvant_c_gen::{Feature, GenConfig, Generated, Shrinker, Stats, features_of, generate};
use kvant_c_machine::{Limits, Outcome, execute};
use kvant_campaign::{Form, Shrink, Size, Subject, TraceLine};
use kvant_toolchain::Source;
use kvant_toolchain::drivers::C;

use crate::config_file;
use shrink::CShrink;

/// A program of the C subset, and what the machine says it prints.
pub struct CSubject {
    /// What it is called.
    pub name: String,
    /// The program, in canonical form.
    pub program: Program,
    /// The target that it is for.
    pub target: CTarget,
    /// What it observes.
    pub trace: Trace,
    /// What stands at the top of its text.
    pub head: String,
}

/// How a program came about.
pub struct Growth {
    /// The features that were drawn for it.
    pub features: Vec<Feature>,
    /// What happened while it was grown.
    pub stats: Stats,
}

/// The program of a seed, checked once more from its text: nothing that went wrong while it was grown may be held against
/// a compiler.
pub fn from_seed(seed: u64, config: &GenConfig, target: &CTarget) -> Result<CSubject, String> {
    grown_from_seed(seed, config, target).map(|grown| grown.0)
}

/// The program of a seed, as [`from_seed`] has it, and how it came about.
pub fn grown_from_seed(
    seed: u64,
    config: &GenConfig,
    target: &CTarget,
) -> Result<(CSubject, Growth), String> {
    let ours =
        |what: String| format!("seed {seed}: {what}. This is a bug in kvant, please keep the seed");
    let Generated {
        program,
        trace,
        features,
        stats,
    } = generate(seed, config, target).map_err(|unended| ours(unended.to_string()))?;
    let mut subject = CSubject {
        name: format!("seed-{seed}"),
        program: canonical(program),
        target: *target,
        trace,
        head: head(seed, config, target),
    };
    subject.verify().map_err(ours)?;
    Ok((subject, Growth { features, stats }))
}

/// Everything that it takes to get the same bytes again.
fn head(seed: u64, config: &GenConfig, target: &CTarget) -> String {
    let mut head = format!(
        "kvant {}, C generator {}, seed {seed}, size {}..{}",
        env!("CARGO_PKG_VERSION"),
        kvant_c_gen::VERSION,
        config.statements.start(),
        config.statements.end(),
    );
    if *target != CTarget::X86_64 {
        head.push_str(", for ");
        head.push_str(target.scalars.name);
    }
    for difference in config_file::differences(config) {
        head.push_str(", ");
        head.push_str(&difference);
    }
    head
}

impl CSubject {
    /// Checks that the text says the program, and that the program, run from there, observes the trace.
    pub fn verify(&mut self) -> Result<(), String> {
        let text = print::program(&self.program, &print::Form::Readable, &self.head);
        let parsed = parse::program(&text, &self.target)
            .map_err(|error| format!("its own text does not parse: {error}"))?;
        if parsed.program != self.program {
            return Err("its own text says another program".into());
        }
        let run = execute(&parsed.program, &self.target, Limits::default());
        if let Outcome::Stopped { stop, .. } = run.outcome {
            return Err(format!("run from scratch, the program is refused: {stop}"));
        }
        if run.trace.digest() != self.trace.digest() {
            return Err("run from scratch, the program observes something else".into());
        }
        // The same values, with the places of the canonical text.
        self.trace = run.trace;
        Ok(())
    }
}

impl Subject for CSubject {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn language(&self) -> Source {
        C
    }

    fn target(&self) -> &str {
        self.target.scalars.name
    }

    fn is_beyond(&self, family: &str) -> bool {
        let beyond = |feature: &Feature| feature.is_beyond_tcc();
        family == "tcc" && features_of(&self.program).iter().any(beyond)
    }

    fn text(&self, form: Form, _: Option<u32>) -> String {
        let form = match form {
            Form::Readable => print::Form::Readable,
            Form::Fast | Form::ConstEval => print::Form::Fast,
        };
        print::program(&self.program, &form, &self.head)
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

    fn part(&self, n: usize, _: Option<u32>) -> Option<String> {
        Some(print::part(&self.program, n, &self.head))
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

    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        let shrinker = Shrinker::new(self.program.clone(), &self.target).ok()?;
        Some(Box::new(CShrink::new(shrinker, self)))
    }

    fn shrink_further(&self, best: &str, token: &str) -> Option<Box<dyn Shrink>> {
        let best = parse::program(best, &self.target).ok()?.program;
        let shrinker = Shrinker::resume(best, &self.target, token).ok()?;
        Some(Box::new(CShrink::new(shrinker, self)))
    }
}
