//! The verdict of a backend on a program, and its repetitions.

use kvant_toolchain::Backend;

use crate::Verdict;
use crate::record::backend_record;

/// The verdict of one backend on one program, with the verdicts of repeated tests.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// The backend.
    pub backend: Backend,
    /// The first verdict.
    pub verdict: Verdict,
    /// Verdicts of repeated tests of the program alone. Empty if there were none.
    pub again: Vec<Verdict>,
}

impl Outcome {
    /// An outcome without repetitions.
    pub fn new(backend: Backend, verdict: Verdict) -> Outcome {
        Outcome {
            backend,
            verdict,
            again: Vec::new(),
        }
    }

    /// The record.
    pub fn record(&self) -> kvant_record::Outcome {
        kvant_record::Outcome {
            backend: backend_record(&self.backend),
            verdict: self.verdict.clone(),
            again: self.again.clone(),
        }
    }

    /// True if the verdict is against the compiler or the machine.
    pub fn is_bad(&self) -> bool {
        self.verdict.is_bad()
    }

    /// True if a repetition has a verdict of another sort. Different wrong values do not count: a program that reads
    /// uninitialised memory is wrong in another way each time.
    pub fn is_flaky(&self) -> bool {
        self.is_bad()
            && self
                .again
                .iter()
                .any(|again| sort(again) != sort(&self.verdict))
    }
}

/// The sort of a verdict: verdicts of one sort can have the same cause.
fn sort(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::WrongValue(_) | Verdict::ProgramCrash { .. } | Verdict::ProgramHang => "program",
        Verdict::OnlyInBatch(seen) => sort(&seen.verdict),
        other => other.name(),
    }
}
