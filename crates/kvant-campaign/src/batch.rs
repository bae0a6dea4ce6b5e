//! Several programs through one backend at the price of one compilation.
//!
//! A compiler takes longer to start and to link than it takes for a small program. So programs are put into one text.
//! As long as all goes well, that is all there is to it. What does not go well is found out program by program: a batch
//! that does not compile is split in halves until the culprit is alone, and a program that answers wrongly is tested
//! alone again by [`Ask::test`]. So a disagreement is about one program, as if there were no batches. One that exists only
//! in a batch is told as [`Verdict::OnlyInBatch`], with the text of the batch.

use std::num::NonZero;
use std::time::Duration;

use kvant_toolchain::{Answer, BackendKind, CompileFailure, Compiled, Exit, Run, ToolError};

use crate::compare::{TRACE, failed, form, wrong};
use crate::{Ask, InBatch, Spent, Subject, Verdict};

/// What came of testing several programs at once.
#[derive(Clone, Debug)]
pub struct Batched {
    /// What the backend says about each.
    pub verdicts: Vec<Verdict>,
    /// How often a text was split because it did not compile.
    pub splits: u32,
    /// Processor time of the longest compilation.
    pub longest: Duration,
}

/// Compiles programs in one text, runs each, and compares what it prints with what it must print.
pub fn test_batch(
    subjects: &[&dyn Subject],
    ask: &Ask<'_>,
    spent: &mut Spent,
) -> Result<Batched, ToolError> {
    let mut testing = Testing {
        subjects,
        ask,
        spent,
        batched: Batched {
            verdicts: vec![Verdict::Agrees; subjects.len()],
            splits: 0,
            longest: Duration::ZERO,
        },
    };
    testing.group(0, subjects.len())?;
    Ok(testing.batched)
}

struct Testing<'a> {
    subjects: &'a [&'a dyn Subject],
    ask: &'a Ask<'a>,
    spent: &'a mut Spent,
    batched: Batched,
}

/// A text of several programs.
struct Group<'a> {
    /// The number of its first program among all.
    first: usize,
    subjects: &'a [&'a dyn Subject],
    text: &'a str,
}

impl Testing<'_> {
    /// Tests the programs from `first` to before `end`.
    fn group(&mut self, first: usize, end: usize) -> Result<(), ToolError> {
        let subjects = &self.subjects[first..end];
        let Some(text) = self.text(subjects) else {
            for n in first..end {
                self.batched.verdicts[n] = self.alone(self.subjects[n])?;
            }
            return Ok(());
        };
        let group = Group {
            first,
            subjects,
            text: &text,
        };
        match self.compile(group.text)? {
            Answer::Executable(compiled) => self.run(&group, &compiled),
            // Nobody evaluates a batch; whoever does is not asked again.
            Answer::Evaluated(_) => Ok(()),
            Answer::Failed(failure) => {
                self.batched.splits += 1;
                let middle = first + subjects.len() / 2;
                self.group(first, middle)?;
                self.group(middle, end)?;
                self.blame_the_batch(&group, failure);
                Ok(())
            }
        }
    }

    /// The text of some programs together, if there is one and it is worth while.
    fn text(&self, subjects: &[&dyn Subject]) -> Option<String> {
        let backend = self.ask.backend;
        if subjects.len() < 2 || !matches!(backend.kind, BackendKind::Build(_)) {
            return None;
        }
        let version = Some(backend.toolchain.version.minor);
        let parts = subjects.iter().enumerate();
        let parts = parts.map(|(n, subject)| subject.part(n, version));
        let parts: Vec<String> = parts.collect::<Option<_>>()?;
        Some(subjects.first()?.batch(&parts))
    }

    fn compile(&mut self, text: &str) -> Result<Answer, ToolError> {
        let before = self.spent.compilers;
        let answer = self.ask.compile(text, self.spent);
        let took = self.spent.compilers - before;
        self.batched.longest = self.batched.longest.max(took);
        answer
    }

    fn alone(&mut self, subject: &dyn Subject) -> Result<Verdict, ToolError> {
        let before = self.spent.compilers;
        let form = form(self.ask.backend);
        let verdict = self.ask.test(subject, form, self.spent);
        let took = self.spent.compilers - before;
        self.batched.longest = self.batched.longest.max(took);
        verdict
    }

    /// The compiler failed on a text and takes each half of it. That is a failure all the same, unless there was simply too
    /// much to do; it is told of the first program.
    fn blame_the_batch(&mut self, group: &Group<'_>, failure: CompileFailure) {
        let all = group.first..group.first + group.subjects.len();
        let innocent = !self.batched.verdicts[all].iter().any(Verdict::is_bad);
        if innocent && !matches!(failure, CompileFailure::TimedOut { .. }) {
            self.batched.verdicts[group.first] = group.only_here(0, failed(failure));
        }
    }

    /// Runs all programs of a batch in one process, those that it does not come to in one each, and tests alone who does
    /// not answer as it must.
    fn run(&mut self, group: &Group<'_>, compiled: &Compiled) -> Result<(), ToolError> {
        let ran = self.ask.run(compiled, &[], self.spent)?;
        let printed = String::from_utf8_lossy(&ran.stdout).into_owned();
        let mut answers = printed.lines();
        let mut ended = false;
        for n in 0..group.subjects.len() {
            let said = if ended {
                // Somebody before it ended the process.
                self.in_own_process(n, compiled)?
            } else {
                let answer = answers.next().map(str::to_owned);
                // Who ends the process after the last answer cannot be told; it may well be the last.
                let is_last = n + 1 == group.subjects.len();
                ended = answer.is_none();
                match ended || is_last {
                    true => Said {
                        answer,
                        exit: ran.exit,
                    },
                    false => Said {
                        answer,
                        exit: Exit::Code(0),
                    },
                }
            };
            if said.agrees(n, group.subjects[n]) {
                continue;
            }
            let mut verdict = self.alone(group.subjects[n])?;
            if !verdict.is_bad() {
                let traced = self
                    .ask
                    .run(compiled, &[&n.to_string(), TRACE], self.spent)?;
                verdict = group.only_here(n, wrong(group.subjects[n], said.exit, &traced));
            }
            self.batched.verdicts[group.first + n] = verdict;
        }
        Ok(())
    }

    fn in_own_process(&mut self, n: usize, compiled: &Compiled) -> Result<Said, ToolError> {
        let Run { exit, stdout, .. } = self.ask.run(compiled, &[&n.to_string()], self.spent)?;
        let printed = String::from_utf8_lossy(&stdout);
        let answer = printed.lines().next().map(str::to_owned);
        Ok(Said { answer, exit })
    }
}

impl Group<'_> {
    fn only_here(&self, part: usize, verdict: Verdict) -> Verdict {
        Verdict::OnlyInBatch(Box::new(InBatch {
            verdict,
            text: self.text.to_owned(),
            part,
            parts: self.subjects.len(),
        }))
    }
}

/// What a program of a batch printed, and how the process ended with it.
struct Said {
    answer: Option<String>,
    exit: Exit,
}

impl Said {
    fn agrees(&self, n: usize, subject: &dyn Subject) -> bool {
        let expected = format!("p{n} {}", subject.summary());
        self.exit == Exit::Code(0) && self.answer.as_ref() == Some(&expected)
    }
}

/// How many programs are put into one batch.
///
/// More save more, up to a point, and a batch that fails costs as much again. So batches grow while they go well and
/// compile within a few seconds, and shrink after one was split.
#[derive(Clone, Copy, Debug)]
pub struct BatchSize {
    now: usize,
    fixed: bool,
}

impl BatchSize {
    /// With so many to begin with.
    const FIRST: usize = 8;
    /// Beyond this there is nothing left to save.
    const MOST: usize = 32;
    /// How long a compilation should take at most, in processor time.
    const LONG: Duration = Duration::from_secs(3);

    /// Always `fixed` many, or as many as seems good.
    pub fn new(fixed: Option<NonZero<usize>>) -> BatchSize {
        BatchSize {
            now: fixed.map_or(BatchSize::FIRST, NonZero::get),
            fixed: fixed.is_some(),
        }
    }

    /// How many to take next.
    pub fn get(&self) -> usize {
        self.now
    }

    /// Takes note of how it went with a batch of `programs`.
    pub fn learn(&mut self, programs: usize, batched: &Batched) {
        if self.fixed || programs == 0 {
            return;
        }
        if batched.splits > 0 {
            self.now = (self.now / 2).max(1);
            return;
        }
        let each = batched.longest.as_secs_f64() / programs as f64;
        let affordable = (BatchSize::LONG.as_secs_f64() / each.max(1e-6)) as usize;
        // What was learnt from a few programs is not carried far.
        let most = BatchSize::MOST.min(programs.max(self.now) * 2);
        self.now = affordable.clamp(1, most);
    }
}
