//! Several programs through one backend at the price of one compilation.
//!
//! A compiler takes longer to start and to link than it takes for a small program. So programs are put into one text.
//! As long as all goes well, that is all there is to it. What does not go well is found out program by program: a batch
//! that does not compile is split in halves until the culprit is alone, and a program that answers wrongly is tested
//! alone again by [`Ask::test`]. So a disagreement is about one program, as if there were no batches. One that exists only
//! in a batch is told as [`Verdict::OnlyInBatch`], with the text of the batch.

use std::num::NonZero;
use std::ops::Range;
use std::time::Duration;

use kvant_toolchain::{Answer, CompileFailure, Compiled, Exit, Limits, ToolError};

use crate::compare::{Next, TRACE, failed, form, takes_batches, wrong};
use crate::judge::verdict;
use crate::{Answered, Ask, Batch, InBatch, Judgement, Spent, Subject, Verdict};

/// What came of testing several programs at once.
#[derive(Clone, Debug, Default)]
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

/// As [`test_batch`] does, but takes what is seen in the batch for what would be seen without: for whoever looks again at
/// what matters.
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
    let own: Vec<_> = subjects.iter().map(|it| it.in_dialect(&dialect)).collect();
    let in_dialect = subjects.iter().zip(&own);
    let in_dialect = in_dialect.map(|(subject, own)| match own {
        Ok(own) => own.of(*subject),
        Err(_) => *subject,
    });
    let mut testing = Testing {
        subjects: &in_dialect.collect::<Vec<_>>(),
        all_fit: own.iter().all(Result::is_ok),
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
    /// True if none of them is beyond that dialect. Otherwise each is tested alone.
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

    /// The text of some programs together, if there is one and it is worth while.
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

    /// Takes note of one compilation and what came of it.
    fn spend(&mut self, spent: Spent) {
        *self.spent += spent;
        self.batched.longest = self.batched.longest.max(spent.compilers);
    }

    /// The compiler failed on a text and takes each half of it. That is a failure all the same, unless there was simply too
    /// much to do; it is told of the first program.
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
        let judged = group.batch.judge(answered);
        for (n, subject) in group.subjects.iter().enumerate() {
            match judged.get(n).unwrap_or(&Judgement::Unanswered) {
                Judgement::Judged(verdict) if verdict.is_bad() => {
                    self.confirm(group, n, |_| Ok(verdict.clone()))?;
                }
                Judgement::Judged(verdict) => {
                    self.batched.verdicts[group.first + n] = verdict.clone();
                }
                Judgement::Unanswered => {
                    self.batched.verdicts[group.first + n] = self.alone(*subject)?;
                }
            }
        }
        Ok(())
    }

    /// Runs all programs of a batch in one process, those that it does not come to in one each, and tests alone each that does
    /// not answer as it must.
    fn run(&mut self, group: &Group<'_>, compiled: &Compiled) -> Result<(), ToolError> {
        let ran = self.ask.run(compiled, &[], self.spent)?;
        let printed = String::from_utf8_lossy(&ran.stdout);
        let judged = group.batch.judge(&Answered::Printed(&printed));
        // All have answered, and one of them spoils the end of the process: each has to end one by itself.
        let spoilt = ran.exit != Exit::Code(0) && !judged.contains(&Judgement::Unanswered);
        let mut ended = spoilt;
        let mut innocent = true;
        for (n, judgement) in judged.iter().enumerate() {
            let (agrees, exit) = match judgement {
                Judgement::Judged(verdict) if !spoilt => {
                    (*verdict == Verdict::Agrees, Exit::Code(0))
                }
                Judgement::Unanswered if !ended => (false, ran.exit),
                // One before it ended the process, or is going to.
                _ => self.in_own_process(group, n, compiled)?,
            };
            ended |= *judgement == Judgement::Unanswered;
            if !agrees {
                self.confirm_run(group, n, compiled, exit)?;
                innocent = false;
            }
        }
        if spoilt && innocent {
            let last = group.subjects.len() - 1;
            self.confirm_run(group, last, compiled, ran.exit)?;
        }
        Ok(())
    }

    /// Tests a program alone that did not answer as it must, or ended the process in this way.
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
            Ok(wrong(group.batch, n, exit, &traced))
        })
    }

    /// Tests a program alone that is wrong in a batch. If it is not wrong alone, the verdict is that of the batch.
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

    /// Runs one program of a batch: whether it agrees, and how the process ended.
    fn in_own_process(
        &mut self,
        group: &Group<'_>,
        program: usize,
        compiled: &Compiled,
    ) -> Result<(bool, Exit), ToolError> {
        let number = program.to_string();
        let ran = self.ask.run(compiled, &[&number], self.spent)?;
        let output = &String::from_utf8_lossy(&ran.stdout);
        let said = verdict(
            group.batch,
            program,
            &Answered::PrintedBy { program, output },
        );
        let agrees = said == Verdict::Agrees && ran.exit == Exit::Code(0);
        Ok((agrees, ran.exit))
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

/// How many programs are put into one batch.
///
/// A compiler takes a tenth of a second for each text, so more save more. Beyond a few seconds they save nothing: that
/// tenth is hardly seen any more, and what the compiler has in hand no longer fits into the processor's caches. Of
/// programs of 300 statements 64 cost least, of 1,000 about 16 to 32, of 7,500 about 4; twice as many cost some
/// percent more. And a batch that fails costs as much again. So batches grow while they go well and compile within a
/// few seconds, and shrink after one was split.
#[derive(Clone, Copy, Debug)]
pub struct BatchSize {
    now: usize,
    fixed: bool,
}

impl BatchSize {
    /// With so many to begin with: not too many even if they are large.
    const FIRST: usize = 4;
    /// Beyond this there is nothing left to save.
    const MOST: usize = 64;
    /// How long a compilation should take at most, in processor time.
    const LONG: Duration = Duration::from_secs(5);
    /// How many times larger the next batch may be. The time of a small one is mostly that of starting the compiler, so
    /// what is learnt from it errs on the safe side; still it is not carried further than this.
    const GROWTH: usize = 16;

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
        let most = BatchSize::MOST.min(programs.max(self.now) * BatchSize::GROWTH);
        self.now = affordable.clamp(1, most);
    }
}

#[cfg(test)]
mod tests;
