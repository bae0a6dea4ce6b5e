//! The speed of the machine, beside the interpreter inside of `rustc` on the same programs in the same run.

use std::sync::Arc;

use kvant_campaign::{Form, Subject as _};
use kvant_languages::mir::{MirSubject, TARGET, written};
use kvant_mir::{Constant, Program, parse};
use kvant_mir_machine::{Limits, Outcome, Resolver, Run, execute};
use kvant_record::bench::{Machine, MachineRate};
use kvant_toolchain::drivers::rustc::CONST;
use kvant_toolchain::{
    Answer, Backend, Cancel, ConstVerdict, Limits as ProcessLimits, Scratch, Toolchain,
};

use crate::{Error, Programs, Tell, fork, timed};

/// A loop over integers in registers, as a program of the subset.
const INTEGER_LOOP: &str = include_str!("integer_loop.rs");
/// A loop over an array behind a pointer.
const MEMORY_LOOP: &str = include_str!("memory_loop.rs");

/// Measures the steps of the machine in a second of processor time, beside the interpreter inside of `toolchain`.
pub fn machine(
    toolchain: Arc<Toolchain>,
    programs: &Programs,
    cancel: &Cancel,
    tell: &mut Tell<'_>,
) -> Result<Machine, Error> {
    let interpreter = Interpreter {
        backend: Backend::in_mode(toolchain, CONST),
        scratch: Scratch::new()?,
        limits: ProcessLimits::for_compiler().cancelled_by(cancel),
    };
    let mut rates = Vec::new();
    for (name, text) in [("integer loop", INTEGER_LOOP), ("memory loop", MEMORY_LOOP)] {
        tell(format_args!("{name}"));
        let program = parse::program(text)?.program;
        let (own, const_eval) = (rate([&program])?, interpreter.rate(&program)?);
        rates.push(MachineRate {
            program: name.to_owned(),
            steps_per_cpu_second: own,
            const_eval_steps_per_cpu_second: Some(const_eval),
            speedup: Some(own / const_eval),
        });
    }
    let mut grown = Vec::new();
    for n in 0..programs.count {
        tell(format_args!("growing program {n}"));
        grown.push(programs.grow(n)?.program);
    }
    rates.push(MachineRate {
        program: "generated programs".to_owned(),
        steps_per_cpu_second: rate(&grown)?,
        const_eval_steps_per_cpu_second: None,
        speedup: None,
    });
    tell(format_args!("taking steps back"));
    Ok(Machine {
        const_eval: interpreter.backend.name(),
        rates,
        forks: fork::measure()?,
    })
}

/// Steps in a second of processor time over all programs.
fn rate<'a>(programs: impl IntoIterator<Item = &'a Program>) -> Result<f64, Error> {
    let (mut steps, mut time) = (0, 0.0);
    for program in programs {
        let (ran, seconds) = timed(|| finished(program));
        time += seconds;
        steps += ran?.steps;
    }
    Ok(steps as f64 / time)
}

fn finished(program: &Program) -> Result<Run, Error> {
    let ran = execute(program, &TARGET, Resolver::default(), Limits::default());
    match &ran.outcome {
        Outcome::Finished => Ok(ran),
        Outcome::Stopped { stop, .. } => Err(format!("a benchmark program {stop}").into()),
    }
}

/// The interpreter inside of a compiler.
struct Interpreter {
    backend: Backend,
    scratch: Scratch,
    limits: ProcessLimits,
}

impl Interpreter {
    /// Steps in a second, without the time that the compiler takes for the same program with one iteration of its loop.
    fn rate(&self, program: &Program) -> Result<f64, Error> {
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

    fn evaluate(&self, program: &Program) -> Result<(u64, f64), Error> {
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
