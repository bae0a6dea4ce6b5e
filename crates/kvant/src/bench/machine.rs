//! How many statements the machine executes in a second of processor time, beside the interpreter inside
//! `rustc` on the same programs in the same run.

use std::path::Path;

use kvant_campaign::{Form, Subject as _};
use kvant_languages::mir::{MirSubject, TARGET, from_seed, written};
use kvant_mir::{Constant, Program, parse};
use kvant_mir_machine::{Limits, Outcome, Resolver, Run, execute as run};
use kvant_record::bench::{self, MachineRate};
use kvant_toolchain::drivers::RUST;
use kvant_toolchain::drivers::rustc::CONST;
use kvant_toolchain::{Answer, Backend, ConstVerdict, Limits as ProcessLimits, Scratch};

use super::fork::{self, Fork};
use super::{mir_config, timed};
use crate::cli::BenchMachine;
use crate::command::toolchains;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{Ended, Failure, Found, json, line, table, wants_json};

/// A loop over integers in registers, as a program of the subset.
const INTEGER_LOOP: &str = include_str!("integer_loop.rs");
/// A loop over an array behind a pointer.
const MEMORY_LOOP: &str = include_str!("memory_loop.rs");

/// Steps a second of processor time.
struct Rate {
    name: &'static str,
    machine: f64,
    const_eval: Option<f64>,
}

pub(super) fn execute(arguments: &BenchMachine, settings: Option<&Path>) -> Ended {
    let toolchain = toolchains(RUST, &arguments.compilers, settings)?.swap_remove(0);
    let interpreter = Interpreter {
        backend: Backend::in_mode(toolchain, CONST),
        scratch: Scratch::new()?,
        limits: ProcessLimits::for_compiler().cancelled_by(&on_interrupt()?),
    };
    let mut progress = Progress::new();
    let mut rates = Vec::new();
    for (name, text) in [("integer loop", INTEGER_LOOP), ("memory loop", MEMORY_LOOP)] {
        progress.show(|| name.to_owned());
        let program = parse::program(text)?.program;
        rates.push(Rate {
            name,
            machine: rate([&program])?,
            const_eval: Some(interpreter.rate(&program)?),
        });
    }
    let config = mir_config(&arguments.taste)?;
    let mut programs = Vec::new();
    for n in 0..arguments.count {
        progress.show(|| format!("growing program {n}"));
        programs.push(from_seed(arguments.seed.wrapping_add(n), &config)?.program);
    }
    rates.push(Rate {
        name: "generated programs",
        machine: rate(&programs)?,
        const_eval: None,
    });
    progress.show(|| "taking steps back".to_owned());
    let forks = fork::measure()?;
    progress.clear();
    show(&rates, &forks, &interpreter.backend);
    Ok(Found::Fine)
}

fn show(rates: &[Rate], forks: &[Fork], interpreter: &Backend) {
    if wants_json() {
        let rates = rates.iter().map(|rate| MachineRate {
            program: rate.name.to_owned(),
            steps_per_cpu_second: rate.machine,
            const_eval_steps_per_cpu_second: rate.const_eval,
            speedup: rate.const_eval.map(|other| rate.machine / other),
        });
        let forks = forks.iter().map(|fork| bench::Fork {
            live_bytes: fork.live,
            touched_bytes: fork.touched,
            nanoseconds: fork.nanoseconds,
        });
        return json(bench::Machine {
            const_eval: interpreter.name(),
            rates: rates.collect(),
            forks: forks.collect(),
        });
    }
    let million = |rate: f64| format!("{:.1}", rate / 1e6);
    let mut rows = vec![
        [
            "million steps a CPU second",
            "machine",
            &interpreter.name(),
            "times",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for rate in rates {
        rows.push(vec![
            rate.name.to_owned(),
            million(rate.machine),
            rate.const_eval.map(million).unwrap_or_default(),
            rate.const_eval
                .map(|other| format!("{:.1}", rate.machine / other))
                .unwrap_or_default(),
        ]);
    }
    line(table(&rows).trim_end());
    let mut rows = vec![
        ["a step tried and taken back", "writes", "nanoseconds"]
            .map(str::to_owned)
            .to_vec(),
    ];
    for fork in forks {
        rows.push(vec![
            format!("with {} bytes", fork.live),
            format!("{} bytes", fork.touched),
            format!("{:.0}", fork.nanoseconds),
        ]);
    }
    line("");
    line(table(&rows).trim_end());
}

/// Steps a second over all programs.
fn rate<'a>(programs: impl IntoIterator<Item = &'a Program>) -> Result<f64, Failure> {
    let (mut steps, mut time) = (0, 0.0);
    for program in programs {
        let (ran, seconds) = timed(|| finished(program));
        time += seconds;
        steps += ran?.steps;
    }
    Ok(steps as f64 / time)
}

fn finished(program: &Program) -> Result<Run, Failure> {
    let ran = run(program, &TARGET, Resolver::default(), Limits::default());
    match &ran.outcome {
        Outcome::Finished => Ok(ran),
        Outcome::Stopped { stop, .. } => Err(format!("a benchmark program {stop}").into()),
    }
}

/// The interpreter inside a compiler.
struct Interpreter {
    backend: Backend,
    scratch: Scratch,
    limits: ProcessLimits,
}

impl Interpreter {
    /// Steps a second, less what the compiler takes for the same program with one turn of its loop.
    fn rate(&self, program: &Program) -> Result<f64, Failure> {
        let mut short = program.clone();
        for argument in &mut short.arguments {
            if let Constant::Int(bits, _) = argument {
                *bits = 1;
            }
        }
        let (long_steps, long) = self.evaluate(program)?;
        let (short_steps, short) = self.evaluate(&short)?;
        Ok((long_steps - short_steps) as f64 / (long - short))
    }

    fn evaluate(&self, program: &Program) -> Result<(u64, f64), Failure> {
        let ran = finished(program)?;
        let subject = MirSubject {
            name: "benchmark".into(),
            program: program.clone(),
            trace: ran.trace,
            origin: written(),
        };
        let dialect = self.backend.toolchain.dialect();
        let text = subject.text(Form::ConstEval, Some(&dialect));
        let compilation = self
            .backend
            .compile(&text, self.scratch.path(), &self.limits)?;
        match compilation.answer {
            Answer::Evaluated(ConstVerdict::Agrees) => {
                Ok((ran.steps, compilation.cpu.as_secs_f64()))
            }
            answer => Err(format!("{} does not agree: {answer:?}", self.backend.name()).into()),
        }
    }
}
