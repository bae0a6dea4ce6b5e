//! Campaigns over empty programs and without backends.

use std::collections::BTreeSet;
use std::sync::Arc;

use kvant_record::{CampaignRecord, Dialect, Request};
use kvant_toolchain::drivers::{RUST, RUSTC};
use kvant_toolchain::{Backend, OptLevel, Source, Toolchain, Toolchains, Version};
use tempfile::TempDir;

use super::*;
use crate::bisect::Bisection;
use crate::ledger::StoreLedger;
use crate::record::backend_record;
use crate::store::{BackendKey, Problem, Session, Store};
use crate::{Form, Kind, Tally, TraceLine, Verdict};

struct Empty(u64);

impl Subject for Empty {
    fn name(&self) -> String {
        self.0.to_string()
    }

    fn language(&self) -> Source {
        RUST
    }

    fn text(&self, _: Form, _: Option<&Dialect>) -> String {
        String::new()
    }

    fn summary(&self) -> String {
        String::new()
    }

    fn trace(&self) -> Vec<TraceLine> {
        Vec::new()
    }
}

fn campaign(seeds: Range<u64>) -> Campaign<'static> {
    let cancel = Cancel::new();
    let set = BackendSet::new(Vec::new(), Vec::new(), &cancel);
    Campaign {
        jobs: NonZero::new(3).unwrap(),
        ..Campaign::new(set, seeds, &cancel)
    }
}

/// A session with one backend. The backend set of the campaign is empty, so no compiler runs.
fn begin(store: &mut Store) -> Session {
    let backend = BackendKey {
        name: "none".to_owned(),
        identity: String::new(),
        request: Request::build(OptLevel::O3),
    };
    store
        .begin(&CampaignRecord::default(), &[backend], 0)
        .unwrap()
}

/// Runs a campaign in a store, and returns its tally and the tested seeds.
fn run(campaign: &Campaign<'_>, folder: &TempDir, maker: &Maker<'_>) -> (Ended, Tally, Vec<u64>) {
    let mut store = Store::open(folder.path()).unwrap();
    let session = begin(&mut store);
    let (mut tally, mut seeds) = (Tally::new(0), Vec::new());
    let store = Mutex::new(store);
    let ledger = StoreLedger::new(&store, &session).unwrap();
    let ended = campaign.run(&ledger, maker, &mut |event| {
        tally.note(event);
        if let Event::Done { seeds: done, .. } = event {
            seeds.extend(done.clone());
        }
    });
    store.into_inner().unwrap().end(session).unwrap();
    seeds.sort_unstable();
    (ended, tally, seeds)
}

#[allow(clippy::unnecessary_wraps)] // It is a maker.
fn empty_program(seed: u64) -> Result<Box<dyn Subject>, Unmade> {
    Ok(Box::new(Empty(seed)))
}

#[test]
fn every_seed_is_tested_once_despite_bugs_of_the_generator() {
    let folder = TempDir::new().unwrap();
    let maker = |seed| match seed % 10 {
        7 if seed < 100 => Err(Unmade(format!("no program {seed}"))),
        7 => panic!("no program {seed}"),
        _ => empty_program(seed),
    };
    let (ended, tally, seeds) = run(&campaign(20..120), &folder, &maker);
    assert!(matches!(ended.end, End::Complete), "{ended:?}");
    assert_eq!(seeds, (20..120).collect::<Vec<_>>());
    assert_eq!((tally.programs, tally.unmade), (90, 10));
    assert!(tally.is_bad() && tally.in_flight.is_empty());
    let (_, tally, seeds) = run(&campaign(10..130), &folder, &maker);
    assert_eq!(seeds, (10..20).chain(120..130).collect::<Vec<_>>());
    assert_eq!((tally.programs, tally.unmade), (18, 2));
}

/// A sample of the backends may contain none that supports a program.
#[test]
fn programs_that_no_backend_supports_are_tested_once() {
    let folder = TempDir::new().unwrap();
    let mut campaign = campaign(0..20);
    campaign.set.sample = NonZero::new(1);
    let (ended, _, seeds) = run(&campaign, &folder, &empty_program);
    assert!(matches!(ended.end, End::Complete), "{ended:?}");
    assert_eq!(seeds, (0..20).collect::<Vec<_>>());
}

#[test]
fn count_limits_the_programs() {
    let folder = TempDir::new().unwrap();
    for (count, expected) in [(1, 0..1), (10, 1..11), (3, 11..14)] {
        let campaign = Campaign {
            count: Some(count),
            ..campaign(0..1_000_000)
        };
        let (ended, _, seeds) = run(&campaign, &folder, &empty_program);
        assert!(matches!(ended.end, End::Complete), "{ended:?}");
        assert_eq!(seeds, expected.collect::<Vec<_>>());
    }
}

#[test]
fn a_cancelled_campaign_releases_seeds_in_flight() {
    let folder = TempDir::new().unwrap();
    let work = campaign(0..1_000_000);
    let maker = |seed| {
        if seed >= 30 {
            work.cancel.cancel();
        }
        empty_program(seed)
    };
    let (ended, _, seeds) = run(&work, &folder, &maker);
    assert!(matches!(ended.end, End::Cancelled), "{ended:?}");
    let in_flight: BTreeSet<u64> = ended.in_flight.iter().cloned().flatten().collect();
    assert!(!in_flight.is_empty());
    assert!(seeds.iter().all(|seed| !in_flight.contains(seed)));
    // No seed is lost between the two runs.
    let (_, _, rest) = run(&campaign(0..500), &folder, &empty_program);
    let all: Vec<u64> = seeds.iter().chain(&rest).copied().collect();
    assert_eq!(all.len(), 500);
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), (0..500).collect());
}

#[test]
fn the_time_limit_ends_it() {
    let folder = TempDir::new().unwrap();
    let campaign = Campaign {
        time: Some(Duration::ZERO),
        ..campaign(0..1_000_000)
    };
    let (ended, _, seeds) = run(&campaign, &folder, &empty_program);
    assert!(matches!(ended.end, End::TimeIsUp), "{ended:?}");
    assert_eq!(seeds, Vec::<u64>::new());
}

/// A shell script in place of the generator.
fn shell(script: &str) -> Remake {
    Remake {
        program: "/bin/sh".into(),
        arguments: ["-c", script, "sh"].map(str::to_owned).to_vec(),
    }
}

/// Leaves seeds in flight, like a process that is killed.
fn leave_in_flight(folder: &TempDir, seeds: &Range<u64>) {
    let mut store = Store::open(folder.path()).unwrap();
    let session = begin(&mut store);
    let claimed = store.claim(&session, seeds, seeds.end, Rule::Fresh);
    assert_eq!(claimed.unwrap().unwrap().seeds, *seeds);
    drop(session);
    // A child that another test is about to start has a copy of the lock until it is executed.
    thread::sleep(Duration::from_millis(100));
}

#[test]
fn only_seeds_that_kill_their_own_process_are_left_out() {
    let folder = TempDir::new().unwrap();
    for _ in 0..4 {
        leave_in_flight(&folder, &(0..10));
    }
    let script = "case $1 in 3) echo 'stack overflow' >&2; kill -ABRT $$;; 5) kill -KILL $$;; \
        6) kill -TERM $$;; 7) exit 2;; 12) kill -SEGV $$;; esac";
    let work = Campaign {
        remake: Some(shell(script)),
        ..campaign(0..14)
    };
    let (ended, tally, seeds) = run(&work, &folder, &empty_program);
    assert!(matches!(ended.end, End::Complete), "{ended:?}");
    assert_eq!(seeds, (0..14).collect::<Vec<_>>());
    // Seed 12 was no suspect.
    assert_eq!((tally.programs, tally.unmade), (13, 1));
    let store = Store::existing(folder.path()).unwrap();
    let findings = store.findings(None).unwrap();
    assert_eq!(findings.len(), 1, "{findings:?}");
    let finding = store.finding(findings[0].id).unwrap().unwrap();
    let headline = &finding.summary.headline;
    for words in ["seed 3", "SIGABRT", "stack overflow"] {
        assert!(headline.contains(words), "{headline}");
    }
    // Its script reproduces the failure.
    let files = &finding.occurrences[0].files;
    let script = files.iter().find(|file| file.name == "reproduce.sh");
    let script = store.file(&script.unwrap().object).unwrap();
    let path = folder.path().join("reproduce.sh");
    std::fs::write(&path, script).unwrap();
    let ran = kvant_toolchain::run_script(&path, &[], &kvant_toolchain::Limits::for_program());
    assert_eq!(ran.unwrap().exit, kvant_toolchain::Exit::Code(1));
}

#[test]
fn a_store_that_is_removed_ends_a_campaign() {
    let folder = TempDir::new().unwrap();
    let place = folder.path().join("store");
    let store = Mutex::new(Store::open(&place).unwrap());
    let session = begin(&mut locked(&store));
    let maker = |seed| {
        if seed == 30 {
            std::fs::remove_dir_all(&place).unwrap();
        }
        empty_program(seed)
    };
    let work = Campaign {
        // A pause would exceed the test's time: the failure must not be retried.
        pauses: vec![Duration::from_mins(10)],
        ..campaign(0..1_000_000)
    };
    let ledger = StoreLedger::new(&store, &session).unwrap();
    let ended = work.run(&ledger, &maker, &mut |_| {});
    let End::Failed(why) = ended.end else {
        panic!("{ended:?}");
    };
    assert!(why.contains("removed or replaced"), "{why}");
    let error = locked(&store).end(session).unwrap_err();
    assert!(matches!(error.problem, Problem::Replaced), "{error}");
}

/// A panic fails the confirmation and the reduction of one finding. Others get their turn, and no lease is left.
#[test]
fn a_panic_over_a_finding_ends_only_the_work_on_it() {
    let folder = TempDir::new().unwrap();
    let store = Mutex::new(Store::open(folder.path()).unwrap());
    let version = Version::parse("1.95.0").unwrap();
    let toolchain = Toolchain::new(&RUSTC, "rustc".as_ref(), "1.95.0", version);
    let backend = Backend::build(Arc::new(toolchain), OptLevel::O3);
    let [finds, other] = [0, 1].map(|_| begin(&mut locked(&store)));
    let found = |seed: u64| NewFinding {
        finding: kvant_record::Finding {
            name: String::new(),
            kind: Kind::WrongValue,
            signature: seed.to_string(),
            outcomes: vec![kvant_record::Outcome {
                backend: backend_record(&backend),
                verdict: Verdict::ProgramHang,
                again: Vec::new(),
            }],
            failing: vec![0],
            suspects: Vec::new(),
        },
        fingerprint: String::new(),
        seed,
        headline: String::new(),
        files: vec![("program.rs".to_owned(), String::new())],
    };
    let lease = locked(&store).claim(&finds, &(0..4), 4, Rule::Fresh);
    let results = BatchResults {
        findings: (0..4).map(found).collect(),
        ..BatchResults::default()
    };
    let recorded = locked(&store).finish(&finds, &lease.unwrap().unwrap(), &(0..4), &results);
    assert_eq!(recorded.unwrap().len(), 4);

    let toolchains = Toolchains::default();
    let describe = |_: &str, _: &Verdict, _: &Bisection| Vec::new();
    let mut investigator = Investigator::new(&toolchains, Vec::new(), describe, &Cancel::new());
    investigator.budget = Some(Duration::from_mins(1));
    let mut work = campaign(4..6);
    work.jobs = NonZero::<usize>::MIN;
    work.set.references = vec![backend];
    work.investigator = Some(&investigator);
    let maker = |seed| match seed {
        0..4 => panic!("no program {seed}"),
        _ => empty_program(seed),
    };
    let ledger = StoreLedger::new(&store, &other).unwrap();
    let (mut panics, mut seeds) = (0, Vec::new());
    let ended = work.run(&ledger, &maker, &mut |event| match event {
        Event::FollowedUp(_, followed) => {
            let followed = format!("{followed:?}");
            panics += u32::from(followed.contains("Panicked"));
        }
        Event::Done { seeds: done, .. } => seeds.extend(done.clone()),
        _ => {}
    });
    assert!(matches!(ended.end, End::Complete), "{ended:?}");
    assert_eq!((panics, seeds), (4, vec![4, 5]));
    for finding in 1..=4 {
        for kind in ["confirm", "reduce"] {
            let lease = locked(&store).claim_finding(&finds, kind, finding);
            assert!(lease.unwrap().is_some(), "{kind} {finding}");
        }
    }
}

#[test]
fn work_in_flight_is_interrupted_after_the_grace_period() {
    let folder = TempDir::new().unwrap();
    let work = Campaign {
        jobs: NonZero::<usize>::MIN,
        time: Some(Duration::from_secs(1)),
        ..campaign(0..1_000_000)
    };
    let maker = |seed| {
        // Generating these programs takes until the campaign is cancelled. Others are recorded by then.
        while seed >= 100 && !work.cancel.is_cancelled() {
            thread::sleep(Duration::from_millis(5));
        }
        empty_program(seed)
    };
    let (ended, _, seeds) = run(&work, &folder, &maker);
    assert!(matches!(ended.end, End::TimeIsUp), "{ended:?}");
    assert!(seeds.iter().all(|seed| *seed < 100), "{seeds:?}");
}
