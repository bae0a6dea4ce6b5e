//! Analyses, and findings that are one bug.

use tempfile::TempDir;

use super::{backends, dump, finding, key, results};
use crate::store::*;
use crate::{Analysis, Culprit, Kind, OnVersion, Size, VerdictKind};
use kvant_record::{Moment, NewFinding, Recheck, Symptom};

/// A store with this number of findings, each with a seed and a signature of its own: 1, 2, ….
fn with(findings: u64) -> (TempDir, Store) {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    add(
        &mut store,
        (1..=findings).map(|n| finding(&format!("is {n}"), n)),
    );
    (folder, store)
}

fn add(store: &mut Store, findings: impl Iterator<Item = NewFinding>) {
    let session = store.begin(&key("a"), &backends(), 0).unwrap();
    let lease = store.claim(&session, &(0..1000), 100, Rule::Fresh);
    let lease = lease.unwrap().unwrap();
    let results = results(100, findings.collect());
    store
        .finish(&session, &lease, &lease.seeds, &results)
        .unwrap();
    store.end(session).unwrap();
}

fn version(toolchain: &str, release: &str, shows: bool) -> OnVersion {
    OnVersion {
        toolchain: toolchain.into(),
        release: release.into(),
        verdict: match shows {
            true => VerdictKind::WrongValue,
            false => VerdictKind::Agrees,
        },
        shows,
    }
}

fn analysis(culprit: &str) -> Analysis {
    let file = |name: &str| (name.to_owned(), format!("{name} of {culprit}\n"));
    let size = |statements, functions| Size {
        statements,
        functions,
    };
    Analysis {
        original: size(300, 12),
        size: size(5, 1),
        is_smallest: true,
        is_firm: true,
        has_strayed: false,
        symptom: Some(Symptom {
            verdict: VerdictKind::WrongValue,
            message: String::new(),
            exact: String::new(),
            varies: false,
        }),
        backend: Some(kvant_record::Backend {
            toolchain: kvant_record::Toolchain::default(),
            request: kvant_record::Request::in_mode("const"),
        }),
        verdict: Some(crate::Verdict::ProgramHang),
        culprit: Some(Culprit {
            passes: vec![culprit.into()],
            unsure: false,
        }),
        shape: vec!["add".into(), "switch on bool".into()],
        versions: vec![version("stable", "1.95.0", true)],
        is_lifted: true,
        calls: 77,
        spent: Duration::from_micros(1_234_567),
        files: vec![file("program.rs"), file("lifted/program.rs")],
    }
}

/// The bug that each finding refers to.
fn same_as(store: &Store) -> Vec<Option<i64>> {
    let findings = store.findings(None).unwrap();
    findings.iter().map(|finding| finding.same_as).collect()
}

#[test]
fn an_analysis_is_kept_and_replaced_as_a_whole() {
    let (folder, mut store) = with(2);
    assert_eq!(store.analysis(1).unwrap(), None);
    store.keep_analysis(1, &analysis("GVN"), None).unwrap();
    assert_eq!(store.analysis(1).unwrap(), Some(analysis("GVN")));
    assert_eq!(store.analysis(2).unwrap(), None);
    // Opening a store removes unfinished files; these are not referenced by any session.
    let _ = Store::open(folder.path()).unwrap();
    let session = store.begin(&key("b"), &backends(), 0).unwrap();
    store.end(session).unwrap();
    assert_eq!(store.analysis(1).unwrap(), Some(analysis("GVN")));

    let mut other = analysis("JumpThreading");
    other.files.truncate(1);
    other
        .versions
        .push(version("nightly", "1.97.0-nightly", false));
    other.is_lifted = false;
    other.shape.clear();
    store.keep_analysis(1, &other, None).unwrap();
    assert_eq!(store.analysis(1).unwrap(), Some(other.clone()));
    // Of two files with one name the last counts.
    other.files.push(("program.rs".into(), "last".into()));
    store.keep_analysis(1, &other, None).unwrap();
    let files = store.analysis(1).unwrap().unwrap().files;
    assert_eq!(files, [("program.rs".to_owned(), "last".to_owned())]);

    other.files.clear();
    let all = store.analyses().unwrap();
    assert_eq!(all, [(1, Kind::WrongValue, other)]);
}

#[test]
fn unfinished_files_outside_of_sessions_are_not_swept() {
    let (folder, mut store) = with(1);
    let unfinished = folder.path().join("objects/tmp-0-99");
    let writing = session::lock(folder.path(), session::NONE).unwrap();
    fs::write(&unfinished, "half").unwrap();
    // A new session does not remove the lock either.
    let next = store.begin(&key("b"), &backends(), 0).unwrap();
    let _ = Store::open(folder.path()).unwrap();
    assert!(unfinished.exists());
    drop(writing);
    let _ = Store::open(folder.path()).unwrap();
    assert!(!unfinished.exists());
    store.end(next).unwrap();
}

#[test]
fn unknown_findings_are_errors() {
    let (_folder, mut store) = with(1);
    let before = dump(&store);
    let recheck = Recheck {
        toolchain: "stable".into(),
        release: "1.95.0".into(),
        identity: "one".into(),
        verdict: VerdictKind::Agrees,
        shows: false,
        at: Moment(0),
    };
    for error in [
        store.keep_analysis(9, &analysis("GVN"), None),
        store.keep_analysis(1, &analysis("GVN"), Some(9)),
        store.presume(9, 1),
        store.presume(1, 9),
        store.keep_recheck(9, &recheck),
    ] {
        let problem = error.unwrap_err().problem;
        assert!(matches!(problem, Problem::NoFinding(9)), "{problem:?}");
    }
    assert_eq!(dump(&store), before);
    assert!(store.bug(9).unwrap().is_none());
}

#[test]
fn every_finding_refers_to_its_bug_directly() {
    let (_folder, mut store) = with(5);
    let mut same = |finding, as_what| {
        store
            .keep_analysis(finding, &analysis("GVN"), as_what)
            .unwrap();
        same_as(&store)
    };
    assert_eq!(same(1, Some(2)), [Some(2), None, None, None, None]);
    // The bug of a finding becomes the same as a third.
    assert_eq!(same(2, Some(3)), [Some(3), Some(3), None, None, None]);
    // Same as one of a group is same as all of it.
    assert_eq!(same(4, Some(1)), [Some(3), Some(3), None, Some(3), None]);
    // A cycle changes nothing.
    assert_eq!(same(3, Some(4)), [Some(3), Some(3), None, Some(3), None]);
    assert_eq!(same(3, Some(3)), [Some(3), Some(3), None, Some(3), None]);
    // A new analysis can separate a finding from its bug.
    assert_eq!(same(4, None), [Some(3), Some(3), None, None, None]);
    store.presume(5, 2).unwrap();
    assert_eq!(same_as(&store), [Some(3), Some(3), None, None, Some(3)]);
    let bug = store.bug(1).unwrap().unwrap();
    assert_eq!((bug.finding.id, &*bug.findings), (3, &[3, 1, 2, 5][..]));
    assert_eq!(bug.presumed, 1);
}

#[test]
fn an_analysis_replaces_a_presumption() {
    let (_folder, mut store) = with(2);
    store.presume(2, 1).unwrap();
    let presumed = |store: &Store| store.finding(2).unwrap().unwrap().summary.presumed;
    assert!(presumed(&store));
    store.keep_analysis(2, &analysis("GVN"), Some(1)).unwrap();
    assert!(!presumed(&store));
    // A finding is never presumed to be itself.
    store.presume(1, 2).unwrap();
    assert!(!store.finding(1).unwrap().unwrap().summary.presumed);
}

#[test]
fn findings_are_counted_by_fingerprint() {
    let folder = TempDir::new().unwrap();
    let mut store = Store::open(folder.path()).unwrap();
    let printed = |n: u64, fingerprint: &str| NewFinding {
        fingerprint: fingerprint.into(),
        ..finding(&format!("is {n}"), n)
    };
    let prints = ["x", "x", "x", "x", "x", "y", ""];
    let findings = prints.iter().zip(1..).map(|(print, n)| printed(n, print));
    add(&mut store, findings);
    for (finding, same_as) in [(1, None), (2, Some(1)), (6, None), (3, Some(6)), (7, None)] {
        store
            .keep_analysis(finding, &analysis("GVN"), same_as)
            .unwrap();
    }
    store.presume(4, 1).unwrap();
    let expected = Fingerprinted {
        findings: 5,
        bugs: vec![(1, 2), (6, 1)],
        presumed: 1,
    };
    assert_eq!(store.fingerprinted("x").unwrap(), expected);
    for none in ["", "z"] {
        let found = store.fingerprinted(none).unwrap();
        assert_eq!(found, Fingerprinted::default(), "{none}");
    }
}

#[test]
fn a_bug_is_a_group_of_findings() {
    let (_folder, mut store) = with(4);
    // Two more of the second, later.
    add(&mut store, [51, 52].into_iter().map(|n| finding("is 2", n)));
    let early = "UPDATE occurrence SET seen = 1000 * seed";
    store.connection.execute(early, []).unwrap();
    let mut seen = analysis("GVN");
    seen.versions = vec![
        version("1.90.0", "1.90.0", true),
        version("nightly", "1.97.0-nightly", true),
    ];
    store.keep_analysis(3, &seen, None).unwrap();
    store.keep_analysis(2, &analysis("other"), Some(3)).unwrap();
    store.presume(4, 3).unwrap();

    let bugs = store.bugs().unwrap();
    let [first, second] = &bugs[..] else {
        panic!("{bugs:?}");
    };
    assert_eq!((first.finding.id, first.occurrences), (1, 1));
    assert_eq!((&first.state, &first.analysis), (&State::New, &None));
    assert_eq!(second.findings, [3, 2, 4]);
    assert_eq!((second.occurrences, second.presumed), (5, 1));
    assert_eq!(
        (second.first_seen, second.last_seen),
        (Moment(2000), Moment(52_000))
    );
    assert_eq!(second.state, State::Known);
    seen.files.clear();
    assert_eq!(second.analysis.as_ref(), Some(&seen));
    // The mute of another finding of the group does not mute the bug.
    let state = |store: &Store| store.bug(2).unwrap().unwrap().state;
    store.mute("is 2", "elsewhere").unwrap();
    assert_eq!(state(&store), State::Known);
    store.mute("is 3", "there").unwrap();
    let muted = State::Muted {
        link: "there".into(),
    };
    assert_eq!(state(&store), muted);
}

#[test]
fn later_results_decide_what_is_fixed() {
    let (_folder, mut store) = with(1);
    let mut seen = analysis("GVN");
    let nightly = "1.97.0-nightly";
    seen.versions = vec![version("nightly", nightly, true)];
    store.keep_analysis(1, &seen, None).unwrap();
    let mut recheck = |release: &str, identity: &str, shows: bool| {
        let verdict = match shows {
            true => VerdictKind::WrongValue,
            false => VerdictKind::Agrees,
        };
        let recheck = Recheck {
            toolchain: "nightly".into(),
            release: release.into(),
            identity: identity.into(),
            verdict,
            shows,
            at: Moment(0),
        };
        store.keep_recheck(1, &recheck).unwrap();
        // The next one is later than this one.
        let older = "UPDATE recheck SET at = at - 10";
        store.connection.execute(older, []).unwrap();
        let bug = store.bug(1).unwrap().unwrap();
        (bug.rechecked.len(), bug.fixed_in)
    };
    // The same release, and maybe the same compiler: not certain.
    assert_eq!(recheck(nightly, "monday", false), (1, None));
    assert_eq!(recheck(nightly, "monday", true), (1, None));
    let fixed = |release: &str| Some(release.to_owned());
    assert_eq!(recheck(nightly, "tuesday", false), (2, fixed(nightly)));
    assert_eq!(recheck("1.98.0-nightly", "june", true), (3, None));
    let june = recheck("1.98.0-nightly", "june 2", false);
    assert_eq!(june, (4, fixed("1.98.0-nightly")));
    // A new analysis leaves them as they are.
    store.keep_analysis(1, &seen, None).unwrap();
    let bug = store.bug(1).unwrap().unwrap();
    assert_eq!(bug.state.kind().name(), "fixed");
    assert_eq!(bug.rechecked.len(), 4);
}

#[test]
fn a_store_of_the_second_version_is_migrated() {
    let folder = TempDir::new().unwrap();
    let mut second = Connection::open(folder.path().join("kvant.db")).unwrap();
    schema::migrate(
        &mut second,
        &schema::MIGRATIONS[..2],
        &Objects::below(folder.path()),
    )
    .unwrap();
    // As the second version wrote it: this text never changes.
    let rows = "
        INSERT INTO campaign VALUES (1, 'digest', 'mir', 7, 'size = 3', 40, 1000);
        INSERT INTO session VALUES (1, 1, 1000, 2000, 2000, 0, 10, 2, 3, 4, 5);
        INSERT INTO finding VALUES (1, 'x', 'wrong value', 2, 0);
        INSERT INTO finding VALUES (2, 'y', 'compiler crash', 1, 0);
        INSERT INTO occurrence VALUES (1, 1, 1, 42, 'it is wrong', 1500);
        INSERT INTO occurrence VALUES (2, 2, 1, 43, 'it crashes', 1600);
        INSERT INTO occurrence VALUES (3, 1, 1, 44, 'it is wrong', 1700);";
    second.execute_batch(rows).unwrap();
    drop(second);
    let mut store = Store::open(folder.path()).unwrap();
    let bugs = store.bugs().unwrap();
    let short = bugs.iter().map(|bug| (bug.finding.id, bug.occurrences));
    assert_eq!(short.collect::<Vec<_>>(), [(1, 2), (2, 1)]);
    store.keep_analysis(2, &analysis("GVN"), Some(1)).unwrap();
    assert_eq!(store.bugs().unwrap()[0].occurrences, 3);
}
