//! The effort of reduction, beside a simpler method with the same programs, the same compilers and the same checks in the same
//! run.
//!
//! The bugs are those of canaries. The plain method removes lines (`lines`). A question is a program that compilers are asked
//! about; a program that the machine refuses is none, for either method. The plain method ends early, with programs that are many
//! times as large, so the record also says when Kvant's was as small as that.

mod lines;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use kvant_campaign::reduce::Reducer;
use kvant_campaign::{Form, Subject};
use kvant_canary::Canary;
use kvant_languages::mir::{MirSubject, from_seed};
use kvant_mir_gen::GenConfig;
use kvant_record::bench::{self, ReduceCase, ReduceWay};
use kvant_toolchain::{Backend, Cancel, OptLevel, Scratch, Toolchain};

use crate::Error;
use lines::{ByLines, Counts, copy};

/// Canaries that are wrong each time, but not at O0.
const CANARIES: [Canary; 11] = [
    Canary::WrongValue,
    Canary::Loops,
    Canary::Segfault,
    Canary::Crash,
    Canary::BisectMir,
    Canary::Shy,
    Canary::Silent,
    Canary::MakesNothing,
    Canary::BisectLlvm,
    Canary::ExitCode,
    Canary::Noalias,
];

/// Number of programs that are grown in search of one that a canary misbehaves on.
const PATIENCE: u64 = 500;

/// Distance of the first seeds of two cases, so that hardly any program is in both.
const APART: u64 = 20;

/// A benchmark of reduction.
pub struct Reduce {
    /// The compiler behind the canaries.
    pub toolchain: Arc<Toolchain>,
    /// The executable that the scripts of canaries start, see [`Canary::install`].
    pub kvant: PathBuf,
    /// The first seed.
    pub seed: u64,
    /// Number of programs.
    pub count: u64,
    /// Statements of each program.
    pub size: usize,
    /// True if lines are removed too.
    pub by_lines: bool,
}

/// Progress of [`Reduce::run`].
pub enum Told<'a> {
    /// A line about the current case.
    Working(fmt::Arguments<'a>),
    /// The result of a case.
    Case(&'a ReduceCase),
}

impl Reduce {
    /// Reduces the programs.
    pub fn run(
        &self,
        cancel: &Cancel,
        tell: &mut dyn FnMut(Told<'_>),
    ) -> Result<bench::Reduce, Error> {
        let scratch = Scratch::new()?;
        let mut cases = Vec::new();
        for n in 0..self.count {
            let canary = CANARIES[n as usize % CANARIES.len()];
            let subject = self.program(canary, self.seed.wrapping_add(n * APART))?;
            let folder = scratch.path().join(canary.name());
            let toolchain = canary.toolchain(&self.toolchain, &self.kvant, &folder)?;
            let (name, count) = (canary.name(), self.count);
            let mut working = |way: fmt::Arguments<'_>| {
                tell(Told::Working(format_args!(
                    "{n} of {count} cases; {name}, {way}"
                )));
            };
            let case = self.case(canary, &subject, &toolchain, cancel, &mut working)?;
            if cancel.is_cancelled() {
                return Err("interrupted: this says nothing about the rest".into());
            }
            tell(Told::Case(&case));
            cases.push(case);
        }
        Ok(self.record(cases))
    }

    /// The first program from a seed on that a canary misbehaves on.
    fn program(&self, canary: Canary, first: u64) -> Result<MirSubject, Error> {
        let config = GenConfig::default().sized(self.size..=self.size);
        let dialect = self.toolchain.dialect();
        for n in 0..PATIENCE {
            let subject = from_seed(first.wrapping_add(n), &config)?;
            if canary.affects(&subject.text(Form::Fast, Some(&dialect)))? {
                return Ok(subject);
            }
        }
        let name = canary.name();
        Err(format!("none of {PATIENCE} programs has what {name} misbehaves on").into())
    }

    fn case(
        &self,
        canary: Canary,
        subject: &MirSubject,
        toolchain: &Arc<Toolchain>,
        cancel: &Cancel,
        tell: &mut dyn FnMut(fmt::Arguments<'_>),
    ) -> Result<ReduceCase, Error> {
        let original = subject.size();
        let ours = reduce(toolchain, subject, cancel, &mut |at| {
            tell(format_args!("ours: {at}"));
        })?;
        let mut lines = None;
        if self.by_lines {
            let counts = Arc::new(Counts::default());
            let by_lines = ByLines {
                subject: copy(subject),
                counts: Arc::clone(&counts),
            };
            let way = reduce(toolchain, &by_lines, cancel, &mut |at| {
                tell(format_args!("line-wise reduction: {at}"));
            })?;
            lines = Some(ReduceWay {
                candidates: Some(counts.tried()),
                gave_up: counts.gave_up(),
                ..way.record
            });
        }
        Ok(ReduceCase {
            canary: canary.name().to_owned(),
            program: subject.name.clone(),
            statements: original.statements,
            functions: original.functions,
            calls_until_as_small: lines
                .as_ref()
                .and_then(|lines| ours.calls_until(lines.statements)),
            ours: ours.record,
            lines,
        })
    }

    fn record(&self, cases: Vec<ReduceCase>) -> bench::Reduce {
        let ours: Vec<&ReduceWay> = cases.iter().map(|case| &case.ours).collect();
        let ours = total(&ours);
        let lines: Vec<&ReduceWay> = cases
            .iter()
            .filter_map(|case| case.lines.as_ref())
            .collect();
        let lines = (!lines.is_empty()).then(|| total(&lines));
        let ratio = |of: fn(&ReduceWay) -> f64| lines.as_ref().map(|lines| of(lines) / of(&ours));
        let is_smaller = |case: &&ReduceCase| {
            let lines = case.lines.as_ref();
            lines.is_some_and(|lines| case.ours.statements < lines.statements)
        };
        bench::Reduce {
            toolchain: self.toolchain.name.clone(),
            size: self.size,
            calls_ratio: ratio(|way| way.compiler_calls as f64),
            questions_ratio: ratio(|way| way.questions as f64),
            size_ratio: ratio(|way| way.statements as f64),
            calls_ratio_until_as_small: lines.as_ref().map(|_| {
                let (ours, lines) = until_as_small(&cases);
                lines as f64 / ours as f64
            }),
            smaller: cases.iter().filter(is_smaller).count(),
            cases,
            ours,
            lines,
        }
    }
}

/// Compiler calls of both methods up to programs of the same size: Kvant's, and those of removing lines.
pub fn until_as_small(cases: &[ReduceCase]) -> (u64, u64) {
    let both = cases.iter().filter_map(|case| {
        Some((
            case.calls_until_as_small?,
            case.lines.as_ref()?.compiler_calls,
        ))
    });
    both.fold((0, 0), |sum, calls| (sum.0 + calls.0, sum.1 + calls.1))
}

/// A reduction by one of the methods.
struct Way {
    record: ReduceWay,
    /// Statements after so many compiler calls.
    steps: Vec<(usize, u64)>,
}

impl Way {
    /// Compiler calls until at most so many statements were left.
    fn calls_until(&self, statements: usize) -> Option<u64> {
        let mut steps = self.steps.iter();
        let step = steps.find(|(left, _)| *left <= statements);
        step.map(|(_, calls)| *calls)
    }
}

fn reduce(
    toolchain: &Arc<Toolchain>,
    subject: &dyn Subject,
    cancel: &Cancel,
    tell: &mut dyn FnMut(fmt::Arguments<'_>),
) -> Result<Way, Error> {
    let bad = Backend::build(toolchain.clone(), OptLevel::O3);
    let reference = Backend::build(toolchain.clone(), OptLevel::O0);
    let reducer = Reducer::new(bad, vec![reference], cancel);
    let begin = own_time();
    let mut steps = vec![(subject.size().statements, 0)];
    let reduced = reducer.run(subject, None, &mut |progress| {
        let (statements, effort) = (progress.size.statements, progress.effort);
        steps.push((statements, effort.spent.calls));
        tell(format_args!(
            "{statements} statements after {} questions",
            effort.asked
        ));
    })?;
    let (size, effort) = (reduced.best().size(), reduced.effort);
    Ok(Way {
        record: ReduceWay {
            statements: size.statements,
            functions: size.functions,
            questions: effort.asked,
            candidates: None,
            compiler_calls: effort.spent.calls,
            compiler_cpu_seconds: effort.spent.compilers.as_secs_f64(),
            program_cpu_seconds: effort.spent.programs.as_secs_f64(),
            own_cpu_seconds: own_time() - begin,
            gave_up: false,
        },
        steps,
    })
}

/// The sum over all cases.
fn total(ways: &[&ReduceWay]) -> ReduceWay {
    let sum = |of: fn(&ReduceWay) -> u64| ways.iter().map(|way| of(way)).sum();
    let seconds = |of: fn(&ReduceWay) -> f64| ways.iter().map(|way| of(way)).sum();
    ReduceWay {
        statements: sum(|way| way.statements as u64) as usize,
        functions: sum(|way| way.functions as u64) as usize,
        questions: sum(|way| way.questions),
        candidates: Some(sum(|way| way.candidates.unwrap_or(0))),
        compiler_calls: sum(|way| way.compiler_calls),
        compiler_cpu_seconds: seconds(|way| way.compiler_cpu_seconds),
        program_cpu_seconds: seconds(|way| way.program_cpu_seconds),
        own_cpu_seconds: seconds(|way| way.own_cpu_seconds),
        gave_up: ways.iter().any(|way| way.gave_up),
    }
}

/// Processor time of this process so far, without its children, in seconds.
fn own_time() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}
