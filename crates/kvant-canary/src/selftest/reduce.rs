//! Reduction of canaries' findings: programs must become small, passes must be named, and bugs must be separate.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZero;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kvant_campaign::investigate::Investigator;
use kvant_campaign::ledger::StoreLedger;
use kvant_campaign::store::{BackendKey, Store};
use kvant_campaign::{
    Analysis, BackendSet, Campaign, End, Event, FollowedUp, Form, Kind, Subject, Unmade,
    all_references,
};
use kvant_languages::mir::from_seed;
use kvant_mir_gen::GenConfig;
use kvant_record::command::{CanaryFinding, CanaryReduced, SelftestReduce};
use kvant_record::{AnalysisSummary, CampaignLanguage, CampaignRecord};
use kvant_toolchain::{Backend, OptLevel, Toolchains};

use super::{PATIENCE, Selftest, Told};
use crate::{Canary, Error};

/// Most statements that a reduced program may have.
const MOST_STATEMENTS: usize = 12;

/// Most functions that a reduced program may have.
const MOST_FUNCTIONS: usize = 2;

/// Processor time for one finding.
const BUDGET: Duration = Duration::from_mins(30);

impl Canary {
    /// The reason why [`Selftest::reduce`] leaves this canary out.
    pub fn not_reduced(self) -> Option<&'static str> {
        match self {
            Canary::Honest => Some("it has no fault"),
            Canary::Flaky => Some("its fault is not reproducible"),
            Canary::Crowded => Some("its fault shows only in batches"),
            _ => None,
        }
    }
}

impl Selftest {
    /// Runs a campaign with reduction against each canary, with a program of `size` statements and a small one. All of them share
    /// a store. The `bugs` of results that are told are empty: they are known when all campaigns have ended.
    pub fn reduce(
        &self,
        canaries: &[Canary],
        size: usize,
        tell: &mut dyn FnMut(Told<'_, CanaryReduced>),
    ) -> Result<SelftestReduce, Error> {
        let mut canaries = canaries.to_vec();
        canaries.retain(|canary| canary.not_reduced().is_none());
        let store = Mutex::new(Store::open(&self.scratch.path().join("store"))?);
        let one = |canary| one(self, canary, size, &store);
        let trials = self.all(&canaries, one, &mut |told: Told<'_, Trial>| match told {
            Told::Waiting(finished) => tell(Told::Waiting(finished)),
            Told::Tried(trial) => tell(Told::Tried(&trial.result)),
        })?;
        let store = store.into_inner().unwrap_or_else(PoisonError::into_inner);
        let bugs = bugs(&store)?;
        let canaries: Vec<CanaryReduced> = trials.into_iter().map(|it| it.with(&bugs)).collect();
        let mixed = mixed(&canaries);
        let failed = canaries.iter().filter(|result| result.complaint.is_some());
        Ok(SelftestReduce {
            toolchain: self.real.name.clone(),
            failed: failed.count() + mixed.len(),
            canaries,
            mixed,
        })
    }
}

/// The result of one canary before findings are grouped into bugs.
struct Trial {
    /// The numbers of the findings.
    findings: BTreeSet<i64>,
    result: CanaryReduced,
}

impl Trial {
    /// The result with the bug of each finding.
    fn with(self, bugs: &BTreeMap<i64, i64>) -> CanaryReduced {
        let bug = |finding| *bugs.get(finding).unwrap_or(finding);
        let bugs: BTreeSet<i64> = self.findings.iter().map(bug).collect();
        CanaryReduced {
            bugs: bugs.into_iter().collect(),
            ..self.result
        }
    }
}

/// The events of one campaign.
struct Seen {
    canary: Canary,
    /// Findings with their kinds.
    found: BTreeMap<i64, Kind>,
    followed: BTreeMap<i64, FollowedUp>,
    occurrences: u64,
}

impl Seen {
    fn trial(self, end: &End) -> Trial {
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
        Trial {
            result: CanaryReduced {
                canary: self.canary.name().to_owned(),
                complaint: self.complaint(end),
                occurrences: self.occurrences,
                bugs: Vec::new(),
                findings: findings.collect(),
            },
            findings: self.found.into_keys().collect(),
        }
    }

    fn analyses(&self) -> impl Iterator<Item = &Analysis> {
        self.followed
            .values()
            .filter_map(|followed| match followed {
                FollowedUp::Investigated { analysis, .. } => Some(&**analysis),
                FollowedUp::Presumed(_) | FollowedUp::Failed(_) => None,
            })
    }

    /// The first deviation from the expected result.
    fn complaint(&self, end: &End) -> Option<String> {
        if !matches!(end, End::Complete) {
            return Some(format!("the campaign did not finish: {end:?}"));
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
                None => return Some("it was not followed up".to_owned()),
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
}

/// The bug of each finding.
fn bugs(store: &Store) -> Result<BTreeMap<i64, i64>, Error> {
    let mut bugs = BTreeMap::new();
    for bug in store.bugs()? {
        bugs.extend(bug.findings.iter().map(|number| (*number, bug.finding.id)));
    }
    Ok(bugs)
}

/// Complaints about canaries with more than one bug, and about bugs of more than one canary.
fn mixed(results: &[CanaryReduced]) -> Vec<String> {
    let mut complaints = Vec::new();
    let mut owners: BTreeMap<i64, &str> = BTreeMap::new();
    for CanaryReduced { canary, bugs, .. } in results {
        if bugs.len() > 1 {
            let count = bugs.len();
            complaints.push(format!(
                "the findings of {canary} were grouped into {count} bugs"
            ));
        }
        for bug in bugs {
            if let Some(other) = owners.insert(*bug, canary) {
                complaints.push(format!(
                    "the findings of {canary} and {other} were grouped into one bug"
                ));
            }
        }
    }
    complaints
}

/// A campaign against one canary, with a large program and a small one that it misbehaves on.
fn one(test: &Selftest, canary: Canary, size: usize, store: &Mutex<Store>) -> Result<Trial, Error> {
    let false_one = test.installed(canary)?;
    let both = [false_one.clone(), test.real.clone()];
    let backends = vec![Backend::build(false_one, OptLevel::O3)];
    let mut set = BackendSet::new(backends, all_references(&both), &test.cancel);
    (set.compiler, set.program) = test.limits();
    let known = Toolchains::default();
    // The files that describe a bisection would go with the store.
    let describe = |_: &str, _: &_, _: &_| Vec::new();
    let mut investigator = Investigator::new(&known, both.to_vec(), describe, &test.cancel);
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
    let record = CampaignRecord {
        languages: vec![CampaignLanguage {
            language: canary.name().to_owned(),
            ..CampaignLanguage::default()
        }],
        old: None,
    };
    let begun = store
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .begin(&record, &keys, 0);
    let session = begun?;
    let ledger = StoreLedger::new(store, &session).map_err(|error| error.to_string())?;
    let maker = |n: u64| {
        let (seed, config) = &programs[n as usize];
        let made = from_seed(*seed, config).map_err(|unsound| Unmade(unsound.to_string()));
        made.map(|subject| Box::new(subject) as Box<dyn Subject>)
    };
    let mut seen = Seen {
        canary,
        found: BTreeMap::new(),
        followed: BTreeMap::new(),
        occurrences: 0,
    };
    let ended = campaign.run(&ledger, &maker, &mut |event| match event {
        Event::Found(found) => {
            seen.occurrences += 1;
            seen.found.insert(found.1.finding, found.0.kind);
        }
        Event::FollowedUp(number, what) => _ = seen.followed.insert(*number, (**what).clone()),
        _ => {}
    });
    Ok(seen.trial(&ended.end))
}

/// The seeds of a large program and of a small one that a canary misbehaves on, with their configurations.
fn programs(test: &Selftest, canary: Canary, size: usize) -> Result<Vec<(u64, GenConfig)>, Error> {
    let dialect = test.real.dialect();
    let mut programs = Vec::new();
    // The same program on two canaries would be one finding.
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
