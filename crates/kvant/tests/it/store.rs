//! The commands that read a store, as a user runs them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};
use std::time::Duration;

use kvant_campaign::store::{BackendKey, Rule, Session, Store};
use kvant_campaign::{Kind, Spent, VerdictKind};
use kvant_record::{
    BatchResults, CampaignLanguage, CampaignRecord, Finding, NewFinding, OptLevel, Request,
    TestCount,
};
use serde_json::Value;
use tempfile::TempDir;

fn kvant(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The output of a command, after its exit code was checked.
#[track_caller]
fn said(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = kvant(folder, arguments);
    let out = String::from_utf8(output.stdout).unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(code), "{out}\n{err}");
    match code {
        2 => err,
        _ => out,
    }
}

#[track_caller]
fn json(folder: &Path, arguments: &[&str], code: i32) -> Value {
    let output = kvant(folder, arguments);
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(code), "{text}");
    crate::shell::record(arguments, &text)
}

/// Asserts that all of these are in a text, in this order.
#[track_caller]
fn in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let Some((_, after)) = rest.split_once(part) else {
            panic!("no `{part}` where it should be:\n{text}");
        };
        rest = after;
    }
}

fn key(generator: u32) -> CampaignRecord {
    CampaignRecord {
        languages: vec![CampaignLanguage {
            language: "mir".to_owned(),
            target: "x86_64".to_owned(),
            generator,
            config: vec![("steps".to_owned(), "777".to_owned())],
            ..CampaignLanguage::default()
        }],
        old: None,
    }
}

fn backends() -> [BackendKey; 2] {
    ["stable O3", "nightly O3"].map(|name| BackendKey {
        name: name.to_owned(),
        identity: format!("exactly {name}"),
        request: Request::build(OptLevel::O3),
    })
}

fn finding(kind: &str, signature: &str, seed: u64) -> NewFinding {
    let file = |name: &str, text: String| (name.to_owned(), text);
    NewFinding {
        finding: Finding {
            name: format!("seed-{seed}"),
            kind: Kind::named(kind).unwrap(),
            signature: signature.to_owned(),
            outcomes: Vec::new(),
            failing: Vec::new(),
            suspects: Vec::new(),
        },
        fingerprint: String::new(),
        seed,
        headline: format!("headline of {signature} in {seed}"),
        files: vec![
            file("program.rs", format!("fn main() {{}} // {seed}\n")),
            file("verdicts.txt", format!("everybody on {seed}\n")),
            file("reproduce.sh", format!("#!/bin/sh\necho shown {seed}\n")),
        ],
    }
}

/// A folder with a store that has one campaign, and 100 tested programs.
struct Filled {
    folder: TempDir,
    store: Store,
    session: Session,
}

impl Filled {
    fn with(findings: Vec<NewFinding>) -> Filled {
        let folder = TempDir::new().unwrap();
        let mut store = Store::open(&folder.path().join("kvant-store")).unwrap();
        let session = store
            .begin(&key(kvant_mir_gen::VERSION), &backends(), 50)
            .unwrap();
        let mut filled = Filled {
            folder,
            store,
            session,
        };
        filled.add(findings);
        filled
    }

    fn add(&mut self, findings: Vec<NewFinding>) {
        let lease = self
            .store
            .claim(&self.session, &(50..10_000), 100, Rule::Fresh);
        let lease = lease.unwrap().unwrap();
        let count = |backend: &str, verdict: &str, count| TestCount {
            backend: backend.to_owned(),
            verdict: VerdictKind::named(verdict).unwrap(),
            count,
        };
        let results = BatchResults {
            programs: 100,
            unmade: 0,
            left_out: 0,
            own: Duration::from_secs(20),
            spent: Spent {
                compilers: Duration::from_secs(75),
                programs: Duration::from_secs(5),
                calls: 9,
            },
            tests: vec![
                count("nightly O3", "agrees", 93),
                count("nightly O3", "cannot say", 4),
                count("nightly O3", "wrong value", 2),
                count("nightly O3", "program crash", 1),
                count("stable O3", "agrees", 100),
            ],
            findings,
            backends: None,
        };
        let finished = self
            .store
            .finish(&self.session, &lease, &lease.seeds, &results);
        finished.unwrap();
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// One finding of each sort, in the wrong order.
fn all_sorts() -> Filled {
    Filled::with(vec![
        finding("flaky", "flaky thing", 51),
        finding("wrong value", "wrong gvn", 52),
        finding("machine dispute", "disputed", 53),
        finding("compiler crash", "crash in llvm", 54),
        finding("aliasing-dependent", "borrowed", 55),
    ])
}

#[test]
fn a_store_that_is_not_there_is_said_to_be_missing() {
    let folder = TempDir::new().unwrap();
    for arguments in [
        &["status"][..],
        &["findings"],
        &["findings", "show", "1"],
        &["repro", "1"],
        &["mute", "--list"],
        &["mute", "x", "--link", "y"],
    ] {
        let said = said(folder.path(), arguments, 2);
        assert!(
            said.contains("no store in kvant-store: `kvant fuzz`"),
            "{said}"
        );
        let json = [arguments, &["--json", "--store", "other"][..]].concat();
        let error = self::json(folder.path(), &json, 2);
        assert!(
            error["error"]
                .as_str()
                .unwrap()
                .contains("no store in other")
        );
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn status_tells_how_it_is_going() {
    let Filled {
        folder,
        mut store,
        session,
    } = all_sorts();
    let folder = folder.path();
    let text = said(folder, &["status"], 0);
    in_order(
        &text,
        &[
            "campaign 1: mir generator",
            "steps 777, for x86_64; stable O3, nightly O3\n",
            "running since 20",
            "100 programs, 200 tests",
            "75 % of processor time inside compilers",
            "machine dispute     1    0      0  counts as a bug of Kvant",
            "wrong value         1    0      0\n",
            "stable O3   100    100     0           0\n",
            "nightly O3  100    93      4           3\n",
        ],
    );
    assert!(!text.contains("could not be made"), "{text}");

    let rates = json(folder, &["--json", "status", "--rates"], 0);
    let rates = &rates["campaigns"][0]["rates"];
    assert_eq!(rates[0]["programs"], 100);
    assert_eq!(rates[0]["processor_seconds"]["compilers"], 75.0);
    let status = json(folder, &["status", "--json"], 0);
    let campaign = &status["campaigns"][0];
    assert_eq!(campaign["at_work"], true);
    assert_eq!(campaign["tested_seeds"], serde_json::json!([[50, 149]]));
    assert_eq!(campaign["backends"][1]["bad"], 3);
    assert_eq!(campaign["backends"][1]["identity"], "exactly nightly O3");
    assert_eq!(campaign["compiler_share"], 0.75);
    assert_eq!(campaign["findings"]["flaky"]["new"], 1);
    let begun = campaign["begun"].as_str().unwrap();
    assert!(begun.len() == 24 && begun.ends_with('Z'), "{begun}");

    // Another campaign that sees one of them again, and is killed.
    let other = store.begin(&key(99), &backends(), 0).unwrap();
    let lease = store.claim(&other, &(0..10), 10, Rule::Fresh);
    let lease = lease.unwrap().unwrap();
    let results = BatchResults {
        programs: 9,
        unmade: 1,
        findings: vec![finding("wrong value", "wrong gvn", 3)],
        ..BatchResults::default()
    };
    store
        .finish(&other, &lease, &lease.seeds, &results)
        .unwrap();
    drop(other);
    store.mute("crash*", "https://example.org/1").unwrap();
    let text = said(folder, &["status"], 0);
    in_order(
        &text,
        &[
            "campaign 2",
            "not running; last active on 20",
            "when it was killed",
            "9 programs, 0 tests, 1 programs could not be made",
            "wrong value  0    1      0\n",
        ],
    );
    assert!(!text.contains("campaign 1"), "{text}");
    store.end(session).unwrap();
    let text = said(folder, &["status", "--all"], 0);
    let first = [
        "campaign 1",
        "not running",
        "compiler crash      0    0      1",
    ];
    in_order(&text, &[&first[..], &["campaign 2"]].concat());
}

#[test]
fn status_of_nothing() {
    let folder = TempDir::new().unwrap();
    drop(Store::open(&folder.path().join("here")).unwrap());
    let text = said(folder.path(), &["status", "--store", "here"], 0);
    assert!(text.contains("nothing was tested in here yet"), "{text}");
    let text = said(folder.path(), &["findings", "--store", "here"], 0);
    assert_eq!(text, "no findings\n");
}

#[test]
fn findings_are_listed_by_what_they_are_held_to_be() {
    let filled = all_sorts();
    let text = said(filled.path(), &["findings"], 1);
    in_order(
        &text,
        &[
            "N  kind",
            "count as bugs of Kvant",
            "3  machine dispute",
            "headline of disputed in 53",
            "count as bugs of compilers",
            "2  wrong value",
            "4  compiler crash",
            "Set aside",
            "1  flaky",
            "5  aliasing-dependent",
            "`kvant repro N`",
        ],
    );
    let listed = json(filled.path(), &["findings", "--json"], 1);
    let findings = listed["findings"].as_array().unwrap();
    let order: Vec<_> = findings
        .iter()
        .map(|one| one["finding"].as_i64().unwrap())
        .collect();
    assert_eq!(order, [3, 2, 4, 1, 5]);
    assert_eq!(findings[0]["standing"], "dispute");
    assert_eq!(findings[3]["standing"], "set aside");

    let text = said(filled.path(), &["findings", "--kind", "wrong-value"], 1);
    assert!(
        text.contains("wrong value") && !text.contains("crash"),
        "{text}"
    );
    // Findings that may be no bugs do not change the exit code.
    said(filled.path(), &["findings", "--kind", "flaky"], 0);
    said(
        filled.path(),
        &["findings", "--kind", "aliasing-dependent"],
        0,
    );
    said(filled.path(), &["findings", "--kind", "machine-dispute"], 1);
    let text = said(filled.path(), &["findings", "--kind", "wrong"], 2);
    assert!(text.contains("aliasing-dependent"), "{text}");
}

#[test]
fn muted_findings_are_silent_and_can_be_heard_again() {
    let mut filled = Filled::with(vec![
        finding("wrong value", "gvn: *const u8", 51),
        finding("compiler crash", "llvm: one", 52),
        finding("compiler crash", "llvm: two", 53),
    ]);
    let folder = filled.folder.path().to_owned();
    assert_eq!(said(&folder, &["mute", "--list"], 0), "nothing is muted\n");
    let link = "https://example.org/7";
    let text = said(&folder, &["mute", "llvm: *", "--link", link], 0);
    assert!(
        text.contains("muted llvm: *\nthat is findings 2, 3\n"),
        "{text}"
    );
    let text = said(&folder, &["findings"], 1);
    assert!(
        !text.contains("llvm") && text.contains("2 more are muted: see --all"),
        "{text}"
    );
    let text = said(&folder, &["findings", "--all"], 1);
    in_order(
        &text,
        &[
            "1  wrong value",
            "Muted:\n",
            "2  compiler crash",
            link,
            "3  compiler crash",
        ],
    );

    // By its number.
    let text = said(&folder, &["mute", "1", "--link", "a talk"], 0);
    assert!(
        text.contains("muted gvn: *const u8\nthat is finding 1\n"),
        "{text}"
    );
    let text = said(&folder, &["findings"], 0);
    in_order(&text, &["no findings", "3 more are muted"]);
    let listed = json(&folder, &["mute", "--list", "--json"], 0);
    assert_eq!(listed["mutes"][1]["pattern"], "gvn: *const u8");
    assert_eq!(listed["mutes"][0]["link"], link);
    // Also what comes later.
    filled.add(vec![finding("compiler crash", "llvm: three", 150)]);
    said(&folder, &["findings"], 0);

    let removed = json(&folder, &["mute", "--remove", "llvm: *", "--json"], 0);
    assert_eq!(removed["removed"], "llvm: *");
    said(&folder, &["findings"], 1);
    let text = said(&folder, &["mute", "--remove", "llvm: *"], 2);
    assert!(text.contains("is not muted"), "{text}");
    let text = said(&folder, &["mute", "nobody has this", "--link", link], 0);
    assert!(text.contains("no finding has such a signature"), "{text}");
    for wrong in [
        &["mute"][..],
        &["mute", "x"],
        &["mute", "--list", "--remove", "x"],
        &["mute", "", "--link", link],
        &["mute", "x", "--link", " "],
        &["mute", "77", "--link", link],
        &["mute", "--link", link],
    ] {
        said(&folder, wrong, 2);
    }
}

#[test]
fn a_finding_is_shown_with_all_that_is_known() {
    let everywhere = |seed| finding("wrong value", "everywhere", seed);
    let filled = Filled::with((50..75).map(everywhere).collect());
    let text = said(filled.path(), &["findings", "show", "1"], 0);
    in_order(
        &text,
        &[
            "finding 1: wrong value\n",
            "headline of everywhere in 50\n",
            "signature: everywhere\n",
            "seen 25 times, first on 20",
            "everybody on 50\n",
            "K   seed  campaign",
            "1   50    1 ",
            "20  69    1 ",
            "and 5 more: --json lists all\n",
            "campaign 1: mir generator",
            "kvant repro 1\n",
            "kvant diff finding-1/program.rs ",
        ],
    );
    let shown = json(filled.path(), &["findings", "show", "1", "--json"], 0);
    assert_eq!(shown["verdicts"], "everybody on 50\n");
    let seen = shown["seen_in"].as_array().unwrap();
    assert_eq!(seen.len(), 25);
    assert_eq!(seen[9]["files"].as_array().unwrap().len(), 3);
    assert_eq!(seen[10]["files"].as_array().unwrap().len(), 0);
    assert_eq!(seen[24]["seed"], 74);
    let language = &shown["campaigns"][0]["languages"][0];
    assert_eq!(language["config"][0], serde_json::json!(["steps", "777"]));
    let text = said(filled.path(), &["findings", "show", "2"], 2);
    assert!(text.contains("no finding 2 in kvant-store"), "{text}");
}

/// The commands by which a finding is reproduced name files that exist.
#[test]
fn the_advice_names_files_that_are_there() {
    let with = |signature: &str, seed: u64, names: &[&str]| {
        let mut finding = finding("machine dispute", signature, seed);
        let names = names.iter();
        finding.files = names
            .map(|name| ((*name).to_owned(), format!("{name} of {seed}")))
            .collect();
        finding
    };
    let filled = Filled::with(vec![
        with("in C", 51, &["program.c", "reproduce.sh"]),
        with("ours", 52, &["reproduce.sh"]),
        with("lost", 53, &[]),
    ]);
    for (number, says, not) in [
        ("1", "kvant diff finding-1/program.c", "program.rs"),
        ("2", "finding-2/reproduce.sh", "kvant diff"),
        ("3", "its files were not kept", "kvant repro"),
    ] {
        let text = said(filled.path(), &["findings", "show", number], 0);
        assert!(text.contains(says) && !text.contains(not), "{text}");
    }
    said(filled.path(), &["repro", "2"], 0);
    assert!(filled.path().join("finding-2/reproduce.sh").exists());
    let text = said(filled.path(), &["repro", "3"], 2);
    assert!(text.contains("`kvant gen --seed 53`"), "{text}");
}

#[test]
fn a_finding_becomes_a_folder_that_stands_alone() {
    let everywhere = |seed| finding("wrong value", "everywhere", seed);
    let filled = Filled::with((50..75).map(everywhere).collect());
    let folder = filled.path();
    let text = said(folder, &["repro", "1"], 0);
    in_order(
        &text,
        &[
            "seed 50",
            "3 files in finding-1\n",
            "run finding-1/reproduce.sh\n",
        ],
    );
    let program = folder.join("finding-1/program.rs");
    assert_eq!(
        fs::read_to_string(&program).unwrap(),
        "fn main() {} // 50\n"
    );
    assert_eq!(
        fs::metadata(&program).unwrap().permissions().mode() & 0o111,
        0
    );
    let script = Command::new(folder.join("finding-1/reproduce.sh"))
        .output()
        .unwrap();
    assert_eq!(script.stdout, b"shown 50\n");

    // What is there stays as it is.
    fs::write(&program, "changed").unwrap();
    let text = said(folder, &["repro", "1"], 2);
    assert!(text.contains("finding-1 is not empty"), "{text}");
    assert_eq!(fs::read_to_string(&program).unwrap(), "changed");

    fs::create_dir(folder.join("empty")).unwrap();
    let arguments = [
        "repro",
        "1",
        "--out",
        "empty",
        "--occurrence",
        "10",
        "--json",
    ];
    let written = json(folder, &arguments, 0);
    assert_eq!(written["run"], "empty/reproduce.sh");
    assert_eq!(
        (&written["seed"], &written["files"][1]),
        (&59.into(), &"verdicts.txt".into())
    );
    for (occurrence, why) in [("11", "--seed 60"), ("26", "only 25 times"), ("0", "0")] {
        let text = said(
            folder,
            &["repro", "1", "--out", "no", "--occurrence", occurrence],
            2,
        );
        assert!(text.contains(why), "{text}");
    }
    assert!(!folder.join("no").exists());
}

#[test]
fn a_store_of_others_cannot_write_where_it_likes() {
    let mut bad = finding("wrong value", "x", 50);
    bad.files[0].0 = "../escaped.rs".to_owned();
    let filled = Filled::with(vec![bad]);
    let text = said(filled.path(), &["repro", "1"], 2);
    assert!(text.contains("../escaped.rs"), "{text}");
    assert!(!filled.path().join("escaped.rs").exists());
    assert!(!filled.path().join("finding-1").exists());
}

#[test]
fn an_unused_store_is_read_without_a_trace() {
    let Filled {
        folder,
        mut store,
        session,
    } = all_sorts();
    store.end(session).unwrap();
    drop(store);
    let list = || {
        let entries = fs::read_dir(folder.path().join("kvant-store")).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    };
    let before = list();
    said(folder.path(), &["findings"], 1);
    said(folder.path(), &["status"], 0);
    assert_eq!(list(), before);
}
