//! `kvant selftest --reduce`: whether the bugs of canaries are made small, named, and told apart.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kvant_campaign::investigate::Investigator;
use kvant_campaign::ledger::StoreLedger;
use kvant_campaign::store::{BackendKey, CampaignKey, Store};
use kvant_campaign::{
    Analysis, BackendSet, Campaign, End, Event, FollowedUp, Form, Kind, Subject, Unmade,
};
use kvant_languages::mir::from_seed;
use kvant_mir_gen::GenConfig;
use kvant_record::AnalysisSummary;
use kvant_record::command::{CanaryFinding, CanaryReduced, SelftestReduce};
use kvant_toolchain::{Backend, OptLevel, Toolchains};

use super::{PATIENCE, Test, all_references};
use crate::bisection;
use crate::canary::Canary;
use crate::report::{
    BAD, DIM, Ended, Failure, Found, GOOD, json, line, note, readable, thousands, wants_json,
};

/// So many statements are enough to show what a canary does.
const MOST_STATEMENTS: usize = 12;

/// And so many functions.
const MOST_FUNCTIONS: usize = 2;

/// How much processor time one finding may take.
const BUDGET: Duration = Duration::from_mins(30);

/// Tries canaries: each gets a large program and a small one, and all of them one store.
pub(super) fn execute(
    test: &Test,
    canaries: &[Canary],
    jobs: NonZero<usize>,
    size: usize,
) -> Ended {
    let (able, unable): (Vec<Canary>, Vec<Canary>) = canaries
        .iter()
        .partition(|canary| reason(**canary).is_none());
    if !wants_json() {
        for canary in unable {
            let why = reason(canary).unwrap_or_default();
            note(format_args!(
                "{DIM}{} is left out: {why}{DIM:#}",
                canary.name()
            ));
        }
    }
    let store = Mutex::new(Store::open(&test.scratch.path().join("store"))?);
    let trials = test.all(
        &able,
        jobs,
        |canary| one(test, canary, size, &store),
        |trial: &Trial| {
            if !wants_json() {
                trial.show();
            }
        },
    )?;
    if test.cancel.is_cancelled() {
        return Err("interrupted: this says nothing about the rest".into());
    }
    let store = store.into_inner().unwrap_or_else(PoisonError::into_inner);
    let bugs = bugs(&store)?;
    let mixed = mixed(&trials, &bugs);
    let failed = trials.iter().filter(|trial| trial.complaint().is_some());
    let failed = failed.count() + mixed.len();
    if wants_json() {
        json(SelftestReduce {
            toolchain: test.real.name.clone(),
            canaries: trials.iter().map(|trial| trial.record(&bugs)).collect(),
            mixed,
            failed,
        });
        return Ok(ended(failed));
    }
    for complaint in &mixed {
        line(format_args!("{BAD}failed{BAD:#}  {complaint}"));
    }
    match failed {
        0 => line(format_args!(
            "{GOOD}the bugs of all {} canaries were made small and told apart{GOOD:#}",
            trials.len()
        )),
        _ => line(format_args!(
            "{BAD}{failed} of {} failed{BAD:#}",
            trials.len()
        )),
    }
    Ok(ended(failed))
}

fn ended(failed: usize) -> Found {
    match failed {
        0 => Found::Fine,
        _ => Found::BadNews,
    }
}

/// Why what a canary does cannot be made smaller, if it cannot.
fn reason(canary: Canary) -> Option<&'static str> {
    match canary {
        Canary::Honest => Some("there is nothing to find"),
        Canary::Flaky => Some("it does not stay with anything"),
        Canary::Crowded => Some("it is right about each program alone"),
        _ => None,
    }
}

/// What came of one canary.
struct Trial {
    canary: Canary,
    /// The findings, with what they were found to be.
    found: BTreeMap<i64, Kind>,
    followed: BTreeMap<i64, FollowedUp>,
    /// How often something was found.
    occurrences: u64,
    end: End,
}

impl Trial {
    fn analyses(&self) -> impl Iterator<Item = &Analysis> {
        self.followed
            .values()
            .filter_map(|followed| match followed {
                FollowedUp::Investigated { analysis, .. } => Some(&**analysis),
                FollowedUp::Presumed(_) | FollowedUp::Failed(_) => None,
            })
    }

    /// What is not as it should be, if anything.
    fn complaint(&self) -> Option<String> {
        if !matches!(self.end, End::Complete) {
            return Some(format!(
                "the campaign did not come to its end: {:?}",
                self.end
            ));
        }
        if self.occurrences < 2 {
            return Some(format!("found {} times instead of twice", self.occurrences));
        }
        let expected = self.canary.expected();
        if let Some(other) = self.found.values().find(|kind| Some(**kind) != expected) {
            return Some(format!("found as {}", other.name()));
        }
        for number in self.found.keys() {
            match self.followed.get(number) {
                Some(FollowedUp::Investigated { analysis, .. }) => {
                    if let Some(complaint) = self.not_good_enough(analysis) {
                        return Some(complaint);
                    }
                }
                Some(FollowedUp::Presumed(_)) => return Some("not looked at".to_owned()),
                Some(FollowedUp::Failed(why)) => return Some(why.to_string()),
                None => return Some("nobody followed it up".to_owned()),
            }
        }
        None
    }

    fn not_good_enough(&self, analysis: &Analysis) -> Option<String> {
        let size = analysis.size;
        if !analysis.is_smallest {
            return Some("the budget was not enough".to_owned());
        }
        if size.statements > MOST_STATEMENTS || size.functions > MOST_FUNCTIONS {
            return Some(format!(
                "{} statements in {} functions are left",
                size.statements, size.functions
            ));
        }
        let pass = self.canary.culprit()?;
        let culprit = analysis.culprit.as_ref();
        let mut passes = culprit.iter().flat_map(|culprit| &culprit.passes);
        let named = passes.any(|named| named.split(' ').any(|word| word == pass));
        let culprit = culprit.map(ToString::to_string).unwrap_or_default();
        (!named).then(|| format!("the culprit is {pass} and not `{culprit}`"))
    }

    fn show(&self) {
        let name = self.canary.name();
        if let Some(complaint) = self.complaint() {
            return line(format_args!("{BAD}failed{BAD:#}  {name:<18}{complaint}"));
        }
        let sizes = self.analyses().map(|analysis| {
            let from = thousands(analysis.original.statements as u64);
            let (to, functions) = (analysis.size.statements, analysis.size.functions);
            format!("{from} to {to} in {functions}")
        });
        let sizes = sizes.collect::<Vec<_>>().join(", ");
        let calls: u64 = self.analyses().map(|analysis| analysis.calls).sum();
        let spent = self.analyses().map(|analysis| analysis.spent).sum();
        let culprit = self.analyses().next();
        let culprit = culprit.and_then(|analysis| analysis.culprit.as_ref());
        let culprit = culprit.map(ToString::to_string);
        line(format_args!(
            "{GOOD}ok{GOOD:#}      {name:<18}{sizes:<32}{DIM}{calls} compilations, {} CPU; {}{DIM:#}",
            readable(spent),
            culprit.as_deref().unwrap_or("no pass named"),
        ));
    }

    fn record(&self, bugs: &BTreeMap<i64, i64>) -> CanaryReduced {
        let findings = self.analyses().map(AnalysisSummary::from);
        let findings = findings.map(|analysis| CanaryFinding {
            original_statements: analysis.original.statements,
            statements: analysis.size.statements,
            functions: analysis.size.functions,
            symptom: analysis.symptom,
            culprit: analysis.culprit.unwrap_or_default(),
            shape: analysis.shape,
            lifted: analysis.is_lifted,
            calls: analysis.calls,
            cpu_seconds: analysis.cpu_seconds,
        });
        CanaryReduced {
            canary: self.canary.name(),
            complaint: self.complaint(),
            occurrences: self.occurrences,
            bugs: self.bugs(bugs).into_iter().collect(),
            findings: findings.collect(),
        }
    }

    /// The bugs that its findings are.
    fn bugs(&self, bugs: &BTreeMap<i64, i64>) -> BTreeSet<i64> {
        let numbers = self.found.keys();
        numbers
            .map(|number| *bugs.get(number).unwrap_or(number))
            .collect()
    }
}

/// Which bug each finding is.
fn bugs(store: &Store) -> Result<BTreeMap<i64, i64>, Failure> {
    let mut bugs = BTreeMap::new();
    for bug in store.bugs()? {
        bugs.extend(bug.findings.iter().map(|number| (*number, bug.finding.id)));
    }
    Ok(bugs)
}

/// Canaries with more than one bug, and bugs of more than one canary.
fn mixed(trials: &[Trial], bugs: &BTreeMap<i64, i64>) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut whose: BTreeMap<i64, Canary> = BTreeMap::new();
    for trial in trials {
        let (name, own) = (trial.canary.name(), trial.bugs(bugs));
        if own.len() > 1 {
            complaints.push(format!("{name} was held to be {} bugs", own.len()));
        }
        for bug in own {
            if let Some(other) = whose.insert(bug, trial.canary) {
                complaints.push(format!(
                    "{name} and {} were held to be one bug",
                    other.name()
                ));
            }
        }
    }
    complaints
}

/// A campaign against one canary, with a large program and a small one that it misbehaves on.
fn one(test: &Test, canary: Canary, size: usize, store: &Mutex<Store>) -> Result<Trial, Failure> {
    let false_one = test.installed(canary)?;
    let both = [false_one.clone(), test.real.clone()];
    let backends = vec![Backend::build(false_one, OptLevel::O3)];
    let mut set = BackendSet::new(backends, all_references(&both), &test.cancel);
    (set.compiler, set.program) = test.limits();
    let known = Toolchains::default();
    let mut investigator = Investigator::new(&known, both.to_vec(), bisection::files, &test.cancel);
    (investigator.compiler, investigator.program) = test.limits();
    investigator.budget = Some(BUDGET);
    investigator.jobs = NonZero::<usize>::MIN;
    let programs = programs(test, canary, size)?;
    let keys: Vec<BackendKey> = set.backends.iter().map(BackendKey::of).collect();
    let seeds = 0..programs.len() as u64;
    let campaign = Campaign {
        investigator: Some(&investigator),
        batch: NonZero::new(1),
        reductions: store
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .reductions(),
        ..Campaign::new(set, seeds, &test.cancel)
    };
    let key = CampaignKey {
        config: canary.name(),
        ..CampaignKey::default()
    };
    let begun = store
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .begin(&key, &keys, 0);
    let session = begun?;
    let ledger = StoreLedger::new(store, &session).map_err(|error| error.to_string())?;
    let maker = |n: u64| {
        let (seed, config) = &programs[n as usize];
        let made = from_seed(*seed, config).map_err(|unsound| Unmade(unsound.to_string()));
        made.map(|subject| Box::new(subject) as Box<dyn Subject>)
    };
    let (mut found, mut followed) = (BTreeMap::new(), BTreeMap::new());
    let mut occurrences = 0;
    let ended = campaign.run(&ledger, &maker, &mut |event| match event {
        Event::Found(seen) => {
            occurrences += 1;
            found.insert(seen.1.finding, seen.0.kind);
        }
        Event::FollowedUp(number, what) => _ = followed.insert(*number, (**what).clone()),
        _ => {}
    });
    Ok(Trial {
        canary,
        found,
        followed,
        occurrences,
        end: ended.end,
    })
}

/// The seeds of a large program and of a small one that a canary misbehaves on, and how they are made.
fn programs(test: &Test, canary: Canary, size: usize) -> Result<Vec<(u64, GenConfig)>, Failure> {
    let dialect = test.real.dialect();
    let mut programs = Vec::new();
    // The same program on two of them would be one finding.
    let own = canary as u64 * 2 * PATIENCE;
    for (first, statements) in [(own, size..=size + size / 5), (own + PATIENCE, 200..=400)] {
        let config = GenConfig::default().sized(statements);
        let mut seeds = first..first + PATIENCE;
        let seed = loop {
            let Some(seed) = seeds.next() else {
                let name = canary.name();
                return Err(format!("no program has what {name} misbehaves on").into());
            };
            let subject = from_seed(seed, &config)?;
            let large = subject.size().statements >= *config.statements.start();
            if large && canary.affects(&subject.text(Form::Fast, Some(&dialect)))? {
                break seed;
            }
        };
        programs.push((seed, config));
    }
    Ok(programs)
}
