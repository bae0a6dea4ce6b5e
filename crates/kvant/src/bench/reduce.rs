//! What it takes to make a program small that shows a bug, beside the plain way with the same programs, the same compilers
//! and the same checks in the same run.
//!
//! The bugs are those of canaries. The plain way takes out lines (`lines`). A question is a program that somebody asks compilers
//! about; what the machine refuses is no question for either of the two. Lines alone come to an end early, with programs that
//! are many times as large, so it is also said when ours was as small as that.

mod lines;

use std::path::Path;
use std::sync::Arc;

use kvant_campaign::reduce::{Effort, Reducer};
use kvant_campaign::{Form, Size, Subject};
use kvant_languages::mir::{MirSubject, from_seed};
use kvant_mir_gen::GenConfig;
use kvant_record::bench::{self, ReduceCase, ReduceWay};
use kvant_toolchain::drivers::RUST;
use kvant_toolchain::{Backend, Cancel, OptLevel, Scratch, Surroundings, Toolchain, Toolchains};

use crate::canary::Canary;
use crate::cli::BenchReduce;
use crate::command::toolchains;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{Ended, Failure, Found, json, line, note, table, wants_json};
use lines::{ByLines, Counts, copy};

/// Those who are wrong about something, each time, and of whom somebody who does not optimise is right.
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

/// How many programs are looked at for one that a canary is wrong about.
const PATIENCE: u64 = 500;

/// How far apart the seeds are where one begins to look, so that hardly any program is met twice.
const APART: u64 = 20;

pub(super) fn execute(arguments: &BenchReduce, settings: Option<&Path>) -> Ended {
    let real = toolchains(RUST, &arguments.compilers, settings)?.swap_remove(0);
    let bench = Bench {
        real,
        scratch: Scratch::new()?,
        cancel: on_interrupt()?,
        size: arguments.size,
    };
    let mut progress = Progress::new();
    let mut cases = Vec::new();
    for n in 0..arguments.count {
        let canary = CANARIES[n as usize % CANARIES.len()];
        let subject = bench.program(canary, arguments.seed.wrapping_add(n * APART))?;
        let said = format!("{n} of {} cases; {}", arguments.count, canary.name());
        let mut shown = |what: &str| progress.show(|| format!("{said}, {what}"));
        let case = bench.case(canary, &subject, arguments.no_lines, &mut shown)?;
        if bench.cancel.is_cancelled() {
            return Err("interrupted: this says nothing about the rest".into());
        }
        progress.clear();
        if !wants_json() {
            case.show();
        }
        cases.push(case);
    }
    match wants_json() {
        true => json(record(&bench, &cases)),
        false => show(&bench, &cases),
    }
    Ok(Found::Fine)
}

struct Bench {
    real: Arc<Toolchain>,
    scratch: Scratch,
    cancel: Cancel,
    size: usize,
}

impl Bench {
    /// The first program from a seed on that a canary is wrong about.
    fn program(&self, canary: Canary, first: u64) -> Result<MirSubject, Failure> {
        let config = GenConfig::default().sized(self.size..=self.size);
        let dialect = self.real.dialect();
        for n in 0..PATIENCE {
            let subject = from_seed(first.wrapping_add(n), &config)?;
            if canary.affects(&subject.text(Form::Fast, Some(&dialect)))? {
                return Ok(subject);
            }
        }
        let name = canary.name();
        Err(format!("none of {PATIENCE} programs has what {name} misbehaves on").into())
    }

    fn installed(&self, canary: Canary) -> Result<Arc<Toolchain>, Failure> {
        let folder = self.scratch.path().join(canary.name());
        let named = canary.install(&self.real, &std::env::current_exe()?, &folder)?;
        let found = Toolchains::discover_in(&Surroundings {
            named: vec![named],
            ..Surroundings::default()
        });
        Ok(found.select(&canary.name())?)
    }

    fn case(
        &self,
        canary: Canary,
        subject: &MirSubject,
        no_lines: bool,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Case, Failure> {
        let toolchain = self.installed(canary)?;
        let original = subject.size();
        let program = subject.name.clone();
        let ours = self.reduce(&toolchain, subject, "ours", tell)?;
        let by_lines = (!no_lines).then(|| self.by_lines(&toolchain, subject, tell));
        let by_lines = by_lines.transpose()?;
        Ok(Case {
            canary,
            program,
            original,
            ours,
            by_lines,
        })
    }

    fn by_lines(
        &self,
        toolchain: &Arc<Toolchain>,
        subject: &MirSubject,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Way, Failure> {
        let counts = Arc::new(Counts::default());
        let subject = ByLines {
            subject: copy(subject),
            counts: Arc::clone(&counts),
        };
        let way = self.reduce(toolchain, &subject, "line by line", tell)?;
        Ok(Way {
            tried: Some(counts.tried()),
            gave_up: counts.gave_up(),
            ..way
        })
    }

    fn reduce(
        &self,
        toolchain: &Arc<Toolchain>,
        subject: &dyn Subject,
        way: &str,
        tell: &mut dyn FnMut(&str),
    ) -> Result<Way, Failure> {
        let bad = Backend::build(toolchain.clone(), OptLevel::O3);
        let witness = Backend::build(toolchain.clone(), OptLevel::O0);
        let reducer = Reducer::new(bad, vec![witness], &self.cancel);
        let begin = own_time();
        let mut steps = vec![(subject.size().statements, 0)];
        let reduced = reducer.run(subject, None, &mut |progress| {
            steps.push((progress.size.statements, progress.effort.spent.calls));
            tell(&format!(
                "{way}: {} statements after {} questions",
                progress.size.statements, progress.effort.asked
            ));
        })?;
        Ok(Way {
            size: reduced.best().size(),
            effort: reduced.effort,
            own: own_time() - begin,
            tried: None,
            gave_up: false,
            steps,
        })
    }
}

/// The processor time of this process so far, without that of compilers, in seconds.
fn own_time() -> f64 {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
}

/// What one of the two ways came to.
#[derive(Default)]
struct Way {
    size: Size,
    effort: Effort,
    /// Our own processor time, in seconds.
    own: f64,
    /// The programs that there were, with those that the machine refused.
    tried: Option<u64>,
    gave_up: bool,
    /// How many statements there were after how many compilations.
    steps: Vec<(usize, u64)>,
}

impl Way {
    fn inside(&self) -> f64 {
        self.effort.spent.total().as_secs_f64()
    }

    /// How many compilations it took until no more statements were left than these.
    fn calls_until(&self, statements: usize) -> Option<u64> {
        let mut steps = self.steps.iter();
        let step = steps.find(|(left, _)| *left <= statements);
        step.map(|(_, calls)| *calls)
    }

    /// Takes in another case.
    fn add(&mut self, other: &Way) {
        self.size.statements += other.size.statements;
        self.size.functions += other.size.functions;
        self.effort += other.effort;
        self.own += other.own;
        self.tried = Some(self.tried.unwrap_or(0) + other.tried.unwrap_or(0));
        self.gave_up |= other.gave_up;
    }

    fn record(&self) -> ReduceWay {
        ReduceWay {
            statements: self.size.statements,
            functions: self.size.functions,
            questions: self.effort.asked,
            candidates: self.tried,
            compiler_calls: self.effort.spent.calls,
            compiler_cpu_seconds: self.effort.spent.compilers.as_secs_f64(),
            program_cpu_seconds: self.effort.spent.programs.as_secs_f64(),
            own_cpu_seconds: self.own,
            gave_up: self.gave_up,
        }
    }
}

/// One program and one canary.
struct Case {
    canary: Canary,
    program: String,
    original: Size,
    ours: Way,
    by_lines: Option<Way>,
}

impl Case {
    fn show(&self) {
        let said = |way: &Way| {
            format!(
                "{} statements in {}, {} questions, {} compilations",
                way.size.statements, way.size.functions, way.effort.asked, way.effort.spent.calls
            )
        };
        let other = match &self.by_lines {
            Some(way) if way.gave_up => format!("; line by line gave up: {}", said(way)),
            Some(way) => format!("; line by line {}", said(way)),
            None => String::new(),
        };
        line(format_args!(
            "{:<14} {:<9} {} to {}{other}",
            self.canary.name(),
            self.program,
            self.original.statements,
            said(&self.ours),
        ));
    }

    fn record(&self) -> ReduceCase {
        ReduceCase {
            canary: self.canary.name(),
            program: self.program.clone(),
            statements: self.original.statements,
            functions: self.original.functions,
            ours: self.ours.record(),
            lines: self.by_lines.as_ref().map(Way::record),
            calls_until_as_small: self.calls_until_as_small(),
        }
    }

    /// How many compilations it took us to get as far as the plain way ever gets.
    fn calls_until_as_small(&self) -> Option<u64> {
        let plain = self.by_lines.as_ref()?;
        self.ours.calls_until(plain.size.statements)
    }

    fn is_smaller(&self) -> bool {
        let left = |way: &Way| way.size.statements;
        let plain = self.by_lines.as_ref();
        plain.is_some_and(|way| left(&self.ours) < left(way))
    }
}

/// All cases together, where both ways were gone if one of them was.
fn totals(cases: &[Case]) -> (Way, Option<Way>) {
    let (mut ours, mut by_lines) = (Way::default(), Way::default());
    for case in cases {
        ours.add(&case.ours);
        if let Some(way) = &case.by_lines {
            by_lines.add(way);
        }
    }
    let compared = cases.iter().any(|case| case.by_lines.is_some());
    (ours, compared.then_some(by_lines))
}

/// How many times as much the plain way took, or left.
fn times(ours: f64, plain: f64) -> f64 {
    plain / ours
}

fn record(bench: &Bench, cases: &[Case]) -> bench::Reduce {
    let (ours, by_lines) = totals(cases);
    let ratio = |of: fn(&Way) -> f64| by_lines.as_ref().map(|plain| times(of(&ours), of(plain)));
    bench::Reduce {
        toolchain: bench.real.name.clone(),
        size: bench.size,
        cases: cases.iter().map(Case::record).collect(),
        ours: ours.record(),
        lines: by_lines.as_ref().map(Way::record),
        calls_ratio: ratio(|way| way.effort.spent.calls as f64),
        questions_ratio: ratio(|way| way.effort.asked as f64),
        size_ratio: ratio(|way| way.size.statements as f64),
        calls_ratio_until_as_small: by_lines.as_ref().map(|_| {
            let (ours, plain) = until_as_small(cases);
            times(ours as f64, plain as f64)
        }),
        smaller: cases.iter().filter(|case| case.is_smaller()).count(),
    }
}

/// How many compilations it took us, and how many the plain way, where both came to programs of one size.
fn until_as_small(cases: &[Case]) -> (u64, u64) {
    let (mut ours, mut plain) = (0, 0);
    for case in cases {
        if let (Some(calls), Some(way)) = (case.calls_until_as_small(), &case.by_lines) {
            ours += calls;
            plain += way.effort.spent.calls;
        }
    }
    (ours, plain)
}

fn show(bench: &Bench, cases: &[Case]) {
    let (ours, by_lines) = totals(cases);
    let head = ["", "ours", "line by line", "times"];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    let mut row = |name: &str, of: &dyn Fn(&Way) -> f64, digits: usize| {
        let mut row = vec![name.to_owned(), format!("{:.digits$}", of(&ours))];
        if let Some(plain) = &by_lines {
            row.push(format!("{:.digits$}", of(plain)));
            row.push(format!("{:.1}", times(of(&ours), of(plain))));
        }
        rows.push(row);
    };
    row("statements left", &|way| way.size.statements as f64, 0);
    row("functions left", &|way| way.size.functions as f64, 0);
    row("questions", &|way| way.effort.asked as f64, 0);
    row("compilations", &|way| way.effort.spent.calls as f64, 0);
    row("CPU seconds of compilers", &Way::inside, 1);
    row("CPU seconds of our own", &|way| way.own, 1);
    if by_lines.is_some() {
        let (ours, plain) = until_as_small(cases);
        rows.push(vec![
            "compilations until as small".to_owned(),
            ours.to_string(),
            plain.to_string(),
            format!("{:.1}", times(ours as f64, plain as f64)),
        ]);
    }
    line(table(&rows).trim_end());
    if let Some(tried) = by_lines.and_then(|way| way.tried) {
        note(format_args!(
            "line by line there were {tried} programs; about those that are not asked about the machine has something to say"
        ));
    }
    note(format_args!(
        "{} cases of {} statements, {}; {} smaller than line by line",
        cases.len(),
        bench.size,
        bench.real,
        cases.iter().filter(|case| case.is_smaller()).count(),
    ));
}
