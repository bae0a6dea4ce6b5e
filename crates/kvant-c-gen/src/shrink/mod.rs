//! Makes a program that shows something as small as it can be while it still shows it.
//!
//! Whether it still does is for somebody else to say, who has compilers to ask. That costs a thousand times as much as a
//! run of the machine, so the machine goes first: what is proposed is well formed, defined and deterministic, and what was
//! computed for nobody in it is gone already.
//!
//! A pass (`pass`) is a list of edits (`edit`) to the program. All of them are tried together, then halves of them,
//! quarters, and so on. What the passes know of a program is what one run of it shows (`record`).

mod candidate;
mod clean;
mod control;
mod counted;
mod declaration;
mod edit;
mod form;
mod forward;
mod inline;
mod lean;
mod node;
mod pass;
mod record;
mod record_type;
mod rename;
mod renumber;
mod retype;
mod signature;
mod size;
mod tidy;
mod values;

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

use kvant_c::{CTarget, Program};
use kvant_c_machine::Limits;
use kvant_shrink::{Pace, Stage};

pub use candidate::Candidate;

use clean::{Care, clean, mend};
use edit::{Edit, apply};
use pass::{Known, Order, PASSES};
use record::Record;
use size::size;

/// How far shrinking has come.
type Position = kvant_shrink::Position<Care>;

/// The names of the passes, for tokens.
fn names() -> [&'static str; PASSES.len()] {
    std::array::from_fn(|n| PASSES[n].name)
}

/// Whether the edits of a stage are tried one by one, from the middle.
fn is_bisecting(stage: Stage) -> bool {
    matches!(stage, Stage::Pass(n) if PASSES[n].order == Order::Bisecting)
}

/// After how many candidates that are not interesting nothing is taken for superfluous any more.
const MOST_SETBACKS: usize = 24;

/// A program that lost this part of its statements is much smaller.
const MUCH: usize = 32;

/// A program that the machine does not accept, or that reports nothing, cannot be made smaller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotShrinkable;

impl fmt::Display for NotShrinkable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "only a program that is defined, deterministic and observes something can be made smaller; \
             `kvant run` says what is wrong with this one",
        )
    }
}

impl std::error::Error for NotShrinkable {}

/// Makes one program smaller.
///
/// It proposes some candidates, is told which of them are still interesting, goes on from the smallest of those, and ends
/// when it has nothing to propose any more. It never proposes the same text twice. What it does depends on nothing but
/// the program and the answers.
pub struct Shrinker {
    best: Candidate,
    target: CTarget,
    /// What a run of the best program shows, and the edits of the pass that is at work.
    record: Option<Record>,
    edits: Option<Vec<Edit>>,
    at: Position,
    pace: Pace,
    /// What is proposed and not answered.
    open: Vec<Proposal>,
    /// What several interesting candidates make together.
    together: Option<Proposal>,
    known: HashSet<u64>,
    asked: usize,
    /// How many candidates are made at the same time. What comes of it does not depend on that.
    threads: usize,
}

/// A candidate, and a number that stands for its text.
type Made = (Candidate, u64);

/// Edits of a pass, each with its number among them.
type Numbered = Vec<(usize, Edit)>;

struct Proposal {
    candidate: Candidate,
    edits: Numbered,
    at: Position,
}

impl Shrinker {
    /// Begins with an interesting program.
    pub fn new(program: Program, target: &CTarget) -> Result<Shrinker, NotShrinkable> {
        let steps = Limits::default().steps;
        let (best, key) =
            Candidate::of(program, target, steps, "the beginning").ok_or(NotShrinkable)?;
        Ok(Shrinker {
            best,
            target: *target,
            record: None,
            edits: None,
            at: Position::BEGINNING,
            pace: Pace::default(),
            open: Vec::new(),
            together: None,
            known: HashSet::from([key]),
            asked: 0,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
        })
    }

    /// Goes on from the best program of an earlier shrinker and its [`Shrinker::token`]. A token that says nothing
    /// begins anew.
    pub fn resume(
        program: Program,
        target: &CTarget,
        token: &str,
    ) -> Result<Shrinker, NotShrinkable> {
        let mut shrinker = Shrinker::new(program, target)?;
        if let Some((at, pace)) = Position::parse(token, &names()) {
            (shrinker.at, shrinker.pace) = (at, pace);
        }
        Ok(shrinker)
    }

    /// The smallest interesting program so far.
    pub fn best(&self) -> &Candidate {
        &self.best
    }

    /// How far it has come, in a few characters. With the best program it is all that [`Shrinker::resume`] needs.
    pub fn token(&self) -> String {
        self.at.token(self.pace, &names())
    }

    /// How many candidates were proposed so far.
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// The next candidates to ask about, best guess first, at most `most`; none: it is done. Those of an earlier call
    /// that were not answered count as not interesting.
    pub fn propose(&mut self, most: usize) -> Vec<Candidate> {
        self.open.clear();
        let mut stage = self.at.stage;
        self.open.extend(self.together.take());
        while self.open.len() < most && self.at.stage != Stage::Done {
            // What comes after this pass depends on the answers.
            if self.open.is_empty() {
                stage = self.at.stage;
            } else if self.at.stage != stage {
                break;
            }
            if let Stage::Pass(_) = self.at.stage {
                let jobs = self.jobs(self.threads.min(most - self.open.len()));
                let made = self.make_all(&jobs);
                for ((at, edits), made) in jobs.into_iter().zip(made) {
                    let proposal = self.admit(made, edits, at);
                    self.open.extend(proposal);
                }
                continue;
            }
            match self.next() {
                Some(proposal) => self.open.push(proposal),
                // There is nothing to clean up, so that cleaning does no harm.
                None if self.at.stage == Stage::Opening => {
                    self.at.stage = Stage::Pass(0);
                    continue;
                }
                None => {}
            }
            self.advance();
        }
        self.asked += self.open.len();
        self.open
            .iter()
            .map(|each| each.candidate.clone())
            .collect()
    }

    /// Says which of the last proposed candidates are interesting, in their order.
    pub fn learn(&mut self, interesting: &[bool]) {
        let open = std::mem::take(&mut self.open);
        let asked = open.len();
        let mut found: Vec<Proposal> = open
            .into_iter()
            .zip(interesting)
            .filter_map(|(proposal, interesting)| interesting.then_some(proposal))
            .collect();
        if found.is_empty() {
            self.doubt_care(asked);
            return;
        }
        self.pace.idle = 0;
        // Larger and smaller groups of edits may have some in common.
        let union = found.iter().flat_map(|each| each.edits.iter().cloned());
        let union: BTreeMap<usize, Edit> = union.collect();
        let several = found.len() > 1;
        found.sort_by_key(|each| size(&each.candidate.program));
        let smallest = found.swap_remove(0);
        let at = smallest.at;
        if several && matches!(at.stage, Stage::Pass(_)) {
            let before = size(&smallest.candidate.program);
            let made = self.make(union.values(), at);
            // They are edits of a program that is the best no longer.
            let union = self.admit(made, Vec::new(), at);
            self.together = union.filter(|union| size(&union.candidate.program) < before);
        }
        let (before, after) = (&self.best.program, &smallest.candidate.program);
        if after.statement_count() * MUCH < before.statement_count() * (MUCH - 1) {
            self.pace.setbacks = 0;
        }
        self.best = smallest.candidate;
        self.record = None;
        self.edits = None;
        self.at = at;
        match at.stage {
            Stage::Opening => self.at.stage = Stage::Pass(0),
            Stage::Renaming => self.at.stage = Stage::Done,
            // Most of what came before does not show it, but not all of that is still there.
            Stage::Pass(n) if PASSES[n].order == Order::Bisecting => self.at.first /= 2,
            Stage::Pass(n) if PASSES[n].order == Order::Chunks => self.at.grow(),
            Stage::Pass(_) | Stage::Done => {}
        }
    }

    /// Where many candidates in a row are not interesting, what is taken out of them without asking may be the reason:
    /// it is needed by what they are to show, and by nothing else. So that is asked about too, until the next opening.
    fn doubt_care(&mut self, asked: usize) {
        self.pace.setbacks += asked;
        if self.pace.setbacks >= MOST_SETBACKS {
            self.pace.setbacks = 0;
            self.at.care = self.at.care.less().unwrap_or(Care::Bare);
        }
    }

    /// The next positions of the pass that is at work, with their edits; at most so many.
    fn jobs(&mut self, most: usize) -> Vec<(Position, Numbered)> {
        let stage = self.at.stage;
        let mut jobs = Vec::new();
        while jobs.len() < most && self.at.stage == stage {
            let at = self.at;
            let edits = self.edits();
            let chosen = at.chosen(edits.len(), is_bisecting(at.stage));
            let edits: Numbered = chosen.map(|n| (n, edits[n].clone())).collect();
            if !edits.is_empty() {
                jobs.push((at, edits));
            }
            self.advance();
        }
        jobs
    }

    /// Makes candidates, all at the same time.
    fn make_all(&self, jobs: &[(Position, Numbered)]) -> Vec<Option<Made>> {
        let make =
            |job: &(Position, Numbered)| self.make(job.1.iter().map(|(_, edit)| edit), job.0);
        if let [only] = jobs {
            return vec![make(only)];
        }
        thread::scope(|scope| {
            let begin = |job| scope.spawn(move || make(job));
            let threads: Vec<_> = jobs.iter().map(begin).collect();
            let made = threads.into_iter().map(thread::ScopedJoinHandle::join);
            made.map(|made| made.unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    }

    /// The candidate at the present position outside of passes, if it is one.
    fn next(&mut self) -> Option<Proposal> {
        let at = self.at;
        let made = match at.stage {
            Stage::Opening => {
                let program = self.best.program.clone();
                self.judge(program, at, "cleaning")
            }
            Stage::Renaming => {
                let program = rename::rename(self.best.program.clone());
                Candidate::of(program, &self.target, self.steps(), "renaming")
            }
            Stage::Pass(_) | Stage::Done => None,
        };
        self.admit(made, Vec::new(), at)
    }

    /// Makes a proposal of a candidate, unless it was one before.
    fn admit(&mut self, made: Option<Made>, edits: Numbered, at: Position) -> Option<Proposal> {
        let (candidate, key) = made?;
        self.known.insert(key).then_some(Proposal {
            candidate,
            edits,
            at,
        })
    }

    fn make<'e>(&self, edits: impl IntoIterator<Item = &'e Edit>, at: Position) -> Option<Made> {
        let Stage::Pass(n) = at.stage else {
            return None;
        };
        let mut program = apply(&self.best.program, &self.target, edits)?;
        if PASSES[n].mends {
            program = mend(program, &self.target, self.steps())?;
        }
        self.judge(program, at, PASSES[n].name)
    }

    /// Cleans a program up and makes it a candidate, if it may be one.
    fn judge(&self, program: Program, at: Position, pass: &'static str) -> Option<Made> {
        let program = clean(program, &self.target, at.care, self.steps())?;
        if size(&program) >= size(&self.best.program) {
            return None;
        }
        Candidate::of(program, &self.target, self.steps(), pass)
    }

    /// A smaller program may take more steps, but not without end.
    fn steps(&self) -> u64 {
        self.best.steps.saturating_mul(2).saturating_add(1000)
    }

    fn edits(&mut self) -> &[Edit] {
        let Stage::Pass(n) = self.at.stage else {
            return &[];
        };
        let steps = self.steps();
        let program = &self.best.program;
        let record = self
            .record
            .get_or_insert_with(|| Record::of(program, &self.target, steps));
        let known = Known {
            program,
            target: &self.target,
            record,
        };
        self.edits.get_or_insert_with(|| (PASSES[n].find)(&known))
    }

    /// Goes to the next position, where the one at hand was tried.
    fn advance(&mut self) {
        let Stage::Pass(n) = self.at.stage else {
            return self.advance_stage();
        };
        if PASSES[n].polishes && !self.at.polishing {
            return self.advance_stage();
        }
        let length = self.edits().len();
        if PASSES[n].order == Order::Bisecting {
            self.at.first = self.at.chosen(length, is_bisecting(self.at.stage)).end;
            self.at.chunk = 1;
            if self.at.first >= length {
                self.advance_stage();
            }
            return;
        }
        if self.at.calm_down() {
            return;
        }
        if self.at.chunk == 0 || self.at.chunk > length {
            // The pass begins here, or has fewer edits than it had.
            self.at.chunk = length;
            self.at.first = 0;
            if length == 0 {
                self.advance_stage();
            }
            return;
        }
        self.at.first += self.at.chunk;
        if self.at.first >= length {
            self.at.first = 0;
            self.at.chunk /= 2;
            if self.at.chunk == 0 {
                self.advance_stage();
            }
        }
    }

    fn advance_stage(&mut self) {
        self.edits = None;
        self.at.chunk = 0;
        self.at.first = 0;
        self.at.usual = 0;
        self.at.stage = match self.at.stage {
            // It is not interesting any more without what it does not need. Perhaps less of that can go.
            Stage::Opening => match self.at.care.less() {
                Some(less) => {
                    self.at.care = less;
                    Stage::Opening
                }
                None => Stage::Pass(0),
            },
            Stage::Pass(_) if self.pace.idle >= PASSES.len() => match self.at.polishing {
                // Little is left. Some of what was taken out without asking may be worth more than what is there.
                false => {
                    self.pace.idle = 0;
                    self.at.polishing = true;
                    self.at.care = self.at.care.min(Care::Tidy);
                    Stage::Pass(0)
                }
                true => Stage::Renaming,
            },
            Stage::Pass(n) => {
                self.pace.idle += 1;
                match n + 1 {
                    // What the program needed when it was large it may not need now.
                    next if next == PASSES.len() && self.at.polishing => Stage::Pass(0),
                    next if next == PASSES.len() => {
                        self.at.care = Care::Lean;
                        Stage::Opening
                    }
                    next => Stage::Pass(next),
                }
            }
            Stage::Renaming | Stage::Done => Stage::Done,
        };
    }
}
