//! Reduction of the program of a finding to the smallest one that shows the same symptom.
//!
//! The language proposes smaller programs, all of them defined (see [`Shrink`]). Here they are tested. A program is accepted if
//! the failing backend shows exactly the symptom of the first program, a reference backend still agrees with the machine, and
//! all guards hold.
//!
//! Answers are kept in a folder, so that an interrupted reduction can be resumed and no question is repeated.

mod check;
mod history;
mod pace;
mod work;

use std::fmt;
use std::io;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use kvant_record::Effort;
use kvant_toolchain::{Backend, Cancel, Limits, ToolError};

use crate::bisect::Symptom;
use crate::{Form, Shrink, Size, Spent, Subject, Verdict};
use check::Checker;
use history::History;
use work::Work;

pub use check::{Guard, Must};

/// Backends, limits and files of a reduction.
pub struct Reducer {
    /// The failing backend.
    pub bad: Backend,
    /// Candidates for the witness, a backend that agrees with the machine. The first that agrees on the original program tests
    /// every accepted one.
    pub witnesses: Vec<Backend>,
    /// Further verdicts that must not change.
    pub guards: Vec<Guard>,
    /// Limits of a compiler.
    pub compiler: Limits,
    /// Limits of a compiled program.
    pub program: Limits,
    /// Number of programs that are tested at the same time.
    pub jobs: NonZero<usize>,
    /// Maximum processor time of this run.
    pub budget: Option<Duration>,
    /// The reduction ends at this time.
    pub deadline: Option<Instant>,
    /// Folder of the answers. An earlier reduction of the same program in it is resumed.
    pub folder: Option<PathBuf>,
    /// True if the contents of the folder are discarded.
    pub anew: bool,
}

/// The result of a reduction.
pub struct Reduced {
    /// The failing backend's verdict on the smallest program, seen again at the end.
    pub verdict: Verdict,
    /// The shrinker, whose [best](Shrink::best) is the smallest program.
    pub shrink: Box<dyn Shrink>,
    /// The witness, which agrees with the machine on the smallest program, if there was one for the original.
    pub witness: Option<Backend>,
    /// Size of the original program.
    pub original: Size,
    /// The reason of the end.
    pub end: End,
    /// The failure that ended it, for [`End::Trouble`].
    pub trouble: Option<String>,
    /// True if the symptom shows each time. If not, every question was repeated several times.
    pub firm: bool,
    /// Cost of this run.
    pub spent: Spent,
    /// Cost of this run and of the earlier ones that it resumed.
    pub effort: Effort,
}

impl Reduced {
    /// The smallest program.
    pub fn best(&self) -> &dyn Subject {
        self.shrink.best()
    }
}

/// The reason why a reduction ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// There are no more proposals.
    Smallest,
    /// The budget is spent, or the deadline has passed.
    Budget,
    /// It was cancelled.
    Cancelled,
    /// A failure of this machine.
    Trouble,
}

/// Progress after a round of proposals.
pub struct Progress<'a> {
    /// Size of the original program.
    pub original: Size,
    /// Size of the smallest program so far.
    pub size: Size,
    /// The pass of the shrinker that made the last proposal.
    pub pass: &'a str,
    /// Number of proposals in this round.
    pub asked: usize,
    /// Number of them that show the symptom.
    pub accepted: usize,
    /// Cost so far.
    pub effort: Effort,
}

/// The reason why a program cannot be reduced.
#[derive(Debug)]
pub enum CannotReduce {
    /// The backend does not show the symptom.
    NotShown {
        /// The name of the backend.
        backend: String,
        /// Its verdict.
        says: String,
    },
    /// The smallest program does not show the symptom again with the full limits.
    TakenBack,
    /// No reference backend agrees with the machine, and the failing backend optimises.
    NoWitness,
    /// The language has no shrinker for the program.
    NotShrinkable,
    /// A compiler could not be run.
    Tool(ToolError),
    /// The folder could not be used.
    Folder(PathBuf, io::Error),
}

impl fmt::Display for CannotReduce {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotReduce::NotShown { backend, says } => {
                write!(f, "{backend} does not show the symptom on the program alone: its verdict is `{says}`")
            }
            CannotReduce::TakenBack => f.write_str(
                "the smallest program does not show the symptom again: the compiler may be slow instead of hanging, or the \
                 symptom may depend on something outside of the program",
            ),
            CannotReduce::NoWitness => f.write_str(
                "no unoptimised reference agrees with the machine: the machine may be wrong, so the program is not \
                 reduced",
            ),
            CannotReduce::NotShrinkable => f.write_str("this program cannot be reduced"),
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

/// Maximum number of proposals in a round. Where one of the first is accepted, the others were tested in vain.
const MOST: usize = 16;

impl Reducer {
    /// A reducer with the default limits and all cores, which ends with `cancel`.
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

    /// Reduces a program. It must show the `expected` symptom, if one is given.
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
            // The smallest program so far is a result too.
            Err(error) => (End::Trouble, Some(error.to_string())),
        };
        let is_settled = work.is_settled;
        let shrink = work.last_certain();
        let cancelled = self.compiler.cancel.is_cancelled();
        if !is_settled && !cancelled && !checker.shows(shrink.best())? {
            return Err(CannotReduce::TakenBack);
        }
        // Answers with shorter limits are confirmed once more.
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

    /// The answers of earlier runs, if they are about the same program, compiler, symptom, witness and guards.
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

    /// Number of proposals in the next round.
    fn at_once(&self, shrink: &dyn Shrink, checker: &Checker<'_>) -> usize {
        let alone = self.jobs.get();
        if !checker.surveys() {
            // A compiler that fails on a batch needs a test of each program.
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
            // Tests of the original program are not part of the budget.
            let spent = checker.effort.spent.total().saturating_sub(begun);
            let late = self.deadline.is_some_and(|end| Instant::now() >= end);
            let end = match late || self.budget.is_some_and(|budget| spent >= budget) {
                _ if self.compiler.cancel.is_cancelled() => Some(End::Cancelled),
                true => Some(End::Budget),
                false => None,
            };
            if let Some(end) = end {
                if end == End::Budget && work.likely > 0 {
                    // Confirming the last steps ensures progress however small the budget is.
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

/// Number of statements that hardly add to the time of a compilation.
const CHEAP: usize = 3000;

/// The first program: the best one of an earlier run if it still shows the symptom, or the original.
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
