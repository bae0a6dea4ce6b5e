//! The store as a whole.

use tempfile::TempDir;

use super::*;

fn key(config: &str) -> CampaignKey {
    let backend = |name: &str| BackendKey {
        name: name.to_owned(),
        identity: format!("rustc of {name}"),
    };
    CampaignKey {
        language: "mir".to_owned(),
        generator: 7,
        config: config.to_owned(),
        backends: vec![backend("stable O3"), backend("nightly O3")],
    }
}

fn finding(signature: &str, seed: u64) -> NewFinding {
    NewFinding {
        signature: signature.to_owned(),
        kind: "wrong value".to_owned(),
        seed,
        headline: format!("seed {seed} is wrong"),
        files: vec![
            ("program.rs".to_owned(), format!("// {signature} {seed}\n")),
            ("expected.txt".to_owned(), "always the same\n".to_owned()),
        ],
    }
}

fn results(programs: u64, findings: Vec<NewFinding>) -> Results {
    Results {
        programs,
        own: Duration::from_millis(3),
        compilers: Duration::from_secs(2),
        ran: Duration::from_micros(7),
        tests: vec![TestCount {
            backend: "stable O3".to_owned(),
            verdict: "agrees".to_owned(),
            count: programs,
        }],
        findings,
        ..Results::default()
    }
}

#[test]
fn seeds_are_tested_once_and_a_campaign_goes_on_where_it_was() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 100).unwrap();
    assert!(!session.resumed);
    let within = 100..1000;
    let first = store.claim(&session, &within, 8).unwrap().unwrap();
    let second = store.claim(&session, &within, 8).unwrap().unwrap();
    assert_eq!((first.clone(), second.clone()), (100..108, 108..116));
    store
        .finish(&session, &second, &results(8, vec![]))
        .unwrap();
    // Half of what is held is done, the rest is given back, and free for others.
    store
        .finish(&session, &(100..104), &results(4, vec![]))
        .unwrap();
    store.release(&session, &(106..108)).unwrap();
    assert_eq!(store.claim(&session, &within, 8).unwrap(), Some(106..108));
    store.end(session).unwrap();

    let mut other = key("a");
    other.backends.reverse();
    let session = store.begin(&other, 5).unwrap();
    assert!(session.resumed && session.lost.is_empty());
    assert_eq!((session.tested, session.first_seed), (12, 100));
    assert_eq!(store.claim(&session, &within, 100).unwrap(), Some(104..108));
    assert_eq!(store.claim(&session, &within, 100).unwrap(), Some(116..216));
    let tested = store.campaigns().unwrap()[0].tested.clone();
    assert_eq!(tested, [100..104, 108..116]);

    let session = store.begin(&key("b"), 0).unwrap();
    assert!(!session.resumed);
    assert_eq!(store.claim(&session, &within, 1).unwrap(), Some(100..101));
}

#[test]
fn what_the_dead_held_is_free_again() {
    use SessionState::*;

    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let (dies, lives) = (store.begin(&key("a"), 0), store.begin(&key("a"), 0));
    let (dies, lives) = (dies.unwrap(), lives.unwrap());
    assert_eq!(store.claim(&dies, &(0..20), 5).unwrap(), Some(0..5));
    assert_eq!(store.claim(&lives, &(0..20), 5).unwrap(), Some(5..10));
    assert_eq!(store.claim(&dies, &(0..20), 5).unwrap(), Some(10..15));
    drop(dies);
    let states = |store: &Store| {
        let sessions = store.sessions(1).unwrap();
        sessions.iter().map(|one| one.state).collect::<Vec<_>>()
    };
    assert_eq!(states(&store), [Died, Alive]);
    // Another campaign does not care.
    let other = store.begin(&key("b"), 0).unwrap();
    assert!(other.lost.is_empty());
    let next = store.begin(&key("a"), 0).unwrap();
    assert_eq!(next.lost, [0..5, 10..15]);
    assert_eq!(states(&store), [Died, Alive, Alive]);
    assert_eq!(store.claim(&next, &(0..20), 50).unwrap(), Some(0..5));
    assert_eq!(store.claim(&next, &(0..20), 50).unwrap(), Some(10..20));
    // Who finds nothing free looks for the dead again.
    assert_eq!(store.claim(&next, &(0..20), 50).unwrap(), None);
    drop(lives);
    assert_eq!(store.claim(&next, &(0..20), 50).unwrap(), Some(5..10));
    store.end(next).unwrap();
    assert_eq!(states(&store), [Died, Died, Ended]);
}

#[test]
fn findings_are_known_by_their_signature() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("a"), 0).unwrap();
    let finish = |store: &mut Store, findings: Vec<NewFinding>| {
        let seeds = store.claim(&session, &(0..100), 20).unwrap().unwrap();
        let recorded = store.finish(&session, &seeds, &results(20, findings));
        let recorded = recorded.unwrap();
        recorded
            .into_iter()
            .map(|one| (one.finding, one.news))
            .collect::<Vec<_>>()
    };
    let new = finish(
        &mut store,
        vec![finding("x", 3), finding("y", 4), finding("x", 5)],
    );
    assert_eq!(new, [(1, News::New), (2, News::New), (1, News::Known)]);
    store.mute("y*", "https://example.org/1").unwrap();
    let muted = News::Muted {
        link: "https://example.org/1".to_owned(),
    };
    let again = finish(
        &mut store,
        vec![finding("yes", 21), finding("x", 22), finding("x", 22)],
    );
    assert_eq!(again, [(3, muted), (1, News::Known), (1, News::Known)]);

    let findings = store.findings(None).unwrap();
    let short = findings
        .iter()
        .map(|one| (one.first_seed, one.occurrences, one.mute.is_some()));
    assert_eq!(
        short.collect::<Vec<_>>(),
        [(3, 3, false), (4, 1, true), (21, 1, true)]
    );
    let detail = store.finding(1).unwrap().unwrap();
    assert_eq!(detail.campaigns[0].generator, 7);
    let seeds = detail.occurrences.iter().map(|one| one.seed);
    assert_eq!(seeds.collect::<Vec<_>>(), [3, 5, 22]);
    let files = &detail.occurrences[0].files;
    assert_eq!(store.file(&files[0].object).unwrap(), "// x 3\n");
    assert_eq!(files[1].name, "expected.txt");
    assert_eq!(files[1].object, detail.occurrences[1].files[1].object);
    assert!(store.finding(9).unwrap().is_none());
    assert!(store.unmute("y*").unwrap() && !store.unmute("y*").unwrap());
    assert!(
        store
            .findings(Some(1))
            .unwrap()
            .iter()
            .all(|one| one.mute.is_none())
    );
}
