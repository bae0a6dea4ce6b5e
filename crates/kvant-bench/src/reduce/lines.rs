//! Reduction by removing lines: first many at once, then half as many, and so on, again and again until none can be removed. It
//! knows nothing of the language but its lines.
//!
//! Its proposals are checked as those of Kvant's shrinker: well formed, defined, deterministic. It is only for comparison.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use kvant_campaign::{Form, Proposal, Shrink, Size, Subject, TraceLine};
use kvant_mir::{Program, Terminator};
use kvant_mir_gen::{Mir, Shrinker};
use kvant_mir_machine::{Limits, Outcome, Resolver, execute};
use kvant_record::Dialect;
use kvant_toolchain::Source;

use kvant_languages::mir::{MirSubject, TARGET};

/// Number of questions after which it gives up.
const MOST_QUESTIONS: u64 = 2_000;

/// A program under line-wise reduction.
pub(super) struct ByLines {
    pub(super) subject: MirSubject,
    pub(super) counts: Arc<Counts>,
}

/// Counters of a reduction.
#[derive(Default)]
pub(super) struct Counts {
    tried: AtomicU64,
    asked: AtomicU64,
}

impl Counts {
    /// Number of candidates, with those that the machine refused before any compiler was asked.
    pub(super) fn tried(&self) -> u64 {
        self.tried.load(Ordering::Relaxed)
    }

    /// Returns true if it gave up.
    pub(super) fn gave_up(&self) -> bool {
        self.asked.load(Ordering::Relaxed) >= MOST_QUESTIONS
    }
}

/// The program itself, with another way to reduce it.
impl Subject for ByLines {
    fn name(&self) -> String {
        self.subject.name()
    }

    fn language(&self) -> Source {
        self.subject.language()
    }

    fn text(&self, form: Form, dialect: Option<&Dialect>) -> String {
        self.subject.text(form, dialect)
    }

    fn summary(&self) -> String {
        self.subject.summary()
    }

    fn trace(&self) -> Vec<TraceLine> {
        self.subject.trace()
    }

    fn control(&self) -> Option<String> {
        self.subject.control()
    }

    fn part(&self, n: usize, dialect: Option<&Dialect>) -> Option<String> {
        self.subject.part(n, dialect)
    }

    fn joined(&self, parts: &[String]) -> String {
        self.subject.joined(parts)
    }

    fn size(&self) -> Size {
        self.subject.size()
    }

    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        let most = Limits::default().steps;
        let (best, steps) = smaller(&self.subject, self.subject.program.clone(), most)?;
        let lines = best.program.statement_count();
        Some(Box::new(Lines {
            best,
            steps,
            open: None,
            begun: lines,
            chunk: lines,
            first: 0,
            counts: Arc::clone(&self.counts),
        }))
    }
}

struct Lines {
    best: MirSubject,
    /// The steps of its execution.
    steps: u64,
    /// The proposal that is not yet answered, with its steps.
    open: Option<(MirSubject, u64)>,
    /// Number of lines at the beginning of the round.
    begun: usize,
    /// Number of lines that are removed at once.
    chunk: usize,
    /// The first of them.
    first: usize,
    counts: Arc<Counts>,
}

impl Shrink for Lines {
    fn best(&self) -> &dyn Subject {
        &self.best
    }

    fn token(&self) -> String {
        format!("{}/{}", self.chunk, self.first)
    }

    fn propose(&mut self, most: usize) -> Vec<Proposal> {
        // A proposal without an answer is not interesting.
        self.learn(&[]);
        self.open = match most {
            0 => None,
            _ => self.next(),
        };
        let proposal = self.open.as_ref().map(|(subject, _)| Proposal {
            subject: Box::new(copy(subject)),
            pass: "lines",
            weight: (0, 0),
        });
        proposal.into_iter().collect()
    }

    fn learn(&mut self, interesting: &[bool]) {
        match (self.open.take(), interesting.first()) {
            (Some(smaller), Some(true)) => (self.best, self.steps) = smaller,
            (Some(_), _) => self.first += self.chunk,
            (None, _) => {}
        }
    }
}

impl Lines {
    /// The next program that the machine accepts.
    fn next(&mut self) -> Option<(MirSubject, u64)> {
        loop {
            let lines = self.best.program.statement_count();
            if self.chunk == 0 {
                if lines == self.begun {
                    return None;
                }
                (self.begun, self.chunk, self.first) = (lines, lines, 0);
            }
            if self.first >= lines {
                (self.chunk, self.first) = (self.chunk / 2, 0);
                continue;
            }
            if self.counts.gave_up() {
                return None;
            }
            let range = self.first..self.first + self.chunk;
            if let Some(program) = without(&self.best.program, &range) {
                self.counts.tried.fetch_add(1, Ordering::Relaxed);
                // As in Kvant's shrinker: fewer lines may take more steps, within limits.
                let most = self.steps.saturating_mul(2).saturating_add(1000);
                if let Some(smaller) = smaller(&self.best, program, most) {
                    self.counts.asked.fetch_add(1, Ordering::Relaxed);
                    return Some(smaller);
                }
            }
            self.first += self.chunk;
        }
    }
}

/// A program with its trace and its steps, if the machine accepts it.
fn smaller(of: &MirSubject, program: Program, steps: u64) -> Option<(MirSubject, u64)> {
    let limits = Limits {
        steps,
        ..Limits::default()
    };
    let run = execute(&program, &TARGET, Resolver::default(), limits);
    if run.outcome != Outcome::Finished {
        return None;
    }
    let checked = Shrinker::new(Mir, program).ok()?;
    let candidate = checked.best();
    let subject = MirSubject {
        name: of.name.clone(),
        program: candidate.program.clone(),
        trace: candidate.trace.clone(),
        origin: of.origin.clone(),
    };
    Some((subject, candidate.steps))
}

pub(super) fn copy(subject: &MirSubject) -> MirSubject {
    MirSubject {
        name: subject.name.clone(),
        program: subject.program.clone(),
        trace: subject.trace.clone(),
        origin: subject.origin.clone(),
    }
}

/// A program without some of its lines: statements, and calls, which become jumps to their target. Lines are counted in the order of
/// the text. `None` if there is nothing to remove.
fn without(program: &Program, lines: &Range<usize>) -> Option<Program> {
    let mut smaller = program.clone();
    let mut n = 0;
    let mut changed = false;
    for function in &mut smaller.functions {
        for block in &mut function.blocks {
            block.statements.retain(|_| {
                n += 1;
                let goes = lines.contains(&(n - 1));
                changed |= goes;
                !goes
            });
            if let Some(Terminator::Call { target, .. }) = block.terminator
                && lines.contains(&n)
            {
                block.terminator = Some(Terminator::Goto(target));
                changed = true;
            }
            n += 1;
        }
        function.find_marked();
    }
    changed.then_some(smaller)
}

#[cfg(test)]
mod tests {
    use kvant_languages::mir::from_seed;
    use kvant_mir_gen::GenConfig;

    use super::*;

    /// If only the number of observations matters, every line that can be removed is, and each proposal is defined.
    #[test]
    fn lines_are_removed_until_none_can_be() {
        let subject = from_seed(1, &GenConfig::default().sized(40..=40)).unwrap();
        let (before, wanted) = (subject.size().statements, subject.trace().len().min(2));
        let counts = Arc::new(Counts::default());
        let by_lines = ByLines {
            subject,
            counts: Arc::clone(&counts),
        };
        let mut shrink = by_lines.shrink().unwrap();
        let mut asked = 0;
        loop {
            let proposals = shrink.propose(3);
            let [proposal] = &proposals[..] else { break };
            asked += 1;
            let program = proposal.subject.text(Form::Readable, None);
            let program = kvant_mir::parse::program(&program).unwrap().program;
            let run = execute(&program, &TARGET, Resolver::default(), Limits::default());
            assert_eq!(run.outcome, Outcome::Finished);
            shrink.learn(&[run.trace.observations.len() >= wanted]);
        }
        assert_eq!(shrink.best().trace().len(), wanted);
        assert!(shrink.best().size().statements < before);
        assert!(asked > 0 && counts.tried() > asked && !counts.gave_up());
    }
}
