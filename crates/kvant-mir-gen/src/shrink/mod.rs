//! Makes a program that shows something as small as it can be while it still shows it.
//!
//! Whether it still does is for somebody else to say, who has compilers to ask. That costs a thousand times as much as a
//! run of the machine, so the machine goes first: what is proposed is well formed, defined and deterministic, and what was
//! computed for nobody in it is gone already.
//!
//! A pass (`pass`) is a list of edits (`edit`) to the program. All of them are tried together, then halves of them,
//! quarters, and so on. What the passes know of a program is what one run of it shows (`record`).

mod calls;
mod candidate;
mod clean;
mod constants;
mod control;
mod edit;
mod fields;
mod forward;
mod inline;
mod lengths;
mod loops;
mod mend;
mod narrow;
mod needs;
mod observe;
mod pass;
mod peek;
mod position;
mod record;
mod rename;
mod retype;
mod signature;
mod statements;
mod text;
mod tidy;
mod unwrap;
mod values;
mod variants;

use std::collections::HashSet;
use std::fmt;

use kvant_mir::Program;
use kvant_mir_machine::Limits;

pub use candidate::Candidate;

use candidate::size;
use clean::Care;
use edit::{Edit, apply};
use pass::{Order, PASSES, Pass};
use position::{Pace, Position, Stage};
use record::Record;

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
}

struct Proposal {
    candidate: Candidate,
    edits: Vec<Edit>,
    at: Position,
}

impl Shrinker {
    /// Begins with an interesting program.
    pub fn new(program: Program) -> Result<Shrinker, NotShrinkable> {
        let steps = Limits::default().steps;
        let (best, key) = Candidate::of(program, steps, "the beginning").ok_or(NotShrinkable)?;
        Ok(Shrinker {
            best,
            record: None,
            edits: None,
            at: Position::BEGINNING,
            pace: Pace::default(),
            open: Vec::new(),
            together: None,
            known: HashSet::from([key]),
            asked: 0,
        })
    }

    /// Goes on from the best program of an earlier shrinker and its [`Shrinker::token`]. A token that says nothing
    /// begins anew.
    pub fn resume(program: Program, token: &str) -> Result<Shrinker, NotShrinkable> {
        let mut shrinker = Shrinker::new(program)?;
        if let Some((at, pace)) = position::parse(token) {
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
        format!("{}/{}", self.at, self.pace)
    }

    /// How many candidates were proposed so far.
    pub fn asked(&self) -> usize {
        self.asked
    }

    /// The next candidates to ask about, best guess first, at most `most`; none: it is done. Those of an earlier call
    /// that were not answered count as not interesting.
    pub fn propose(&mut self, most: usize) -> Vec<Candidate> {
        self.open.clear();
        let begun = self.at;
        self.open.extend(self.together.take());
        while self.open.len() < most && self.at.stage != Stage::Done {
            // What comes after this pass depends on the answers.
            if !self.open.is_empty() && self.at.stage != begun.stage {
                break;
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
        let union: Vec<Edit> = found.iter().flat_map(|each| each.edits.clone()).collect();
        let several = found.len() > 1;
        found.sort_by_key(|each| size(&each.candidate.program));
        let smallest = found.swap_remove(0);
        let at = smallest.at;
        if several && matches!(at.stage, Stage::Pass(_)) {
            let before = size(&smallest.candidate.program);
            let union = self.proposal(&union, at);
            let union = union.filter(|union| size(&union.candidate.program) < before);
            self.together = union.map(|union| Proposal {
                // They are edits of a program that is the best no longer.
                edits: Vec::new(),
                ..union
            });
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
            Stage::Pass(_) | Stage::Done => {}
        }
    }

    /// Where many candidates in a row are not interesting, what is taken out of them without asking may be the reason:
    /// it is needed by what they are to show, and by nothing else. So that is asked about too, until the next opening.
    fn doubt_care(&mut self, asked: usize) {
        self.pace.setbacks += asked;
        if self.pace.setbacks >= MOST_SETBACKS {
            self.pace.setbacks = 0;
            self.at.care = self.at.care.min(Care::Tidy);
        }
    }

    /// Whether a pass is worth its questions at present.
    fn is_worthwhile(&self, pass: &Pass) -> bool {
        !pass.prepares || self.at.polishing || self.at.care > Care::Tidy
    }

    /// The candidate at the present position, if it is one.
    fn next(&mut self) -> Option<Proposal> {
        let at = self.at;
        match at.stage {
            Stage::Opening => {
                let program = self.best.program.clone();
                self.judge(program, Vec::new(), at, "cleaning")
            }
            Stage::Pass(_) => {
                let edits = self.edits();
                let chosen = at.chosen(edits.len());
                let edits = edits[chosen].to_vec();
                match edits.is_empty() {
                    true => None,
                    false => self.proposal(&edits, at),
                }
            }
            Stage::Renaming => {
                let program = rename::rename(self.best.program.clone());
                let (candidate, key) = Candidate::of(program, self.steps(), "renaming")?;
                self.known.insert(key).then_some(Proposal {
                    candidate,
                    edits: Vec::new(),
                    at,
                })
            }
            Stage::Done => None,
        }
    }

    fn proposal(&mut self, edits: &[Edit], at: Position) -> Option<Proposal> {
        let Stage::Pass(n) = at.stage else {
            return None;
        };
        let mut program = apply(&self.best.program, edits);
        if PASSES[n].mends {
            for function in &mut program.functions {
                function.find_marked();
            }
            program = mend::mend(program, self.steps())?;
        }
        self.judge(program, edits.to_vec(), at, PASSES[n].name)
    }

    /// Cleans a program up and makes it a proposal, if it may be one.
    fn judge(
        &mut self,
        program: Program,
        edits: Vec<Edit>,
        at: Position,
        pass: &'static str,
    ) -> Option<Proposal> {
        let care = match at.stage {
            // What was needed for another observation is not needed for this one, and taking it out is the point.
            Stage::Pass(n) if PASSES[n].order != Order::Chunks => at.care.max(Care::Lean),
            _ => at.care,
        };
        let program = clean::clean(program, care, self.steps())?;
        if size(&program) >= size(&self.best.program) {
            return None;
        }
        let (candidate, key) = Candidate::of(program, self.steps(), pass)?;
        self.known.insert(key).then_some(Proposal {
            candidate,
            edits,
            at,
        })
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
            .get_or_insert_with(|| Record::of(program, steps));
        self.edits
            .get_or_insert_with(|| (PASSES[n].find)(program, record))
    }

    /// Goes to the next position, where the one at hand was tried.
    fn advance(&mut self) {
        let Stage::Pass(n) = self.at.stage else {
            return self.advance_stage();
        };
        if !self.is_worthwhile(&PASSES[n]) {
            return self.advance_stage();
        }
        let length = self.edits().len();
        if PASSES[n].order == Order::Bisecting {
            self.at.first = self.at.chosen(length).end;
            self.at.chunk = 1;
            if self.at.first >= length {
                self.advance_stage();
            }
            return;
        }
        if self.at.chunk == 0 || self.at.chunk > length {
            // The pass begins here, or has fewer edits than it had.
            self.at.chunk = match PASSES[n].order {
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
                        self.at.care = Care::Clean;
                        Stage::Opening
                    }
                    next => Stage::Pass(next),
                }
            }
            Stage::Renaming | Stage::Done => Stage::Done,
        };
    }
}
