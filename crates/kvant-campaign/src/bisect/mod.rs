//! Finds the cause of a finding: the needed flags, the pass and its function, and the first version.
//!
//! Every step tests the program with other flags, and looks for the symptom. A single answer is trusted. Answers that the
//! result depends on are repeated, and once a repetition differs, every test is repeated several times.

mod culprit;
mod flags;
mod named;
mod probe;
mod symptom;
mod versions;

use std::fmt;
use std::sync::Arc;

use kvant_toolchain::{Backend, Cancel, Limits, OptLevel, Part, ToolError, Toolchain, Toolchains};

use crate::compare::completed;
use crate::{Spent, Subject, Verdict};
use probe::Prober;

pub use culprit::{Blame, Changed, Culprit, Found};
pub use symptom::Symptom;
pub use versions::{OnVersion, Since, as_evidence, asked_of};

/// The compilers and limits of a bisection.
pub struct Bisector<'a> {
    /// Cache of the flags that each compiler accepts.
    pub known: &'a Toolchains,
    /// The compilers among which the first failing one is searched.
    pub versions: Vec<Arc<Toolchain>>,
    /// Limits of a compiler.
    pub compiler: Limits,
    /// Limits of a compiled program.
    pub program: Limits,
}

/// A stage of a bisection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reproducing the symptom.
    Confirming,
    /// Finding the needed flags.
    Flags,
    /// Finding the lowest of the levels O0 to O3.
    Level,
    /// Finding the pass of this part of the compiler.
    Passes(&'static Part),
    /// Testing other versions.
    Versions,
}

impl fmt::Display for Stage {
    /// The stage, for people.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Confirming => "confirmation",
            Stage::Flags => "flags",
            Stage::Level => "level",
            Stage::Passes(part) => return write!(f, "{} passes", part.name),
            Stage::Versions => "versions",
        })
    }
}

/// A probe and its result.
pub struct Probed<'a> {
    /// The stage.
    pub stage: Stage,
    /// The backend.
    pub backend: &'a Backend,
    /// Its verdict.
    pub verdict: &'a Verdict,
    /// True if the verdict shows the symptom.
    pub shows: bool,
}

/// The cause of a finding.
#[derive(Clone, Debug)]
pub struct Bisection {
    /// The symptom that was followed.
    pub symptom: Symptom,
    /// The failing backend of the finding.
    pub begun: Backend,
    /// The failing backend with the fewest flags and the lowest levels.
    pub needed: Backend,
    /// The lowest of O0 to O3 that shows the symptom with the needed flags.
    pub level: Option<OptLevel>,
    /// The role of each part of the compiler, in the order in which they work.
    pub parts: Vec<(&'static Part, Blame)>,
    /// The verdict of every compiler, from the oldest to the newest.
    pub versions: Vec<OnVersion>,
    /// The versions that show it.
    pub since: Since,
    /// True if one probe had two results. Everything above is less certain then.
    pub flaky: bool,
    /// Number of probes.
    pub probes: usize,
    /// Cost of the probes, without a few calls that list passes and print code.
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

    /// The culprits, each with its part of the compiler, in the order in which they work. Empty if unknown.
    pub fn passes(&self) -> Vec<String> {
        let mut passes = Vec::new();
        for (part, blame) in &self.parts {
            let part = part.name;
            match blame {
                Blame::Culprit(culprit) => passes.push(format!("{part} {}", culprit.pass)),
                Blame::CodeGeneration => passes.push(format!("{part} code generation")),
                Blame::NotNeeded | Blame::Unknown(_) => {}
            }
        }
        passes
    }

    /// The flag that disables the last culprit, if that is a pass.
    pub(crate) fn without_culprit(&self) -> Option<String> {
        let (part, Culprit { pass, .. }) = self.culprits().next_back()?;
        (part.off)(&[pass], &[]).pop()
    }

    /// True if the cause is known: a pass, or code generation.
    pub fn has_culprit(&self) -> bool {
        let known = |blame: &Blame| matches!(blame, Blame::Culprit(_) | Blame::CodeGeneration);
        self.parts.iter().any(|(_, blame)| known(blame))
    }
}

impl<'a> Bisector<'a> {
    /// A bisector with the default limits, which ends with `cancel`.
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

    /// Bisects the verdict of a backend on a program. `None` if the verdict has no symptom, or the symptom does not show again.
    pub fn run(
        &self,
        subject: &dyn Subject,
        backend: &Backend,
        verdict: &Verdict,
        tell: &mut dyn FnMut(Probed<'_>),
    ) -> Result<Option<Bisection>, ToolError> {
        let complete = completed(backend, subject);
        let Some(backend) = complete.as_deref().filter(|it| it.makes_code()) else {
            return Err(ToolError::NoCode {
                backend: backend.name(),
            });
        };
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
            since: Since::summary(&versions),
            versions,
            flaky: prober.flaky,
            probes: prober.probes,
            spent: prober.spent,
        }))
    }
}
