//! A C program that is made smaller, as a campaign sees it.

use kvant_c::CTarget;
use kvant_c_gen::{Candidate, Shrinker};
use kvant_campaign::{Proposal, Shrink, Subject};

use super::CSubject;
use crate::subject::made_smaller;

pub(super) struct CShrink {
    shrinker: Shrinker,
    best: CSubject,
    name: String,
    head: String,
    target: CTarget,
}

impl CShrink {
    pub(super) fn new(shrinker: Shrinker, origin: &CSubject) -> CShrink {
        let (name, target) = (origin.name.clone(), origin.target);
        let head = made_smaller(&origin.head);
        CShrink {
            best: subject(shrinker.best(), &name, &head, target),
            shrinker,
            name,
            head,
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
            subject: Box::new(subject(candidate, &self.name, &self.head, self.target)),
            pass: candidate.pass,
            weight: candidate.weight,
        });
        proposals.collect()
    }

    fn learn(&mut self, interesting: &[bool]) {
        self.shrinker.learn(interesting);
        self.best = subject(self.shrinker.best(), &self.name, &self.head, self.target);
    }
}

fn subject(candidate: &Candidate, name: &str, head: &str, target: CTarget) -> CSubject {
    CSubject {
        name: name.to_owned(),
        program: candidate.program.clone(),
        target,
        trace: candidate.trace.clone(),
        head: head.to_owned(),
    }
}
