//! Functions of LLVM's tests before and after `opt`: does every result do what its function does?
//!
//! Each function is taken out of its file with everything that it needs, and executed on inputs that are found for it. `opt` gets
//! many functions in one call, with the options of the RUN lines of their files or others.

mod batch;
mod keep;
mod known;
mod plan;
mod transform;

use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use kvant_llvm::dialect::Version;
use kvant_llvm_gen::corpus::is_pipeline;
use kvant_record::bench::{
    RefinedFailure, RefinedFinding, RefinedFunctions, RefinedGroup, RefinedRun, RefinedSeconds,
    Refinement,
};
use kvant_toolchain::drivers::llvm::Opt;
use kvant_toolchain::{Cancel, Limits, ToolError};

use self::batch::{Campaign, Difference, Fate, Outcome};
use self::known::Known;
use self::plan::{Batch, Without};
use crate::{Error, Tell, timed};

pub(crate) use self::plan::module_files;

/// The tests and the optimisers.
pub struct Refine {
    /// The folder of the tests.
    pub folder: PathBuf,
    /// A folder of tests whose functions are left out.
    pub without: Option<PathBuf>,
    /// The optimisers.
    pub opts: Vec<Opt>,
    /// The pipelines; `own` for those of the RUN lines.
    pub passes: Vec<String>,
    /// Number of inputs for each function.
    pub inputs: usize,
    /// The seed.
    pub seed: u64,
    /// Number of functions that are drawn; all if it is none.
    pub sample: Option<usize>,
    /// The folder for findings, if they are to be kept.
    pub keep: Option<PathBuf>,
    /// The list of known findings.
    pub known: Option<PathBuf>,
    /// Number of threads.
    pub jobs: usize,
}

/// The stack of a thread: types and constants may be nested.
const STACK: usize = 64 << 20;

/// Transforms and judges the functions.
pub fn refine(wanted: &Refine, cancel: &Cancel, tell: &mut Tell<'_>) -> Result<Refinement, Error> {
    let known = match &wanted.known {
        Some(path) => known::read(path)?,
        None => Vec::new(),
    };
    let limits = Limits {
        output: 64 << 20,
        ..Limits::for_compiler().cancelled_by(cancel)
    };
    let newest = wanted.opts.iter().max_by_key(|it| it.tool.version);
    let newest = newest.ok_or("there is no `opt`")?;
    let files = module_files(&wanted.folder)?;
    let without = without(wanted, newest, cancel, tell)?;
    let layouts = Mutex::new(HashMap::<String, String>::new());
    let layout_of = |triple: &str| -> Result<String, Error> {
        if let Some(known) = locked(&layouts).get(triple) {
            return Ok(known.clone());
        }
        let layout = transform::layout_of(newest, triple, &limits)?;
        locked(&layouts).insert(triple.to_owned(), layout.clone());
        Ok(layout)
    };
    let mut seconds = RefinedSeconds::default();
    let looks = in_parallel(wanted.jobs, files.len(), "files read", tell, |n| {
        if cancel.is_cancelled() {
            return Err(ToolError::Cancelled.into());
        }
        let (look, seconds) =
            timed(|| plan::look(n, &files[n], &wanted.passes, &without, &layout_of));
        Ok((look?, seconds))
    })?;
    let (mut functions, mut skipped) = (RefinedFunctions::default(), BTreeMap::new());
    let (looks, times): (Vec<_>, Vec<f64>) = looks.into_iter().unzip();
    seconds.look += times.iter().sum::<f64>();
    for look in &looks {
        add(&mut functions, &look.functions);
        for reason in &look.skipped {
            *skipped.entry((*reason).to_owned()).or_default() += 1;
        }
    }
    let batches = plan::batches(looks, wanted.sample, wanted.seed, &mut functions);
    let campaign = Campaign {
        opts: &wanted.opts,
        files: &files,
        folder: &wanted.folder,
        inputs: wanted.inputs,
        seed: wanted.seed,
        keep: wanted.keep.as_deref(),
        limits: &limits,
    };
    let outcomes = in_parallel(wanted.jobs, batches.len(), "batches judged", tell, |n| {
        campaign.run(&batches[n])
    })?;
    let mut table = Table::new(wanted, &known);
    for (batch, outcome) in batches.iter().zip(outcomes) {
        add(&mut functions, &outcome.functions);
        let all = [
            (&mut seconds.extract, outcome.seconds.extract),
            (&mut seconds.text, outcome.seconds.text),
            (&mut seconds.search, outcome.seconds.search),
            (&mut seconds.judge, outcome.seconds.judge),
        ];
        for (sum, part) in all {
            *sum += part;
        }
        table.add(&campaign, batch, outcome);
    }
    let drawn = functions.searched as f64 / (functions.supported as f64).max(1.0);
    let total = seconds.look * drawn.min(1.0)
        + seconds.extract
        + seconds.text
        + seconds.search
        + seconds.judge;
    let judged: u64 = table.runs.iter().map(|run| run.judged).sum();
    let vanished = table.vanished();
    Ok(Refinement {
        opts: wanted
            .opts
            .iter()
            .map(|opt| opt.tool.banner.clone())
            .collect(),
        files: files.len() as u64,
        skipped,
        functions,
        unexpected: table.unexpected,
        vanished,
        groups: table.groups.into_values().collect(),
        runs: table.runs,
        failures: table.failures,
        cpu_seconds: seconds,
        functions_per_cpu_second: judged as f64 / total.max(1e-9),
    })
}

/// The functions that are left out.
fn without(
    wanted: &Refine,
    newest: &Opt,
    cancel: &Cancel,
    tell: &mut Tell<'_>,
) -> Result<Without, Error> {
    let mut without = Without::new(dialect(newest).unwrap_or(Version::FIRST));
    let Some(folder) = &wanted.without else {
        return Ok(without);
    };
    let files = module_files(folder)?;
    for (n, file) in files.iter().enumerate() {
        if cancel.is_cancelled() {
            return Err(ToolError::Cancelled.into());
        }
        let all = files.len();
        tell(format_args!("{n} of {all} files read to be left out"));
        without.add(file)?;
    }
    Ok(without)
}

/// The dialect that an optimiser reads; the last one that is known if it is newer, and none if it is too old.
fn dialect(opt: &Opt) -> Option<Version> {
    let newest = u32::from(Version::LAST.number());
    Version::new(opt.tool.version.min(newest) as u8)
}

/// The value behind a mutex. A thread that panicked ends the benchmark anyway.
fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// Does pieces of work in threads, and returns their results in order. The first error ends it.
fn in_parallel<T: Send>(
    jobs: usize,
    count: usize,
    what: &str,
    tell: &mut Tell<'_>,
    work: impl Fn(usize) -> Result<T, Error> + Sync,
) -> Result<Vec<T>, Error> {
    let next = AtomicUsize::new(0);
    let (sender, receiver) = std::sync::mpsc::channel();
    let mut results: Vec<Option<T>> = (0..count).map(|_| None).collect();
    std::thread::scope(|scope| {
        for _ in 0..jobs.clamp(1, count.max(1)) {
            let (sender, next, work) = (sender.clone(), &next, &work);
            let thread = std::thread::Builder::new().stack_size(STACK);
            let work = move || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    if n >= count {
                        break;
                    }
                    let result = work(n);
                    if result.is_err() {
                        next.store(count, Ordering::Relaxed);
                    }
                    // The receiver is there until all threads have ended.
                    let _ = sender.send((n, result));
                }
            };
            thread.spawn_scoped(scope, work)?;
        }
        drop(sender);
        let mut error = None;
        for (done, (n, result)) in receiver.into_iter().enumerate() {
            tell(format_args!("{} of {count} {what}", done + 1));
            match result {
                Ok(result) => results[n] = Some(result),
                Err(first) => error = error.or(Some(first)),
            }
        }
        error.map_or(Ok(()), Err)
    })?;
    Ok(results.into_iter().flatten().collect())
}

/// Adds the counts of one part.
fn add(all: &mut RefinedFunctions, part: &RefinedFunctions) {
    for (sum, part) in [
        (&mut all.seen, part.seen),
        (
            &mut all.without_target_intrinsics,
            part.without_target_intrinsics,
        ),
        (&mut all.supported, part.supported),
        (&mut all.left_out, part.left_out),
        (&mut all.duplicates, part.duplicates),
        (&mut all.searched, part.searched),
        (&mut all.defined, part.defined),
        (&mut all.half_executed, part.half_executed),
        (&mut all.blocks, part.blocks),
        (&mut all.blocks_reached, part.blocks_reached),
        (&mut all.inputs, part.inputs),
    ] {
        *sum += part;
    }
    for (sums, part) in [
        (&mut all.refused, &part.refused),
        (&mut all.stops, &part.stops),
    ] {
        for (reason, count) in part {
            *sums.entry(reason.clone()).or_default() += count;
        }
    }
}

/// The counts and findings of all batches.
struct Table<'t> {
    wanted: &'t Refine,
    known: &'t [Known],
    /// For each line of the list: judged, and seen.
    seen: Vec<(bool, bool)>,
    runs: Vec<RefinedRun>,
    groups: BTreeMap<(usize, String, String, Option<String>), RefinedGroup>,
    failures: Vec<RefinedFailure>,
    unexpected: u64,
}

impl<'t> Table<'t> {
    fn new(wanted: &'t Refine, known: &'t [Known]) -> Table<'t> {
        let runs = wanted.opts.iter().flat_map(|opt| {
            wanted.passes.iter().map(|passes| RefinedRun {
                opt: opt.name(),
                passes: passes.clone(),
                functions: 0,
                beyond: 0,
                options_refused: 0,
                gone: 0,
                judged: 0,
                verdicts: BTreeMap::new(),
                silences: BTreeMap::new(),
            })
        });
        Table {
            wanted,
            known,
            seen: vec![(false, false); known.len()],
            runs: runs.collect(),
            groups: BTreeMap::new(),
            failures: Vec::new(),
            unexpected: 0,
        }
    }

    fn add(&mut self, campaign: &Campaign<'_>, batch: &Batch, outcome: Outcome) {
        for (test, way, fate) in outcome.fates {
            let test = &batch.tests[test];
            let pipeline = &batch.key.pipelines[way.pipeline];
            let run = &mut self.runs[way.opt * self.wanted.passes.len() + pipeline.asked];
            run.functions += 1;
            let opt = &self.wanted.opts[way.opt];
            let options = pipeline.options.join(" ");
            let file = campaign.file_name(test.file);
            let judged = match fate {
                Fate::Beyond => {
                    run.beyond += 1;
                    continue;
                }
                Fate::OptionsRefused => {
                    run.options_refused += 1;
                    continue;
                }
                Fate::Gone => {
                    run.gone += 1;
                    continue;
                }
                Fate::Failed(failure) => {
                    self.failures.push(RefinedFailure {
                        opt: opt.name(),
                        options,
                        file,
                        function: test.function.clone(),
                        failure,
                    });
                    continue;
                }
                Fate::Judged(judged) => judged,
            };
            let verdict = judged.verdict().to_owned();
            if !matches!(&*verdict, "silent" | "disputed") {
                run.judged += 1;
            }
            *run.verdicts.entry(verdict).or_default() += 1;
            for (reason, count) in &judged.silences {
                *run.silences.entry(reason.clone()).or_default() += count;
            }
            let difference = judged.difference;
            let mut reason = None;
            for (line, seen) in self.known.iter().zip(&mut self.seen) {
                if !line.is_about(&file, &test.function, &options, opt.tool.version) {
                    continue;
                }
                seen.0 = true;
                let is_one = |it: &Difference| it.class != batch::UNDEF_ONLY;
                if difference.as_ref().is_some_and(is_one) {
                    seen.1 = true;
                    reason = Some(line.reason.clone());
                }
            }
            let Some(difference) = difference else {
                continue;
            };
            if reason.is_none() && difference.class != batch::UNDEF_ONLY {
                self.unexpected += 1;
            }
            let passes = pipeline.options.iter();
            let passes = passes.filter(|it| is_pipeline(it));
            let passes = passes.cloned().collect::<Vec<_>>().join(" ");
            let key = (
                way.opt,
                passes.clone(),
                difference.class.clone(),
                difference.rule.clone(),
            );
            let group = self.groups.entry(key).or_insert_with(|| RefinedGroup {
                opt: opt.name(),
                passes,
                class: difference.class,
                rule: difference.rule,
                findings: Vec::new(),
            });
            group.findings.push(RefinedFinding {
                file,
                function: test.function.clone(),
                options,
                input: difference.kind.name().to_owned(),
                known: reason,
                kept: difference.kept,
            });
        }
    }

    /// The lines of the list whose function was judged without the difference.
    fn vanished(&self) -> Vec<String> {
        let lines = self.known.iter().zip(&self.seen);
        let lines = lines.filter(|(_, seen)| **seen == (true, false));
        lines.map(|(line, _)| line.text.clone()).collect()
    }
}
