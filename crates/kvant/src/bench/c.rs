//! C programs beside those of csmith, in one run: what they cost, what of them is executed, what of them survives, and
//! what sanitizers say.

mod frama_c;
mod measure;

use std::collections::BTreeMap;

use kvant_c::{BinOp, CTarget, ExprKind, UnaryOp, canonical, print};
use kvant_c_gen::{Feature, GenConfig, features_of, generate};
use kvant_campaign::{Form, Subject as _};
use kvant_record::bench::{self, CReference, CSums};
use kvant_toolchain::drivers::C;
use kvant_toolchain::{Answer, Backend, Exit, Limits, OptLevel, Scratch, Toolchains};

use super::{median, timed};
use crate::cli::BenchC;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{DIM, Ended, Failure, Found, json, line, note, table, wants_json};
use frama_c::FramaC;
use kvant_languages::c::{CSubject, Growth, grown_from_seed};
use measure::{Measured, Tools, csmith_program};

pub(super) fn execute(arguments: &BenchC) -> Ended {
    let cancel = on_interrupt()?;
    let limits = Limits::for_compiler().cancelled_by(&cancel);
    let scratch = Scratch::new()?;
    let tools = Tools::find(&scratch, &limits)?;
    let compilers = compilers()?;
    let mut progress = Progress::new();
    let config = GenConfig::default();
    let mut results = Results::default();
    for n in 0..arguments.count {
        progress.show(|| format!("{n} of {} programs", arguments.count));
        let seed = arguments.seed + n;
        // The check of the whole program from its text, which csmith has nothing like, is counted apart.
        let (_, cpu) = timed(|| {
            let grown = generate(seed, &config, &CTarget::X86_64).ok()?;
            let program = canonical(grown.program);
            Some(print::program(&program, &print::Form::Readable, ""))
        });
        let (grown, with_check) = timed(|| grown_from_seed(seed, &config, &CTarget::X86_64));
        results.with_check += with_check;
        let (subject, growth) = grown?;
        let text = subject.text(Form::Readable, None);
        results.health.add(&subject, &growth);
        results
            .ours
            .add(text.len(), cpu, &tools.measure(&text, false)?);
        let asked = arguments.references.is_none_or(|most| n < most);
        for backend in compilers.iter().filter(|_| asked) {
            let name = backend.name();
            let opinion = results.references.entry(name).or_default();
            opinion.ask(seed, &subject, backend, &scratch, &limits)?;
        }
        if n < arguments.csmith
            && let Some((text, cpu)) = csmith_program(seed, &scratch, &limits)?
        {
            results
                .theirs
                .add(text.len(), cpu, &tools.measure(&text, true)?);
        }
    }
    results.frama_c = frama_c::ask(
        arguments.seed,
        arguments.frama_c,
        &scratch,
        &limits,
        &mut progress,
    )?;
    progress.clear();
    match wants_json() {
        true => json(results.record()),
        false => results.show(),
    }
    Ok(match results.is_bad() {
        true => Found::BadNews,
        false => Found::Fine,
    })
}

/// Everything that is found out.
#[derive(Default)]
struct Results {
    ours: Sums,
    /// Processor time of our programs with the check of each from its text.
    with_check: f64,
    theirs: Sums,
    health: Health,
    references: BTreeMap<String, Opinion>,
    frama_c: FramaC,
}

/// Who must agree: every C compiler of this machine at O0 and O2, and its sanitizers.
fn compilers() -> Result<Vec<Backend>, Failure> {
    let all = Toolchains::discover();
    let mut backends = Vec::new();
    for toolchain in all.of(C) {
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

/// What one backend says about all programs.
#[derive(Default)]
struct Opinion {
    agrees: u64,
    cannot_say: u64,
    /// The seeds of programs with which it does not agree, and what it says.
    against: Vec<(u64, String)>,
}

impl Opinion {
    fn ask(
        &mut self,
        seed: u64,
        subject: &CSubject,
        backend: &Backend,
        scratch: &Scratch,
        limits: &Limits,
    ) -> Result<(), Failure> {
        if subject.in_dialect(&backend.toolchain.dialect()).is_err() {
            self.cannot_say += 1;
            return Ok(());
        }
        let text = subject.text(Form::Fast, None);
        let compilation = backend.compile(&text, scratch.path(), limits)?;
        let Answer::Executable(compiled) = compilation.answer else {
            let said = format!("{:?}", compilation.answer);
            self.against.push((seed, said.chars().take(300).collect()));
            return Ok(());
        };
        let run = compiled.run(&[], &Limits::for_program())?;
        let said = String::from_utf8_lossy(&run.stdout).trim().to_owned();
        if run.exit == Exit::Code(0) && said == subject.summary() {
            self.agrees += 1;
        } else {
            let stderr = String::from_utf8_lossy(&run.stderr);
            let said = format!(
                "{}: {said} {}",
                run.exit,
                stderr.chars().take(300).collect::<String>()
            );
            self.against.push((seed, said));
        }
        Ok(())
    }
}

/// What the generator knows of its own programs.
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

    /// How many of 100 operations are guarded.
    fn guarded(&self) -> f64 {
        Sums::percent(self.guards, self.arithmetic)
    }

    /// The rarest features, and in how many of 100 programs they are.
    fn rarest(&self) -> Vec<(Feature, f64)> {
        // What is never executed shows nowhere but in the coverage.
        let all = Feature::ALL.iter().filter(|f| **f != Feature::Decoys);
        let mut shares: Vec<(Feature, f64)> = all
            .map(|f| {
                let count = self.features.get(f).copied().unwrap_or(0);
                (*f, 100.0 * count as f64 / self.programs.max(1) as f64)
            })
            .collect();
        shares.sort_by(|a, b| a.1.total_cmp(&b.1));
        shares
    }
}

/// Figures over many programs.
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

/// Who executes fewer lines than this finds nothing.
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

    fn percent(part: u64, whole: u64) -> f64 {
        100.0 * part as f64 / whole.max(1) as f64
    }

    fn record(&self) -> CSums {
        CSums {
            programs: self.programs,
            kilobytes_a_program: self.bytes as f64 / 1024.0 / self.programs.max(1) as f64,
            generation_cpu_seconds: self.cpu,
            kilobytes_a_cpu_second: self.kilobytes_a_second(),
            terminate_percent: Sums::percent(self.terminate, self.programs),
            trivial_percent: Sums::percent(self.trivial, self.programs),
            lines_executed_percent: Sums::percent(self.lines.0, self.lines.1),
            lines_executed_median_percent: median(self.executed.clone()),
            survival_percent: Sums::percent(self.survival.0, self.survival.1),
            wrapped_a_program: self.guards as f64 / self.programs.max(1) as f64,
        }
    }
}

impl Results {
    fn is_bad(&self) -> bool {
        let mut references = self.references.values();
        references.any(|opinion| !opinion.against.is_empty()) || !self.frama_c.against.is_empty()
    }

    /// How many kilobytes of programs that were checked once more are made in a second.
    fn checked_a_second(&self) -> f64 {
        self.ours.bytes as f64 / 1024.0 / self.with_check.max(1e-9)
    }

    fn record(&self) -> bench::C {
        let opinion = |(name, opinion): (&String, &Opinion)| CReference {
            backend: name.clone(),
            agrees: opinion.agrees,
            cannot_say: opinion.cannot_say,
            against: opinion.against.clone(),
        };
        let rarest = self.health.rarest();
        let features = rarest
            .iter()
            .map(|(f, share)| (f.name().to_owned(), *share));
        let theirs = self.theirs.kilobytes_a_second();
        bench::C {
            kvant: self.ours.record(),
            csmith: self.theirs.record(),
            kvant_kilobytes_a_cpu_second_checked: self.checked_a_second(),
            generation_ratio: self.ours.kilobytes_a_second() / theirs.max(1e-9),
            guarded_percent: self.health.guarded(),
            features_percent: features.collect(),
            references: self.references.iter().map(opinion).collect(),
            frama_c: bench::FramaC {
                absent: self.frama_c.absent,
                agrees: self.frama_c.agrees,
                cannot_say: self.frama_c.cannot_say,
                against: self.frama_c.against.clone(),
            },
        }
    }

    fn show(&self) {
        self.show_beside();
        line(format_args!(
            "\n{:.0} KB of kvant's are generated and checked once more from their text in a CPU second",
            self.checked_a_second()
        ));
        line(format_args!(
            "{:.1} % of kvant's arithmetic is guarded",
            self.health.guarded()
        ));
        for (feature, share) in self.health.rarest().iter().take(6) {
            note(format_args!(
                "{DIM}{feature}: in {share:.0} % of programs{DIM:#}"
            ));
        }
        line("");
        for (name, opinion) in &self.references {
            let cannot = match opinion.cannot_say {
                0 => String::new(),
                n => format!(", {n} not for it"),
            };
            line(format_args!(
                "{name}: agrees with {}, against {}{cannot}",
                opinion.agrees,
                opinion.against.len()
            ));
            tell_against(&opinion.against);
        }
        let frama_c = &self.frama_c;
        match frama_c.absent {
            true => line("frama-c: not there; `apt-get install frama-c-base` brings it"),
            false => line(format_args!(
                "frama-c: agrees with {}, against {}, cannot say {}",
                frama_c.agrees,
                frama_c.against.len(),
                frama_c.cannot_say
            )),
        }
        tell_against(&frama_c.against);
    }

    /// Both generators in one table.
    fn show_beside(&self) {
        let row = |what: &str, value: &dyn Fn(&Sums) -> String| {
            let theirs = match self.theirs.programs {
                0 => "not there".to_owned(),
                _ => value(&self.theirs),
            };
            vec![what.to_owned(), value(&self.ours), theirs]
        };
        let percent = |part: u64, whole: u64| format!("{:.1} %", Sums::percent(part, whole));
        let each = |sum: f64, s: &Sums| sum / s.programs.max(1) as f64;
        let rows = vec![
            vec![String::new(), "kvant".to_owned(), "csmith".to_owned()],
            row("programs", &|s| s.programs.to_string()),
            row("size", &|s| {
                format!("{:.0} KB", each(s.bytes as f64 / 1024.0, s))
            }),
            row("generated a CPU second", &|s| {
                format!("{:.0} KB", s.kilobytes_a_second())
            }),
            row("end within a second at O0", &|s| {
                percent(s.terminate, s.programs)
            }),
            row("execute hardly anything", &|s| {
                percent(s.trivial, s.programs)
            }),
            row("lines executed", &|s| percent(s.lines.0, s.lines.1)),
            row("lines executed, median", &|s| {
                format!("{:.1} %", median(s.executed.clone()))
            }),
            row("LLVM instructions left at O2", &|s| {
                percent(s.survival.0, s.survival.1)
            }),
            row("wrappers a program", &|s| {
                format!("{:.1}", each(s.guards as f64, s))
            }),
        ];
        line(table(&rows).trim_end());
    }
}

fn tell_against(against: &[(u64, String)]) {
    for (seed, said) in against.iter().take(3) {
        note(format_args!("  seed {seed}: {said}"));
    }
}
