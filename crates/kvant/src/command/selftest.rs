//! `kvant selftest`: campaigns against compilers that misbehave on purpose.

mod reduce;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::Duration;

use clap::ValueEnum as _;
use kvant_campaign::ledger::StoreLedger;
use kvant_campaign::store::{BackendKey, CampaignKey, Store};
use kvant_campaign::{BackendSet, Campaign, End, Event, Form, Kind, Subject, Tally, Unmade};
use kvant_languages::mir::from_seed;
use kvant_mir_gen::GenConfig;
use kvant_record::command::{self, CanaryTrial};
use kvant_toolchain::drivers::RUST;
use kvant_toolchain::{
    Backend, Cancel, Exit, Limits, OptLevel, Scratch, Surroundings, Toolchain, Toolchains,
    run_script,
};

use super::{all_references, toolchains};
use crate::canary::Canary;
use crate::cli::Selftest;
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::report::{BAD, DIM, Ended, Failure, Found, GOOD, json, line, note, wants_json};

/// How many programs are looked at until enough of them concern a canary.
const PATIENCE: u64 = 300;

pub(super) fn execute(arguments: &Selftest, settings: Option<&Path>) -> Ended {
    let real = toolchains(RUST, &arguments.compilers, settings)?.swap_remove(0);
    let cancel = on_interrupt()?;
    let canaries = match arguments.canaries.as_slice() {
        [] => Canary::value_variants(),
        some => some,
    };
    let jobs = arguments
        .jobs
        .unwrap_or_else(|| thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN));
    let test = Test {
        real,
        scratch: Scratch::new()?,
        cancel: cancel.clone(),
    };
    if !wants_json() {
        note(format_args!(
            "{DIM}{} canaries in front of {}; Ctrl-C ends{DIM:#}",
            canaries.len(),
            test.real
        ));
    }
    if arguments.reduce {
        return reduce::execute(&test, canaries, jobs, arguments.size);
    }
    let trials = test.all(
        canaries,
        jobs,
        |canary| test.one(canary),
        |trial: &Trial| {
            if !wants_json() {
                trial.show();
            }
        },
    )?;
    if cancel.is_cancelled() {
        return Err("interrupted: this says nothing about the rest".into());
    }
    let failed = trials.iter().filter(|trial| trial.complaint().is_some());
    let failed = failed.count();
    if wants_json() {
        json(command::Selftest {
            toolchain: test.real.name.clone(),
            canaries: trials.iter().map(Trial::record).collect(),
            failed,
        });
    } else {
        match failed {
            0 => line(format_args!(
                "{GOOD}all {} canaries were noticed, and nothing was held against {}{GOOD:#}",
                trials.len(),
                test.real
            )),
            _ => line(format_args!(
                "{BAD}{failed} of {} failed{BAD:#}",
                trials.len()
            )),
        }
    }
    Ok(if failed == 0 {
        Found::Fine
    } else {
        Found::BadNews
    })
}

/// What all trials share.
struct Test {
    real: Arc<Toolchain>,
    scratch: Scratch,
    cancel: Cancel,
}

/// What came of one canary.
struct Trial {
    canary: Canary,
    /// Programs that went through it.
    programs: u64,
    /// What was found.
    found: BTreeMap<Kind, u64>,
    /// Compilers that were failing and programs that were found, which are innocent.
    innocent: BTreeSet<String>,
    /// What the script of the first finding did instead of showing it again.
    script: Option<String>,
    end: End,
}

impl Trial {
    /// What is not as it should be, if anything.
    fn complaint(&self) -> Option<String> {
        if !matches!(self.end, End::Complete) {
            return Some(format!(
                "the campaign did not come to its end: {:?}",
                self.end
            ));
        }
        if !self.innocent.is_empty() {
            let innocent: Vec<&str> = self.innocent.iter().map(String::as_str).collect();
            return Some(format!("{} is innocent and was found", innocent.join(", ")));
        }
        let found: Vec<Kind> = self.found.keys().copied().collect();
        match (self.canary.expected(), &found[..]) {
            (None, []) => None,
            (Some(expected), [only]) if expected == *only => self.script.clone(),
            (_, []) => Some("nothing was found".to_owned()),
            (_, found) => {
                let found: Vec<&str> = found.iter().map(|kind| kind.name()).collect();
                Some(format!("found as {}", found.join(", ")))
            }
        }
    }

    fn show(&self) {
        let (name, programs) = (self.canary.name(), self.programs);
        let expected = self.canary.expected().map_or("nothing", Kind::name);
        match self.complaint() {
            None => line(format_args!(
                "{GOOD}ok{GOOD:#}      {name:<18}{expected:<20}{DIM}{programs} programs{DIM:#}"
            )),
            Some(complaint) => line(format_args!(
                "{BAD}failed{BAD:#}  {name:<18}{expected:<20}{complaint}"
            )),
        }
    }

    fn record(&self) -> CanaryTrial {
        CanaryTrial {
            canary: self.canary.name(),
            about: self.canary.about(),
            expected: self.canary.expected(),
            found: self.found.clone(),
            programs: self.programs,
            complaint: self.complaint(),
        }
    }
}

impl Test {
    /// Tries canaries, some at the same time, and shows what comes of them in their order.
    fn all<T: Send>(
        &self,
        canaries: &[Canary],
        jobs: NonZero<usize>,
        one: impl Fn(Canary) -> Result<T, Failure> + Sync,
        show: impl Fn(&T),
    ) -> Result<Vec<T>, Failure> {
        let next = AtomicUsize::new(0);
        let mut trials: Vec<Option<T>> = canaries.iter().map(|_| None).collect();
        let mut progress = Progress::new();
        thread::scope(|scope| {
            let (sender, receiver) = mpsc::channel();
            for _ in 0..jobs.get() {
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
                let (n, trial) = match receiver.recv_timeout(Duration::from_millis(200)) {
                    Ok((n, trial)) => (n, trial?),
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        progress.show(|| format!("{told} of {} canaries", canaries.len()));
                        continue;
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => return Ok(()),
                };
                progress.clear();
                trials[n] = Some(trial);
                while let Some(Some(trial)) = trials.get(told) {
                    show(trial);
                    told += 1;
                }
            }
        })
        .map_err(|failure: Failure| failure)?;
        Ok(trials.into_iter().flatten().collect())
    }

    /// A toolchain that is this canary.
    fn installed(&self, canary: Canary) -> Result<Arc<Toolchain>, Failure> {
        let folder = self.scratch.path().join(canary.name());
        let kvant = std::env::current_exe()?;
        let named = canary.install(&self.real, &kvant, &folder.join("toolchain"))?;
        let found = Toolchains::discover_in(&Surroundings {
            named: vec![named],
            ..Surroundings::default()
        });
        Ok(found.select(&canary.name())?)
    }

    /// A short campaign against one canary and the real compiler beside it.
    fn one(&self, canary: Canary) -> Result<Trial, Failure> {
        let folder = self.scratch.path().join(canary.name());
        let false_one = self.installed(canary)?;
        let both = [false_one.clone(), self.real.clone()];
        let backends = both.iter();
        let backends = backends.map(|one| Backend::build(one.clone(), OptLevel::O3));
        let mut set = BackendSet::new(backends.collect(), all_references(&both), &self.cancel);
        (set.compiler, set.program) = self.limits();

        let config = GenConfig::default().sized(100..=200);
        let (enough, batch) = match canary {
            // It needs several turns.
            Canary::Flaky => (6, 1),
            Canary::Hang | Canary::ProgramHang => (1, 2),
            _ => (2, 3),
        };
        let concerned = self.concerned(canary, enough, &config)?;
        let seeds = 0..concerned.last().map_or(0, |last| last + 1);
        let keys: Vec<BackendKey> = set.backends.iter().map(BackendKey::of).collect();
        let campaign = Campaign {
            batch: NonZero::new(batch),
            ..Campaign::new(set, seeds, &self.cancel)
        };
        let mut store = Store::open(&folder.join("store"))?;
        let session = store.begin(&CampaignKey::default(), &keys, 0)?;
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
                if !concerned.contains(&recorded.seed) {
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
            // A compiler that is wrong now and then is not expected to be it again.
            Some(finding) if canary != Canary::Flaky && !self.cancel.is_cancelled() => {
                self.show_again(canary, &store, finding, &folder.join("finding"))?
            }
            _ => None,
        };
        Ok(Trial {
            canary,
            programs: tally.programs,
            found,
            innocent,
            script,
            end: ended.end,
        })
    }

    /// Runs the script of a finding as whoever gets it would, and tells if that does not show it.
    fn show_again(
        &self,
        canary: Canary,
        store: &Store,
        finding: i64,
        folder: &Path,
    ) -> Result<Option<String>, Failure> {
        let detail = store.finding(finding)?;
        let occurrence = detail.and_then(|detail| detail.occurrences.into_iter().next());
        fs::create_dir(folder)?;
        for file in occurrence.iter().flat_map(|occurrence| &occurrence.files) {
            fs::write(folder.join(&file.name), store.file(&file.object)?)?;
        }
        let mut env = vec![("KIBIBYTES_FOR_COMPILER", (1 << 20).to_string())];
        // On a busy machine these are little, so only those have to do with them who use up any time.
        match canary {
            Canary::Hang => env.push(("SECONDS_FOR_COMPILER", "3".to_owned())),
            Canary::ProgramHang => env.push(("SECONDS_FOR_PROGRAM", "3".to_owned())),
            _ => {}
        }
        // The script has limits of its own, which are below these.
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

    /// The first seeds of programs that concern a canary.
    fn concerned(
        &self,
        canary: Canary,
        enough: usize,
        config: &GenConfig,
    ) -> Result<BTreeSet<u64>, Failure> {
        let mut concerned = BTreeSet::new();
        let dialect = self.real.dialect();
        for seed in 0..PATIENCE {
            let text = from_seed(seed, config)?.text(Form::Fast, Some(&dialect));
            if canary.affects(&text)? {
                concerned.insert(seed);
            }
            if concerned.len() == enough {
                return Ok(concerned);
            }
        }
        let name = canary.name();
        Err(format!("none of {PATIENCE} programs has what {name} misbehaves on").into())
    }

    /// Limits that are reached soon.
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
