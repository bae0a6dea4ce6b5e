//! Statistics on C programs that need the machine only. `kvant bench c` measures what compilers make of them.

use std::collections::BTreeMap;
use std::ops::Range;

use kvant_c::CTarget;
use kvant_c_gen::{Feature, GenConfig, Stats, features_of};
use kvant_campaign::{Section, Survey, Unsound};
use kvant_generate::Tally;
use kvant_record::Record;
use kvant_record::listing::StatsC;
use kvant_toolchain::Cancel;

use super::{CSubject, grown_from_seed};
use crate::survey::all_seeds;

/// Grows the programs of many seeds.
pub(super) fn survey(
    seeds: Range<u64>,
    config: &GenConfig,
    target: &CTarget,
    cancel: &Cancel,
    progress: &mut dyn FnMut(usize),
) -> Survey {
    let mut sums = Sums::default();
    let grow = |seed| grown_from_seed(seed, config, target);
    let failures = all_seeds(seeds, cancel, progress, &grow, &mut |(subject, growth)| {
        sums.add(&subject, growth.stats);
    });
    Survey {
        programs: sums.programs as usize,
        sections: sums.sections(),
        json: Record::json(sums.record(&failures)),
        failures,
    }
}

/// Sums over many programs.
#[derive(Default)]
struct Sums {
    programs: u64,
    statements: u64,
    steps: u64,
    undone: u64,
    observations: u64,
    guards: u64,
    features: BTreeMap<Feature, u64>,
    refused: BTreeMap<&'static str, u64>,
    constructs: BTreeMap<&'static str, Tally>,
}

impl Sums {
    fn add(&mut self, subject: &CSubject, stats: Stats) {
        self.programs += 1;
        self.statements += subject.program.statement_count() as u64;
        self.observations += subject.trace.observations.len() as u64;
        self.steps += stats.steps;
        self.undone += stats.undone_steps;
        self.guards += stats.guards;
        for feature in features_of(&subject.program) {
            *self.features.entry(feature).or_default() += 1;
        }
        for (rule, n) in stats.refused {
            *self.refused.entry(rule).or_default() += n;
        }
        for (construct, tally) in stats.constructs {
            let sum = self.constructs.entry(construct).or_default();
            sum.begun += tally.begun;
            sum.written += tally.written;
        }
    }

    fn record(&self, failures: &[Unsound]) -> StatsC {
        let features = self.features.iter();
        let constructs = self.constructs.iter();
        let refused = self.refused.iter();
        StatsC {
            programs: self.programs,
            statements: self.statements,
            observations: self.observations,
            steps: self.steps,
            undone_steps: self.undone,
            guards: self.guards,
            features: features.map(|(f, n)| (f.name().to_owned(), *n)).collect(),
            constructs: constructs
                .map(|(name, tally)| ((*name).to_owned(), [tally.written, tally.begun]))
                .collect(),
            refused: refused.map(|(rule, n)| ((*rule).to_owned(), *n)).collect(),
            failures: failures.iter().map(ToString::to_string).collect(),
        }
    }

    fn sections(&self) -> Vec<Section> {
        let programs = self.programs.max(1);
        let summary = format!(
            "{} programs: {} statements, {} executed, {} observations and {:.1} guards each",
            self.programs,
            self.statements / programs,
            self.steps / programs,
            self.observations / programs,
            self.guards as f64 / programs as f64,
        );
        let percent = |n: u64| format!("{:>3} %", 100 * n / programs);
        let of = |f: &Feature| self.features.get(f).copied().unwrap_or(0);
        let features = Feature::ALL.iter().filter(|f| of(f) > 0);
        let constructs = self.constructs.iter();
        let refused = self.refused.iter();
        let section = |title: &str, rows| Section {
            title: title.to_owned(),
            rows,
        };
        vec![
            section("", vec![vec![summary]]),
            section(
                "Percentage of programs with a feature:",
                features
                    .map(|f| vec![f.name().to_owned(), percent(of(f))])
                    .collect(),
            ),
            section(
                "Constructs written, of those attempted:",
                constructs
                    .map(|(name, tally)| {
                        let tried = format!("{} of {}", tally.written, tally.begun);
                        vec![(*name).to_owned(), tried]
                    })
                    .collect(),
            ),
            section(
                "Refused:",
                refused
                    .map(|(rule, n)| vec![(*rule).to_owned(), n.to_string()])
                    .collect(),
            ),
        ]
    }
}
