//! A MIR program that is made smaller, as a campaign sees it.

use kvant_campaign::{Proposal, Shrink, Subject};
use kvant_mir_gen::{Candidate, Shrinker};
use kvant_record::ProgramRef;

use super::MirSubject;

pub(super) struct MirShrink {
    shrinker: Shrinker,
    best: MirSubject,
    name: String,
    origin: ProgramRef,
}

impl MirShrink {
    pub(super) fn new(shrinker: Shrinker, origin: &MirSubject) -> MirShrink {
        let name = origin.name.clone();
        let reduced = origin.origin.reduced();
        MirShrink {
            best: subject(shrinker.best(), &name, &reduced),
            shrinker,
            name,
            origin: reduced,
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
            subject: Box::new(subject(candidate, &self.name, &self.origin)),
            pass: candidate.pass,
            weight: candidate.weight,
        });
        proposals.collect()
    }

    fn learn(&mut self, interesting: &[bool]) {
        self.shrinker.learn(interesting);
        self.best = subject(self.shrinker.best(), &self.name, &self.origin);
    }
}

fn subject(candidate: &Candidate, name: &str, origin: &ProgramRef) -> MirSubject {
    MirSubject {
        name: name.to_owned(),
        program: candidate.program.clone(),
        trace: candidate.trace.clone(),
        origin: origin.clone(),
    }
}
