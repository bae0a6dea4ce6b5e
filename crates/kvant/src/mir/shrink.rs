//! A MIR program that is made smaller, as a campaign sees it.

use kvant_campaign::{Proposal, Shrink, Subject};
use kvant_mir_gen::{Candidate, Shrinker};

use super::MirSubject;
use crate::subject::made_smaller;

pub(super) struct MirShrink {
    shrinker: Shrinker,
    best: MirSubject,
    name: String,
    head: String,
}

impl MirShrink {
    pub(super) fn new(shrinker: Shrinker, origin: &MirSubject) -> MirShrink {
        let name = origin.name.clone();
        let head = made_smaller(&origin.head);
        MirShrink {
            best: subject(shrinker.best(), &name, &head),
            shrinker,
            name,
            head,
        }
    }
}

impl Shrink for MirShrink {
    fn best(&self) -> &dyn Subject {
        &self.best
    }

    fn token(&self) -> String {
        self.shrinker.token()
    }

    fn propose(&mut self, most: usize) -> Vec<Proposal> {
        let candidates = self.shrinker.propose(most);
        let proposals = candidates.iter().map(|candidate| Proposal {
            subject: Box::new(subject(candidate, &self.name, &self.head)),
            pass: candidate.pass,
            weight: candidate.weight,
        });
        proposals.collect()
    }

    fn learn(&mut self, interesting: &[bool]) {
        self.shrinker.learn(interesting);
        self.best = subject(self.shrinker.best(), &self.name, &self.head);
    }
}

fn subject(candidate: &Candidate, name: &str, head: &str) -> MirSubject {
    MirSubject {
        name: name.to_owned(),
        program: candidate.program.clone(),
        trace: candidate.trace.clone(),
        head: head.to_owned(),
    }
}
