//! Finds the origin of a finding: which flags it takes, which pass on which function, since which version.
//!
//! Everything is found by asking the same question with other flags: does it still show? An answer is taken at its word.
//! Questions that the result rests on are asked again, and once an answer was not the same twice, every question is asked several times.

mod culprit;
mod flags;
mod named;
mod probe;
mod symptom;
mod versions;

use std::fmt;
use std::sync::Arc;

use kvant_toolchain::{Backend, Cancel, Limits, OptLevel, Part, ToolError, Toolchain, Toolchains};

use crate::{Spent, Subject, Verdict};
use probe::Prober;

pub use culprit::{Blame, Changed, Culprit, Found};
pub use symptom::Symptom;
pub use versions::{OnVersion, Since, as_evidence, asked_of};

/// The compilers and limits of a bisection.
pub struct Bisector<'a> {
    /// Knows which flags each compiler takes.
    pub known: &'a Toolchains,
    /// The compilers among which the first bad one is looked for.
    pub versions: Vec<Arc<Toolchain>>,
    /// Limits of a compiler.
    pub compiler: Limits,
    /// Limits of a compiled program.
    pub program: Limits,
}

/// A stage of a bisection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Seeing it again.
    Confirming,
    /// Finding the flags that are needed.
    Flags,
    /// Finding the lowest of the usual levels.
    Level,
    /// Finding the pass of this part of the compiler.
    Passes(&'static Part),
    /// Asking other compilers.
    Versions,
}

impl fmt::Display for Stage {
    /// The current question, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Confirming => "seeing it again",
            Stage::Flags => "which flags it takes",
            Stage::Level => "which level it takes",
            Stage::Passes(part) => return write!(f, "which {} pass", part.name),
            Stage::Versions => "which versions",
        })
    }
}

/// A question was answered.
pub struct Probed<'a> {
    /// The stage that asked.
    pub stage: Stage,
    /// The backend that was asked.
    pub backend: &'a Backend,
    /// Its verdict.
    pub verdict: &'a Verdict,
    /// True if that is the symptom.
    pub shows: bool,
}

/// The origin of a finding.
#[derive(Clone, Debug)]
pub struct Bisection {
    /// The symptom that was followed.
    pub symptom: Symptom,
    /// The backend that showed it to begin with.
    pub begun: Backend,
    /// The same with the fewest flags and the lowest levels that show it.
    pub needed: Backend,
    /// The lowest of O0 to O3 that shows it, with the other flags that it takes.
    pub level: Option<OptLevel>,
    /// The role of each part of the compiler, in the order in which they work.
    pub parts: Vec<(&'static Part, Blame)>,
    /// The verdict of every compiler, from the oldest to the newest.
    pub versions: Vec<OnVersion>,
    /// Since when it is there.
    pub since: Since,
    /// True if one question had two answers. Then all of the above is less certain.
    pub flaky: bool,
    /// The number of questions.
    pub probes: usize,
    /// The cost of the questions. Listing passes and writing code down is not in it: a handful of calls more.
    pub spent: Spent,
}

impl Bisection {
    /// The role of the part of this [key](Part::key), if the compiler has it.
    pub fn blame(&self, key: &str) -> Option<&Blame> {
        let mut parts = self.parts.iter();
        parts.find_map(|(part, blame)| (part.key == key).then_some(blame))
    }

    /// The passes that were found, in the order in which they work.
    pub fn culprits(&self) -> impl DoubleEndedIterator<Item = (&'static Part, &Culprit)> {
        let parts = self.parts.iter();
        parts.filter_map(|(part, blame)| Some((*part, blame.culprit()?)))
    }

    /// The passes that it comes from, each with its part of the compiler, in the order in which they work. Empty if unknown.
    pub fn passes(&self) -> Vec<String> {
        let mut said = Vec::new();
        for (part, blame) in &self.parts {
            let part = part.name;
            match blame {
                Blame::Culprit(culprit) => said.push(format!("{part} {}", culprit.pass)),
                Blame::CodeGeneration => said.push(format!("{part} code generation")),
                Blame::NotNeeded | Blame::Unknown(_) => {}
            }
        }
        said
    }

    /// The flag that lets the pass not run that was found last, if it is a pass.
    pub(crate) fn without_culprit(&self) -> Option<String> {
        let (part, Culprit { pass, .. }) = self.culprits().next_back()?;
        (part.off)(&[pass], &[]).pop()
    }

    /// True if something is known to be the cause: a pass, or the generation of code.
    pub fn has_culprit(&self) -> bool {
        let known = |blame: &Blame| matches!(blame, Blame::Culprit(_) | Blame::CodeGeneration);
        self.parts.iter().any(|(_, blame)| known(blame))
    }
}

impl<'a> Bisector<'a> {
    /// With the usual limits, and given up when it is told to.
    pub fn new(
        known: &'a Toolchains,
        versions: Vec<Arc<Toolchain>>,
        cancel: &Cancel,
    ) -> Bisector<'a> {
        Bisector {
            known,
            versions,
            compiler: Limits::for_compiler().cancelled_by(cancel),
            program: Limits::for_program().cancelled_by(cancel),
        }
    }

    /// Finds out where it comes from that this backend says this about a program. `None` if there is nothing to follow: the
    /// verdict has nothing against anybody, or it is never seen again.
    pub fn run(
        &self,
        subject: &dyn Subject,
        backend: &Backend,
        verdict: &Verdict,
        tell: &mut dyn FnMut(Probed<'_>),
    ) -> Result<Option<Bisection>, ToolError> {
        if !backend.request.is_build() {
            return Err(ToolError::NoCode {
                backend: backend.name(),
            });
        }
        let Some(symptom) = Symptom::of(verdict) else {
            return Ok(None);
        };
        let mut prober = Prober::new(self, subject, symptom, tell)?;
        let firm = prober.confirm(Stage::Confirming, backend, true)?;
        if !firm && !prober.shows(Stage::Confirming, backend)? {
            return Ok(None);
        }
        let needed = prober.minimal(backend)?;
        let level = prober.first_level(&needed)?;
        let parts = prober.blame(self, &needed)?;
        let versions = prober.versions(self, &needed)?;
        Ok(Some(Bisection {
            symptom: prober.symptom,
            begun: backend.clone(),
            needed,
            level,
            parts,
            since: Since::told_by(&versions),
            versions,
            flaky: prober.flaky,
            probes: prober.probes,
            spent: prober.spent,
        }))
    }
}
