//! The ledger: workers lease work from it and submit results to it.
//!
//! A worker claims a lease on one piece of work, sends heartbeats, and finishes or releases the lease. A lease without heartbeats
//! expires, so results may arrive twice: finishing is idempotent. The lease contains all input of the work except for the program
//! of a seed and the compilers.
//!
//! The local ledger is a [store](crate::store::Store): a [`StoreLedger`] for a session of a campaign, a [`RecheckLedger`] for bugs
//! of all campaigns.

mod local;
mod rechecks;

use std::fmt;
use std::ops::Range;

use kvant_record::{BatchResults, Confirmation, Recheck, Recorded};

use crate::store::{BackendKey, Evidence, Problem, Rule, StoreError};
use crate::{Analysis, Kind, Verdict, VerdictKind};

pub use local::StoreLedger;
pub use rechecks::RecheckLedger;

/// The source of work and the destination of results.
pub trait Ledger: Sync {
    /// Leases the next piece of work of this kind. `None` if there is none now.
    fn claim(&self, wanted: &Wanted<'_>) -> Result<Option<Lease>, LedgerError>;

    /// Extends all leases of this worker.
    fn heartbeat(&self) -> Result<(), LedgerError>;

    /// Records the results of a lease, all of them or nothing. A second call with the same results changes nothing. Results of an
    /// expired lease are recorded too.
    fn finish(&self, lease: &Lease, done: &Done) -> Result<Receipt, LedgerError>;

    /// Returns unfinished work: all of it, or these seeds of a test.
    fn release(&self, lease: &Lease, seeds: Option<&Range<u64>>) -> Result<(), LedgerError>;

    /// Notes an unconfirmed disagreement about a seed: the name of the backend, and its verdict.
    fn suspect(&self, seed: u64, backend: &str, verdict: VerdictKind) -> Result<(), LedgerError>;

    /// Number of findings that wait for work of this kind.
    fn pending(&self, wanted: &Wanted<'_>) -> Result<usize, LedgerError>;
}

/// A kind of work, and the abilities of the worker.
#[derive(Clone, Copy, Debug)]
pub enum Wanted<'a> {
    /// Programs of seeds through backends.
    Test {
        /// The seeds that may be tested.
        within: &'a Range<u64>,
        /// Maximum number of seeds.
        most: u64,
        /// The seeds among them that count as free.
        rule: Rule,
    },
    /// A finding of another active worker.
    Confirm {
        /// The backends that this worker has. Another version of a compiler may not have its bugs.
        backends: &'a [BackendKey],
    },
    /// A finding whose program is not as small as it can be.
    Reduce {
        /// The backends that this worker has. Another version of a compiler that shows the bug too will do.
        backends: &'a [BackendKey],
    },
    /// A known bug.
    Recheck {
        /// The bugs that may be rechecked.
        bugs: &'a [i64],
    },
}

/// Work that a worker holds.
#[derive(Clone, Debug)]
pub struct Lease {
    /// The number of the lease.
    pub id: i64,
    /// The work.
    pub work: Work,
}

/// A piece of work.
#[derive(Clone, Debug)]
pub enum Work {
    /// Test the programs of seeds.
    Test(Test),
    /// Reproduce a finding of another worker on this machine.
    Confirm(Case),
    /// Reduce the program of a finding, and find its cause. Bisection is part of it: if the culprit of the small program is
    /// not that of the original one, the reduction starts again.
    Reduce(Case),
    /// Test a bug with all suitable compilers of this machine.
    Recheck(Evidence),
}

/// Seeds to test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// The seeds.
    pub seeds: Range<u64>,
    /// The backends that have not tested them, as positions among those of the worker.
    pub backends: Vec<usize>,
    /// Seeds that were in flight when a worker died.
    pub suspects: Vec<u64>,
}

/// A finding to work on.
#[derive(Clone, Debug)]
pub struct Case {
    /// The number of the finding.
    pub finding: i64,
    /// Its kind.
    pub kind: Kind,
    /// Equal for many findings that are one bug, and for few others. Empty if nothing is known.
    pub fingerprint: String,
    /// The seed of its program.
    pub seed: u64,
    /// The failing backend, by name: one that this worker has, with the fewest flags.
    pub backend: String,
    /// The verdict of that backend.
    pub verdict: Verdict,
    /// The bug that it is likely to be, because other findings with its fingerprint are.
    pub likely: Option<i64>,
}

/// Results of a lease.
#[derive(Clone, Debug)]
pub enum Done {
    /// Seeds were tested.
    Tested(Range<u64>, BatchResults),
    /// A finding was tested by another worker.
    Confirmed(Confirmation),
    /// A finding was analysed.
    Analysed(Box<Analysis>),
    /// A finding was not analysed, and is presumed to be this bug.
    Presumed(i64),
    /// A bug was tested with compilers.
    Rechecked(Vec<Recheck>),
    /// The work on a finding failed, and a retry is not worthwhile now.
    Failed,
}

/// The answer to results.
#[derive(Clone, Debug)]
pub enum Receipt {
    /// The findings of a test, in their order.
    Recorded(Vec<Recorded>),
    /// The bug that an analysed finding is, if it is not one of its own.
    SameAs(Option<i64>),
    /// No further data.
    Noted,
}

/// An error of a ledger. The call has changed nothing.
#[derive(Debug)]
pub struct LedgerError {
    /// The cause and the remedy, in words.
    pub message: String,
    /// The reaction of the worker.
    pub remedy: Remedy,
}

/// The reaction of a worker to an error of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Try again after a while.
    Retry,
    /// End.
    End,
}

impl fmt::Display for LedgerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LedgerError {}

impl From<StoreError> for LedgerError {
    fn from(error: StoreError) -> LedgerError {
        LedgerError {
            message: error.to_string(),
            remedy: match error.problem {
                Problem::Replaced => Remedy::End,
                _ => Remedy::Retry,
            },
        }
    }
}
