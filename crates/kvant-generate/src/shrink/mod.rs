//! Makes a program as small as possible while it stays interesting.
//!
//! The caller decides if a candidate is still interesting, usually with compilers. That costs a thousand times as much as a
//! run of the machine, so the machine goes first: every candidate is well formed, defined and deterministic, and free of code
//! that does not contribute to an observation.
//!
//! A [`Pass`] is a list of edits to the program. All of them are tried together, then halves of them, quarters, and so on.
//! The passes see the program and the record of one run of it ([`ShrinkLanguage::Record`]).
//!
//! Not in here: the passes and edits of any language.

mod pass;
mod position;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::num::NonZero;
use std::panic::resume_unwind;
use std::thread;

pub use pass::{Order, Pass, When};
pub use position::Care;
use position::{Pace, Position, Stage};

/// The number of uninteresting candidates after which less superfluous code is removed unasked.
const MOST_SETBACKS: usize = 24;

/// A program that lost one in this many of its statements counts as much smaller.
const MUCH: usize = 32;

/// A language whose programs can be made smaller.
pub trait ShrinkLanguage: Sync {
    /// A program.
    type Program: Clone + Send + Sync;
    /// The observations of a run.
    type Trace: Clone + Send + Sync;
    /// Facts of one run of a program, for the passes.
    type Record: Sync;
    /// The smallest step of a pass. Edits of one pass can be made together.
    type Edit: Clone + Send + Sync;
    /// The levels of superfluous code that is removed unasked.
    type Care: Care;
    /// A function that finds the edits of a pass.
    type Find: Copy + 'static;

    /// The passes, the most effective first: whole computations, then the code between them, then details.
    const PASSES: &'static [Pass<Self::Find>];

    /// The number of steps that the first program may take.
    fn step_limit(&self) -> u64;

    /// Checks and runs a program, for at most `steps` steps. `None` if it cannot be a candidate: it must be well formed,
    /// print as text that parses to the same program, be defined and deterministic, and observe something.
    fn run(&self, program: Self::Program, steps: u64) -> Option<Ran<Self>>;

    /// The size of a program. Every accepted candidate is smaller than the program before, so that shrinking ends.
    fn size(program: &Self::Program) -> (u64, u64);

    /// The number of statements.
    fn statements(program: &Self::Program) -> usize;

    /// Runs a program and records the facts that the passes need.
    fn record(&self, program: &Self::Program, steps: u64) -> Self::Record;

    /// Finds the edits of a pass, in the order of the text.
    fn find(
        &self,
        find: Self::Find,
        program: &Self::Program,
        record: &Self::Record,
    ) -> Vec<Self::Edit>;

    /// Makes edits of one pass. `None` if the result makes no sense.
    fn apply(&self, program: &Self::Program, edits: &[&Self::Edit]) -> Option<Self::Program>;

    /// Removes statements that are no longer defined. `None` if that does not help.
    fn mend(&self, program: Self::Program, steps: u64) -> Option<Self::Program>;

    /// Removes the superfluous code that `care` allows. `None` if the program is not defined.
    fn clean(&self, program: Self::Program, care: Self::Care, steps: u64) -> Option<Self::Program>;

    /// Gives everything a short name.
    fn rename(program: Self::Program) -> Self::Program;
}

/// A program that the machine accepted.
pub struct Ran<L: ShrinkLanguage + ?Sized> {
    /// The program, in canonical form.
    pub program: L::Program,
    /// Its text.
    pub text: String,
    /// Its observations.
    pub trace: L::Trace,
    /// The number of steps of the run.
    pub steps: u64,
}

/// A program to ask about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate<P, T> {
    /// The program, in canonical form. Its text, printed, parses back to it.
    pub program: P,
    /// Its observations.
    pub trace: T,
    /// The number of steps of its run.
    pub steps: u64,
    /// The pass that made it.
    pub pass: &'static str,
    /// The size of the program. Of several interesting candidates, the one with the least is the best.
    pub weight: (u64, u64),
}

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
/// The caller alternates [`Shrinker::propose`], which returns candidates, and [`Shrinker::learn`], which takes the answers.
/// The smallest interesting candidate becomes the program to make smaller. Shrinking ends when nothing is proposed. The
/// same text is never proposed twice. The proposals depend on nothing but the program and the answers.
pub struct Shrinker<L: ShrinkLanguage> {
    language: L,
    best: CandidateOf<L>,
    /// The record of the best program, and the edits of the current pass.
    record: Option<L::Record>,
    edits: Option<Vec<L::Edit>>,
    at: Position<L::Care>,
    pace: Pace,
    /// The proposals that are not answered yet.
    open: Vec<Proposal<L>>,
    /// The edits of several interesting candidates, made together.
    together: Option<Proposal<L>>,
    /// Digests of all texts that were proposed.
    known: HashSet<u64>,
    asked: usize,
    threads: usize,
}

/// A candidate of a language.
type CandidateOf<L> = Candidate<<L as ShrinkLanguage>::Program, <L as ShrinkLanguage>::Trace>;

/// A candidate, and the digest of its text.
type Made<L> = (CandidateOf<L>, u64);

/// Edits of a pass, each with its number among them.
type Numbered<L> = Vec<(usize, <L as ShrinkLanguage>::Edit)>;

/// Edits to be tried together, and the position they belong to.
type Job<L> = (Position<<L as ShrinkLanguage>::Care>, Numbered<L>);

struct Proposal<L: ShrinkLanguage> {
    candidate: CandidateOf<L>,
    edits: Numbered<L>,
    at: Position<L::Care>,
}

impl<L: ShrinkLanguage> Shrinker<L> {
    /// A shrinker of an interesting program.
    pub fn new(language: L, program: L::Program) -> Result<Shrinker<L>, NotShrinkable> {
        let made = candidate(&language, program, language.step_limit(), "the beginning");
        let (best, key) = made.ok_or(NotShrinkable)?;
        Ok(Shrinker {
            language,
            best,
            record: None,
            edits: None,
            at: Position::beginning(),
            pace: Pace::default(),
            open: Vec::new(),
            together: None,
            known: HashSet::from([key]),
            asked: 0,
            threads: thread::available_parallelism().map_or(1, NonZero::get),
        })
    }

    /// Continues from the best program of an earlier shrinker and its [`Shrinker::token`]. With a token that cannot be read,
    /// it starts from the beginning.
    pub fn resume(
        language: L,
        program: L::Program,
        token: &str,
    ) -> Result<Shrinker<L>, NotShrinkable> {
        let mut shrinker = Shrinker::new(language, program)?;
        if let Some((at, pace)) = Position::parse(token, &names::<L>()) {
            (shrinker.at, shrinker.pace) = (at, pace);
        }
        Ok(shrinker)
    }

    /// Sets the number of candidates that are made at the same time. The proposals do not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> Shrinker<L> {
        self.threads = threads;
        self
    }

    /// The smallest interesting program so far.
    pub fn best(&self) -> &CandidateOf<L> {
        &self.best
    }

    /// The progress as a short text. With the best program it is all that [`Shrinker::resume`] needs.
    pub fn token(&self) -> String {
        self.at.token(self.pace, &names::<L>())
    }

    /// The number of candidates that were proposed so far.
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// The next candidates to ask about, at most `most`, the most promising first. None if shrinking has ended. Candidates of an
    /// earlier call that were not answered count as not interesting.
    pub fn propose(&mut self, most: usize) -> Vec<CandidateOf<L>> {
        self.open.clear();
        let mut stage = self.at.stage;
        self.open.extend(self.together.take());
        while self.open.len() < most && self.at.stage != Stage::Done {
            // The next stage depends on the answers.
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
                Some(made) => {
                    // A text that was proposed before was not interesting.
                    let proposal = self.admit(Some(made), Vec::new(), self.at);
                    self.open.extend(proposal);
                }
                // There is no superfluous code, so the highest level can stay.
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

    /// Takes the answers about the last proposed candidates, in their order: true if interesting.
    pub fn learn(&mut self, interesting: &[bool]) {
        let open = std::mem::take(&mut self.open);
        let asked = open.len();
        let mut found: Vec<Proposal<L>> = open
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
        let union: BTreeMap<usize, L::Edit> = union.collect();
        let several = found.len() > 1;
        found.sort_by_key(|each| each.candidate.weight);
        let smallest = found.swap_remove(0);
        let at = smallest.at;
        if several && matches!(at.stage, Stage::Pass(_)) {
            let before = smallest.candidate.weight;
            let made = self.make(&union.values().collect::<Vec<_>>(), at);
            // The edits belong to a program that is no longer the best, so the proposal has none.
            let union = self.admit(made, Vec::new(), at);
            self.together = union.filter(|union| union.candidate.weight < before);
        }
        let before = L::statements(&self.best.program);
        if L::statements(&smallest.candidate.program) * MUCH < before * (MUCH - 1) {
            self.pace.setbacks = 0;
        }
        self.best = smallest.candidate;
        self.record = None;
        self.edits = None;
        self.at = at;
        match at.stage {
            Stage::Opening => self.at.stage = Stage::Pass(0),
            Stage::Renaming => self.at.stage = Stage::Done,
            Stage::Pass(n) => match L::PASSES[n].order {
                // Earlier edits were not interesting, but some of them no longer exist, so bisection goes back half the way.
                Order::Bisecting => self.at.first /= 2,
                Order::Chunks => self.at.grow(),
                Order::Single => {}
            },
            Stage::Done => {}
        }
    }

    /// Counts uninteresting candidates. After many in a row, the code that is removed unasked may be the reason: the bug may
    /// need it. So less of it is removed until the next opening.
    fn doubt_care(&mut self, asked: usize) {
        self.pace.setbacks += asked;
        if self.pace.setbacks >= MOST_SETBACKS {
            self.pace.setbacks = 0;
            self.at.care = self.at.care.doubted();
        }
    }

    /// True if a pass is made in the current round.
    fn is_worthwhile(&self, pass: &Pass<L::Find>) -> bool {
        match pass.when {
            When::Always => true,
            When::Cleaning => self.at.polishing || self.at.care > L::Care::POLISHING,
            When::Polishing => self.at.polishing,
        }
    }

    /// The next positions of the current pass, with their edits; at most `most`.
    fn jobs(&mut self, most: usize) -> Vec<Job<L>> {
        let stage = self.at.stage;
        let mut jobs = Vec::new();
        while jobs.len() < most && self.at.stage == stage {
            let at = self.at;
            let edits = self.edits();
            let chosen = at.chosen(edits.len(), is_bisecting::<L>(at.stage));
            let edits: Numbered<L> = chosen.map(|n| (n, edits[n].clone())).collect();
            if !edits.is_empty() {
                jobs.push((at, edits));
            }
            self.advance();
        }
        jobs
    }

    /// Makes candidates, all at the same time.
    fn make_all(&self, jobs: &[Job<L>]) -> Vec<Option<Made<L>>> {
        let make = |(at, edits): &Job<L>| {
            let edits: Vec<&L::Edit> = edits.iter().map(|(_, edit)| edit).collect();
            self.make(&edits, *at)
        };
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

    /// The candidate of a stage that is not a pass, if there is one.
    fn next(&self) -> Option<Made<L>> {
        let program = self.best.program.clone();
        match self.at.stage {
            Stage::Opening => self.judge(program, self.at, "cleaning"),
            Stage::Renaming => {
                let program = L::rename(program);
                candidate(&self.language, program, self.steps(), "renaming")
            }
            Stage::Pass(_) | Stage::Done => None,
        }
    }

    /// Makes a proposal of a candidate, unless its text was proposed before.
    fn admit(
        &mut self,
        made: Option<Made<L>>,
        edits: Numbered<L>,
        at: Position<L::Care>,
    ) -> Option<Proposal<L>> {
        let (candidate, key) = made?;
        self.known.insert(key).then_some(Proposal {
            candidate,
            edits,
            at,
        })
    }

    fn make(&self, edits: &[&L::Edit], at: Position<L::Care>) -> Option<Made<L>> {
        let Stage::Pass(n) = at.stage else {
            return None;
        };
        let mut program = self.language.apply(&self.best.program, edits)?;
        if L::PASSES[n].mends {
            program = self.language.mend(program, self.steps())?;
        }
        self.judge(program, at, L::PASSES[n].name)
    }

    /// Removes superfluous code from a program and makes it a candidate, if it is smaller and the machine accepts it.
    fn judge(
        &self,
        program: L::Program,
        at: Position<L::Care>,
        pass: &'static str,
    ) -> Option<Made<L>> {
        let care = match at.stage {
            Stage::Pass(n) if L::PASSES[n].order != Order::Chunks => {
                at.care.max(L::Care::REPLACING)
            }
            _ => at.care,
        };
        let program = self.language.clean(program, care, self.steps())?;
        if L::size(&program) >= self.best.weight {
            return None;
        }
        candidate(&self.language, program, self.steps(), pass)
    }

    /// The step limit of candidates: a smaller program may take more steps than the best one, within limits.
    fn steps(&self) -> u64 {
        self.best.steps.saturating_mul(2).saturating_add(1000)
    }

    fn edits(&mut self) -> &[L::Edit] {
        let Stage::Pass(n) = self.at.stage else {
            return &[];
        };
        let steps = self.steps();
        let (language, program) = (&self.language, &self.best.program);
        let record = self
            .record
            .get_or_insert_with(|| language.record(program, steps));
        self.edits
            .get_or_insert_with(|| language.find(L::PASSES[n].find, program, record))
    }

    /// Goes to the next position after the current one was tried.
    fn advance(&mut self) {
        let Stage::Pass(n) = self.at.stage else {
            return self.advance_stage();
        };
        let pass = &L::PASSES[n];
        if !self.is_worthwhile(pass) {
            return self.advance_stage();
        }
        let length = self.edits().len();
        if pass.order == Order::Bisecting {
            self.at.first = self.at.chosen(length, true).end;
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
            self.at.chunk = match pass.order {
                Order::Single => length.min(1),
                Order::Chunks | Order::Bisecting => length,
            };
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
            // Without its superfluous code the program is not interesting. A lower level removes less.
            Stage::Opening => match self.at.care.less() {
                Some(less) => {
                    self.at.care = less;
                    Stage::Opening
                }
                None => Stage::Pass(0),
            },
            Stage::Pass(_) if self.pace.idle >= L::PASSES.len() => match self.at.polishing {
                // Little is left to gain. A lower level allows edits that the removal of superfluous code prevented.
                false => {
                    self.pace.idle = 0;
                    self.at.polishing = true;
                    self.at.care = self.at.care.min(L::Care::POLISHING);
                    Stage::Pass(0)
                }
                true => Stage::Renaming,
            },
            Stage::Pass(n) => {
                self.pace.idle += 1;
                match n + 1 {
                    // Edits that failed when the program was larger may succeed now.
                    next if next == L::PASSES.len() && self.at.polishing => Stage::Pass(0),
                    next if next == L::PASSES.len() => {
                        self.at.care = L::Care::most();
                        Stage::Opening
                    }
                    next => Stage::Pass(next),
                }
            }
            Stage::Renaming | Stage::Done => Stage::Done,
        };
    }
}

/// A program as a candidate with a digest of its text, if the machine accepts it.
fn candidate<L: ShrinkLanguage>(
    language: &L,
    program: L::Program,
    steps: u64,
    pass: &'static str,
) -> Option<Made<L>> {
    let ran = language.run(program, steps)?;
    let mut hasher = DefaultHasher::new();
    ran.text.hash(&mut hasher);
    let candidate = Candidate {
        weight: L::size(&ran.program),
        program: ran.program,
        trace: ran.trace,
        steps: ran.steps,
        pass,
    };
    Some((candidate, hasher.finish()))
}

/// The names of the passes, for tokens.
fn names<L: ShrinkLanguage>() -> Vec<&'static str> {
    L::PASSES.iter().map(|pass| pass.name).collect()
}

/// True if the edits of a stage are tried one by one, from the middle.
fn is_bisecting<L: ShrinkLanguage>(stage: Stage) -> bool {
    matches!(stage, Stage::Pass(n) if L::PASSES[n].order == Order::Bisecting)
}
