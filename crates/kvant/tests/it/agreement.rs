//! Compilers agree with the machine on fixed seeds. A difference here is a bug, ours or theirs, and is
//! understood before anything else.

#![allow(clippy::print_stdout)] // What was found shows in the tests' output.

use std::fs;
use std::num::NonZero;
use std::sync::Mutex;

use kvant_campaign::ledger::StoreLedger;
use kvant_campaign::store::{BackendKey, Store};
use kvant_campaign::{BackendSet, Campaign, End, Event, Subject, Tally};
use kvant_languages::mir::{MirSubject, TARGET, from_seed};
use kvant_mir::{check, parse, print};
use kvant_mir_gen::{Donor, Feature, GenConfig};
use kvant_mir_machine::{Limits as MachineLimits, Outcome, Resolver, execute};
use kvant_record::CampaignRecord;
use kvant_testing::skip;
use kvant_toolchain::drivers::rustc::{CONST, all_mir_passes};
use kvant_toolchain::{Backend, Cancel, OptLevel, Request, Toolchains};

/// Number of programs that are compiled.
const PROGRAMS: u64 = 300;
/// Number of them that are also evaluated at compile time.
const EVALUATED: u64 = 100;
/// Number of programs with functions of the corpus that are compiled.
const SPLICED: u64 = 40;
/// Number of programs that are parsed and executed again.
const REPARSED: u64 = 300;

/// Small programs: many of them say more than a few large ones.
fn small() -> GenConfig {
    GenConfig::default().sized(200..=500)
}

/// Programs that `-Zlint-mir` can judge: it takes copies between fields of one local for overlapping.
/// A program may miss the drawn size by a few statements.
fn config() -> GenConfig {
    small().sized(215..=440).with(Feature::SiblingCopies, false)
}

/// The same, up to the sizes that a campaign has.
fn large_config() -> GenConfig {
    config().sized(200..=800)
}

fn subject(seed: u64, config: &GenConfig) -> MirSubject {
    from_seed(seed, config).unwrap()
}

/// Tests `count` programs with `backends` on two threads, and collects the bad verdicts. A backend may answer `cannot say` on
/// at most half of them.
fn disagreements(count: u64, config: &GenConfig, backends: &[Backend]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let keys: Vec<BackendKey> = backends.iter().map(BackendKey::of).collect();
    let session = store.begin(&CampaignRecord::default(), &keys, 0).unwrap();
    let cancel = Cancel::new();
    let set = BackendSet::new(backends.to_vec(), Vec::new(), &cancel);
    let campaign = Campaign {
        jobs: NonZero::new(2).unwrap(),
        ..Campaign::new(set, 0..count, &cancel)
    };
    let maker = |seed| Ok(Box::new(subject(seed, config)) as Box<dyn Subject>);
    let (mut tally, mut bad) = (Tally::new(backends.len()), Vec::new());
    let store = Mutex::new(store);
    let ledger = StoreLedger::new(&store, &session).unwrap();
    let ended = campaign.run(&ledger, &maker, &mut |event| {
        tally.note(event);
        if let Event::Found(found) = event {
            for outcome in found.0.failing() {
                let (seed, backend) = (&found.0.name, outcome.backend.name());
                let (name, detail) = (outcome.verdict.name(), outcome.verdict.detail());
                bad.push(format!("{seed} {backend}: {name} {detail}"));
            }
        }
    });
    assert!(matches!(ended.end, End::Complete), "{ended:?}");
    assert_eq!(tally.programs, count);
    let silent: u64 = tally.backends.iter().map(|tally| tally.cannot_say).sum();
    println!("{silent} answers are `cannot say`");
    assert!(silent * 2 < count * backends.len() as u64);
    bad
}

/// `wanted` of the toolchains at hand; says so where one is missing.
fn backends(request: &Request) -> Vec<Backend> {
    let all = Toolchains::discover();
    let mut found = Vec::new();
    for (name, need) in [
        ("stable", "stable"),
        ("nightly", "nightly"),
        ("1.85", "rustc-1.85"),
    ] {
        match all.select(name) {
            Ok(toolchain) => found.push(toolchain),
            Err(error) => skip(&[need], error),
        }
    }
    if found.is_empty() {
        found.extend(all.found.first().cloned());
    }
    assert!(
        !found.is_empty(),
        "cargo runs these tests, so there is a rustc"
    );
    let backend = |toolchain| Backend {
        toolchain,
        request: request.clone(),
    };
    found.into_iter().map(backend).collect()
}

/// The lint judges our text only where nothing is optimised: passes write `_1 = _1` themselves.
fn checked(request: Request) -> Request {
    let request = request.with_switch("validate");
    match request.level {
        OptLevel::O0 => request.with_switch("lint"),
        _ => request,
    }
}

#[test]
fn unoptimised_builds_agree() {
    let backends = backends(&checked(Request::build(OptLevel::O0)));
    let bad = disagreements(PROGRAMS, &large_config(), &backends);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn optimised_builds_agree() {
    let backends = backends(&checked(all_mir_passes()));
    let bad = disagreements(PROGRAMS, &large_config(), &backends);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn compile_time_evaluation_agrees() {
    // It neither compares pointers nor knows all intrinsics on floats.
    let mut config = config().with(Feature::FloatIntrinsics, false);
    for feature in Feature::ALL {
        if feature.is_beyond_const_eval() {
            config = config.with(*feature, false);
        }
    }
    let backends = backends(&Request::in_mode(CONST));
    let bad = disagreements(EVALUATED, &config, &backends);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn copies_between_siblings_agree() {
    let config = small().with(Feature::SiblingCopies, true);
    let backends = backends(&checked(all_mir_passes()));
    let bad = disagreements(20, &config, &backends);
    assert!(bad.is_empty(), "{}", bad.join("\n"));
}

#[test]
fn the_text_says_the_same_under_every_resolver() {
    for seed in 0..REPARSED {
        let subject = subject(seed, &small());
        let text = subject.print(&print::Form::Readable, print::Version::NEWEST);
        let parsed = parse::program(&text).unwrap();
        assert_eq!(parsed.program, subject.program, "seed {seed}");
        check::program(&parsed.program, &TARGET).unwrap();
        for resolver in Resolver::STANDARD {
            let run = execute(&parsed.program, &TARGET, resolver, MachineLimits::default());
            assert_eq!(run.outcome, Outcome::Finished, "seed {seed}");
            assert_eq!(run.trace, subject.trace, "seed {seed}, {resolver:?}");
        }
    }
}

#[test]
fn programs_with_splices_agree() {
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/corpus/defined");
    let mut files: Vec<_> = fs::read_dir(corpus)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let donors = files.iter().filter_map(|file| {
        let parsed = parse::program(&fs::read_to_string(file).unwrap()).unwrap();
        Donor::new(parsed.program).ok()
    });
    let config = GenConfig {
        splices: donors.collect(),
        ..config().with(Feature::Splices, true)
    };
    assert!(config.splices.len() > 100);
    for request in [Request::build(OptLevel::O0), all_mir_passes()] {
        // Donors copy between siblings as they like, so the lint has no say.
        let backends = backends(&request.with_switch("validate"));
        let bad = disagreements(SPLICED, &config, &backends);
        assert!(bad.is_empty(), "{}", bad.join("\n"));
    }
}

/// Large programs reach names that are reserved words, and numbers that no small program has.
#[test]
fn large_programs_say_what_they_are() {
    for (seed, size) in [(0, 7_500), (1, 7_500), (2, 30_000)] {
        let config = GenConfig::default().sized(size..=size);
        let statements = subject(seed, &config).program.statement_count();
        assert!(statements * 10 > size * 9, "{statements} of {size}");
    }
}

#[test]
fn every_program_has_the_size_asked_for_and_observes() {
    for seed in 0..REPARSED {
        let subject = subject(seed, &config());
        let statements = subject.program.statement_count();
        assert!(
            (200..=500).contains(&statements),
            "seed {seed}: {statements}"
        );
        assert!(!subject.trace().is_empty(), "seed {seed}");
    }
}
