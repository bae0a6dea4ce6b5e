//! Leases of several sessions: expired ones, and those of dead sessions.

#![allow(clippy::single_range_in_vec_init)] // Seeds are a list of ranges, also if it is one.

use kvant_record::{BatchResults, Confirmation, News, SessionState, VerdictKind};
use tempfile::TempDir;

use super::{backend, backends, claim, dump, finding, finish, key, lease, results};
use crate::store::*;

/// Machines with other compilers share a campaign: tested seeds are recorded for each backend.
#[test]
fn other_backends_have_seeds_of_their_own() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let all = 0..100;
    let here = store.begin(&key("a"), &backends(), 0).unwrap();
    let first = lease(&mut store, &here, &all, 10).unwrap();
    finish(&mut store, &here, &first, &results(10, vec![]));
    let held = lease(&mut store, &here, &all, 10).unwrap();
    assert_eq!(held.seeds, 10..20);

    let others = [backend("nightly O3"), backend("gcc O2")];
    let there = store.begin(&key("a"), &others, 0).unwrap();
    assert_eq!(there.campaign, here.campaign);
    // One of its backends has tested, or is testing, the first of them.
    assert_eq!(claim(&mut store, &there, &all, 10), Some(20..30));
    let complete = |store: &mut Store, session: &Session| {
        let lease = store.claim(session, &all, 100, Rule::Complete).unwrap();
        lease.map(|lease| (lease.seeds, lease.backends))
    };
    let count = |store: &Store, rule| store.tested(&there, &all, rule).unwrap();
    assert_eq!(count(&store, Rule::Fresh), 10);
    assert_eq!(count(&store, Rule::Complete), 0);
    // Only the second of its backends has not tested the first seeds.
    assert_eq!(complete(&mut store, &there), Some((0..20, vec![1])));
    assert_eq!(complete(&mut store, &there), Some((30..100, vec![0, 1])));
    assert_eq!(complete(&mut store, &there), None);
    assert_eq!(complete(&mut store, &here), Some((20..100, vec![0])));
    // Another compiler under the same name is another backend, with tests of its own.
    let mut newer = backend("stable O3");
    newer.identity.push_str(", newer");
    let session = store.begin(&key("a"), &[newer.clone()], 0).unwrap();
    let held = lease(&mut store, &session, &all, 100).unwrap();
    assert_eq!(held.seeds, all);
    finish(&mut store, &session, &held, &results(100, vec![]));
    assert_eq!(store.campaigns().unwrap()[0].backends.len(), 4);
    let counts = store.counts(here.campaign).unwrap();
    let of = |backend| counts.iter().find(|it| it.is_of(backend)).unwrap().count;
    assert_eq!((of(&backends()[0]), of(&newer)), (10, 100));
}

/// Results that come twice, or after the lease expired and another session has tested the seeds, are not counted again.
#[test]
fn finishing_is_idempotent() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let all = 0..100;
    let slow = store.begin(&key("a"), &backends(), 0).unwrap();
    let quick = store.begin(&key("a"), &backends(), 0).unwrap();
    let held = lease(&mut store, &slow, &all, 10).unwrap();
    let found = || results(10, vec![finding("x", 3)]);
    let first = finish(&mut store, &slow, &held, &found());
    let before = dump(&store);
    let again = finish(&mut store, &slow, &held, &found());
    assert_eq!(again[0].occurrence, first[0].occurrence);
    assert_eq!(again[0].news, News::Known);
    assert_eq!(dump(&store), before);

    let held = lease(&mut store, &slow, &all, 10).unwrap();
    store.heartbeat(&slow).unwrap();
    assert_eq!(claim(&mut store, &quick, &all, 5), Some(20..25));
    // As if the session had sent no heartbeat for a long time.
    let late = "UPDATE lease SET expires = 0 WHERE session = 1";
    store.connection.execute(late, []).unwrap();
    let taken = lease(&mut store, &quick, &all, 10).unwrap();
    assert_eq!(taken.seeds, held.seeds);
    let programs = |store: &Store| store.campaigns().unwrap()[0].programs;
    let before = programs(&store);
    finish(&mut store, &slow, &held, &found());
    assert_eq!(programs(&store), before);
    finish(&mut store, &quick, &taken, &found());
    assert_eq!(programs(&store), before + 10);
    let before = dump(&store);
    finish(&mut store, &slow, &held, &found());
    assert_eq!(dump(&store), before);

    // Nobody else got these seeds.
    let held = lease(&mut store, &slow, &all, 10).unwrap();
    store.expire_all();
    let other = store.begin(&key("b"), &backends(), 0).unwrap();
    claim(&mut store, &other, &all, 5).unwrap();
    let before = programs(&store);
    for _ in 0..2 {
        finish(&mut store, &slow, &held, &found());
        assert_eq!(programs(&store), before + 10);
    }
}

/// After a lease expired, a session with other backends may test the seeds. The results of both are recorded.
#[test]
fn findings_of_an_expired_lease_are_recorded() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let all = 0..10;
    let both = [backend("gcc O3"), backend("clang O3")];
    let slow = store.begin(&key("a"), &both, 0).unwrap();
    let quick = store.begin(&key("a"), &both[1..], 0).unwrap();
    let held = lease(&mut store, &slow, &all, 10).unwrap();
    store.expire_all();
    let taken = lease(&mut store, &quick, &all, 10).unwrap();
    assert_eq!(taken.seeds, held.seeds);
    let found = results(10, vec![finding("clang", 4)]);
    finish(&mut store, &quick, &taken, &found);

    let findings = ["gcc", "clang", "gcc too"].map(|signature| finding(signature, 4));
    let found = results(10, findings.to_vec());
    let recorded = finish(&mut store, &slow, &held, &found);
    let recorded: Vec<_> = recorded.iter().map(|it| (it.finding, &it.news)).collect();
    assert_eq!(
        recorded,
        [(2, &News::New), (1, &News::Known), (3, &News::New)]
    );
    assert_eq!(store.findings(None).unwrap().len(), 3);
    assert_eq!(store.tested(&slow, &all, Rule::Complete).unwrap(), 10);
    assert_eq!(store.campaigns().unwrap()[0].programs, 10);
}

/// One session at a time works on a finding, and another one than the first confirms it.
#[test]
fn findings_are_leased() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let [finds, confirms] = [0, 1].map(|_| store.begin(&key("a"), &backends(), 0).unwrap());
    let held = lease(&mut store, &finds, &(0..9), 9).unwrap();
    let found = results(9, vec![finding("x", 3)]);
    finish(&mut store, &finds, &held, &found);
    assert!(store.unconfirmed(&finds).unwrap().is_empty());
    assert_eq!(store.unconfirmed(&confirms).unwrap()[0].finding, 1);
    let leased = store.claim_finding(&confirms, "confirm", 1).unwrap();
    assert_eq!(store.claim_finding(&finds, "confirm", 1).unwrap(), None);
    assert!(store.claim_finding(&finds, "reduce", 1).unwrap().is_some());
    let seen = Confirmation {
        backend: "stable O3".to_owned(),
        verdict: VerdictKind::ProgramHang,
        shows: true,
    };
    store.confirm(&confirms, leased.unwrap(), 1, &seen).unwrap();
    assert_eq!(store.confirmations(1).unwrap(), [seen]);
    assert!(store.unconfirmed(&confirms).unwrap().is_empty());
    // A lease ends with its session.
    assert_eq!(store.claim_finding(&confirms, "reduce", 1).unwrap(), None);
    die(finds);
    let lease = store.claim_finding(&confirms, "reduce", 1).unwrap();
    store.release_finding(&confirms, lease.unwrap()).unwrap();
}

#[test]
fn seeds_of_dead_sessions_are_free_again() {
    use SessionState::*;

    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let (dies, lives) = (
        store.begin(&key("a"), &backends(), 0),
        store.begin(&key("a"), &backends(), 0),
    );
    let (dies, lives) = (dies.unwrap(), lives.unwrap());
    assert_eq!(claim(&mut store, &dies, &(0..20), 5), Some(0..5));
    assert_eq!(claim(&mut store, &lives, &(0..20), 5), Some(5..10));
    assert_eq!(claim(&mut store, &dies, &(0..20), 5), Some(10..15));
    drop(dies);
    let states = |store: &Store| {
        let sessions = store.sessions(1).unwrap();
        sessions.iter().map(|one| one.state).collect::<Vec<_>>()
    };
    assert_eq!(states(&store), [Died, Alive]);
    // Another campaign is not affected.
    let other = store.begin(&key("b"), &backends(), 0).unwrap();
    assert!(other.lost.is_empty());
    let next = store.begin(&key("a"), &backends(), 0).unwrap();
    assert_eq!(next.lost, [0..5, 10..15]);
    assert_eq!(states(&store), [Died, Alive, Alive]);
    assert_eq!(claim(&mut store, &next, &(0..20), 50), Some(0..5));
    assert_eq!(claim(&mut store, &next, &(0..20), 50), Some(10..20));
    // A claim without free seeds looks for dead sessions again.
    assert_eq!(claim(&mut store, &next, &(0..20), 50), None);
    drop(lives);
    assert_eq!(claim(&mut store, &next, &(0..20), 50), Some(5..10));
    store.end(next).unwrap();
    assert_eq!(states(&store), [Died, Died, Ended]);
}

/// Ends a session like a crash. A child that another test is about to start has a copy of the lock until it is executed.
fn die(session: Session) {
    drop(session);
    std::thread::sleep(std::time::Duration::from_millis(100));
}

/// A lease that expired is evidence too if its session is dead, whichever campaign ends it.
#[test]
fn seeds_of_expired_leases_of_dead_sessions_are_suspects() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let all = Store::SEEDS;
    let other = store.begin(&key("b"), &backends(), 0).unwrap();
    let [dies, sleeps] = [0, 1].map(|_| store.begin(&key("a"), &backends(), 0).unwrap());
    assert_eq!(claim(&mut store, &dies, &all, 4), Some(0..4));
    assert_eq!(claim(&mut store, &sleeps, &all, 4), Some(4..8));
    die(dies);
    store.expire_all();
    claim(&mut store, &other, &all, 4).unwrap();
    assert_eq!(store.suspects(&sleeps, &all).unwrap(), [0, 1, 2, 3]);
    let states = store.sessions(sleeps.campaign).unwrap();
    let states: Vec<_> = states.iter().map(|session| session.state).collect();
    assert_eq!(states, [SessionState::Died, SessionState::Alive]);
    // The next run reports them, unless they are being tested.
    let begin = |store: &mut Store| store.begin(&key("a"), &backends(), 0).unwrap();
    assert_eq!(begin(&mut store).lost, [0..4]);
    assert_eq!(claim(&mut store, &sleeps, &all, 2), Some(0..2));
    assert_eq!(begin(&mut store).lost, [2..4]);
}

/// Seeds in flight at a death are suspects until they are tested.
#[test]
fn seeds_in_flight_at_a_death_are_suspects() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let all = 0..20;
    for _ in 0..4 {
        let session = store.begin(&key("a"), &backends(), 0).unwrap();
        assert_eq!(claim(&mut store, &session, &all, 4), Some(0..4));
        die(session);
    }
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    assert_eq!(store.suspects(&session, &all).unwrap(), [0, 1, 2, 3]);
    assert_eq!(store.suspects(&session, &(2..3)).unwrap(), [2]);
    let other = store.begin(&key("b"), &backends(), 0).unwrap();
    assert!(store.suspects(&other, &all).unwrap().is_empty());
    // However often that happened, they are claimed together again.
    let held = lease(&mut store, &session, &all, 4).unwrap();
    assert_eq!(held.seeds, 0..4);
    store
        .finish(&session, &held, &(0..3), &BatchResults::default())
        .unwrap();
    assert_eq!(store.suspects(&session, &all).unwrap(), [3]);
}
