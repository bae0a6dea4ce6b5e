//! Programs of any language that are made smaller, by the engine that all languages share.

use kvant_campaign::{Proposal, Shrink, Subject};
use kvant_generate::shrink::{ShrinkLanguage, Shrinker};

/// Makes a subject of a program and its trace.
type AsSubject<L> = Box<
    dyn Fn(&<L as ShrinkLanguage>::Program, &<L as ShrinkLanguage>::Trace) -> Box<dyn Subject>
        + Send,
>;

/// A program that is made smaller.
pub(crate) struct Shrinking<L: ShrinkLanguage> {
    shrinker: Shrinker<L>,
    as_subject: AsSubject<L>,
    best: Box<dyn Subject>,
}

impl<L: ShrinkLanguage> Shrinking<L> {
    pub(crate) fn new(shrinker: Shrinker<L>, as_subject: AsSubject<L>) -> Shrinking<L> {
        let best = shrinker.best();
        Shrinking {
            best: as_subject(&best.program, &best.trace),
            shrinker,
            as_subject,
        }
    }
}

impl<L: ShrinkLanguage> Shrink for Shrinking<L>
where
    Shrinker<L>: Send,
{
    fn best(&self) -> &dyn Subject {
        &*self.best
    }

    fn token(&self) -> String {
        self.shrinker.token()
    }

    fn propose(&mut self, most: usize) -> Vec<Proposal> {
        let candidates = self.shrinker.propose(most);
        let proposals = candidates.iter().map(|candidate| Proposal {
            subject: (self.as_subject)(&candidate.program, &candidate.trace),
            pass: candidate.pass,
            weight: candidate.weight,
        });
        proposals.collect()
    }

    fn learn(&mut self, interesting: &[bool]) {
        self.shrinker.learn(interesting);
        let best = self.shrinker.best();
        self.best = (self.as_subject)(&best.program, &best.trace);
    }
}
