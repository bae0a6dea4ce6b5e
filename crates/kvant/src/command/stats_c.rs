//! `kvant gen --stats --lang c`: how healthy C programs are, as far as the machine can tell. What compilers make of them is
//! in `kvant bench c`.

use std::collections::BTreeMap;

use kvant_c::CTarget;
use kvant_c_gen::{Feature, GenConfig, Tally, features_of};
use kvant_record::program::StatsC;

use super::seeds_from;
use crate::c::grown_from_seed;
use crate::cli::Gen;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{Ended, Found, error, json, line, table, wants_json};

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

pub(super) fn execute(arguments: &Gen, config: &GenConfig, target: &CTarget) -> Ended {
    let count = arguments.looks();
    let cancel = on_interrupt()?;
    let mut progress = Progress::new();
    let mut sums = Sums::default();
    let mut failures = Vec::new();
    for seed in seeds_from(arguments.first_seed(), count)? {
        if cancel.is_cancelled() {
            break;
        }
        progress.show(|| format!("{} of {count} programs", sums.programs));
        let (subject, growth) = match grown_from_seed(seed, config, target) {
            Ok(grown) => grown,
            Err(why) => {
                failures.push(why);
                continue;
            }
        };
        sums.programs += 1;
        sums.statements += subject.program.statement_count() as u64;
        sums.observations += subject.trace.observations.len() as u64;
        let stats = growth.stats;
        sums.steps += stats.steps;
        sums.undone += stats.undone_steps;
        sums.guards += stats.guards;
        for feature in features_of(&subject.program) {
            *sums.features.entry(feature).or_default() += 1;
        }
        for (rule, n) in stats.refused {
            *sums.refused.entry(rule).or_default() += n;
        }
        for (construct, tally) in stats.constructs {
            let sum = sums.constructs.entry(construct).or_default();
            sum.begun += tally.begun;
            sum.written += tally.written;
        }
    }
    progress.clear();
    match wants_json() {
        true => json(sums.record(&failures)),
        false => sums.show(),
    }
    for why in &failures {
        error(why);
    }
    Ok(match failures.is_empty() {
        true => Found::Fine,
        false => Found::BadNews,
    })
}

impl Sums {
    fn record(&self, failures: &[String]) -> StatsC {
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
            failures: failures.to_vec(),
        }
    }

    fn show(&self) {
        let programs = self.programs.max(1);
        line(format_args!(
            "{} programs: {} statements, {} executed, {} observations and {:.1} guards each",
            self.programs,
            self.statements / programs,
            self.steps / programs,
            self.observations / programs,
            self.guards as f64 / programs as f64,
        ));
        let percent = |n: u64| format!("{:>3} %", 100 * n / programs);
        let of = |f: &Feature| self.features.get(f).copied().unwrap_or(0);
        let rows: Vec<Vec<String>> = Feature::ALL
            .iter()
            .filter(|f| of(f) > 0)
            .map(|f| vec![f.name().to_owned(), percent(of(f))])
            .collect();
        line(format_args!(
            "\nIn how many programs:\n{}",
            table(&rows).trim_end()
        ));
        let rows: Vec<Vec<String>> = self
            .constructs
            .iter()
            .map(|(name, tally)| {
                let tried = format!("{} of {}", tally.written, tally.begun);
                vec![(*name).to_owned(), tried]
            })
            .collect();
        line(format_args!(
            "\nWritten of those begun:\n{}",
            table(&rows).trim_end()
        ));
        let rows: Vec<Vec<String>> = self
            .refused
            .iter()
            .map(|(rule, n)| vec![(*rule).to_owned(), n.to_string()])
            .collect();
        line(format_args!("\nRefused:\n{}", table(&rows).trim_end()));
    }
}
