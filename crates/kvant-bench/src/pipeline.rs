//! Throughput of tests: programs and statements in a second of processor time, beside a simpler method with the same programs
//! in the same run.
//!
//! Kvant's method is that of `kvant fuzz`: batches, with the usual builds (O3, and O3 with all MIR passes). The plain method is
//! each program alone, with `mir!` and the standard library, with the same builds and its reference, O0. Each method grows the
//! programs itself. A statement counts once for each program in which it is executed at least once. Processor time is that of
//! this process and of all children.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use kvant_campaign::{Ask, BatchSize, Form, Spent, Subject, Unsound, test_batch};
use kvant_languages::mir::{MirSubject, from_seed};
use kvant_mir_gen::{GenConfig, assess};
use kvant_record::bench::{Pipeline, PipelineCost, PipelineSize};
use kvant_toolchain::{Backend, Cancel, Limits, OptLevel, Scratch, Toolchain};

use crate::{Error, Tell, timed};

/// Sizes of programs, with the divisor of the count for each.
const SIZES: [(usize, u64); 2] = [(300, 1), (7_500, 8)];

/// Measures `count` small programs from seed `seed` on, and an eighth as many large ones. `batch` is the number of programs in a
/// batch; without it, each batch is as large as pays.
pub fn pipeline(
    toolchain: &Arc<Toolchain>,
    seed: u64,
    count: u64,
    batch: Option<NonZero<usize>>,
    cancel: &Cancel,
    tell: &mut Tell<'_>,
) -> Result<Pipeline, Error> {
    let bench = Bench {
        unoptimised: Backend::build(Arc::clone(toolchain), OptLevel::O0),
        optimised: toolchain.usual(),
        compiler: Limits::for_compiler().cancelled_by(cancel),
        program: Limits::for_program().cancelled_by(cancel),
    };
    let mut results = Vec::new();
    for (size, share) in SIZES {
        let config = GenConfig::default().sized(size..=size);
        let count = count.div_ceil(share);
        let mut batch = BatchSize::new(batch);
        let mut result = Measured::new(size);
        let mut tested = 0;
        while tested < count {
            tell(format_args!(
                "{tested} of {count} programs of {size} statements"
            ));
            let end = count.min(tested + batch.get() as u64);
            let seeds: Vec<u64> = (tested..end).map(|n| seed.wrapping_add(n)).collect();
            bench.batched(&seeds, &config, &mut batch, &mut result)?;
            bench.plain(&seeds, &config, &mut result)?;
            result.largest = result.largest.max(seeds.len());
            tested = end;
        }
        results.push(result);
    }
    let speedup = |result: &Measured| (format!("speedup_{}", result.size), result.speedup());
    Ok(Pipeline {
        backends: bench.optimised.iter().map(Backend::name).collect(),
        compiler_share: compiler_share(&results),
        sizes: results.iter().map(Measured::record).collect(),
        speedups: results.iter().map(speedup).collect(),
    })
}

struct Bench {
    unoptimised: Backend,
    optimised: Vec<Backend>,
    compiler: Limits,
    program: Limits,
}

impl Bench {
    /// Tests programs of some seeds in one batch, as a campaign does.
    fn batched(
        &self,
        seeds: &[u64],
        config: &GenConfig,
        size: &mut BatchSize,
        result: &mut Measured,
    ) -> Result<(), Error> {
        let scratch = Scratch::new()?;
        let mut spent = Spent::default();
        let (tested, own) = timed(|| -> Result<_, Error> {
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
        // As in a campaign, the slowest backend determines the size of the next batch.
        if let Some(slowest) = all.iter().max_by_key(|batched| batched.longest) {
            size.learn(seeds.len(), slowest);
        }
        result.batched.add(own, spent);
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

    /// Tests each program alone.
    fn plain(&self, seeds: &[u64], config: &GenConfig, result: &mut Measured) -> Result<(), Error> {
        let scratch = Scratch::new()?;
        let mut spent = Spent::default();
        let (tested, own) = timed(|| -> Result<(), Error> {
            for subject in grow(seeds, config)? {
                for backend in std::iter::once(&self.unoptimised).chain(&self.optimised) {
                    let ask = self.ask(backend, &scratch);
                    ask.test(&subject, Form::Readable, &mut spent)?;
                }
            }
            Ok(())
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

/// The measurement of programs of one size.
struct Measured {
    size: usize,
    programs: u64,
    /// Statements that are executed, each counted once.
    statements: u64,
    largest: usize,
    splits: u32,
    disagreements: u64,
    batched: Cost,
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
            batched: Cost::default(),
            plain: Cost::default(),
        }
    }

    fn speedup(&self) -> f64 {
        self.plain.total() / self.batched.total()
    }

    fn record(&self) -> PipelineSize {
        PipelineSize {
            size: self.size,
            programs: self.programs,
            statements: self.statements,
            largest_batch: self.largest,
            splits: self.splits,
            disagreements: self.disagreements,
            speedup: self.speedup(),
            compiler_share: compiler_share([self]),
            batched: self.batched.record(self.programs, self.statements),
            plain: self.plain.record(self.programs, self.statements),
        }
    }
}

/// The share of compilers in the processor time of batches.
fn compiler_share<'a>(results: impl IntoIterator<Item = &'a Measured>) -> f64 {
    let (mut inside, mut all) = (0.0, 0.0);
    for result in results {
        inside += result.batched.compilers.as_secs_f64();
        all += result.batched.total();
    }
    inside / all
}
