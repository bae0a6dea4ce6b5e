//! The long run: leases from the ledger, programs through the backends, results back into the ledger.
//!
//! Workers lease consecutive seeds, enough for a good batch, and record all of their results at once. A worker that is killed
//! in between loses only the batch in flight, and the ledger knows its seeds.

use std::any::Any;
use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZero;
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, SyncSender};
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use kvant_record::{BatchResults, NewFinding, Recorded, TestCount};
use kvant_toolchain::{Cancel, ToolError};

use crate::backend_set::{BackendSet, Examined, Suspicion, Told};
use crate::batch::BatchSize;
use crate::follow_up::{FollowUp, fingerprint};
use crate::investigate::Investigator;
use crate::ledger::{
    Done, Lease, Ledger, LedgerError, Receipt, Remedy, Test, Wanted, Work as LeasedWork,
};
use crate::store::Rule;
use crate::{Finding, Size, Subject};

mod event;
mod suspects;

pub use event::{End, Ended, Event, bounds};
pub use suspects::Remake;

/// Settings and resources of a campaign.
pub struct Campaign<'a> {
    /// The backends under test and the reference backends.
    pub set: BackendSet,
    /// Generates the program of a seed in a child process. Without it, seeds that kill this process are not recognised.
    pub remake: Option<Remake>,
    /// Reduces and bisects new findings. Without it, findings are only recorded. It is cancelled when the time is over, so it
    /// needs a cancellation flag of its own.
    pub investigator: Option<&'a Investigator<'a>>,
    /// Number of batches that are tested at the same time.
    pub jobs: NonZero<usize>,
    /// Number of programs in a batch. `None` adapts it to the compile times.
    pub batch: Option<NonZero<usize>>,
    /// The seeds that may be tested.
    pub seeds: Range<u64>,
    /// The seeds among them that are tested: fresh ones, or all that some backend has not tested.
    pub rule: Rule,
    /// True if earlier sessions of the campaign have recorded tests. Failures are retried then.
    pub proven: bool,
    /// Folder in which reductions keep the answers of compilers.
    pub reductions: PathBuf,
    /// Maximum number of programs to test.
    pub count: Option<u64>,
    /// No new work is begun after this time, and a running investigation is interrupted.
    pub time: Option<Duration>,
    /// Time that batches in flight have after that.
    pub grace: Duration,
    /// Pauses before the first, second, … retry of a step that failed because of this machine.
    pub pauses: Vec<Duration>,
    /// Ends the campaign when it is set.
    pub cancel: Cancel,
}

/// Generates the program of a seed. An error is a bug of the generator.
pub type Maker<'a> = dyn Fn(u64) -> Result<Box<dyn Subject>, Unmade> + Sync + 'a;

/// The reason why a seed has no program: a bug of Kvant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmade(pub String);

impl fmt::Display for Unmade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unmade {}

/// Capacity of the event channel.
const UNREAD: usize = 10_000;

type Sender = SyncSender<Event>;

/// Interval of [`Event::Tick`] while nothing happens.
const TICK: Duration = Duration::from_millis(200);

/// Interval of heartbeats.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// Number of consecutive seeds left out because of this machine after which the campaign ends.
const GIVE_UP: u32 = 3;

impl<'a> Campaign<'a> {
    /// A campaign over fresh seeds with one worker, without analyses, retries and an end.
    pub fn new(set: BackendSet, seeds: Range<u64>, cancel: &Cancel) -> Campaign<'a> {
        Campaign {
            set,
            remake: None,
            investigator: None,
            jobs: NonZero::<usize>::MIN,
            batch: None,
            seeds,
            rule: Rule::Fresh,
            proven: false,
            reductions: PathBuf::new(),
            count: None,
            time: None,
            grace: Duration::ZERO,
            pauses: Vec::new(),
            cancel: cancel.clone(),
        }
    }

    /// Tests programs until there is a reason to end, and reports events.
    pub fn run(
        &self,
        ledger: &dyn Ledger,
        maker: &Maker<'_>,
        tell: &mut dyn FnMut(&Event),
    ) -> Ended {
        let available = self.seeds.end.saturating_sub(self.seeds.start);
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let work = Work {
            campaign: self,
            ledger,
            maker,
            left: Mutex::new(self.count.unwrap_or(u64::MAX).min(available)),
            deadline,
            failed_in_a_row: AtomicU32::new(0),
            recorded: AtomicBool::new(false),
            timed_out: AtomicBool::new(false),
            went_well: AtomicBool::new(self.proven),
            over: AtomicBool::new(false),
            failure: Mutex::new(None),
            in_flight: Mutex::new(Vec::new()),
            follow_up: FollowUp::new(self, ledger, maker, deadline),
        };
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(UNREAD);
            for n in 0..self.jobs.get() {
                let (work, sender) = (&work, sender.clone());
                let worker = thread::Builder::new().name(format!("worker {n}"));
                let run = move || work.run_worker(&sender);
                // One worker is enough.
                if let Err(error) = worker.spawn_scoped(scope, run)
                    && n == 0
                {
                    work.stop(format!("cannot start a thread: {error}"));
                }
            }
            // The channel ends with the last worker.
            drop(sender);
            let mut heard = Instant::now();
            loop {
                work.enforce_deadline();
                if heard.elapsed() >= HEARTBEAT {
                    // If this fails, the next claim fails too and reports it.
                    let _ = ledger.heartbeat();
                    heard = Instant::now();
                }
                match receiver.recv_timeout(TICK) {
                    Ok(event) => tell(&event),
                    Err(RecvTimeoutError::Timeout) => tell(&Event::Tick),
                    Err(RecvTimeoutError::Disconnected) => break,
                }
            }
        });
        let end = match locked(&work.failure).take() {
            Some(end) => end,
            None if work.timed_out.load(Ordering::Relaxed) => End::TimeIsUp,
            None if self.cancel.is_cancelled() => End::Cancelled,
            None if work.is_late() => End::TimeIsUp,
            None => End::Complete,
        };
        let in_flight = std::mem::take(&mut *locked(&work.in_flight));
        let waiting = work.follow_up.as_ref().map_or(0, FollowUp::waiting);
        Ended {
            end,
            in_flight,
            waiting,
        }
    }
}

/// Locks a mutex even if another worker panicked while it held the lock: shared values are consistent between any two
/// statements.
pub(crate) fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

/// State that the workers of a campaign share.
struct Work<'a> {
    campaign: &'a Campaign<'a>,
    ledger: &'a dyn Ledger,
    maker: &'a Maker<'a>,
    /// Number of programs that may still be claimed.
    left: Mutex<u64>,
    deadline: Option<Instant>,
    failed_in_a_row: AtomicU32,
    /// True once a batch of this run is recorded.
    recorded: AtomicBool,
    /// True if the campaign was cancelled because its time is over.
    timed_out: AtomicBool,
    /// True once any run of this campaign has recorded a test: failures are retried from then on.
    went_well: AtomicBool,
    over: AtomicBool,
    failure: Mutex<Option<End>>,
    in_flight: Mutex<Vec<Range<u64>>>,
    follow_up: Option<FollowUp<'a>>,
}

/// The reason why a batch has not been tested.
enum Unfinished {
    Cancelled,
    Replaced(String),
    Failed(String),
    /// A failure with a temporary cause, such as exhausted memory.
    Passing(String),
}

impl From<ToolError> for Unfinished {
    fn from(error: ToolError) -> Unfinished {
        match error {
            ToolError::Cancelled => Unfinished::Cancelled,
            error if error.may_pass() => Unfinished::Passing(error.to_string()),
            error @ ToolError::Replaced { .. } => Unfinished::Replaced(error.to_string()),
            error => Unfinished::Failed(error.to_string()),
        }
    }
}

impl Work<'_> {
    fn is_late(&self) -> bool {
        self.deadline.is_some_and(|end| Instant::now() >= end)
    }

    /// Interrupts work in flight when the time is over: an investigation at once, since it can be resumed; batches after the
    /// grace period, unless nothing has been recorded in this run.
    fn enforce_deadline(&self) {
        let cancelled = self.campaign.cancel.is_cancelled();
        if let Some(investigator) = self.campaign.investigator
            && (cancelled || self.is_late())
        {
            investigator.compiler.cancel.cancel();
            investigator.program.cancel.cancel();
        }
        let overdue = self
            .deadline
            .is_some_and(|end| end.elapsed() >= self.campaign.grace);
        if overdue && self.is_late() && !cancelled && self.recorded.load(Ordering::Relaxed) {
            self.timed_out.store(true, Ordering::Relaxed);
            self.campaign.cancel.cancel();
        }
    }

    fn goes_on(&self) -> bool {
        let over = self.over.load(Ordering::Relaxed);
        !over && !self.campaign.cancel.is_cancelled() && !self.is_late()
    }

    /// Tests one batch after the other until there is a reason to end.
    fn run_worker(&self, sender: &Sender) {
        let mut size = BatchSize::new(self.campaign.batch);
        let mut pauses = self.campaign.pauses.iter();
        if let Some(follow_up) = &self.follow_up {
            self.investigate_pending(follow_up, false, sender);
        }
        while self.goes_on() {
            self.confirm_others(sender);
            match self.claim(size.get() as u64) {
                Ok(Some(held)) => {
                    pauses = self.campaign.pauses.iter();
                    let _ = sender.send(Event::Begins(held.test.seeds.clone()));
                    for seeds in self.without_deadly(&held, sender) {
                        self.test_leased(&held, &seeds, &mut size, sender);
                    }
                }
                Ok(None) => break,
                Err(error) => match pauses.next().filter(|_| error.remedy == Remedy::Retry) {
                    Some(pause) if self.went_well.load(Ordering::Relaxed) => {
                        self.wait(error.to_string(), *pause, sender);
                    }
                    _ => self.stop(error.to_string()),
                },
            }
        }
        // With a time limit, the rest of the time goes to investigations.
        if let Some(follow_up) = self.follow_up.as_ref().filter(|_| self.deadline.is_some()) {
            self.investigate_pending(follow_up, true, sender);
        }
    }

    /// Leases at most `most` seeds, fewer near the end so that all workers get some.
    fn claim(&self, most: u64) -> Result<Option<Held>, LedgerError> {
        let mut left = locked(&self.left);
        let jobs = self.campaign.jobs.get() as u64;
        let most = most.min(left.div_ceil(jobs));
        if most == 0 {
            return Ok(None);
        }
        let Campaign { seeds, rule, .. } = self.campaign;
        let lease = self.ledger.claim(&Wanted::Test {
            within: seeds,
            most,
            rule: *rule,
        })?;
        let held = lease.and_then(Held::new);
        if let Some(Held { test, .. }) = &held {
            *left -= test.seeds.end - test.seeds.start;
        }
        Ok(held)
    }

    /// Tests claimed seeds and records the results. A failure of this machine is retried after a pause.
    fn test_leased(&self, held: &Held, seeds: &Range<u64>, size: &mut BatchSize, sender: &Sender) {
        let mut pauses = self.campaign.pauses.iter();
        loop {
            match self.guarded(held, seeds, size, sender) {
                Ok(tested) => return self.record(held, seeds, tested, sender),
                Err(Unfinished::Cancelled) => return self.give_back(held, seeds),
                Err(Unfinished::Replaced(why)) => {
                    self.end(End::Replaced(why));
                    return self.give_back(held, seeds);
                }
                // Before the first recorded test, a failure is permanent.
                Err(Unfinished::Failed(why)) if !self.went_well.load(Ordering::Relaxed) => {
                    self.stop(why);
                    return self.give_back(held, seeds);
                }
                Err(Unfinished::Failed(why) | Unfinished::Passing(why)) => match pauses.next() {
                    Some(pause) => self.wait(why, *pause, sender),
                    None => return self.divide(held, seeds, why, size, sender),
                },
            }
            if !self.goes_on() {
                return self.give_back(held, seeds);
            }
        }
    }

    /// Tests seeds that fail repeatedly in halves. A single program may be the cause: once it is alone, it is left out.
    fn divide(
        &self,
        held: &Held,
        seeds: &Range<u64>,
        why: String,
        size: &mut BatchSize,
        sender: &Sender,
    ) {
        let middle = seeds.start + (seeds.end - seeds.start) / 2;
        if middle == seeds.start {
            if self.failed_in_a_row.fetch_add(1, Ordering::Relaxed) + 1 >= GIVE_UP {
                self.stop(why);
                return self.give_back(held, seeds);
            }
            return self.leave_out(held, seeds, why, sender);
        }
        for half in [seeds.start..middle, middle..seeds.end] {
            if !self.goes_on() {
                self.give_back(held, &half);
                continue;
            }
            match self.guarded(held, &half, size, sender) {
                Ok(tested) => self.record(held, &half, tested, sender),
                Err(Unfinished::Cancelled) => self.give_back(held, &half),
                Err(Unfinished::Replaced(why)) => {
                    self.end(End::Replaced(why));
                    self.give_back(held, &half);
                }
                Err(Unfinished::Failed(why) | Unfinished::Passing(why)) => {
                    self.divide(held, &half, why, size, sender);
                }
            }
        }
    }

    /// Reports a failure and waits.
    fn wait(&self, trouble: String, pause: Duration, sender: &Sender) {
        let _ = sender.send(Event::Trouble(trouble, pause));
        let end = Instant::now() + pause;
        while Instant::now() < end && self.goes_on() {
            thread::sleep(TICK.min(pause));
        }
    }

    /// Tests seeds. A panic is a bug of Kvant that fails only these seeds.
    fn guarded(
        &self,
        held: &Held,
        seeds: &Range<u64>,
        size: &mut BatchSize,
        sender: &Sender,
    ) -> Result<Tested, Unfinished> {
        let tested = panic::catch_unwind(AssertUnwindSafe(|| self.test(held, seeds, size, sender)));
        tested.unwrap_or_else(|panicked| {
            let (first, last) = (seeds.start, seeds.end - 1);
            let why = panic_message(&*panicked);
            Err(Unfinished::Failed(format!(
                "kvant panicked over the seeds {first} to {last}: {why}"
            )))
        })
    }

    /// Generates the programs of seeds and tests them.
    fn test(
        &self,
        held: &Held,
        seeds: &Range<u64>,
        size: &mut BatchSize,
        sender: &Sender,
    ) -> Result<Tested, Unfinished> {
        let tell = |event: Event| _ = sender.send(event);
        let begun = processor_time();
        let (mut results, mut made, mut subjects) =
            (BatchResults::default(), Vec::new(), Vec::new());
        let mut unmade = Vec::new();
        for seed in seeds.clone() {
            if self.campaign.cancel.is_cancelled() {
                return Err(Unfinished::Cancelled);
            }
            match self.made(seed) {
                Ok(subject) => {
                    made.push(seed);
                    subjects.push(subject);
                }
                Err(why) => unmade.push((seed, why)),
            }
        }
        let set = &self.campaign.set;
        let mut tests = Vec::new();
        let examined = set.examine_with(&held.test.backends, &subjects, size, &mut |told| {
            let heard = match told {
                Told::Heard(heard) => heard,
                Told::Suspected(suspicion) => return self.suspect(&made, &suspicion, sender),
            };
            let backend = heard.backend.name();
            let mut counts: Vec<TestCount> = Vec::new();
            for verdict in heard.verdicts {
                let verdict = verdict.kind();
                match counts.iter_mut().find(|count| count.verdict == verdict) {
                    Some(count) => count.count += 1,
                    None => counts.push(TestCount {
                        backend: backend.clone(),
                        verdict,
                        count: 1,
                    }),
                }
            }
            results.spent += heard.spent;
            if let Some(n) = heard.number {
                results.tests.extend(counts.iter().cloned());
                tests.extend(counts.iter().map(|count| (n, count.clone())));
            }
            tell(Event::Heard {
                seeds: seeds.clone(),
                backend: heard.number,
                counts,
                spent: heard.spent,
            });
        })?;
        results.programs = subjects.len() as u64;
        // If no backend supports the programs, all backends of the lease are done with them: the seeds must not stay free.
        if set.sample.is_some() && !tests.is_empty() {
            let drawn: BTreeSet<usize> = tests.iter().map(|(n, _)| *n).collect();
            results.backends = Some(drawn.into_iter().collect());
        }
        let mut findings: Vec<Finding> = Vec::new();
        let programs = made.iter().zip(&subjects).zip(examined);
        for ((seed, subject), Examined { findings: all, .. }) in programs {
            for finding in all {
                results.findings.push(NewFinding {
                    finding: finding.record(),
                    fingerprint: fingerprint(&finding),
                    seed: *seed,
                    headline: finding.headline(),
                    files: finding.files(&**subject),
                });
                findings.push(finding);
            }
        }
        results.unmade = unmade.len() as u64;
        let no_program =
            |(seed, why): &(u64, Unmade)| self.own_fault(*seed, "no program", &why.0, "");
        results.findings.extend(unmade.iter().map(no_program));
        results.own = processor_time().saturating_sub(begun);
        Ok(Tested {
            results,
            tests,
            findings,
            unmade,
        })
    }

    /// Reports an unconfirmed disagreement, and records it if it is about one program.
    fn suspect(&self, made: &[u64], suspicion: &Suspicion<'_>, sender: &Sender) {
        let seeds: Vec<u64> = suspicion.programs.iter().map(|n| made[*n]).collect();
        let (backend, verdict) = (suspicion.backend.name(), suspicion.verdict.kind());
        if let [seed] = seeds[..] {
            // A ledger that keeps failing is reported when the results are recorded.
            let _ = self.ledger.suspect(seed, &backend, verdict);
        }
        let _ = sender.send(Event::Suspected {
            seeds,
            backend,
            verdict,
        });
    }

    /// Records the results of seeds. If the store cannot be written, the results are kept until it can, or the campaign ends:
    /// findings must not be lost.
    fn record(&self, held: &Held, seeds: &Range<u64>, mut tested: Tested, sender: &Sender) {
        let tell = |event: Event| _ = sender.send(event);
        let mut pauses = self.campaign.pauses.iter();
        let results = std::mem::take(&mut tested.results);
        let (programs, own) = (results.programs, results.own);
        let time = results.spent.total() + own;
        let recorded = loop {
            let error = match held.finish(self.ledger, seeds, results.clone()) {
                Ok(recorded) => break recorded,
                Err(error) => error,
            };
            match pauses.next().filter(|_| error.remedy == Remedy::Retry) {
                Some(pause) if self.goes_on() => self.wait(error.to_string(), *pause, sender),
                _ => {
                    self.stop(error.to_string());
                    return self.give_back(held, seeds);
                }
            }
        };
        self.went_well.store(true, Ordering::Relaxed);
        self.recorded.store(true, Ordering::Relaxed);
        self.failed_in_a_row.store(0, Ordering::Relaxed);
        for (seed, why) in &tested.unmade {
            tell(Event::Unmade(*seed, why.clone()));
        }
        for found in tested.findings.into_iter().zip(recorded) {
            tell(Event::Found(Box::new(found)));
        }
        tell(Event::Done {
            seeds: seeds.clone(),
            programs,
            own,
            tests: tested.tests,
        });
        if let Some(follow_up) = &self.follow_up {
            follow_up.tested(time);
            self.investigate_pending(follow_up, false, sender);
        }
    }

    /// Confirms findings of other workers that are running now.
    fn confirm_others(&self, sender: &Sender) {
        while let Some(follow_up) = &self.follow_up
            && self.goes_on()
            && let Some((finding, shows)) = follow_up.confirm()
        {
            if let Some(shows) = shows {
                let _ = sender.send(Event::Confirmed(finding, shows));
            }
        }
    }

    /// Investigates pending findings while there is time; `idle` if there is nothing to test.
    fn investigate_pending(&self, follow_up: &FollowUp<'_>, idle: bool, sender: &Sender) {
        while self.goes_on()
            // A ledger that keeps failing is reported when results are recorded.
            && let Ok(Some(lease)) = follow_up.next(idle)
        {
            investigate(follow_up, &lease, sender);
        }
    }

    /// The program of a seed. A panic of the generator counts as its failure.
    fn made(&self, seed: u64) -> Result<Box<dyn Subject>, Unmade> {
        let made = panic::catch_unwind(AssertUnwindSafe(|| (self.maker)(seed)));
        made.unwrap_or_else(|panicked| {
            let why = panic_message(&*panicked);
            Err(Unmade(format!("seed {seed}: it panicked: {why}")))
        })
    }

    /// Records that these seeds are not tested, now or later.
    fn leave_out(&self, held: &Held, seeds: &Range<u64>, why: String, sender: &Sender) {
        let results = BatchResults {
            left_out: seeds.end - seeds.start,
            ..BatchResults::default()
        };
        match held.finish(self.ledger, seeds, results) {
            Ok(_) => _ = sender.send(Event::LeftOut(seeds.clone(), why)),
            Err(error) => {
                self.stop(error.to_string());
                self.give_back(held, seeds);
            }
        }
    }

    fn give_back(&self, held: &Held, seeds: &Range<u64>) {
        locked(&self.in_flight).push(seeds.clone());
        // If this fails too, the lease ends with this worker.
        let _ = self.ledger.release(&held.lease, Some(seeds));
    }

    fn stop(&self, failure: String) {
        self.end(End::Failed(failure));
    }

    fn end(&self, end: End) {
        self.over.store(true, Ordering::Relaxed);
        locked(&self.failure).get_or_insert(end);
    }
}

/// A lease on seeds.
struct Held {
    lease: Lease,
    test: Test,
}

impl Held {
    fn new(lease: Lease) -> Option<Held> {
        let LeasedWork::Test(test) = &lease.work else {
            return None;
        };
        let test = test.clone();
        Some(Held { lease, test })
    }

    /// Records results of some of the seeds.
    fn finish(
        &self,
        ledger: &dyn Ledger,
        seeds: &Range<u64>,
        results: BatchResults,
    ) -> Result<Vec<Recorded>, LedgerError> {
        match ledger.finish(&self.lease, &Done::Tested(seeds.clone(), results))? {
            Receipt::Recorded(recorded) => Ok(recorded),
            Receipt::SameAs(_) | Receipt::Noted => Ok(Vec::new()),
        }
    }
}

/// The results of testing seeds.
struct Tested {
    results: BatchResults,
    /// The tests in the results, each with its backend's number.
    tests: Vec<(usize, TestCount)>,
    /// The findings in the results, without those about seeds that have no program.
    findings: Vec<Finding>,
    unmade: Vec<(u64, Unmade)>,
}

/// Investigates a finding.
fn investigate(follow_up: &FollowUp<'_>, lease: &Lease, sender: &Sender) {
    let LeasedWork::Reduce(case) = &lease.work else {
        return;
    };
    let number = case.finding;
    let mut tell = |size: Size| _ = sender.send(Event::Reducing(number, size));
    let followed = follow_up.follow(lease, &mut tell);
    let _ = sender.send(Event::FollowedUp(number, Box::new(followed)));
}

/// The message of a panic.
pub(crate) fn panic_message(panicked: &(dyn Any + Send)) -> &str {
    let text = panicked.downcast_ref::<String>().map(String::as_str);
    let text = text.or(panicked.downcast_ref::<&str>().copied());
    text.unwrap_or("nothing")
}

/// Processor time of this thread.
fn processor_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

#[cfg(test)]
mod tests;
