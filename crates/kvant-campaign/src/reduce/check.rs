//! Tests whether proposed programs show the symptom and satisfy the guards.

use std::collections::HashMap;
use std::fmt;
use std::panic::resume_unwind;
use std::thread;
use std::time::Duration;

use kvant_record::Effort;
use kvant_toolchain::{Backend, Limits, Scratch, ToolError};

use super::history::History;
use super::pace::Pace;
use super::{CannotReduce, Reducer};
use crate::batch::survey;
use crate::bisect::Symptom;
use crate::compare::{form, text_for};
use crate::store::digest;
use crate::{Ask, Proposal, Spent, Subject, Verdict, test_batch};

/// A verdict of another backend that must not change in a reduction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The backend.
    pub backend: Backend,
    /// Its required verdict.
    pub must: Must,
}

/// The verdict that a guard requires for every program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Must {
    /// The same symptom.
    Show,
    /// Agreement with the machine.
    Agree,
}

impl fmt::Display for Guard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let must = match self.must {
            Must::Show => "shows it",
            Must::Agree => "agrees",
        };
        write!(f, "{} {must}", self.backend)
    }
}

/// Number of repetitions where one answer is not enough.
const REPETITIONS: usize = 3;

pub(super) struct Checker<'a> {
    reducer: &'a Reducer,
    symptom: Symptom,
    guards: Vec<Guard>,
    scratch: Scratch,
    pace: Pace,
    /// Number of tests before a program counts as not showing the symptom: more than one for a flaky symptom.
    repetitions: usize,
    /// The verdict on the original program.
    first: Verdict,
    /// Verdicts on accepted programs, by key.
    shown: HashMap<String, Verdict>,
    pub(super) effort: Effort,
}

/// The required certainty of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Care {
    /// A symptom in a batch is enough, without guards. It is confirmed later.
    Little,
    /// The program must show the symptom alone, and all guards must hold.
    Full,
}

/// A program and its weight.
type Weighed<'a> = (&'a dyn Subject, (u64, u64));

/// The answer about a program.
enum Heard {
    /// It shows the symptom alone, and all guards hold.
    Shows(Verdict),
    /// It shows the symptom in a batch, or guards have not been tested.
    SeemsTo,
    DoesNot,
    /// A compiler exceeded the short limits.
    NotInTime,
}

/// The answers of one worker.
struct Answers {
    heard: Vec<Heard>,
    spent: Spent,
    /// Compile time of an accepted program.
    pace: Option<Duration>,
}

impl<'a> Checker<'a> {
    /// Tests the original program again, and finds a witness.
    pub(super) fn new(
        reducer: &'a Reducer,
        subject: &dyn Subject,
        expected: Option<&Symptom>,
    ) -> Result<Checker<'a>, CannotReduce> {
        let scratch = Scratch::new()?;
        let mut spent = Spent::default();
        let full = (&reducer.compiler, &reducer.program);
        let first = asked(&reducer.bad, subject, &scratch, full, &mut spent)?;
        let symptom = Symptom::of(&first);
        let symptom = symptom.filter(|_| expected.is_none_or(|it| it.shows_exactly(&first)));
        let Some(symptom) = symptom else {
            return Err(CannotReduce::NotShown {
                backend: reducer.bad.name(),
                says: first.name().to_owned(),
            });
        };
        let mut checker = Checker {
            reducer,
            symptom,
            guards: Vec::new(),
            scratch,
            pace: Pace::new(reducer.compiler.clone()),
            repetitions: 1,
            first,
            shown: HashMap::new(),
            effort: Effort {
                spent,
                ..Effort::default()
            },
        };
        if !checker.is_steady(subject)? {
            checker.repetitions = REPETITIONS;
        }
        checker.find_witness(subject)?;
        checker.guards.extend(reducer.guards.iter().cloned());
        if checker.first != Verdict::CompilerHang {
            checker.pace.took(spent.compilers);
        }
        Ok(checker)
    }

    /// Text of the guards and the symptom, which identifies the question.
    pub(super) fn asks(&self) -> Vec<String> {
        let guards = self.guards.iter().map(Guard::to_string);
        guards.chain([self.symptom.to_string()]).collect()
    }

    /// True if the symptom is a hang, so that each test takes the whole time limit.
    pub(super) fn is_slow(&self) -> bool {
        self.symptom.is_a_hang()
    }

    /// The witness.
    pub(super) fn witness(&self) -> Option<&Backend> {
        let first = self.guards.first();
        let first = first.filter(|guard| guard.must == Must::Agree);
        first.map(|guard| &guard.backend)
    }

    /// True if programs are tested in batches first, and only the best of those that show the symptom alone.
    pub(super) fn surveys(&self) -> bool {
        !self.symptom.is_of_the_compiler() && !self.is_slow() && self.repetitions == 1
    }

    /// Returns true if a program shows the symptom alone and all guards hold.
    pub(super) fn shows(&mut self, subject: &dyn Subject) -> Result<bool, CannotReduce> {
        let answers = self.heard(&[(subject, (0, 0))], Care::Full)?;
        for answer in answers {
            let Heard::Shows(verdict) = answer else {
                return Ok(false);
            };
            self.shown.insert(self.key(subject), verdict);
        }
        Ok(true)
    }

    /// Records that a program does not show the symptom, although it seemed to in a batch.
    pub(super) fn rejected(
        &self,
        subject: &dyn Subject,
        history: &mut History,
    ) -> Result<(), CannotReduce> {
        history.answered(&self.key(subject), false, subject.size())
    }

    /// For each proposal, returns true if it shows the symptom. With [`Care::Full`], the answer for the lightest of those that
    /// show it is certain; the others are only likely.
    pub(super) fn ask(
        &mut self,
        proposals: &[Proposal],
        care: Care,
        mut history: Option<&mut History>,
    ) -> Result<Vec<bool>, CannotReduce> {
        self.effort.asked += proposals.len() as u64;
        let subjects = proposals.iter().map(|each| &*each.subject);
        let keys: Vec<String> = subjects.map(|subject| self.key(subject)).collect();
        let known = |key: &String| history.as_deref().and_then(|history| history.known(key));
        let mut answers: Vec<Option<bool>> = keys.iter().map(known).collect();
        let open: Vec<usize> = (0..proposals.len())
            .filter(|n| answers[*n].is_none())
            .collect();
        self.effort.known += (proposals.len() - open.len()) as u64;
        let weighed = open
            .iter()
            .map(|n| (&*proposals[*n].subject, proposals[*n].weight));
        let heard = self.heard(&weighed.collect::<Vec<_>>(), care)?;
        for (n, heard) in open.iter().zip(heard) {
            let (shows, certain) = match &heard {
                Heard::Shows(_) => (true, true),
                Heard::SeemsTo => (true, false),
                Heard::DoesNot => (false, true),
                Heard::NotInTime => (false, false),
            };
            if let Some(history) = history.as_mut().filter(|_| certain) {
                history.answered(&keys[*n], shows, proposals[*n].subject.size())?;
            }
            if let Heard::Shows(verdict) = heard {
                self.shown.insert(keys[*n].clone(), verdict);
            }
            answers[*n] = Some(shows);
        }
        Ok(answers.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// Tests the smallest program again with the full limits. Returns its verdict, and true if it shows the symptom each time.
    pub(super) fn confirm(&mut self, best: &dyn Subject) -> Result<(Verdict, bool), CannotReduce> {
        let key = self.key(best);
        let seen = self.shown.get(&key).unwrap_or(&self.first).clone();
        let mut last = None;
        let mut firm = self.repetitions == 1;
        let times = match self.symptom.is_a_hang() {
            true => 1,
            // A flaky symptom needs more tests to be seen.
            false => REPETITIONS * self.repetitions * self.repetitions,
        };
        for n in 0..times {
            if n >= REPETITIONS && last.is_some() {
                break;
            }
            let mut spent = Spent::default();
            let full = (&self.reducer.compiler, &self.reducer.program);
            let verdict = asked(&self.reducer.bad, best, &self.scratch, full, &mut spent);
            self.effort.spent += spent;
            match verdict {
                Err(ToolError::Cancelled) => return Ok((last.unwrap_or(seen), firm)),
                Err(error) => return Err(error.into()),
                Ok(verdict) if self.symptom.shows_exactly(&verdict) => last = Some(verdict),
                Ok(_) => firm = false,
            }
        }
        let last = last.ok_or(CannotReduce::TakenBack)?;
        Ok((last, firm))
    }

    fn key(&self, subject: &dyn Subject) -> String {
        digest(text_for(subject, &self.reducer.bad).as_bytes())
    }

    /// Returns true if the failing backend shows the symptom each time.
    fn is_steady(&mut self, subject: &dyn Subject) -> Result<bool, CannotReduce> {
        let mut steady = true;
        let times = if self.symptom.is_a_hang() {
            1
        } else {
            REPETITIONS
        };
        for _ in 1..times {
            let full = (&self.reducer.compiler, &self.reducer.program);
            let spent = &mut self.effort.spent;
            let verdict = asked(&self.reducer.bad, subject, &self.scratch, full, spent)?;
            steady &= self.symptom.shows_exactly(&verdict);
        }
        Ok(steady)
    }

    fn find_witness(&mut self, subject: &dyn Subject) -> Result<(), CannotReduce> {
        for backend in &self.reducer.witnesses {
            if *backend == self.reducer.bad {
                continue;
            }
            let mut spent = Spent::default();
            let full = (&self.reducer.compiler, &self.reducer.program);
            let verdict = asked(backend, subject, &self.scratch, full, &mut spent)?;
            self.effort.spent += spent;
            if verdict == Verdict::Agrees {
                self.pace.took(spent.compilers);
                self.guards.push(Guard {
                    backend: backend.clone(),
                    must: Must::Agree,
                });
                return Ok(());
            }
        }
        // A disputed machine may have no witness, and a failure of a compiler needs none.
        let needed = self.reducer.bad.optimises() && !self.symptom.is_of_the_compiler();
        match needed {
            true => Err(CannotReduce::NoWitness),
            false => Ok(()),
        }
    }

    /// Tests programs with several workers.
    fn heard(&mut self, open: &[Weighed<'_>], care: Care) -> Result<Vec<Heard>, CannotReduce> {
        // Hangs take the whole time limit, so they are tested one by one.
        let each = match self.symptom.is_a_hang() {
            true => 1,
            false => open.len().div_ceil(self.reducer.jobs.get()).max(1),
        };
        let mut heard = Vec::with_capacity(open.len());
        for round in open.chunks(each * self.reducer.jobs.get()) {
            let this = &*self;
            let answers: Vec<Result<Answers, ToolError>> = thread::scope(|scope| {
                let workers: Vec<_> = round
                    .chunks(each)
                    .map(|some| scope.spawn(move || this.answers(some, care)))
                    .collect();
                let joined = workers.into_iter().map(thread::ScopedJoinHandle::join);
                let answers = joined.map(|answers| answers.unwrap_or_else(|it| resume_unwind(it)));
                answers.collect()
            });
            for answers in answers {
                let answers = answers?;
                self.effort.spent += answers.spent;
                if let Some(pace) = answers.pace {
                    self.pace.took(pace);
                }
                heard.extend(answers.heard);
            }
        }
        Ok(heard)
    }

    /// Tests programs in one worker.
    fn answers(&self, subjects: &[Weighed<'_>], care: Care) -> Result<Answers, ToolError> {
        let mut answers = Answers {
            heard: Vec::new(),
            spent: Spent::default(),
            pace: None,
        };
        let scratch = Scratch::below(self.scratch.path())?;
        let limits = self.limits(subjects.len(), care);
        let ask = Ask {
            backend: &self.reducer.bad,
            scratch: &scratch,
            compiler: &limits.0,
            program: &limits.1,
        };
        let together: Vec<&dyn Subject> = subjects.iter().map(|(subject, _)| *subject).collect();
        let surveys = self.surveys() && subjects.len() > 1;
        let verdicts = match surveys {
            true => survey(&together, &ask, &mut answers.spent)?.verdicts,
            false => test_batch(&together, &ask, &mut answers.spent)?.verdicts,
        };
        let took = answers.spent.compilers;
        answers.heard = verdicts.iter().map(|verdict| self.seems(verdict)).collect();
        let mut order: Vec<usize> = (0..subjects.len()).collect();
        order.sort_by_key(|n| subjects[*n].1);
        // A flaky symptom is not seen in a single test.
        let hasty = care == Care::Little && self.repetitions == 1;
        for n in order.into_iter().filter(|_| !hasty) {
            let mut verdict = verdicts[n].clone();
            let mut asks = self.repetitions;
            if surveys && matches!(answers.heard[n], Heard::SeemsTo) {
                // A symptom in a batch has to be confirmed alone.
                verdict = ask.test(together[n], form(&self.reducer.bad), &mut answers.spent)?;
            }
            while asks > 1 && !self.symptom.shows_exactly(&verdict) {
                verdict = ask.test(together[n], form(&self.reducer.bad), &mut answers.spent)?;
                asks -= 1;
            }
            if !self.symptom.shows_exactly(&verdict) {
                answers.heard[n] = self.seems(&verdict);
                continue;
            }
            if !self.is_guarded(together[n], &scratch, &mut answers)? {
                answers.heard[n] = Heard::DoesNot;
                continue;
            }
            // The time of a hang says nothing about other programs.
            if verdict != Verdict::CompilerHang {
                answers.pace = answers.pace.max(Some(took));
            }
            answers.heard[n] = Heard::Shows(verdict);
            if surveys {
                break;
            }
        }
        if self.reducer.compiler.cancel.is_cancelled() {
            return Err(ToolError::Cancelled);
        }
        Ok(answers)
    }

    /// The answer that a verdict gives without guards.
    fn seems(&self, verdict: &Verdict) -> Heard {
        match verdict {
            verdict if self.symptom.shows_exactly(verdict) => Heard::SeemsTo,
            // With longer limits the answer may be another one.
            Verdict::CompilerHang => Heard::NotInTime,
            _ => Heard::DoesNot,
        }
    }

    /// Returns true if all guards hold for a program.
    fn is_guarded(
        &self,
        subject: &dyn Subject,
        scratch: &Scratch,
        answers: &mut Answers,
    ) -> Result<bool, ToolError> {
        let limits = self.limits(1, Care::Full);
        for (n, Guard { backend, must }) in self.guards.iter().enumerate() {
            let mut spent = Spent::default();
            let verdict = asked(
                backend,
                subject,
                scratch,
                (&limits.0, &limits.1),
                &mut spent,
            )?;
            answers.spent += spent;
            let holds = match must {
                Must::Show => self.symptom.shows_exactly(&verdict),
                Must::Agree => verdict == Verdict::Agrees,
            };
            if !holds {
                return Ok(false);
            }
            if n == 0 && *must == Must::Agree {
                answers.pace = answers.pace.max(Some(2 * spent.compilers));
            }
        }
        Ok(true)
    }

    /// Limits of the compiler and of programs, for a batch of this size. Where a hang must be certain, they are the full ones.
    fn limits(&self, programs: usize, care: Care) -> (Limits, Limits) {
        if care == Care::Full && self.is_slow() {
            return (self.reducer.compiler.clone(), self.reducer.program.clone());
        }
        let programs = u32::try_from(programs).unwrap_or(u32::MAX);
        let full = &self.reducer.program;
        let program = Limits {
            cpu: PROGRAM.min(full.cpu),
            wall: (5 * PROGRAM).min(full.wall),
            ..full.clone()
        };
        (self.pace.limits(programs), program)
    }
}

/// Time limit of a program. One that ends takes milliseconds.
const PROGRAM: Duration = Duration::from_secs(1);

/// The verdict of a backend on a program.
fn asked(
    backend: &Backend,
    subject: &dyn Subject,
    scratch: &Scratch,
    (compiler, program): (&Limits, &Limits),
    spent: &mut Spent,
) -> Result<Verdict, ToolError> {
    // Files of one program are removed before the next, since there are many.
    let scratch = Scratch::below(scratch.path())?;
    let ask = Ask {
        backend,
        scratch: &scratch,
        compiler,
        program,
    };
    let verdict = ask.test(subject, form(backend), spent)?;
    match compiler.cancel.is_cancelled() {
        true => Err(ToolError::Cancelled),
        false => Ok(verdict),
    }
}
