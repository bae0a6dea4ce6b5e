//! Campaigns against canaries: each must be found as the kind that it is, and nothing else may be found.

mod reduce;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use kvant_campaign::ledger::StoreLedger;
use kvant_campaign::store::{BackendKey, Store};
use kvant_campaign::{
    BackendSet, Campaign, End, Event, Form, Kind, Subject, Tally, Unmade, all_references,
};
use kvant_languages::mir::from_seed;
use kvant_mir_gen::GenConfig;
use kvant_record::CampaignRecord;
use kvant_record::command::{self, CanaryTrial};
use kvant_toolchain::{Backend, Cancel, Exit, Limits, OptLevel, Scratch, Toolchain, run_script};

use crate::{Canary, Error};

/// Number of programs that are grown in search of enough that contain a canary's construct.
const PATIENCE: u64 = 300;

/// Interval of [`Told::Waiting`].
const TICK: Duration = Duration::from_millis(200);

/// Canaries in front of a compiler.
pub struct Selftest {
    real: Arc<Toolchain>,
    kvant: PathBuf,
    jobs: NonZero<usize>,
    scratch: Scratch,
    cancel: Cancel,
}

/// Progress of a self-test.
pub enum Told<'a, T> {
    /// Sent now and then: the number of results so far.
    Waiting(usize),
    /// The result of the next canary, in the order in which they were given.
    Tried(&'a T),
}

impl Selftest {
    /// Canaries in front of `real`, of which `jobs` are tried at the same time. `kvant` is the executable that their scripts
    /// start, see [`Canary::install`].
    pub fn new(
        real: Arc<Toolchain>,
        kvant: PathBuf,
        jobs: NonZero<usize>,
        cancel: &Cancel,
    ) -> Result<Selftest, Error> {
        Ok(Selftest {
            real,
            kvant,
            jobs,
            scratch: Scratch::new()?,
            cancel: cancel.clone(),
        })
    }

    /// Runs a short campaign against each canary.
    pub fn run(
        &self,
        canaries: &[Canary],
        tell: &mut dyn FnMut(Told<'_, CanaryTrial>),
    ) -> Result<command::Selftest, Error> {
        let trials = self.all(canaries, |canary| self.one(canary), tell)?;
        let failed = trials.iter().filter(|trial| trial.complaint.is_some());
        Ok(command::Selftest {
            toolchain: self.real.name.clone(),
            failed: failed.count(),
            canaries: trials,
        })
    }

    /// Tries canaries, some at the same time, and tells the results in order.
    fn all<T: Send>(
        &self,
        canaries: &[Canary],
        one: impl Fn(Canary) -> Result<T, Error> + Sync,
        tell: &mut dyn FnMut(Told<'_, T>),
    ) -> Result<Vec<T>, Error> {
        let next = AtomicUsize::new(0);
        let mut trials: Vec<Option<T>> = canaries.iter().map(|_| None).collect();
        thread::scope(|scope| -> Result<(), Error> {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..self.jobs.get() {
                let (sender, next, one) = (sender.clone(), &next, &one);
                scope.spawn(move || {
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        let Some(canary) = canaries.get(n) else { break };
                        if self.cancel.is_cancelled() || sender.send((n, one(*canary))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut told = 0;
            loop {
                let (n, trial) = match receiver.recv_timeout(TICK) {
                    Ok((n, trial)) => (n, trial?),
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        tell(Told::Waiting(told));
                        continue;
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
                };
                trials[n] = Some(trial);
                while let Some(Some(trial)) = trials.get(told) {
                    tell(Told::Tried(trial));
                    told += 1;
                }
            }
        })?;
        if self.cancel.is_cancelled() {
            return Err("interrupted: this says nothing about the rest".into());
        }
        Ok(trials.into_iter().flatten().collect())
    }

    /// Installs a canary.
    fn installed(&self, canary: Canary) -> Result<Arc<Toolchain>, Error> {
        let folder = self.folder(canary).join("toolchain");
        canary.toolchain(&self.real, &self.kvant, &folder)
    }

    fn folder(&self, canary: Canary) -> PathBuf {
        self.scratch.path().join(canary.name())
    }

    /// A short campaign against one canary and the real compiler beside it.
    fn one(&self, canary: Canary) -> Result<CanaryTrial, Error> {
        let folder = self.folder(canary);
        let false_one = self.installed(canary)?;
        let both = [false_one.clone(), self.real.clone()];
        let backends = both.iter();
        let backends = backends.map(|one| Backend::build(one.clone(), OptLevel::O3));
        let mut set = BackendSet::new(backends.collect(), all_references(&both), &self.cancel);
        (set.compiler, set.program) = self.limits();

        let config = GenConfig::default().sized(100..=200);
        let (enough, batch) = match canary {
            // Every fifth call is wrong.
            Canary::Flaky => (6, 1),
            Canary::Hang | Canary::ProgramHang => (1, 2),
            _ => (2, 3),
        };
        let affected = self.affected(canary, enough, &config)?;
        let seeds = 0..affected.last().map_or(0, |last| last + 1);
        let keys: Vec<BackendKey> = set.backends.iter().map(BackendKey::of).collect();
        let campaign = Campaign {
            batch: NonZero::new(batch),
            ..Campaign::new(set, seeds, &self.cancel)
        };
        let mut store = Store::open(&folder.join("store"))?;
        let session = store.begin(&CampaignRecord::default(), &keys, 0)?;
        let maker = |seed| {
            let made = from_seed(seed, &config).map_err(|unsound| Unmade(unsound.to_string()));
            made.map(|subject| Box::new(subject) as Box<dyn Subject>)
        };
        let (mut tally, mut found) = (Tally::new(2), BTreeMap::new());
        let (mut innocent, mut first) = (BTreeSet::new(), None);
        let store = Mutex::new(store);
        let ledger = StoreLedger::new(&store, &session).map_err(|error| error.to_string())?;
        let ended = campaign.run(&ledger, &maker, &mut |event| {
            tally.note(event);
            if let Event::Found(found_now) = event {
                let (finding, recorded) = &**found_now;
                if !affected.contains(&recorded.seed) {
                    innocent.insert(finding.name.clone());
                }
                *found.entry(finding.kind).or_default() += 1;
                first.get_or_insert(recorded.finding);
                let failing = finding.failing().map(|failing| &failing.backend);
                let innocents = failing.filter(|backend| backend.toolchain != false_one);
                innocent.extend(innocents.map(Backend::name));
            }
        });
        let store = store.into_inner().unwrap_or_else(PoisonError::into_inner);
        let script = match first {
            // A flaky compiler need not be wrong again.
            Some(finding) if canary != Canary::Flaky && !self.cancel.is_cancelled() => {
                self.show_again(canary, &store, finding, &folder.join("finding"))?
            }
            _ => None,
        };
        let complaint = complaint(canary, &ended.end, &innocent, &found, script);
        Ok(CanaryTrial {
            canary: canary.name().to_owned(),
            about: canary.about().to_owned(),
            expected: canary.expected(),
            found,
            programs: tally.programs,
            complaint,
        })
    }

    /// Runs the script of a finding as a user would. Returns a complaint if the finding does not show again.
    fn show_again(
        &self,
        canary: Canary,
        store: &Store,
        finding: i64,
        folder: &Path,
    ) -> Result<Option<String>, Error> {
        let detail = store.finding(finding)?;
        let occurrence = detail.and_then(|detail| detail.occurrences.into_iter().next());
        fs::create_dir(folder)?;
        for file in occurrence.iter().flat_map(|occurrence| &occurrence.files) {
            fs::write(folder.join(&file.name), store.file(&file.object)?)?;
        }
        let mut env = vec![("KIBIBYTES_FOR_COMPILER", (1 << 20).to_string())];
        // On a busy machine these limits are tight, so only canaries that use up any time limit get them.
        match canary {
            Canary::Hang => env.push(("SECONDS_FOR_COMPILER", "3".to_owned())),
            Canary::ProgramHang => env.push(("SECONDS_FOR_PROGRAM", "3".to_owned())),
            _ => {}
        }
        // The script has limits of its own, which are lower.
        let limits = Limits {
            wall: Duration::from_mins(5),
            cpu: Duration::from_mins(5),
            processes: 4096,
            file_size: None,
            ..Limits::for_compiler().cancelled_by(&self.cancel)
        };
        let run = run_script(&folder.join("reproduce.sh"), &env, &limits)?;
        let said = String::from_utf8_lossy(&run.stdout);
        Ok((run.exit != Exit::Code(1)).then(|| {
            let (exit, last) = (run.exit, said.lines().last().unwrap_or_default());
            format!("its script does not show it again: {exit}, {last}")
        }))
    }

    /// The first seeds of programs that a canary misbehaves on.
    fn affected(
        &self,
        canary: Canary,
        enough: usize,
        config: &GenConfig,
    ) -> Result<BTreeSet<u64>, Error> {
        let mut affected = BTreeSet::new();
        let dialect = self.real.dialect();
        for seed in 0..PATIENCE {
            let text = from_seed(seed, config)?.text(Form::Fast, Some(&dialect));
            if canary.affects(&text)? {
                affected.insert(seed);
            }
            if affected.len() == enough {
                return Ok(affected);
            }
        }
        let name = canary.name();
        Err(format!("none of {PATIENCE} programs has what {name} misbehaves on").into())
    }

    /// Low limits for compilers and programs, so that canaries reach them soon.
    fn limits(&self) -> (Limits, Limits) {
        let compiler = Limits {
            wall: Duration::from_secs(4),
            resident: Some(1 << 30),
            processes: 300,
            output: 1 << 20,
            ..Limits::for_compiler().cancelled_by(&self.cancel)
        };
        let program = Limits {
            cpu: Duration::from_secs(1),
            ..Limits::for_program().cancelled_by(&self.cancel)
        };
        (compiler, program)
    }
}

/// The first deviation from the expected result. `innocent` has correct backends and unaffected programs with findings, and `script`
/// the failure of a script that should show a finding again.
fn complaint(
    canary: Canary,
    end: &End,
    innocent: &BTreeSet<String>,
    found: &BTreeMap<Kind, u64>,
    script: Option<String>,
) -> Option<String> {
    if !matches!(end, End::Complete) {
        return Some(format!("the campaign did not finish: {end:?}"));
    }
    if !innocent.is_empty() {
        let innocent: Vec<&str> = innocent.iter().map(String::as_str).collect();
        return Some(format!("false finding on {}", innocent.join(", ")));
    }
    let found: Vec<Kind> = found.keys().copied().collect();
    match (canary.expected(), &found[..]) {
        (None, []) => None,
        (Some(expected), [only]) if expected == *only => script,
        (_, []) => Some("nothing was found".to_owned()),
        (_, found) => {
            let found: Vec<&str> = found.iter().map(|kind| kind.name()).collect();
            Some(format!("found as {}", found.join(", ")))
        }
    }
}
