//! Makes the program of a finding as small as it can be while it still shows the same.
//!
//! Somebody who knows the language proposes smaller programs, all of them defined (see [`Shrink`]). Here compilers are asked about
//! them. A program counts if the bad backend says exactly what it said about the first one, if a good one still prints what
//! the program must print, and if nothing that was known about the fault has changed.
//!
//! What was asked is kept in a folder, so that nothing is lost when it is interrupted, and nothing is asked twice.

mod check;
mod history;
mod pace;
mod work;

use std::fmt;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kvant_toolchain::{Backend, Cancel, Limits, ToolError};

use crate::bisect::Symptom;
use crate::{Form, Shrink, Size, Spent, Subject, Verdict};
use check::Checker;
use history::History;
use work::Work;

pub use check::{Guard, Must};

/// Makes programs smaller.
pub struct Reducer {
    /// Who shows it.
    pub bad: Backend,
    /// Who may agree with what the program must print. The first of them who does so in the beginning is asked each time.
    pub witnesses: Vec<Backend>,
    /// What else must stay as it is.
    pub guards: Vec<Guard>,
    /// What a compiler may use.
    pub compiler: Limits,
    /// What a compiled program may use.
    pub program: Limits,
    /// How many programs are tested at the same time.
    pub jobs: NonZero<usize>,
    /// How much processor time may be spent from now on.
    pub budget: Option<Duration>,
    /// Nothing is asked any more after this.
    pub deadline: Option<Instant>,
    /// Where it is kept what was asked. If an earlier reduction of the same program is there, it is gone on with.
    pub folder: Option<PathBuf>,
    /// Begins anew whatever is kept there.
    pub anew: bool,
}

/// What came of it.
pub struct Reduced {
    /// What the smallest program shows. It is shown, and not only said, by [`Shrink::best`].
    pub verdict: Verdict,
    /// The smallest program.
    pub shrink: Box<dyn Shrink>,
    /// Who agrees with the machine about it; nobody, if nobody did in the beginning.
    pub witness: Option<Backend>,
    /// How large it was in the beginning.
    pub original: Size,
    /// How it ended.
    pub end: End,
    /// What got in the way, if something did.
    pub trouble: Option<String>,
    /// Whether it shows each time. If not, every question was asked several times.
    pub firm: bool,
    /// What it took now.
    pub spent: Spent,
    /// What it took, with what an earlier run that was gone on with took.
    pub effort: Effort,
}

impl Reduced {
    /// The smallest program.
    pub fn best(&self) -> &dyn Subject {
        self.shrink.best()
    }
}

/// How a reduction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There is nothing smaller to try.
    Smallest,
    /// What may be spent is spent.
    Budget,
    /// It was told to.
    Cancelled,
    /// Something on this machine got in the way.
    Trouble,
}

/// What a reduction took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// How many programs were asked about.
    pub asked: u64,
    /// How many of them were smaller and showed it.
    pub accepted: u64,
    /// How many answers were known.
    pub known: u64,
    /// Processor time of compilers and programs, and how often a compiler was called.
    pub spent: Spent,
}

/// A round of questions was answered.
pub struct Progress<'a> {
    /// How large the program was.
    pub original: Size,
    /// How large it is.
    pub size: Size,
    /// What was done last to make it smaller.
    pub pass: &'a str,
    /// How many were asked about in this round.
    pub asked: usize,
    /// How many of these are interesting.
    pub accepted: usize,
    /// What it took so far.
    pub effort: Effort,
}

/// Why a program cannot be made smaller.
#[derive(Debug)]
pub enum CannotReduce {
    /// The backend has nothing against the program.
    NotShown {
        /// Who was asked.
        backend: String,
        /// What it says.
        says: String,
    },
    /// What the smallest program showed it does not show when it is asked again with all the time there is.
    TakenBack,
    /// Nobody agrees with what the program must print, and it is not the machine that is doubted.
    NoWitness,
    /// There is nothing that makes such programs smaller.
    NotShrinkable,
    /// A compiler could not be asked.
    Tool(ToolError),
    /// The folder could not be used.
    Folder(PathBuf, io::Error),
}

impl fmt::Display for CannotReduce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotReduce::NotShown { backend, says } => {
                write!(f, "{backend} does not show it when the program is alone: it says `{says}`")
            }
            CannotReduce::TakenBack => f.write_str(
                "what the smallest program showed it does not show again: it may be slow instead of without end, or \
                 depend on something outside of it",
            ),
            CannotReduce::NoWitness => f.write_str(
                "nobody who does not optimise agrees with the machine: what is wrong may be the machine, so nothing \
                 is made smaller",
            ),
            CannotReduce::NotShrinkable => f.write_str("this program cannot be made smaller"),
            CannotReduce::Tool(error) => error.fmt(f),
            CannotReduce::Folder(path, error) => {
                write!(f, "cannot use {}: {error}", path.display())
            }
        }
    }
}

impl std::error::Error for CannotReduce {}

impl From<ToolError> for CannotReduce {
    fn from(error: ToolError) -> CannotReduce {
        CannotReduce::Tool(error)
    }
}

/// At most so many programs are asked about at once. The more, the more is asked in vain where one of the first is
/// interesting.
const MOST: usize = 16;

impl Reducer {
    /// With the usual limits, all cores, and given up when it is told to.
    pub fn new(bad: Backend, witnesses: Vec<Backend>, cancel: &Cancel) -> Reducer {
        Reducer {
            bad,
            witnesses,
            guards: Vec::new(),
            compiler: Limits::for_compiler().cancelled_by(cancel),
            program: Limits::for_program().cancelled_by(cancel),
            jobs: std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN),
            budget: None,
            deadline: None,
            folder: None,
            anew: false,
        }
    }

    /// Makes a program smaller. If it was seen before what is wrong with it, it has to be that.
    pub fn run(
        &self,
        subject: &dyn Subject,
        expected: Option<&Symptom>,
        tell: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Reduced, CannotReduce> {
        let mut checker = Checker::new(self, subject, expected)?;
        let original = subject.size();
        let history = self.folder.as_deref();
        let history = history.map(|folder| self.history(folder, subject, &checker));
        let mut history = history.transpose()?;
        let mut work = Work::new(subject, begin(subject, history.as_ref(), &mut checker)?);
        let (end, trouble) = match self.shrink(&mut work, &mut checker, history.as_mut(), tell) {
            Ok(end) => (end, None),
            // What there is so far is worth something.
            Err(error) => (End::Trouble, Some(error.to_string())),
        };
        let is_settled = work.is_settled;
        let shrink = work.last_certain();
        let cancelled = self.compiler.cancel.is_cancelled();
        if !is_settled && !cancelled && !checker.shows(shrink.best())? {
            return Err(CannotReduce::TakenBack);
        }
        // What was asked with less time than there is, or in a hurry, is asked once more.
        let (verdict, firm) = match checker.confirm(shrink.best()) {
            Err(CannotReduce::TakenBack) => {
                history.iter().for_each(History::forget);
                return Err(CannotReduce::TakenBack);
            }
            confirmed => confirmed?,
        };
        let spent = checker.effort.spent;
        let mut effort = checker.effort;
        if let Some(history) = &mut history {
            effort += history.effort;
            history.note(&*shrink, effort)?;
        }
        Ok(Reduced {
            verdict,
            shrink,
            witness: checker.witness().cloned(),
            original,
            end,
            trouble,
            firm,
            spent,
            effort,
        })
    }

    /// What was asked before, if it was the same question: the same program, compiler, symptom, witness and guards.
    fn history(
        &self,
        folder: &Path,
        subject: &dyn Subject,
        checker: &Checker<'_>,
    ) -> Result<History, CannotReduce> {
        let mut question = vec![
            subject.text(Form::Fast, None),
            self.bad.name(),
            self.bad.toolchain.verbose.clone(),
        ];
        question.extend(checker.asks());
        let best = subject.language().file("best");
        History::open(folder, &best, &question.join("\n"), self.anew)
    }

    /// How many programs to ask about at once.
    fn at_once(&self, shrink: &dyn Shrink, checker: &Checker<'_>) -> usize {
        let alone = self.jobs.get();
        if !checker.surveys() {
            // Who fails on one of several programs has to be asked about each.
            return alone;
        }
        let statements = shrink.best().size().statements.max(1);
        (CHEAP / statements).clamp(alone, MOST.max(alone))
    }

    fn shrink(
        &self,
        work: &mut Work<'_>,
        checker: &mut Checker<'_>,
        mut history: Option<&mut History>,
        tell: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<End, CannotReduce> {
        let begun = checker.effort.spent.total();
        loop {
            // What it takes to see it once more is not held against it.
            let spent = checker.effort.spent.total().saturating_sub(begun);
            let late = self.deadline.is_some_and(|end| Instant::now() >= end);
            let end = match late || self.budget.is_some_and(|budget| spent >= budget) {
                _ if self.compiler.cancel.is_cancelled() => Some(End::Cancelled),
                true => Some(End::Budget),
                false => None,
            };
            if let Some(end) = end {
                if end == End::Budget && work.likely > 0 {
                    // However little there may be spent, it gets further each time.
                    work.settle(checker, history.as_deref_mut())?;
                }
                return Ok(end);
            }
            let most = self.at_once(&*work.shrink, checker);
            let proposals = work.shrink.propose(most);
            let settled = match proposals.is_empty() {
                true if work.likely == 0 => return Ok(End::Smallest),
                true => work.settle(checker, history.as_deref_mut()),
                false => work.ask(&proposals, checker, history.as_deref_mut()),
            };
            let accepted = match settled {
                Err(CannotReduce::Tool(ToolError::Cancelled)) => return Ok(End::Cancelled),
                settled => settled?,
            };
            if let Some(history) = history.as_mut().filter(|_| work.likely == 0) {
                let mut effort = checker.effort;
                effort += history.effort;
                history.note(&*work.shrink, effort)?;
            }
            tell(&Progress {
                original: work.subject.size(),
                size: work.shrink.best().size(),
                pass: proposals.last().map_or("", |proposal| proposal.pass),
                asked: proposals.len(),
                accepted,
                effort: checker.effort,
            });
        }
    }
}

/// So many statements are compiled about as fast as none.
const CHEAP: usize = 3000;

/// Where to begin: with the program, or where somebody was interrupted, if what there was then still shows it.
fn begin(
    subject: &dyn Subject,
    history: Option<&History>,
    checker: &mut Checker<'_>,
) -> Result<Box<dyn Shrink>, CannotReduce> {
    let earlier = history.and_then(|history| {
        let (best, token) = history.best.as_ref()?;
        subject.shrink_further(best, token)
    });
    if let Some(earlier) = earlier
        && checker.shows(earlier.best())?
    {
        return Ok(earlier);
    }
    subject.shrink().ok_or(CannotReduce::NotShrinkable)
}

impl std::ops::AddAssign for Effort {
    fn add_assign(&mut self, other: Effort) {
        self.asked += other.asked;
        self.accepted += other.accepted;
        self.known += other.known;
        self.spent += other.spent;
    }
}
