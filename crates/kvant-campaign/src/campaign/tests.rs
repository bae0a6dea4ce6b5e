//! Campaigns over programs of nothing.

use std::collections::BTreeSet;

use kvant_toolchain::Language;
use tempfile::TempDir;

use super::*;
use crate::store::CampaignKey;
use crate::{Form, Tally, TraceLine};

struct Nothing(u64);

impl Subject for Nothing {
    fn name(&self) -> String {
        self.0.to_string()
    }

    fn language(&self) -> Language {
        Language::Rust
    }

    fn text(&self, _: Form, _: Option<u32>) -> String {
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
    Campaign {
        investigator: None,
        panel: Panel::new(Vec::new(), Vec::new(), &cancel),
        jobs: NonZero::new(3).unwrap(),
        batch: None,
        seeds,
        count: None,
        time: None,
        pauses: Vec::new(),
        cancel,
    }
}

/// Runs a campaign in a store, and collects what was tested.
fn run(campaign: &Campaign<'_>, folder: &TempDir, maker: &Maker<'_>) -> (Ended, Tally, Vec<u64>) {
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&CampaignKey::default(), 0).unwrap();
    let (mut tally, mut seeds) = (Tally::new(0), Vec::new());
    let store = Mutex::new(store);
    let ended = campaign.run(&store, &session, maker, &mut |event| {
        tally.note(event);
        if let Event::Done(done, ..) = event {
            seeds.extend(done.clone());
        }
    });
    store.into_inner().unwrap().end(session).unwrap();
    seeds.sort_unstable();
    (ended, tally, seeds)
}

#[allow(clippy::unnecessary_wraps)] // It is a maker.
fn nothing(seed: u64) -> Result<Box<dyn Subject>, String> {
    Ok(Box::new(Nothing(seed)))
}

#[test]
fn every_seed_is_tested_once_and_bugs_of_the_maker_do_not_end_it() {
    let folder = TempDir::new().unwrap();
    let maker = |seed| match seed % 10 {
        7 if seed < 100 => Err(format!("no program {seed}")),
        7 => panic!("no program {seed}"),
        _ => nothing(seed),
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

#[test]
fn so_many_programs_are_so_many() {
    let folder = TempDir::new().unwrap();
    for (count, expected) in [(1, 0..1), (10, 1..11), (3, 11..14)] {
        let campaign = Campaign {
            count: Some(count),
            ..campaign(0..1_000_000)
        };
        let (ended, _, seeds) = run(&campaign, &folder, &nothing);
        assert!(matches!(ended.end, End::Complete), "{ended:?}");
        assert_eq!(seeds, expected.collect::<Vec<_>>());
    }
}

#[test]
fn it_ends_when_it_is_told_to_and_gives_back_what_was_in_flight() {
    let folder = TempDir::new().unwrap();
    let work = campaign(0..1_000_000);
    let maker = |seed| {
        if seed >= 30 {
            work.cancel.cancel();
        }
        nothing(seed)
    };
    let (ended, _, seeds) = run(&work, &folder, &maker);
    assert!(matches!(ended.end, End::Cancelled), "{ended:?}");
    let in_flight: BTreeSet<u64> = ended.in_flight.iter().cloned().flatten().collect();
    assert!(!in_flight.is_empty());
    assert!(seeds.iter().all(|seed| !in_flight.contains(seed)));
    // Nothing is between what was tested and what comes next.
    let (_, _, rest) = run(&campaign(0..500), &folder, &nothing);
    let all: Vec<u64> = seeds.iter().chain(&rest).copied().collect();
    assert_eq!(all.len(), 500);
    assert_eq!(all.into_iter().collect::<BTreeSet<_>>(), (0..500).collect());
}

#[test]
fn time_is_an_end() {
    let folder = TempDir::new().unwrap();
    let campaign = Campaign {
        time: Some(Duration::ZERO),
        ..campaign(0..1_000_000)
    };
    let (ended, _, seeds) = run(&campaign, &folder, &nothing);
    assert!(matches!(ended.end, End::TimeIsUp), "{ended:?}");
    assert_eq!(seeds, Vec::<u64>::new());
}
