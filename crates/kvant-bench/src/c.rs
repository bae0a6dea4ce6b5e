//! C programs beside those of csmith, in one run: their cost, the share that is executed and that survives optimisation, and the
//! verdicts of compilers, sanitizers and Frama-C.

mod frama_c;
mod measure;

use std::collections::BTreeMap;

use kvant_c::{BinOp, CTarget, ExprKind, UnaryOp, canonical, print};
use kvant_c_gen::{Feature, GenConfig, features_of, generate};
use kvant_campaign::{Form, Subject as _};
use kvant_languages::c::{CSubject, Growth, grown_from_seed};
use kvant_record::bench::{self, CReference, CSums};
use kvant_toolchain::{
    Answer, Backend, Cancel, Exit, Limits, OptLevel, Scratch, Toolchains, drivers,
};

use crate::{Error, Tell, median, timed};
use measure::{Measured, Tools, csmith_program};

/// Numbers of programs that [`c`] measures.
pub struct C {
    /// The first seed.
    pub seed: u64,
    /// Number of programs.
    pub count: u64,
    /// Number of programs that go through every compiler and sanitizer; without it, all.
    pub references: Option<u64>,
    /// Number of programs of csmith, if it is installed.
    pub csmith: u64,
    /// Number of programs for Frama-C, if it is installed.
    pub frama_c: u64,
}

/// Measures C programs and asks every C compiler of this machine about them.
pub fn c(numbers: &C, cancel: &Cancel, tell: &mut Tell<'_>) -> Result<bench::C, Error> {
    let limits = Limits::for_compiler().cancelled_by(cancel);
    let scratch = Scratch::new()?;
    let tools = Tools::find(&scratch, &limits)?;
    let compilers = compilers()?;
    let config = GenConfig::default();
    let (mut kvant, mut csmith, mut health) = (Sums::default(), Sums::default(), Health::default());
    let mut with_check = 0.0;
    let mut references: BTreeMap<String, CReference> = BTreeMap::new();
    for n in 0..numbers.count {
        tell(format_args!("{n} of {} programs", numbers.count));
        let seed = numbers.seed + n;
        // Csmith has nothing like the check of the whole program from its text, which is measured separately.
        let (_, cpu) = timed(|| {
            let grown = generate(seed, &config, &CTarget::X86_64).ok()?;
            let program = canonical(grown.program);
            Some(print::program(&program, &print::Form::Readable, ""))
        });
        let (grown, seconds) = timed(|| grown_from_seed(seed, &config, &CTarget::X86_64));
        with_check += seconds;
        let (subject, growth) = grown?;
        let text = subject.text(Form::Readable, None);
        health.add(&subject, &growth);
        kvant.add(text.len(), cpu, &tools.measure(&text, false)?);
        let asked = numbers.references.is_none_or(|most| n < most);
        for backend in compilers.iter().filter(|_| asked) {
            let name = backend.name();
            let reference = references.entry(name.clone()).or_insert(CReference {
                backend: name,
                agrees: 0,
                cannot_say: 0,
                against: Vec::new(),
            });
            ask(reference, seed, &subject, backend, &scratch, &limits)?;
        }
        if n < numbers.csmith
            && let Some((text, cpu)) = csmith_program(seed, &scratch, &limits)?
        {
            csmith.add(text.len(), cpu, &tools.measure(&text, true)?);
        }
    }
    let frama_c = frama_c::ask(numbers.seed, numbers.frama_c, &scratch, &limits, tell)?;
    Ok(bench::C {
        kvant_kilobytes_a_cpu_second_checked: kvant.bytes as f64 / 1024.0 / with_check.max(1e-9),
        generation_ratio: kvant.kilobytes_a_second() / csmith.kilobytes_a_second().max(1e-9),
        kvant: kvant.record(),
        csmith: csmith.record(),
        guarded_percent: percent(health.guards, health.arithmetic),
        features_percent: health.features_percent(),
        references: references.into_values().collect(),
        frama_c,
    })
}

/// Every C compiler of this machine at O0 and O2, and its sanitizers: all of them must agree.
fn compilers() -> Result<Vec<Backend>, Error> {
    let all = Toolchains::discover();
    let mut backends = Vec::new();
    for toolchain in all.of(drivers::C) {
        if toolchain.architecture() != kvant_toolchain::host() {
            continue;
        }
        backends.push(Backend::build(toolchain.clone(), OptLevel::O0));
        if toolchain.optimises() {
            backends.push(Backend::build(toolchain.clone(), OptLevel::O2));
        }
        backends.extend(all.sanitizers(toolchain)?);
    }
    Ok(backends)
}

/// Asks a backend about a program.
fn ask(
    reference: &mut CReference,
    seed: u64,
    subject: &CSubject,
    backend: &Backend,
    scratch: &Scratch,
    limits: &Limits,
) -> Result<(), Error> {
    if subject.in_dialect(&backend.toolchain.dialect()).is_err() {
        reference.cannot_say += 1;
        return Ok(());
    }
    let text = subject.text(Form::Fast, None);
    let compilation = backend.compile(&text, scratch.path(), limits)?;
    let Answer::Executable(compiled) = compilation.answer else {
        let said = format!("{:?}", compilation.answer);
        let said = said.chars().take(300).collect();
        reference.against.push((seed, said));
        return Ok(());
    };
    let run = compiled.run(&[], &Limits::for_program())?;
    let said = String::from_utf8_lossy(&run.stdout).trim().to_owned();
    if run.exit == Exit::Code(0) && said == subject.summary() {
        reference.agrees += 1;
    } else {
        let stderr = String::from_utf8_lossy(&run.stderr);
        let stderr: String = stderr.chars().take(300).collect();
        let said = format!("{}: {said} {stderr}", run.exit);
        reference.against.push((seed, said));
    }
    Ok(())
}

/// Features and guards of programs.
#[derive(Default)]
struct Health {
    programs: u64,
    features: BTreeMap<Feature, u64>,
    arithmetic: u64,
    guards: u64,
}

impl Health {
    fn add(&mut self, subject: &CSubject, growth: &Growth) {
        self.programs += 1;
        let mut present = features_of(&subject.program);
        let shapes = [
            ("idiom", Feature::Idioms),
            ("template", Feature::LoopTemplates),
            ("alias", Feature::AliasShapes),
        ];
        for (construct, feature) in shapes {
            if growth
                .stats
                .constructs
                .get(construct)
                .is_some_and(|tally| tally.written > 0)
            {
                present.insert(feature);
            }
        }
        for feature in present {
            *self.features.entry(feature).or_default() += 1;
        }
        subject.program.visit(&mut |e| {
            let counts = match &e.kind {
                ExprKind::Binary(op, ..) | ExprKind::AssignOp(op, ..) => {
                    !op.is_comparison() && !matches!(op, BinOp::And | BinOp::Or | BinOp::Xor)
                }
                ExprKind::Unary(op, _) => *op == UnaryOp::Neg,
                ExprKind::Step(..) => true,
                _ => false,
            };
            self.arithmetic += u64::from(counts);
        });
        self.guards += growth.stats.guards;
    }

    /// The share of programs with each feature.
    fn features_percent(&self) -> BTreeMap<String, f64> {
        // Decoys are never executed: only coverage shows them.
        let all = Feature::ALL.iter().filter(|f| **f != Feature::Decoys);
        let share = |feature| {
            let count = self.features.get(feature).copied().unwrap_or(0);
            percent(count, self.programs)
        };
        all.map(|feature| (feature.name().to_owned(), share(feature)))
            .collect()
    }
}

/// Sums over many programs.
#[derive(Default)]
struct Sums {
    programs: u64,
    bytes: u64,
    cpu: f64,
    terminate: u64,
    trivial: u64,
    executed: Vec<f64>,
    lines: (u64, u64),
    survival: (u64, u64),
    guards: u64,
}

/// A program that executes fewer lines than this finds nothing.
const TRIVIAL: u64 = 10;

impl Sums {
    fn add(&mut self, bytes: usize, cpu: f64, measured: &Measured) {
        self.programs += 1;
        self.bytes += bytes as u64;
        self.cpu += cpu;
        self.terminate += u64::from(measured.terminates);
        self.trivial += u64::from(measured.executed < TRIVIAL);
        self.lines.0 += measured.executed;
        self.lines.1 += measured.lines;
        if measured.lines > 0 {
            let share = measured.executed as f64 / measured.lines as f64;
            self.executed.push(100.0 * share);
        }
        self.survival.0 += measured.after;
        self.survival.1 += measured.before;
        self.guards += measured.wrappers;
    }

    fn kilobytes_a_second(&self) -> f64 {
        self.bytes as f64 / 1024.0 / self.cpu.max(1e-9)
    }

    fn record(&self) -> CSums {
        CSums {
            programs: self.programs,
            kilobytes_a_program: self.bytes as f64 / 1024.0 / self.programs.max(1) as f64,
            generation_cpu_seconds: self.cpu,
            kilobytes_a_cpu_second: self.kilobytes_a_second(),
            terminate_percent: percent(self.terminate, self.programs),
            trivial_percent: percent(self.trivial, self.programs),
            lines_executed_percent: percent(self.lines.0, self.lines.1),
            lines_executed_median_percent: median(self.executed.clone()),
            survival_percent: percent(self.survival.0, self.survival.1),
            wrapped_a_program: self.guards as f64 / self.programs.max(1) as f64,
        }
    }
}

fn percent(part: u64, whole: u64) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}
