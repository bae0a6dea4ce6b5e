//! What a backend says about a program, once and again.

use kvant_toolchain::Backend;

use crate::Verdict;
use crate::record::backend_record;

/// What one backend said about one program, and what it said when it was asked again.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// Who speaks.
    pub backend: Backend,
    /// What was said first.
    pub verdict: Verdict,
    /// What was said when it was asked again, about the program alone. Nothing, if nobody asked.
    pub again: Vec<Verdict>,
}

impl Outcome {
    /// What was said once.
    pub fn new(backend: Backend, verdict: Verdict) -> Outcome {
        Outcome {
            backend,
            verdict,
            again: Vec::new(),
        }
    }

    /// The record of it.
    pub fn record(&self) -> kvant_record::Outcome {
        kvant_record::Outcome {
            backend: backend_record(&self.backend),
            verdict: self.verdict.clone(),
            again: self.again.clone(),
        }
    }

    /// Whether it speaks against the compiler or the machine.
    pub fn is_bad(&self) -> bool {
        self.verdict.is_bad()
    }

    /// Whether it was taken back: somebody who was asked again did not see it, or saw something of another sort. Values that
    /// change from one time to the next do not make it so: what reads memory that nobody wrote is wrong in another way
    /// each time.
    pub fn is_flaky(&self) -> bool {
        self.is_bad()
            && self
                .again
                .iter()
                .any(|again| sort(again) != sort(&self.verdict))
    }
}

/// The sort of a verdict: what can be one and the same fault.
fn sort(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::WrongValue(_) | Verdict::ProgramCrash { .. } | Verdict::ProgramHang => "program",
        Verdict::OnlyInBatch(seen) => sort(&seen.verdict),
        other => other.name(),
    }
}
