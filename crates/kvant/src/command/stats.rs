//! `kvant gen --stats`: how healthy the programs of many seeds are.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use kvant_mir_gen::{Feature, GenConfig, Grown, Stats, Tally, assess, sort_of};
use kvant_record::program::{self, Assignments, Construct, FailedSeed};
use kvant_toolchain::Cancel;

use super::seeds_from;
use crate::cli::Gen;
use crate::interrupt::on_interrupt;
use crate::mir::{Growth, grown_from_seed};
use crate::progress::Progress;
use crate::report::{BAD, DIM, Ended, Found, json, note, table, text, wants_json};

/// How many rows of what is too long to show are shown.
const MOST_ROWS: usize = 12;

pub(super) fn execute(arguments: &Gen, config: &GenConfig) -> Ended {
    let cancel = on_interrupt()?;
    let seeds = seeds_from(arguments.first_seed(), arguments.looks())?;
    let looks = look_at_all(seeds, config, &cancel);
    let mut sum = Sum::default();
    for (seed, look) in looks {
        match look {
            Ok(look) => sum.add(&look),
            Err(failure) => sum.failures.push((seed, failure)),
        }
    }
    sum.sort();
    if cancel.is_cancelled() {
        let seen = sum.programs + sum.failures.len();
        note(format_args!(
            "stopped after {seen} of {} programs",
            arguments.looks()
        ));
    }
    match wants_json() {
        true => json(sum.record(arguments.first_seed())),
        false => text(&sum.show()),
    }
    Ok(match sum.failures.is_empty() {
        true => Found::Fine,
        false => Found::BadNews,
    })
}

/// What is remembered of one program.
struct Look {
    statements: usize,
    steps: u64,
    observes: bool,
    executed: f64,
    live: f64,
    live_runs: f64,
    features: Vec<Feature>,
    stats: Stats,
    /// What became of the executed assignments, by their sort and by who wrote them.
    sorts: BTreeMap<&'static str, Fate>,
    constructs: BTreeMap<&'static str, Fate>,
}

/// What became of executed assignments.
#[derive(Clone, Copy, Default)]
struct Fate {
    executed: u64,
    /// Those of which no execution is live.
    dead: u64,
    /// Those whose result nobody ever reads.
    unread: u64,
}

impl Fate {
    fn add(&mut self, other: Fate) {
        self.executed += other.executed;
        self.dead += other.dead;
        self.unread += other.unread;
    }

    fn dead_share(self) -> f64 {
        self.dead as f64 / self.executed.max(1) as f64
    }
}

/// Looks at every program, on all cores. What comes back is in the order of the seeds.
fn look_at_all(
    seeds: Range<u64>,
    config: &GenConfig,
    cancel: &Cancel,
) -> BTreeMap<u64, Result<Look, String>> {
    let (next, count) = (AtomicU64::new(seeds.start), seeds.end - seeds.start);
    let cores = thread::available_parallelism().map_or(1, usize::from) as u64;
    let mut looks = BTreeMap::new();
    let mut progress = Progress::new();
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..cores.min(count) {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                while !cancel.is_cancelled() {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    if sender.send((seed, look_at(seed, config))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (seed, look) in receiver {
            looks.insert(seed, look);
            progress.show(|| format!("{} of {count} programs", looks.len()));
        }
    });
    progress.clear();
    looks
}

/// Grows, verifies and assesses one program. Whatever goes wrong here is ours.
fn look_at(seed: u64, config: &GenConfig) -> Result<Look, String> {
    let looked = catch_unwind(AssertUnwindSafe(|| look_closely(seed, config)));
    looked.unwrap_or_else(|_| Err(format!("seed {seed}: the generator panicked")))
}

fn look_closely(seed: u64, config: &GenConfig) -> Result<Look, String> {
    let (subject, growth) = grown_from_seed(seed, config)?;
    let Growth {
        features: drawn,
        stats,
        authors,
    } = growth;
    let health = assess(&subject.program, &authors)
        .map_err(|stop| format!("seed {seed}: under watch, the program {stop}"))?;
    if (health.steps, health.observations) != (stats.steps, subject.trace.observations.len()) {
        return Err(format!(
            "seed {seed}: under watch, the program does something else"
        ));
    }
    let authors: BTreeMap<_, _> = authors.iter().map(|a| (a.at, a.construct)).collect();
    let (mut sorts, mut constructs) = (BTreeMap::new(), BTreeMap::new());
    for each in &health.assignments {
        let fate = Fate {
            executed: 1,
            dead: u64::from(each.live == 0),
            unread: u64::from(each.read == 0),
        };
        let construct = authors.get(&each.at).copied().unwrap_or("entry");
        for (fates, name) in [
            (&mut sorts, sort_of(&subject.program, each.at)),
            (&mut constructs, construct),
        ] {
            fates.entry(name).or_insert_with(Fate::default).add(fate);
        }
    }
    Ok(Look {
        statements: health.statements,
        steps: health.steps,
        observes: health.observations > 0,
        executed: health.executed_share(),
        live: health.live_share(),
        live_runs: health.live_run_share(),
        // What was written for other reasons is not what the switch is for.
        features: (health.features.into_iter())
            .filter(|feature| drawn.contains(feature))
            .collect(),
        stats,
        sorts,
        constructs,
    })
}

/// What was seen in all programs together.
#[derive(Default)]
struct Sum {
    programs: usize,
    failures: Vec<(u64, String)>,
    observing: usize,
    executed: Vec<f64>,
    live: Vec<f64>,
    live_runs: Vec<f64>,
    statements: Vec<f64>,
    steps: Vec<f64>,
    features: BTreeMap<Feature, usize>,
    stats: Stats,
    sorts: BTreeMap<&'static str, Fate>,
    constructs: BTreeMap<&'static str, Fate>,
}

impl Sum {
    fn add(&mut self, look: &Look) {
        self.programs += 1;
        self.observing += usize::from(look.observes);
        self.executed.push(look.executed);
        self.live.push(look.live);
        self.live_runs.push(look.live_runs);
        self.statements.push(look.statements as f64);
        self.steps.push(look.steps as f64);
        for feature in &look.features {
            *self.features.entry(*feature).or_default() += 1;
        }
        add_stats(&mut self.stats, &look.stats);
        for (sum, fates) in [
            (&mut self.sorts, &look.sorts),
            (&mut self.constructs, &look.constructs),
        ] {
            for (name, fate) in fates {
                sum.entry(name).or_default().add(*fate);
            }
        }
    }

    fn sort(&mut self) {
        for values in [
            &mut self.executed,
            &mut self.live,
            &mut self.live_runs,
            &mut self.statements,
            &mut self.steps,
        ] {
            values.sort_by(f64::total_cmp);
        }
    }

    /// In what share of the programs a feature is live.
    fn feature_share(&self, feature: Feature) -> f64 {
        let live = self.features.get(&feature).copied().unwrap_or(0);
        live as f64 / self.programs.max(1) as f64
    }

    fn record(&self, seed: u64) -> program::Stats {
        let features = Feature::ALL.iter();
        let features = features.map(|it| (it.name().to_owned(), self.feature_share(*it)));
        let failed = self.failures.iter().map(|(seed, error)| FailedSeed {
            seed: *seed,
            error: error.clone(),
        });
        let constructs = self.constructs().map(|(name, tally, fate)| {
            let construct = Construct {
                begun: tally.begun,
                written: tally.written,
                assignments: fate.executed,
                dead: fate.dead,
                unread: fate.unread,
            };
            (name.to_owned(), construct)
        });
        let assignments = self.sorts.iter().map(|(name, fate)| {
            let assignments = Assignments {
                executed: fate.executed,
                dead: fate.dead,
                unread: fate.unread,
            };
            ((*name).to_owned(), assignments)
        });
        let Grown {
            loops,
            late_arms,
            decoys,
            repeated_calls,
            recursive_calls,
        } = self.stats.grown;
        let refused = self.stats.refused.iter();
        program::Stats {
            seed,
            programs: self.programs,
            failures: self.failures.len(),
            failed: failed.collect(),
            observing: self.observing,
            executed_share: median(&self.executed),
            executed_share_min: self.executed.first().copied(),
            executed_share_max: self.executed.last().copied(),
            live_share: median(&self.live),
            live_share_min: self.live.first().copied(),
            live_share_max: self.live.last().copied(),
            live_run_share: median(&self.live_runs),
            median_statements: median(&self.statements),
            median_steps: median(&self.steps),
            features: features.collect(),
            proposed: self.stats.proposed,
            accepted: self.stats.accepted,
            refused: refused.map(|(rule, n)| ((*rule).to_owned(), *n)).collect(),
            steps: self.stats.steps,
            undone_steps: self.stats.undone_steps,
            grown: program::Grown {
                loops,
                late_arms,
                decoys,
                repeated_calls,
                recursive_calls,
            },
            constructs: constructs.collect(),
            assignments: assignments.collect(),
        }
    }

    fn show(&self) -> String {
        let spread = |values: &[f64]| {
            let ends = [values.first(), values.last()].map(|end| end.copied().unwrap_or(0.0));
            let middle = percent(median(values));
            format!("{middle}  ({} to {})", percent(ends[0]), percent(ends[1]))
        };
        let number = |values: &[f64]| format!("{:.0}", median(values));
        let accepted = self.stats.accepted as f64 / self.stats.proposed.max(1) as f64;
        let row = |name: &str, value: String| vec![name.to_owned(), value];
        let mut shown = table(&[
            row("programs", self.programs.to_string()),
            row("failures", self.failures.len().to_string()),
            row("observing", self.observing.to_string()),
            row("executed", spread(&self.executed)),
            row("live", spread(&self.live)),
            row("live executions", spread(&self.live_runs)),
            row("statements", number(&self.statements)),
            row("steps", number(&self.steps)),
            row("accepted", percent(accepted)),
        ]);
        let mut add = |title: &str, rows: Vec<Vec<String>>| {
            if !rows.is_empty() {
                let _ = write!(shown, "\n{DIM}{title}{DIM:#}\n{}", table(&rows));
            }
        };
        let failures = self.failures.iter();
        let failures = failures.map(|(_, error)| vec![format!("{BAD}{error}{BAD:#}")]);
        add("what went wrong", failures.collect());
        let mut features: Vec<(f64, &str)> = Feature::ALL
            .iter()
            .map(|feature| (self.feature_share(*feature), feature.name()))
            .collect();
        features.sort_by(|a, b| b.0.total_cmp(&a.0));
        let features = features.iter();
        let features = features.map(|(share, name)| vec![percent(*share), (*name).to_owned()]);
        add("programs in which a feature is live", features.collect());
        let fates = self.sorts.iter().map(|(name, fate)| (*name, *fate));
        add("executed assignments that are dead", fate_rows(fates));
        let fates = self.constructs.iter().map(|(name, fate)| (*name, *fate));
        add("the same, by who wrote them", fate_rows(fates));
        let rows = self.constructs().map(|(name, tally, _)| {
            let share = tally.written as f64 / tally.begun.max(1) as f64;
            vec![
                percent(share),
                name.to_owned(),
                format!("{} of {}", tally.written, tally.begun),
            ]
        });
        add("constructs that came to be written", rows.collect());
        let mut refused: Vec<_> = self.stats.refused.iter().collect();
        refused.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        refused.truncate(MOST_ROWS);
        let refused = refused.iter();
        let refused = refused.map(|(rule, count)| vec![count.to_string(), (*rule).to_string()]);
        add("refused most often", refused.collect());
        shown
    }

    /// Every construct by its name, how often it was written, and what became of what it wrote.
    fn constructs(&self) -> impl Iterator<Item = (&'static str, Tally, Fate)> {
        let tallies = self.stats.constructs.iter();
        tallies.map(|(name, tally)| {
            let fate = self.constructs.get(name).copied().unwrap_or_default();
            (*name, *tally, fate)
        })
    }
}

/// What became of assignments, those of which most are dead first.
fn fate_rows(fates: impl Iterator<Item = (&'static str, Fate)>) -> Vec<Vec<String>> {
    let mut fates: Vec<_> = fates.collect();
    fates.sort_by(|a, b| b.1.dead_share().total_cmp(&a.1.dead_share()));
    let fates = fates.iter();
    let row = |(name, fate): &(&str, Fate)| {
        vec![
            percent(fate.dead_share()),
            (*name).to_owned(),
            format!("{} of {}", fate.dead, fate.executed),
            format!("{} never read", fate.unread),
        ]
    };
    fates.map(row).collect()
}

fn add_stats(sum: &mut Stats, other: &Stats) {
    sum.proposed += other.proposed;
    sum.accepted += other.accepted;
    sum.steps += other.steps;
    sum.undone_steps += other.undone_steps;
    for (rule, count) in &other.refused {
        *sum.refused.entry(rule).or_default() += count;
    }
    for (name, tally) in &other.constructs {
        let of = sum.constructs.entry(name).or_default();
        of.begun += tally.begun;
        of.written += tally.written;
    }
    let (grown, more) = (&mut sum.grown, other.grown);
    grown.loops += more.loops;
    grown.late_arms += more.late_arms;
    grown.decoys += more.decoys;
    grown.repeated_calls += more.repeated_calls;
    grown.recursive_calls += more.recursive_calls;
}

/// The middle one of sorted values.
fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

fn percent(share: f64) -> String {
    format!("{:5.1} %", share * 100.0)
}
