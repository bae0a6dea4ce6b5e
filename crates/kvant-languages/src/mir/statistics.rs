//! Statistics on MIR programs: which parts of them are executed and live, and which proposals were refused.

use std::collections::BTreeMap;
use std::ops::Range;

use kvant_campaign::{Section, Survey, Unsound};
use kvant_generate::Tally;
use kvant_mir_gen::{Feature, GenConfig, Grown, Stats, assess, sort_of};
use kvant_record::Record;
use kvant_record::listing::{self, Assignments, Construct, FailedSeed};
use kvant_toolchain::Cancel;

use super::{Growth, grown_from_seed};
use crate::survey::all_seeds;

/// Maximum number of rows of a long section.
const MOST_ROWS: usize = 12;

/// Collects statistics on the programs of many seeds.
pub(super) fn survey(
    seeds: Range<u64>,
    config: &GenConfig,
    cancel: &Cancel,
    progress: &mut dyn FnMut(usize),
) -> Survey {
    let first = seeds.start;
    let mut sum = Sum::default();
    let look = |seed| look_at(seed, config);
    let failures = all_seeds(seeds, cancel, progress, &look, &mut |look| sum.add(&look));
    sum.sort();
    Survey {
        programs: sum.programs,
        sections: sum.sections(failures.len()),
        json: Record::json(sum.record(first, &failures)),
        failures,
    }
}

/// The figures of one program.
struct Look {
    statements: usize,
    steps: u64,
    observes: bool,
    executed: f64,
    live: f64,
    live_runs: f64,
    features: Vec<Feature>,
    stats: Stats,
    /// The executed assignments, by their sort and by the construct that wrote them.
    sorts: BTreeMap<&'static str, Fate>,
    constructs: BTreeMap<&'static str, Fate>,
}

/// Counts of executed assignments.
#[derive(Clone, Copy, Default)]
struct Fate {
    executed: u64,
    /// Assignments of which no execution is live.
    dead: u64,
    /// Assignments whose result is never read.
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

/// Grows, verifies and assesses one program. Every failure here is a fault of Kvant.
fn look_at(seed: u64, config: &GenConfig) -> Result<Look, Unsound> {
    let ours = |problem| Unsound { seed, problem };
    let (subject, growth) = grown_from_seed(seed, config)?;
    let Growth {
        features: drawn,
        stats,
        authors,
    } = growth;
    let health = assess(&subject.program, &authors)
        .map_err(|stop| ours(format!("with recording, the program {stop}")))?;
    if (health.steps, health.observations) != (stats.steps, subject.trace.observations.len()) {
        return Err(ours(
            "with recording, the program makes other observations".to_owned(),
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
        // A feature that was not drawn is only in the text as a part of others.
        features: (health.features.into_iter())
            .filter(|feature| drawn.contains(feature))
            .collect(),
        stats,
        sorts,
        constructs,
    })
}

/// Sums over all programs.
#[derive(Default)]
struct Sum {
    programs: usize,
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

    /// The share of the programs in which a feature is live.
    fn feature_share(&self, feature: Feature) -> f64 {
        let live = self.features.get(&feature).copied().unwrap_or(0);
        live as f64 / self.programs.max(1) as f64
    }

    fn record(&self, seed: u64, failures: &[Unsound]) -> listing::Stats {
        let features = Feature::ALL.iter();
        let features = features.map(|it| (it.name().to_owned(), self.feature_share(*it)));
        let failed = failures.iter().map(|it| FailedSeed {
            seed: it.seed,
            error: it.to_string(),
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
        listing::Stats {
            seed,
            programs: self.programs,
            failures: failures.len(),
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
            grown: listing::Grown {
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

    fn sections(&self, failures: usize) -> Vec<Section> {
        let spread = |values: &[f64]| {
            let ends = [values.first(), values.last()].map(|end| end.copied().unwrap_or(0.0));
            let middle = percent(median(values));
            format!("{middle}  ({} to {})", percent(ends[0]), percent(ends[1]))
        };
        let number = |values: &[f64]| format!("{:.0}", median(values));
        let accepted = self.stats.accepted as f64 / self.stats.proposed.max(1) as f64;
        let row = |name: &str, value: String| vec![name.to_owned(), value];
        let rows = vec![
            row("programs", self.programs.to_string()),
            row("failures", failures.to_string()),
            row("observing", self.observing.to_string()),
            row("executed", spread(&self.executed)),
            row("live", spread(&self.live)),
            row("live executions", spread(&self.live_runs)),
            row("statements", number(&self.statements)),
            row("steps", number(&self.steps)),
            row("accepted", percent(accepted)),
        ];
        let title = String::new();
        let mut sections = vec![Section { title, rows }];
        let mut add = |title: &str, rows: Vec<Vec<String>>| {
            let title = title.to_owned();
            sections.push(Section { title, rows });
        };
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
        add(
            "dead assignments, by the construct that wrote them",
            fate_rows(fates),
        );
        let rows = self.constructs().map(|(name, tally, _)| {
            let share = tally.written as f64 / tally.begun.max(1) as f64;
            vec![
                percent(share),
                name.to_owned(),
                format!("{} of {}", tally.written, tally.begun),
            ]
        });
        add("constructs that were written", rows.collect());
        let mut refused: Vec<_> = self.stats.refused.iter().collect();
        refused.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        refused.truncate(MOST_ROWS);
        let refused = refused.iter();
        let refused = refused.map(|(rule, count)| vec![count.to_string(), (*rule).to_string()]);
        add("refused most often", refused.collect());
        sections
    }

    /// Every construct by its name, with the number of times that it was written and the fate of its assignments.
    fn constructs(&self) -> impl Iterator<Item = (&'static str, Tally, Fate)> {
        let tallies = self.stats.constructs.iter();
        tallies.map(|(name, tally)| {
            let fate = self.constructs.get(name).copied().unwrap_or_default();
            (*name, *tally, fate)
        })
    }
}

/// Rows of assignments, the ones with the largest dead share first.
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

/// The median of sorted values.
fn median(sorted: &[f64]) -> f64 {
    sorted.get(sorted.len() / 2).copied().unwrap_or(0.0)
}

fn percent(share: f64) -> String {
    format!("{:5.1} %", share * 100.0)
}
