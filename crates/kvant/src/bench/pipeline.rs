//! What a test costs: programs and statements tested in a second of processor time, beside the plain way in the same run
//! with the same programs.
//!
//! Ours is what `kvant fuzz` does: batches, with the usual builds (O3, and O3 with all MIR passes). The plain way is each
//! program alone, with `mir!` and the standard library, with the same builds and at O0, its reference. Each way grows the programs itself. A statement counts once for each program in which it is
//! executed at least once. Processor time is that of this process and of all children.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use kvant_campaign::{Ask, BatchSize, Form, Spent, Subject, Unsound, Verdict, test_batch};
use kvant_languages::mir::{MirSubject, from_seed};
use kvant_mir_gen::{GenConfig, assess};
use kvant_record::bench::{Pipeline, PipelineCost, PipelineSize};
use kvant_toolchain::drivers::RUST;
use kvant_toolchain::{Backend, Limits, OptLevel, Scratch};

use super::timed;
use crate::cli::BenchPipeline;
use crate::command::toolchains;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{Ended, Failure, Found, json, line, note, table, wants_json};

/// How large the programs are, and what share of `--count` there are of them.
const SIZES: [(usize, u64); 2] = [(300, 1), (7_500, 8)];

pub(super) fn execute(arguments: &BenchPipeline, settings: Option<&Path>) -> Ended {
    let toolchain = toolchains(RUST, &arguments.compilers, settings)?.swap_remove(0);
    let cancel = on_interrupt()?;
    let bench = Bench {
        unoptimised: Backend::build(Arc::clone(&toolchain), OptLevel::O0),
        optimised: toolchain.usual(),
        compiler: Limits::for_compiler().cancelled_by(&cancel),
        program: Limits::for_program().cancelled_by(&cancel),
    };
    let mut progress = Progress::new();
    let mut results = Vec::new();
    for (size, share) in SIZES {
        let config = GenConfig::default().sized(size..=size);
        let count = arguments.count.div_ceil(share);
        let mut batch = BatchSize::new(arguments.batch);
        let mut result = Measured::new(size);
        let mut tested = 0;
        while tested < count {
            progress.show(|| format!("{tested} of {count} programs of {size} statements"));
            let end = count.min(tested + batch.get() as u64);
            let seeds: Vec<u64> = (tested..end)
                .map(|n| arguments.seed.wrapping_add(n))
                .collect();
            bench.ours(&seeds, &config, &mut batch, &mut result)?;
            bench.plain(&seeds, &config, &mut result)?;
            result.largest = result.largest.max(seeds.len());
            tested = end;
        }
        results.push(result);
    }
    progress.clear();
    show(&results, &bench.optimised);
    Ok(Found::Fine)
}

struct Bench {
    unoptimised: Backend,
    optimised: Vec<Backend>,
    compiler: Limits,
    program: Limits,
}

impl Bench {
    /// Programs of some seeds in one batch, as a hunt does it.
    fn ours(
        &self,
        seeds: &[u64],
        config: &GenConfig,
        size: &mut BatchSize,
        result: &mut Measured,
    ) -> Result<(), Failure> {
        let scratch = Scratch::new()?;
        let mut spent = Spent::default();
        let (tested, own) = timed(|| -> Result<_, Failure> {
            let subjects = grow(seeds, config)?;
            let together: Vec<&dyn Subject> = subjects.iter().map(|s| s as &dyn Subject).collect();
            let mut all = Vec::new();
            for backend in &self.optimised {
                all.push(test_batch(
                    &together,
                    &self.ask(backend, &scratch),
                    &mut spent,
                )?);
            }
            Ok((subjects, all))
        });
        let (subjects, all) = tested?;
        // As in a campaign, the slowest says how many programs there should be.
        if let Some(slowest) = all.iter().max_by_key(|batched| batched.longest) {
            size.learn(seeds.len(), slowest);
        }
        result.ours.add(own, spent);
        result.splits += all.iter().map(|batched| batched.splits).sum::<u32>();
        for (n, subject) in subjects.iter().enumerate() {
            let health = assess(&subject.program, &[]);
            let health = health.map_err(|stop| format!("{}: {stop}", subject.name))?;
            result.programs += 1;
            result.statements += health.executed as u64;
            let is_bad = all.iter().any(|batched| batched.verdicts[n].is_bad());
            result.disagreements += u64::from(is_bad);
        }
        Ok(())
    }

    /// Each program alone.
    fn plain(
        &self,
        seeds: &[u64],
        config: &GenConfig,
        result: &mut Measured,
    ) -> Result<(), Failure> {
        let scratch = Scratch::new()?;
        let mut spent = Spent::default();
        let (tested, own) = timed(|| -> Result<Vec<Verdict>, Failure> {
            let mut verdicts = Vec::new();
            for subject in grow(seeds, config)? {
                for backend in std::iter::once(&self.unoptimised).chain(&self.optimised) {
                    let ask = self.ask(backend, &scratch);
                    verdicts.push(ask.test(&subject, Form::Readable, &mut spent)?);
                }
            }
            Ok(verdicts)
        });
        tested?;
        result.plain.add(own, spent);
        Ok(())
    }

    fn ask<'a>(&'a self, backend: &'a Backend, scratch: &'a Scratch) -> Ask<'a> {
        Ask {
            backend,
            scratch,
            compiler: &self.compiler,
            program: &self.program,
        }
    }
}

fn grow(seeds: &[u64], config: &GenConfig) -> Result<Vec<MirSubject>, Unsound> {
    seeds.iter().map(|seed| from_seed(*seed, config)).collect()
}

/// Processor time, in seconds.
#[derive(Clone, Copy, Default)]
struct Cost {
    own: f64,
    compilers: Duration,
    programs: Duration,
}

impl Cost {
    fn add(&mut self, own: f64, spent: Spent) {
        self.own += own;
        self.compilers += spent.compilers;
        self.programs += spent.programs;
    }

    fn total(&self) -> f64 {
        self.own + (self.compilers + self.programs).as_secs_f64()
    }

    fn record(&self, programs: u64, statements: u64) -> PipelineCost {
        PipelineCost {
            cpu_seconds: self.total(),
            own_cpu_seconds: self.own,
            compiler_cpu_seconds: self.compilers.as_secs_f64(),
            program_cpu_seconds: self.programs.as_secs_f64(),
            programs_per_cpu_second: programs as f64 / self.total(),
            statements_per_cpu_second: statements as f64 / self.total(),
        }
    }
}

/// What was measured with programs of one size.
struct Measured {
    size: usize,
    programs: u64,
    /// Those that are executed, each once.
    statements: u64,
    largest: usize,
    splits: u32,
    disagreements: u64,
    ours: Cost,
    plain: Cost,
}

impl Measured {
    fn new(size: usize) -> Measured {
        Measured {
            size,
            programs: 0,
            statements: 0,
            largest: 0,
            splits: 0,
            disagreements: 0,
            ours: Cost::default(),
            plain: Cost::default(),
        }
    }

    fn speedup(&self) -> f64 {
        self.plain.total() / self.ours.total()
    }
}

/// The share of our way's processor time that is spent inside of compilers.
fn compiler_share<'a>(results: impl IntoIterator<Item = &'a Measured>) -> f64 {
    let (mut inside, mut all) = (0.0, 0.0);
    for result in results {
        inside += result.ours.compilers.as_secs_f64();
        all += result.ours.total();
    }
    inside / all
}

fn show(results: &[Measured], backends: &[Backend]) {
    let backends: Vec<String> = backends.iter().map(Backend::name).collect();
    if wants_json() {
        let sizes = results.iter().map(|result| PipelineSize {
            size: result.size,
            programs: result.programs,
            statements: result.statements,
            largest_batch: result.largest,
            splits: result.splits,
            disagreements: result.disagreements,
            speedup: result.speedup(),
            compiler_share: compiler_share([result]),
            batched: result.ours.record(result.programs, result.statements),
            plain: result.plain.record(result.programs, result.statements),
        });
        let speedups = results.iter();
        return json(Pipeline {
            backends,
            compiler_share: compiler_share(results),
            sizes: sizes.collect(),
            speedups: speedups
                .map(|result| (format!("speedup_{}", result.size), result.speedup()))
                .collect(),
        });
    }
    let head = [
        "size",
        "programs",
        "statements executed",
        "a CPU second",
        "the plain way",
        "times",
        "inside compilers",
        "largest batch",
    ];
    let mut rows = vec![head.map(str::to_owned).to_vec()];
    for result in results {
        let rate = |cost: &Cost| {
            let (programs, statements) = (result.programs as f64, result.statements as f64);
            let time = cost.total();
            format!(
                "{:.1} programs, {:.0} statements",
                programs / time,
                statements / time
            )
        };
        rows.push(vec![
            result.size.to_string(),
            result.programs.to_string(),
            result.statements.to_string(),
            rate(&result.ours),
            rate(&result.plain),
            format!("{:.1}", result.speedup()),
            format!("{:.1} %", compiler_share([result]) * 100.0),
            result.largest.to_string(),
        ]);
    }
    line(table(&rows).trim_end());
    note(format_args!(
        "{:.1} % of the processor time is spent inside of compilers ({})",
        compiler_share(results) * 100.0,
        backends.join(", ")
    ));
}
