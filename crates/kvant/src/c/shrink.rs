//! A C program that is made smaller, as a campaign sees it.

use kvant_c::CTarget;
use kvant_c_gen::{Candidate, Shrinker};
use kvant_campaign::{Proposal, Shrink, Subject};

use super::CSubject;

/// What stands before the head of the program that a smaller one came from.
const SMALLER: &str = "made smaller, from: ";

pub(super) struct CShrink {
    shrinker: Shrinker,
    best: CSubject,
    name: String,
    target: CTarget,
    head: String,
}

impl CShrink {
    pub(super) fn new(shrinker: Shrinker, origin: &CSubject) -> CShrink {
        let name = origin.name.clone();
        // The seed gives the program that it came from, and not this one.
        let head = match origin.head.as_str() {
            head if head.is_empty() || head.starts_with(SMALLER) => head.to_owned(),
            head => format!("{SMALLER}{head}"),
        };
        CShrink {
            best: subject(shrinker.best(), &name, &origin.target, &head),
            shrinker,
            name,
            target: origin.target,
            head,
        }
    }

    fn subject(&self, candidate: &Candidate) -> CSubject {
        subject(candidate, &self.name, &self.target, &self.head)
    }
}

impl Shrink for CShrink {
    fn best(&self) -> &dyn Subject {
        &self.best
    }

    fn token(&self) -> String {
        self.shrinker.token()
    }

    fn propose(&mut self, most: usize) -> Vec<Proposal> {
        let candidates = self.shrinker.propose(most);
        let proposals = candidates.iter().map(|candidate| Proposal {
            subject: Box::new(self.subject(candidate)),
            pass: candidate.pass,
            weight: candidate.weight(),
        });
        proposals.collect()
    }

    fn learn(&mut self, interesting: &[bool]) {
        self.shrinker.learn(interesting);
        self.best = self.subject(self.shrinker.best());
    }
}

fn subject(candidate: &Candidate, name: &str, target: &CTarget, head: &str) -> CSubject {
    CSubject {
        name: name.to_owned(),
        program: candidate.program.clone(),
        target: *target,
        trace: candidate.trace.clone(),
        head: head.to_owned(),
    }
}
