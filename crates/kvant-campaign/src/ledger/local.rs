//! The ledger of one machine: a store.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Mutex;

use kvant_record::Backend;

use super::{Case, Done, Lease, Ledger, LedgerError, Receipt, Test, Wanted, Work};
use crate::campaign::locked;
use crate::store::{self, BackendKey, Fingerprinted, Session, Store, Unexplained};
use crate::{Verdict, VerdictKind};

/// A store as the ledger of one session of a campaign. It has no rechecks, which belong to no campaign.
pub struct StoreLedger<'a> {
    store: &'a Mutex<Store>,
    session: &'a Session,
    /// The highest number of a finding when the session began.
    before: i64,
    /// Number of analyses of a finding in this session that did not come to an end.
    attempts: Mutex<BTreeMap<i64, u32>>,
    /// Findings whose confirmation failed in this session.
    not_confirmable: Mutex<BTreeSet<i64>>,
}

/// After so many findings with one fingerprint turned out to be one bug, the rest of them are presumed to be that, too.
const ENOUGH: u64 = 3;

/// A finding is analysed so often at most in one session. Only the smallest program says whether two findings are one bug, so it
/// is worth more than one budget; but some never get there.
const ATTEMPTS: u32 = 6;

impl<'a> StoreLedger<'a> {
    /// The ledger of a session.
    pub fn new(
        store: &'a Mutex<Store>,
        session: &'a Session,
    ) -> Result<StoreLedger<'a>, LedgerError> {
        let findings = locked(store).findings(None)?;
        Ok(StoreLedger {
            store,
            session,
            before: findings.iter().map(|finding| finding.id).max().unwrap_or(0),
            attempts: Mutex::default(),
            not_confirmable: Mutex::default(),
        })
    }

    /// Findings to analyse, in their order: findings that count, then the fewest attempts, then findings of this session before
    /// those that earlier ones left over, perhaps for a reason.
    fn waiting(&self, backends: &[BackendKey]) -> Result<Vec<Case>, LedgerError> {
        let unexplained = locked(self.store).unexplained(self.session.campaign)?;
        let attempts = locked(&self.attempts);
        let tried = |finding: i64| attempts.get(&finding).copied().unwrap_or_default();
        let mut cases: Vec<Case> = unexplained
            .iter()
            .filter(|found| tried(found.finding) < ATTEMPTS)
            .filter_map(|found| case(found, |it| backends.iter().any(|own| own.name == it.name())))
            .collect();
        cases.sort_by_key(|case| {
            let is_old = case.finding <= self.before;
            let (counts, tried) = (case.kind.counts(), tried(case.finding));
            (!counts, tried, is_old, case.finding)
        });
        Ok(cases)
    }
}

/// The case of a finding, if the worker has one of its failing backends.
fn case(found: &Unexplained, has: impl Fn(&Backend) -> bool) -> Option<Case> {
    let shown = found.record.failing().into_iter().find(|shown| {
        let alone = !matches!(shown.verdict, Verdict::OnlyInBatch(_));
        alone && has(&shown.backend)
    })?;
    let (backend, verdict) = (shown.backend.name(), shown.verdict.clone());
    Some(Case {
        finding: found.finding,
        kind: found.kind,
        fingerprint: found.fingerprint.clone(),
        seed: found.seed,
        backend,
        verdict,
        likely: None,
    })
}

/// The bug that one more finding with a fingerprint is presumed to be: of those with the fingerprint enough were analysed, and
/// nearly all of them are that. Now and then one is analysed all the same, each time after twice as many: two bugs may have
/// one fingerprint.
fn likely(known: &Fingerprinted) -> Option<i64> {
    let (bug, times) = *known.bugs.first()?;
    let all: u64 = known.bugs.iter().map(|(_, times)| times).sum();
    let nearly_all = 4 * times >= 3 * all;
    (times >= ENOUGH && nearly_all && !known.findings.is_power_of_two()).then_some(bug)
}

impl Ledger for StoreLedger<'_> {
    fn claim(&self, wanted: &Wanted<'_>) -> Result<Option<Lease>, LedgerError> {
        match *wanted {
            Wanted::Test { within, most, rule } => {
                let mut store = locked(self.store);
                let Some(lease) = store.claim(self.session, within, most, rule)? else {
                    return Ok(None);
                };
                // If this fails, the next call does.
                let suspects = store.suspects(self.session, &lease.seeds);
                Ok(Some(Lease {
                    id: lease.id,
                    work: Work::Test(Test {
                        seeds: lease.seeds,
                        backends: lease.backends,
                        suspects: suspects.unwrap_or_default(),
                    }),
                }))
            }
            Wanted::Confirm { backends } => {
                let mut found = locked(self.store).unconfirmed(self.session)?;
                found.retain(|found| !locked(&self.not_confirmable).contains(&found.finding));
                let has = |it: &Backend| {
                    let (name, version) = (it.name(), &it.toolchain.verbose);
                    let is = |own: &BackendKey| own.name == name && own.identity == *version;
                    backends.iter().any(is)
                };
                for case in found.iter().filter_map(|found| case(found, has)) {
                    let mut store = locked(self.store);
                    if let Some(id) = store.claim_finding(self.session, "confirm", case.finding)? {
                        let work = Work::Confirm(case);
                        return Ok(Some(Lease { id, work }));
                    }
                }
                Ok(None)
            }
            Wanted::Reduce { backends } => {
                for mut case in self.waiting(backends)? {
                    let mut store = locked(self.store);
                    if let Some(id) = store.claim_finding(self.session, "reduce", case.finding)? {
                        case.likely = likely(&store.fingerprinted(&case.fingerprint)?);
                        let work = Work::Reduce(case);
                        return Ok(Some(Lease { id, work }));
                    }
                }
                Ok(None)
            }
            Wanted::Recheck { .. } => Ok(None),
        }
    }

    fn heartbeat(&self) -> Result<(), LedgerError> {
        Ok(locked(self.store).heartbeat(self.session)?)
    }

    fn finish(&self, lease: &Lease, done: &Done) -> Result<Receipt, LedgerError> {
        let mut store = locked(self.store);
        match (&lease.work, done) {
            (Work::Test(test), Done::Tested(seeds, results)) => {
                let held = store::Lease {
                    id: lease.id,
                    seeds: test.seeds.clone(),
                    backends: test.backends.clone(),
                };
                let recorded = store.finish(self.session, &held, seeds, results)?;
                Ok(Receipt::Recorded(recorded))
            }
            (Work::Confirm(case), Done::Confirmed(confirmation)) => {
                store.confirm(self.session, lease.id, case.finding, confirmation)?;
                Ok(Receipt::Noted)
            }
            (Work::Reduce(case), Done::Analysed(analysis)) => {
                let same = store.keep_and_group(case.finding, case.kind, analysis)?;
                store.release_finding(self.session, lease.id)?;
                if !analysis.is_smallest && same.is_none() {
                    *locked(&self.attempts).entry(case.finding).or_default() += 1;
                }
                Ok(Receipt::SameAs(same))
            }
            (Work::Reduce(case), Done::Presumed(bug)) => {
                store.presume(case.finding, *bug)?;
                store.release_finding(self.session, lease.id)?;
                Ok(Receipt::SameAs(Some(*bug)))
            }
            (Work::Confirm(case), _) => {
                locked(&self.not_confirmable).insert(case.finding);
                store.release_finding(self.session, lease.id)?;
                Ok(Receipt::Noted)
            }
            (Work::Reduce(case), _) => {
                locked(&self.attempts).insert(case.finding, ATTEMPTS);
                store.release_finding(self.session, lease.id)?;
                Ok(Receipt::Noted)
            }
            (Work::Test(_) | Work::Recheck(_), _) => Ok(Receipt::Noted),
        }
    }

    fn release(&self, lease: &Lease, seeds: Option<&Range<u64>>) -> Result<(), LedgerError> {
        let mut store = locked(self.store);
        match &lease.work {
            Work::Test(test) => {
                let held = store::Lease {
                    id: lease.id,
                    seeds: test.seeds.clone(),
                    backends: test.backends.clone(),
                };
                store.release(self.session, &held, seeds.unwrap_or(&test.seeds))?;
            }
            Work::Confirm(_) | Work::Reduce(_) => store.release_finding(self.session, lease.id)?,
            Work::Recheck(_) => {}
        }
        Ok(())
    }

    fn suspect(&self, seed: u64, backend: &str, verdict: VerdictKind) -> Result<(), LedgerError> {
        Ok(locked(self.store).suspect(self.session, seed, backend, verdict)?)
    }

    fn pending(&self, wanted: &Wanted<'_>) -> Result<usize, LedgerError> {
        match wanted {
            Wanted::Test { .. } | Wanted::Confirm { .. } | Wanted::Recheck { .. } => Ok(0),
            Wanted::Reduce { backends } => Ok(self.waiting(backends)?.len()),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use kvant_record::{
        BatchResults, CampaignRecord, NewFinding, OptLevel, Outcome, Request, Toolchain,
    };

    use tempfile::TempDir;

    use super::*;
    use crate::store::Rule;
    use crate::{Analysis, Kind};

    /// A store with a campaign of one backend.
    pub(in crate::ledger) fn begun(folder: &TempDir) -> (Mutex<Store>, Session) {
        let store = Mutex::new(Store::open(folder.path()).unwrap());
        let session = begin(&store);
        (store, session)
    }

    /// Another session of that campaign.
    fn begin(store: &Mutex<Store>) -> Session {
        let session = locked(store).begin(&CampaignRecord::default(), &[bad("")], 0);
        session.unwrap()
    }

    /// The backend, with this version of its compiler.
    fn bad(identity: &str) -> BackendKey {
        BackendKey {
            name: "bad-O3".to_owned(),
            identity: identity.to_owned(),
            request: Request::build(OptLevel::O3),
        }
    }

    /// Tests a seed that has a finding.
    pub(in crate::ledger) fn find(ledger: &StoreLedger<'_>, fingerprint: &str) -> i64 {
        let wanted = Wanted::Test {
            within: &(0..1000),
            most: 1,
            rule: Rule::Fresh,
        };
        let lease = ledger.claim(&wanted).unwrap().unwrap();
        let Work::Test(Test { seeds, .. }) = &lease.work else {
            panic!("{lease:?}");
        };
        let outcome = Outcome {
            backend: Backend {
                toolchain: Toolchain {
                    name: "bad".to_owned(),
                    ..Toolchain::default()
                },
                request: Request::build(OptLevel::O3),
            },
            verdict: Verdict::ProgramHang,
            again: Vec::new(),
        };
        let results = BatchResults {
            programs: 1,
            findings: vec![NewFinding {
                finding: kvant_record::Finding {
                    name: String::new(),
                    kind: Kind::WrongValue,
                    signature: format!("program {}", seeds.start),
                    outcomes: vec![outcome],
                    failing: vec![0],
                    suspects: Vec::new(),
                },
                fingerprint: fingerprint.to_owned(),
                seed: seeds.start,
                headline: String::new(),
                files: vec![("program.c".to_owned(), String::new())],
            }],
            ..BatchResults::default()
        };
        let done = Done::Tested(seeds.clone(), results);
        match ledger.finish(&lease, &done).unwrap() {
            Receipt::Recorded(recorded) => recorded[0].finding,
            other => panic!("{other:?}"),
        }
    }

    /// A finding that used its budget waits behind those without an attempt, for a limited number of attempts.
    #[test]
    fn what_is_not_the_smallest_waits_again() {
        let folder = TempDir::new().unwrap();
        let (store, session) = begun(&folder);
        let ledger = StoreLedger::new(&store, &session).unwrap();
        let backends = [bad("")];
        let wanted = Wanted::Reduce {
            backends: &backends,
        };
        let next = || {
            let lease = ledger.claim(&wanted).unwrap()?;
            let Work::Reduce(case) = lease.work.clone() else {
                panic!("{lease:?}");
            };
            Some((lease, case))
        };
        let analysed = |lease: &Lease, is_smallest| {
            let analysis = Analysis {
                is_smallest,
                shape: vec![lease.id.to_string()],
                ..Analysis::default()
            };
            let done = Done::Analysed(Box::new(analysis));
            ledger.finish(lease, &done).unwrap()
        };
        assert!(next().is_none());
        assert_eq!([find(&ledger, ""), find(&ledger, "")], [1, 2]);
        assert_eq!(ledger.pending(&wanted).unwrap(), 2);
        let (first, case) = next().unwrap();
        assert_eq!((case.finding, &*case.backend), (1, "bad-O3"));
        // The first is leased.
        let (second, case) = next().unwrap();
        assert_eq!(case.finding, 2);
        assert!(next().is_none());
        analysed(&first, false);
        analysed(&second, true);
        for _ in 1..ATTEMPTS {
            let (again, case) = next().unwrap();
            assert_eq!(case.finding, 1);
            analysed(&again, false);
        }
        assert!(next().is_none());
        assert_eq!(ledger.pending(&wanted).unwrap(), 0);

        // What failed is not tried again in this session, what was interrupted is, and others have other backends.
        find(&ledger, "");
        let other = Wanted::Reduce { backends: &[] };
        assert!(ledger.claim(&other).unwrap().is_none());
        let (lease, _) = next().unwrap();
        ledger.release(&lease, None).unwrap();
        let (lease, _) = next().unwrap();
        ledger.finish(&lease, &Done::Failed).unwrap();
        assert!(next().is_none());
    }

    /// The same compiler confirms a finding. A confirmation that fails is not tried again in this session. Other findings get
    /// their turn, and the finding can be reduced.
    #[test]
    fn a_failed_confirmation_blocks_nothing() {
        let folder = TempDir::new().unwrap();
        let (store, finds) = begun(&folder);
        let confirms = begin(&store);
        let found = StoreLedger::new(&store, &finds).unwrap();
        assert_eq!([find(&found, ""), find(&found, "")], [1, 2]);
        let [backends, newer] = [[bad("")], [bad("newer")]];
        let confirm = Wanted::Confirm {
            backends: &backends,
        };
        let reduce = Wanted::Reduce { backends: &newer };
        let ledger = StoreLedger::new(&store, &confirms).unwrap();
        // Another version of the compiler may not have the bug, and the answer would be about that version.
        let other = Wanted::Confirm { backends: &newer };
        assert!(ledger.claim(&other).unwrap().is_none());
        for finding in [1, 2] {
            let lease = ledger.claim(&confirm).unwrap().unwrap();
            assert!(matches!(&lease.work, Work::Confirm(case) if case.finding == finding));
            ledger.finish(&lease, &Done::Failed).unwrap();
        }
        assert!(ledger.claim(&confirm).unwrap().is_none());
        assert_eq!(ledger.pending(&reduce).unwrap(), 2);
        assert!(ledger.claim(&reduce).unwrap().is_some());
    }

    #[test]
    fn the_hundredth_occurrence_is_presumed_and_now_and_then_one_is_analysed() {
        let known = |findings, bugs: &[(i64, u64)]| Fingerprinted {
            findings,
            bugs: bugs.to_vec(),
            presumed: 0,
        };
        assert_eq!(likely(&known(3, &[(1, 2)])), None);
        assert_eq!(likely(&known(5, &[(1, 3)])), Some(1));
        assert_eq!(likely(&known(100, &[(1, 7)])), Some(1));
        assert_eq!(likely(&known(128, &[(1, 7)])), None);
        // A stray one does not matter, and two bugs do.
        assert_eq!(likely(&known(100, &[(1, 7), (9, 1)])), Some(1));
        assert_eq!(likely(&known(100, &[(1, 7), (9, 4)])), None);
        let looked_at = (1..1000).filter(|n| likely(&known(*n, &[(1, 3)])).is_none());
        assert_eq!(looked_at.count(), 10);
    }
}
