//! The ledger of rechecks: bugs of a store, and the answers of compilers about them.

use std::ops::Range;
use std::sync::Mutex;

use super::{Done, Lease, Ledger, LedgerError, Receipt, Wanted, Work};
use crate::VerdictKind;
use crate::campaign::locked;
use crate::store::Store;

/// A store as the ledger of one process that rechecks bugs. Open leases are released when it is dropped.
pub struct RecheckLedger<'a> {
    store: &'a Mutex<Store>,
    /// The open leases.
    held: Mutex<Vec<i64>>,
}

impl<'a> RecheckLedger<'a> {
    /// The ledger of this process.
    pub fn new(store: &'a Mutex<Store>) -> RecheckLedger<'a> {
        RecheckLedger {
            store,
            held: Mutex::default(),
        }
    }
}

impl Drop for RecheckLedger<'_> {
    /// Releases the leases that were not finished: the process failed before.
    fn drop(&mut self) {
        for lease in locked(&self.held).drain(..) {
            // If this fails, the lease expires.
            let _ = locked(self.store).release_recheck(lease);
        }
    }
}

impl Ledger for RecheckLedger<'_> {
    fn claim(&self, wanted: &Wanted<'_>) -> Result<Option<Lease>, LedgerError> {
        let Wanted::Recheck { bugs } = wanted else {
            return Ok(None);
        };
        let mut store = locked(self.store);
        for bug in *bugs {
            let evidence = store.evidence(*bug)?;
            if let Some(id) = store.claim_recheck(*bug)? {
                locked(&self.held).push(id);
                let work = Work::Recheck(evidence);
                return Ok(Some(Lease { id, work }));
            }
        }
        Ok(None)
    }

    fn heartbeat(&self) -> Result<(), LedgerError> {
        Ok(locked(self.store).extend(&locked(&self.held))?)
    }

    fn finish(&self, lease: &Lease, done: &Done) -> Result<Receipt, LedgerError> {
        if let (Work::Recheck(evidence), Done::Rechecked(answers)) = (&lease.work, done) {
            locked(self.store).rechecked(lease.id, evidence.bug, answers)?;
            locked(&self.held).retain(|id| *id != lease.id);
        }
        Ok(Receipt::Noted)
    }

    fn release(&self, lease: &Lease, _: Option<&Range<u64>>) -> Result<(), LedgerError> {
        locked(self.store).release_recheck(lease.id)?;
        locked(&self.held).retain(|id| *id != lease.id);
        Ok(())
    }

    fn suspect(&self, _: u64, _: &str, _: VerdictKind) -> Result<(), LedgerError> {
        Ok(())
    }

    fn pending(&self, _: &Wanted<'_>) -> Result<usize, LedgerError> {
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use kvant_record::{Moment, Recheck};
    use tempfile::TempDir;

    use super::super::StoreLedger;
    use super::super::local::tests::{begun, find};
    use super::*;

    /// One process at a time rechecks a bug, and its answers are recorded once.
    #[test]
    fn bugs_are_leased() {
        let folder = TempDir::new().unwrap();
        let (store, session) = begun(&folder);
        let bug = find(&StoreLedger::new(&store, &session).unwrap(), "");
        let wanted = Wanted::Recheck { bugs: &[bug] };
        let (first, second) = (RecheckLedger::new(&store), RecheckLedger::new(&store));
        let lease = first.claim(&wanted).unwrap().unwrap();
        let Work::Recheck(evidence) = &lease.work else {
            panic!("{lease:?}");
        };
        assert_eq!(evidence.backend.name(), "bad-O3");
        assert!(second.claim(&wanted).unwrap().is_none());

        first.release(&lease, None).unwrap();
        let lease = second.claim(&wanted).unwrap().unwrap();
        assert!(first.claim(&wanted).unwrap().is_none());
        let answer = Recheck {
            toolchain: "good".to_owned(),
            release: "1.2.3".to_owned(),
            identity: String::new(),
            verdict: VerdictKind::Agrees,
            shows: false,
            at: Moment::default(),
        };
        let done = Done::Rechecked(vec![answer]);
        for _ in 0..2 {
            second.finish(&lease, &done).unwrap();
            let bug = locked(&store).bug(bug).unwrap().unwrap();
            assert_eq!(bug.rechecked.len(), 1);
        }
        // A lease that is not extended expires.
        let _dead = first.claim(&wanted).unwrap().unwrap();
        first.heartbeat().unwrap();
        assert!(second.claim(&wanted).unwrap().is_none());
        locked(&store).expire_all();
        assert!(second.claim(&wanted).unwrap().is_some());
        assert!(first.claim(&Wanted::Recheck { bugs: &[99] }).is_err());
        // The leases of a process that fails are free at once.
        assert!(first.claim(&wanted).unwrap().is_none());
        drop(second);
        assert!(first.claim(&wanted).unwrap().is_some());
    }
}
