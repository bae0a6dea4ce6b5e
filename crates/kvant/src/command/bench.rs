//! `kvant bench`: the measurements behind the documented figures.

mod show;

use std::ffi::OsString;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kvant_bench::{Programs, Reduce, Tell, Told};
use kvant_record::bench::{GenerateSize, LlvmMemory};
use kvant_record::{Record, Schema};
use kvant_toolchain::drivers::llvm::Opt;
use kvant_toolchain::{Cancel, Exit, Limits, Toolchain, run};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::cli::{
    Bench, BenchC, BenchEdits, BenchGenerate, BenchLlvm, BenchPipeline, BenchReduce, BenchRefine,
    BenchSample, BenchWitnesses, Compilers,
};
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{Ended, Failure, Found, json, remark, wants_json};

pub(super) fn execute(which: &Bench, settings: Option<&Path>) -> Ended {
    match which {
        Bench::Survival(arguments) => {
            sampled(arguments, settings, kvant_bench::survival, show::survival)
        }
        Bench::Machine(arguments) => {
            sampled(arguments, settings, kvant_bench::machine, show::machine)
        }
        Bench::Passes(arguments) => sampled(arguments, settings, kvant_bench::passes, show::passes),
        Bench::Generate(arguments) => generate(arguments),
        Bench::Pipeline(arguments) => pipeline(arguments, settings),
        Bench::Reduce(arguments) => reduce(arguments, settings),
        Bench::C(arguments) => c(arguments),
        Bench::Llvm(arguments) => llvm(arguments),
        Bench::Witnesses(arguments) => witnesses(arguments),
        Bench::Edits(arguments) => edits(arguments),
        Bench::Refine(arguments) => refine(arguments),
    }
}

/// A benchmark of programs that options describe.
type Sampled<T> =
    fn(Arc<Toolchain>, &Programs, &Cancel, &mut Tell<'_>) -> Result<T, kvant_bench::Error>;

fn sampled<T: Schema + Serialize>(
    arguments: &BenchSample,
    settings: Option<&Path>,
    measure: Sampled<T>,
    show: fn(&T, &Toolchain),
) -> Ended {
    let toolchain = compiler(&arguments.compilers, settings)?;
    let mut programs = Programs::new(arguments.seed, arguments.count);
    arguments.generator.configure(&mut programs.config)?;
    programs.splice_from(arguments.generator.splice.as_deref(), &mut remark)?;
    let cancel = on_interrupt()?;
    let result = with_progress(|tell| measure(toolchain.clone(), &programs, &cancel, tell))?;
    Ok(report(result, |result| show(result, &toolchain)))
}

fn generate(arguments: &BenchGenerate) -> Ended {
    let BenchGenerate { count, seed, only } = *arguments;
    if let Some(size) = only {
        json(kvant_bench::generate_size(size, seed, count)?);
        return Ok(Found::Fine);
    }
    let limits = Limits {
        wall: Duration::from_hours(2),
        cpu: Duration::from_hours(1),
        ..Limits::for_compiler().cancelled_by(&on_interrupt()?)
    };
    let result = with_progress(|tell| {
        let measure = |size, count| in_a_child(size, seed, count, &limits);
        kvant_bench::generate(count, measure, tell)
    })?;
    Ok(report(result, show::generate))
}

/// Measures one size in a process of its own.
fn in_a_child(
    size: usize,
    seed: u64,
    count: u64,
    limits: &Limits,
) -> Result<GenerateSize, Failure> {
    let [size, seed, count] = [size as u64, seed, count].map(|n| n.to_string());
    let words = [
        "bench", "generate", "--json", "--only", &size, "--seed", &seed, "--count", &count,
    ];
    own_record(&words.map(OsString::from), limits)
        .map_err(|error| format!("measuring {size} statements: {error}").into())
}

/// The record that this executable prints with these arguments.
fn own_record<T: Schema + DeserializeOwned>(
    words: &[OsString],
    limits: &Limits,
) -> Result<T, String> {
    let own = std::env::current_exe()
        .map_err(|error| format!("cannot determine the path of the running executable: {error}"))?;
    let ran = run(&own, words, limits).map_err(|error| error.to_string())?;
    if ran.exit != Exit::Code(0) {
        let said = String::from_utf8_lossy(&ran.stderr);
        return Err(format!("{}; {}", ran.exit, said.trim()));
    }
    let record: Record<T> =
        serde_json::from_slice(&ran.stdout).map_err(|error| error.to_string())?;
    Ok(record.value)
}

fn llvm(arguments: &BenchLlvm) -> Ended {
    if let Some(file) = &arguments.only {
        json(kvant_bench::llvm_memory(file)?);
        return Ok(Found::Fine);
    }
    let cancel = on_interrupt()?;
    let limits = Limits::for_compiler().cancelled_by(&cancel);
    let in_a_child = |file: &Path| -> Result<LlvmMemory, kvant_bench::Error> {
        let file = std::path::absolute(file)?;
        let words = ["bench", "llvm", "--json", "--only"].map(OsString::from);
        let words = [&words[..], &[file.into_os_string()]].concat();
        Ok(own_record(&words, &limits)?)
    };
    let (files, count) = (&arguments.files, arguments.count);
    let result = with_progress(|tell| kvant_bench::llvm(files, count, in_a_child, &cancel, tell))?;
    Ok(report(result, show::llvm))
}

fn pipeline(arguments: &BenchPipeline, settings: Option<&Path>) -> Ended {
    let toolchain = compiler(&arguments.source.compilers, settings)?;
    let (seed, cancel) = (arguments.source.seed, on_interrupt()?);
    let result = with_progress(|tell| {
        let BenchPipeline { count, batch, .. } = *arguments;
        kvant_bench::pipeline(&toolchain, seed, count, batch, &cancel, tell)
    })?;
    Ok(report(result, show::pipeline))
}

fn reduce(arguments: &BenchReduce, settings: Option<&Path>) -> Ended {
    let toolchain = compiler(&arguments.source.compilers, settings)?;
    let bench = Reduce {
        toolchain: toolchain.clone(),
        kvant: std::env::current_exe()?,
        seed: arguments.source.seed,
        count: arguments.count,
        size: arguments.size,
        by_lines: !arguments.no_lines,
    };
    let mut progress = Progress::new();
    let result = bench.run(&on_interrupt()?, &mut |told| match told {
        Told::Working(text) => progress.show(|| text.to_string()),
        Told::Case(case) => {
            progress.clear();
            if !wants_json() {
                show::reduced(case);
            }
        }
    })?;
    Ok(report(result, |result| show::reduce(result, &toolchain)))
}

fn c(arguments: &BenchC) -> Ended {
    let numbers = kvant_bench::C {
        seed: arguments.seed,
        count: arguments.count,
        references: arguments.references,
        csmith: arguments.csmith,
        frama_c: arguments.frama_c,
    };
    let cancel = on_interrupt()?;
    let result = with_progress(|tell| kvant_bench::c(&numbers, &cancel, tell))?;
    let mut references = result.references.iter();
    let is_bad = references.any(|reference| !reference.against.is_empty())
        || !result.frama_c.against.is_empty();
    report(result, show::c);
    Ok(match is_bad {
        true => Found::BadNews,
        false => Found::Fine,
    })
}

fn witnesses(arguments: &BenchWitnesses) -> Ended {
    let sample = kvant_bench::Sample {
        seed: arguments.seed,
        count: arguments.count,
        keep: arguments.keep.clone(),
    };
    let cancel = on_interrupt()?;
    let result = with_progress(|tell| kvant_bench::witnesses(&sample, &cancel, tell))?;
    let is_bad = result.witnesses.iter().any(|it| !it.against.is_empty());
    report(result, show::witnesses);
    Ok(match is_bad {
        true => Found::BadNews,
        false => Found::Fine,
    })
}

fn edits(arguments: &BenchEdits) -> Ended {
    let sample = kvant_bench::EditSample {
        files: arguments.files.clone(),
        opt: arguments.opt.clone(),
        passes: arguments.passes.clone(),
        count: arguments.count,
        inputs: arguments.inputs,
        seed: arguments.seed,
        keep: arguments.keep.clone(),
    };
    let cancel = on_interrupt()?;
    let result = with_progress(|tell| kvant_bench::edits(&sample, &cancel, tell))?;
    Ok(report(result, show::edits))
}

fn refine(arguments: &BenchRefine) -> Ended {
    let cancel = on_interrupt()?;
    let limits = Limits::for_compiler().cancelled_by(&cancel);
    let opts = match &arguments.opts[..] {
        [] => vec![Opt::named("", &limits)?],
        opts => opts
            .iter()
            .map(|opt| Opt::named(opt, &limits))
            .collect::<Result<_, _>>()?,
    };
    let jobs = arguments.jobs.map(NonZero::get);
    let processors = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let wanted = kvant_bench::Refine {
        folder: arguments.folder.clone(),
        without: arguments.without.clone(),
        opts,
        passes: arguments.passes.clone(),
        inputs: arguments.inputs as usize,
        seed: arguments.seed,
        sample: arguments.sample.map(|it| it as usize),
        keep: arguments.keep.clone(),
        known: arguments.known.clone(),
        jobs: jobs.unwrap_or_else(processors),
    };
    let result = with_progress(|tell| kvant_bench::refine(&wanted, &cancel, tell))?;
    let is_bad = result.unexpected > 0;
    report(result, show::refine);
    Ok(match is_bad {
        true => Found::BadNews,
        false => Found::Fine,
    })
}

/// The first compiler of those that were asked for.
fn compiler(wanted: &Compilers, settings: Option<&Path>) -> Result<Arc<Toolchain>, Failure> {
    Ok(super::toolchains(kvant_bench::LANGUAGE, wanted, settings)?.swap_remove(0))
}

/// Measures, and shows the progress meanwhile.
fn with_progress<T, E>(measure: impl FnOnce(&mut Tell<'_>) -> Result<T, E>) -> Result<T, E> {
    let mut progress = Progress::new();
    let result = measure(&mut |text| progress.show(|| text.to_string()))?;
    progress.clear();
    Ok(result)
}

/// Writes a result for machines, or lets `show` write it for people.
fn report<T: Schema + Serialize>(result: T, show: impl FnOnce(&T)) -> Found {
    match wants_json() {
        true => json(result),
        false => show(&result),
    }
    Found::Fine
}
