//! A C program that is made smaller, as a campaign sees it.

use kvant_c::CTarget;
use kvant_c_gen::{Candidate, Shrinker};
use kvant_campaign::{Proposal, Shrink, Subject};
use kvant_record::ProgramRef;

use super::CSubject;

pub(super) struct CShrink {
    shrinker: Shrinker,
    best: CSubject,
    name: String,
    origin: ProgramRef,
    target: CTarget,
}

impl CShrink {
    pub(super) fn new(shrinker: Shrinker, origin: &CSubject) -> CShrink {
        let (name, target) = (origin.name.clone(), origin.target);
        let reduced = origin.origin.reduced();
        CShrink {
            best: subject(shrinker.best(), &name, &reduced, target),
            shrinker,
            name,
            origin: reduced,
            target,
        }
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
            subject: Box::new(subject(candidate, &self.name, &self.origin, self.target)),
            pass: candidate.pass,
            weight: candidate.weight,
        });
        proposals.collect()
    }

    fn learn(&mut self, interesting: &[bool]) {
        self.shrinker.learn(interesting);
        self.best = subject(self.shrinker.best(), &self.name, &self.origin, self.target);
    }
}

fn subject(candidate: &Candidate, name: &str, origin: &ProgramRef, target: CTarget) -> CSubject {
    CSubject {
        name: name.to_owned(),
        program: candidate.program.clone(),
        target,
        trace: candidate.trace.clone(),
        origin: origin.clone(),
    }
}
