//! Several programs through one backend at the price of one compilation.
//!
//! A compiler takes longer to start and to link than to compile a small program, so several programs are put into one text. If
//! all of them agree, one compilation was enough. Otherwise failures are narrowed to single programs: a batch that does not
//! compile is split in halves until the culprit is alone, and a program with a wrong answer is tested again alone by
//! [`Ask::test`]. A disagreement is therefore about one program, as if there were no batches. A disagreement that exists only
//! in a batch becomes [`Verdict::OnlyInBatch`], with the text of the batch.

use std::num::NonZero;
use std::ops::Range;
use std::time::Duration;

use kvant_toolchain::{Answer, CompileFailure, Compiled, Exit, Limits, ToolError};

use crate::compare::{Next, TRACE, completed, failed, form, takes_batches};
use crate::judge::verdict;
use crate::{Answered, Ask, Batch, Difference, InBatch, Judgement, Spent, Subject, Verdict};

/// The results of testing several programs at once.
#[derive(Clone, Debug, Default)]
pub struct Batched {
    /// The verdict on each program.
    pub verdicts: Vec<Verdict>,
    /// Number of times that a text was split because it did not compile.
    pub splits: u32,
    /// Processor time of the longest compilation.
    pub longest: Duration,
}

/// Compiles programs in one text, runs each, and compares its output with the expected one.
pub fn test_batch(
    subjects: &[&dyn Subject],
    ask: &Ask<'_>,
    spent: &mut Spent,
) -> Result<Batched, ToolError> {
    together(subjects, ask, spent, true, &mut |_, _| {})
}

/// [`test_batch`] that also reports each bad verdict at once, with its range of programs, before that is narrowed to one.
pub(crate) fn test_batch_telling(
    subjects: &[&dyn Subject],
    ask: &Ask<'_>,
    spent: &mut Spent,
    tell: &mut dyn FnMut(Range<usize>, &Verdict),
) -> Result<Batched, ToolError> {
    together(subjects, ask, spent, true, tell)
}

/// [`test_batch`] without the tests alone: verdicts are those of the batch. For callers that confirm them.
pub(crate) fn survey(
    subjects: &[&dyn Subject],
    ask: &Ask<'_>,
    spent: &mut Spent,
) -> Result<Batched, ToolError> {
    together(subjects, ask, spent, false, &mut |_, _| {})
}

fn together(
    subjects: &[&dyn Subject],
    ask: &Ask<'_>,
    spent: &mut Spent,
    confirms: bool,
    tell: &mut dyn FnMut(Range<usize>, &Verdict),
) -> Result<Batched, ToolError> {
    let dialect = ask.backend.toolchain.dialect();
    let requests: Vec<_> = subjects
        .iter()
        .map(|it| completed(ask.backend, *it))
        .collect();
    // Programs that complete the request in different ways are tested alone.
    let alike = requests.windows(2).all(|two| two[0] == two[1]);
    let backend = requests.first().filter(|_| alike);
    let backend = backend.and_then(|it| it.as_deref());
    let ask = &Ask {
        backend: backend.unwrap_or(ask.backend),
        ..*ask
    };
    let own: Vec<_> = subjects.iter().map(|it| it.in_dialect(&dialect)).collect();
    let in_dialect = subjects.iter().zip(&own);
    let in_dialect = in_dialect.map(|(subject, own)| match own {
        Ok(own) => own.of(*subject),
        Err(_) => *subject,
    });
    let mut testing = Testing {
        subjects: &in_dialect.collect::<Vec<_>>(),
        all_fit: backend.is_some() && own.iter().all(Result::is_ok),
        ask,
        hurried: None,
        spent,
        confirms,
        tell,
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
    /// The programs in the dialect of the backend.
    subjects: &'a [&'a dyn Subject],
    /// True if none of them is beyond that dialect, and all complete the request alike. Otherwise each is tested alone.
    all_fit: bool,
    ask: &'a Ask<'a>,
    /// Limits of the compiler after its first hang.
    hurried: Option<Limits>,
    spent: &'a mut Spent,
    /// True if a program that differs in a batch is tested alone.
    confirms: bool,
    tell: &'a mut dyn FnMut(Range<usize>, &Verdict),
    batched: Batched,
}

/// A text of several programs.
struct Group<'a> {
    /// The number of its first program among all.
    first: usize,
    subjects: &'a [&'a dyn Subject],
    batch: &'a dyn Batch,
    text: &'a str,
}

impl Testing<'_> {
    /// Tests the programs from `first` to before `end`.
    fn group(&mut self, first: usize, end: usize) -> Result<(), ToolError> {
        let all = self.subjects;
        let subjects = &all[first..end];
        let batch = subjects.first().map(|it| it.batch(subjects));
        let Some((batch, text)) =
            batch.and_then(|it| self.text(&*it, subjects.len()).map(|text| (it, text)))
        else {
            for n in first..end {
                self.batched.verdicts[n] = self.alone(self.subjects[n])?;
            }
            return Ok(());
        };
        let group = Group {
            first,
            subjects,
            batch: &*batch,
            text: &text,
        };
        let answer = self.compile(group.text)?;
        match Next::after(&answer) {
            Next::Run(compiled) => self.run(&group, compiled),
            Next::Judge(answered) => self.judge(&group, &answered),
            Next::Blame(failure) if !failed(failure.clone()).is_bad() => {
                // It depends on the request only, so that it is the same for each program.
                self.batched.verdicts[first..end].fill(failed(failure.clone()));
                Ok(())
            }
            Next::Blame(failure) => {
                self.batched.splits += 1;
                (self.tell)(first..end, &failed(failure.clone()));
                if let CompileFailure::TimedOut { .. } = failure {
                    self.hurried = Some(hurried(self.ask.compiler));
                }
                let middle = first + subjects.len() / 2;
                self.group(first, middle)?;
                self.group(middle, end)?;
                self.blame_the_batch(&group, failure);
                Ok(())
            }
        }
    }

    /// The text of the batch, if there is one and it has several programs.
    fn text(&self, batch: &dyn Batch, programs: usize) -> Option<String> {
        let backend = self.ask.backend;
        if programs < 2 || !self.all_fit || !takes_batches(backend) {
            return None;
        }
        batch.text(form(backend), &backend.toolchain.dialect())
    }

    fn compile(&mut self, text: &str) -> Result<Answer, ToolError> {
        let mut spent = Spent::default();
        let compiler = self.hurried.as_ref().unwrap_or(self.ask.compiler);
        let ask = Ask {
            compiler,
            ..*self.ask
        };
        let answer = ask.compile(text, &mut spent);
        self.spend(spent);
        answer
    }

    fn alone(&mut self, subject: &dyn Subject) -> Result<Verdict, ToolError> {
        let mut spent = Spent::default();
        let form = form(self.ask.backend);
        let compiler = self.hurried.as_ref().unwrap_or(self.ask.compiler);
        let ask = Ask {
            compiler,
            ..*self.ask
        };
        let verdict = ask.test(subject, form, &mut spent);
        self.spend(spent);
        verdict
    }

    /// Adds up the cost of one compilation and its runs.
    fn spend(&mut self, spent: Spent) {
        *self.spent += spent;
        self.batched.longest = self.batched.longest.max(spent.compilers);
    }

    /// Records a failure that only the whole text shows, while each half compiles: a failure too, unless a limit was exceeded.
    /// It becomes the verdict on the first program.
    fn blame_the_batch(&mut self, group: &Group<'_>, failure: &CompileFailure) {
        let all = group.first..group.first + group.subjects.len();
        let innocent = !self.batched.verdicts[all].iter().any(Verdict::is_bad);
        let too_much = matches!(
            failure,
            CompileFailure::TimedOut { .. } | CompileFailure::OverLimit { .. }
        );
        if innocent && !too_much {
            self.batched.verdicts[group.first] = group.only_here(0, failed(failure.clone()));
        }
    }

    /// Judges an answer that is complete without a run, and tests alone the programs about which it differs or says nothing.
    fn judge(&mut self, group: &Group<'_>, answered: &Answered<'_>) -> Result<(), ToolError> {
        let judged = self.judgements(group, answered);
        for (n, judgement) in judged.into_iter().enumerate() {
            match judgement {
                Judgement::Judged(verdict) if verdict.is_bad() => {
                    self.confirm(group, n, |_| Ok(verdict))?;
                }
                Judgement::Judged(verdict) => self.batched.verdicts[group.first + n] = verdict,
                Judgement::Unanswered => {
                    self.batched.verdicts[group.first + n] = self.alone(group.subjects[n])?;
                }
            }
        }
        Ok(())
    }

    /// One judgement for each program of the group, whatever the language returns.
    fn judgements(&self, group: &Group<'_>, answered: &Answered<'_>) -> Vec<Judgement> {
        let mut judged = group.batch.judge(&self.ask.backend.request, answered);
        judged.resize(group.subjects.len(), Judgement::Unanswered);
        judged
    }

    /// Runs all programs of a batch in one process; after a crash, each remaining program in a process of its own. A program
    /// with a wrong answer is tested alone.
    fn run(&mut self, group: &Group<'_>, compiled: &Compiled) -> Result<(), ToolError> {
        let ran = self.ask.run(compiled, &[], self.spent)?;
        let printed = String::from_utf8_lossy(&ran.stdout);
        let judged = self.judgements(group, &Answered::Printed(&printed));
        // All programs have answered, but the process failed at its end: each is run in a process of its own.
        let bad_end = ran.exit != Exit::Code(0) && !judged.contains(&Judgement::Unanswered);
        let mut ended = bad_end;
        let mut innocent = true;
        for (n, judgement) in judged.into_iter().enumerate() {
            let is_unanswered = judgement == Judgement::Unanswered;
            let (verdict, exit) = match judgement {
                Judgement::Judged(verdict) if !bad_end => (verdict, Exit::Code(0)),
                Judgement::Unanswered if !ended => {
                    (Verdict::WrongValue(Difference::default()), ran.exit)
                }
                // An earlier program ended the process, or some program makes its end fail.
                _ => self.in_own_process(group, n, compiled)?,
            };
            ended |= is_unanswered;
            if verdict.is_bad() || exit != Exit::Code(0) {
                self.confirm_run(group, n, compiled, exit)?;
                innocent = false;
            } else {
                self.batched.verdicts[group.first + n] = verdict;
            }
        }
        if bad_end && innocent {
            let last = group.subjects.len() - 1;
            self.confirm_run(group, last, compiled, ran.exit)?;
        }
        Ok(())
    }

    /// Tests a program alone after a wrong answer, or after it ended the process with `exit`.
    fn confirm_run(
        &mut self,
        group: &Group<'_>,
        n: usize,
        compiled: &Compiled,
        exit: Exit,
    ) -> Result<(), ToolError> {
        self.confirm(group, n, |testing| {
            let traced = [&n.to_string(), TRACE];
            let traced = testing.ask.run(compiled, &traced, testing.spent)?;
            Ok(testing.ask.wrong(group.batch, n, exit, &traced))
        })
    }

    /// Tests a program alone that disagrees in a batch. If it agrees alone, the verdict is that of the batch.
    fn confirm(
        &mut self,
        group: &Group<'_>,
        n: usize,
        here: impl FnOnce(&mut Self) -> Result<Verdict, ToolError>,
    ) -> Result<(), ToolError> {
        let alone = match self.confirms {
            true => Some(self.alone(group.subjects[n])?),
            false => None,
        };
        self.batched.verdicts[group.first + n] = match alone {
            Some(alone) if alone.is_bad() => alone,
            Some(_) => group.only_here(n, here(self)?),
            None => here(self)?,
        };
        Ok(())
    }

    /// Runs one program of a batch. Returns the verdict on its output, and the exit of its process.
    fn in_own_process(
        &mut self,
        group: &Group<'_>,
        program: usize,
        compiled: &Compiled,
    ) -> Result<(Verdict, Exit), ToolError> {
        let number = program.to_string();
        let ran = self.ask.run(compiled, &[&number], self.spent)?;
        let output = &String::from_utf8_lossy(&ran.stdout);
        let answered = Answered::PrintedBy { program, output };
        let request = &self.ask.backend.request;
        Ok((verdict(group.batch, program, request, &answered), ran.exit))
    }
}

/// Limits of a compiler after its first hang. The processor time is a few times that of the largest batch; the confirmation of
/// a disagreement has one run with the full limits.
pub(crate) fn hurried(limits: &Limits) -> Limits {
    let cpu = HURRY.min(limits.cpu);
    Limits {
        cpu,
        wall: (3 * cpu).min(limits.wall),
        ..limits.clone()
    }
}

const HURRY: Duration = Duration::from_secs(10);

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

/// Number of programs in the next batch.
///
/// A compiler needs about 0.1 s for each text, so larger batches save time. Beyond a few seconds of compilation they save
/// nothing: the 0.1 s no longer matters, and the compiler's data exceed the processor's caches. The best size is 64 for
/// programs of 300 statements, 16 to 32 for 1,000, and 4 for 7,500; twice as many cost a few percent more. A batch that fails
/// costs as much again. So batches grow while they compile without splits within a few seconds, and shrink after a split.
#[derive(Clone, Copy, Debug)]
pub struct BatchSize {
    now: usize,
    fixed: bool,
}

impl BatchSize {
    /// The first batch: not too long even if its programs are large.
    const FIRST: usize = 4;
    /// The largest batch. Larger ones save nothing.
    const MOST: usize = 64;
    /// Processor time that a compilation should take at most.
    const LONG: Duration = Duration::from_secs(5);
    /// Maximum factor between consecutive batches. The time of a small batch is mostly the start of the compiler, so the
    /// estimate from it is too high rather than too low.
    const GROWTH: usize = 16;

    /// A fixed size, or one that adapts.
    pub fn new(fixed: Option<NonZero<usize>>) -> BatchSize {
        BatchSize {
            now: fixed.map_or(BatchSize::FIRST, NonZero::get),
            fixed: fixed.is_some(),
        }
    }

    /// The size of the next batch.
    pub fn get(&self) -> usize {
        self.now
    }

    /// Adapts the size after a batch of `programs`.
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
        let most = BatchSize::MOST.min(programs.max(self.now) * BatchSize::GROWTH);
        self.now = affordable.clamp(1, most);
    }
}

#[cfg(test)]
mod tests;
