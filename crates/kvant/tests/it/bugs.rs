//! The commands about bugs, as a user runs them: on analyses that are made here, with a compiler that is wrong on purpose and
//! a real one.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use kvant_campaign::store::{BackendKey, Rule, Store};
use kvant_campaign::{
    Analysis, Culprit, Difference, Form, Kind, OnVersion, Size, Subject as _, Verdict, VerdictKind,
};
use kvant_languages::mir::{MirSubject, from_seed};
use kvant_mir_gen::GenConfig;
use kvant_record::command::{Bisection, Blame, Needed};
use kvant_record::{
    Backend, BatchResults, CampaignLanguage, CampaignRecord, Finding, NewFinding, OptLevel,
    Outcome, Record, Request, Toolchain,
};
use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{self, exits, stderr, stdout};

/// A folder with a store of so many findings, and settings that name two compilers: `bad`, which is wrong at O3, and `good`, which
/// is not.
struct Place {
    folder: TempDir,
    store: Store,
}

impl Place {
    fn with(findings: u64) -> Place {
        let folder = TempDir::new().unwrap();
        let mut settings = String::new();
        for name in ["bad", "good"] {
            let rustc = compiler(&folder.path().join(name), name);
            let _ = write!(
                settings,
                "[[toolchain]]\nname = \"{name}\"\nrustc = \"{rustc}\"\n"
            );
        }
        fs::write(folder.path().join("kvant.toml"), settings).unwrap();
        let mut store = Store::open(&folder.path().join("kvant-store")).unwrap();
        let record = CampaignRecord {
            languages: vec![CampaignLanguage {
                language: "mir".into(),
                target: "x86_64".into(),
                weight: 1,
                generator: 7,
                config: vec![("statements".into(), "80..150".into())],
                donors: None,
            }],
            old: None,
        };
        let backends = [BackendKey {
            name: "bad-O3".into(),
            identity: "exactly".into(),
            request: Request::build(OptLevel::O3),
        }];
        let session = store.begin(&record, &backends, 0).unwrap();
        let lease = store.claim(&session, &(0..100), 100, Rule::Fresh);
        let lease = lease.unwrap().unwrap();
        let results = BatchResults {
            programs: 100,
            findings: (1..=findings).map(finding).collect(),
            ..BatchResults::default()
        };
        store
            .finish(&session, &lease, &lease.seeds, &results)
            .unwrap();
        store.end(session).unwrap();
        Place { folder, store }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn kvant(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_kvant"))
            .args(arguments)
            .current_dir(self.path())
            .output()
            .unwrap()
    }

    #[track_caller]
    fn said(&self, arguments: &[&str]) -> String {
        let output = self.kvant(arguments);
        exits(&output, 0);
        stdout(&output)
    }

    #[track_caller]
    fn json(&self, arguments: &[&str], code: i32) -> Value {
        let output = self.kvant(arguments);
        exits(&output, code);
        crate::shell::record(arguments, &stdout(&output))
    }
}

/// A compiler that is wrong if its name is `bad`. It reports a commit of its own; otherwise it would be taken for the real one.
fn compiler(folder: &Path, name: &str) -> String {
    let path = shell::bad_compiler(folder);
    let script = fs::read_to_string(&path).unwrap();
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let version = format!(
        "#!/bin/sh\n[ \"$1\" = -vV ] && {{ {rustc} -vV | sed 's/^commit-hash.*/commit-hash: {name}/'; exit; }}\n"
    );
    let script = script.replacen("#!/bin/sh\n", &version, 1);
    let script = match name {
        "bad" => script,
        _ => script.replace("{ !value }", "{ value }"),
    };
    fs::write(&path, script).unwrap();
    path
}

/// The finding of a seed: what `bad` makes of it.
fn finding(seed: u64) -> NewFinding {
    let verdicts = format!(
        "seed-{seed}: wrong value\nsignature\n\nreal-O0: agrees\n$ rustc\n\nbad-O3: wrong value\n$ rustc\nobservation 2\n"
    );
    NewFinding {
        finding: Finding {
            name: format!("seed-{seed}"),
            kind: Kind::WrongValue,
            signature: format!("is {seed}"),
            outcomes: vec![Outcome {
                backend: o3("bad"),
                verdict: wrong(),
                again: Vec::new(),
            }],
            failing: vec![0],
            suspects: Vec::new(),
        },
        fingerprint: String::new(),
        seed,
        headline: format!("bad-O3: observation {seed}"),
        files: vec![
            ("program.rs".into(), subject().text(Form::Readable, None)),
            ("verdicts.txt".into(), verdicts),
        ],
    }
}

/// The record of a compiler at O3.
fn o3(name: &str) -> Backend {
    Backend {
        toolchain: Toolchain {
            name: name.into(),
            family: "rustc".into(),
            ..Toolchain::default()
        },
        request: Request::build(OptLevel::O3),
    }
}

fn wrong() -> Verdict {
    Verdict::WrongValue(Difference {
        index: Some(2),
        ..Difference::default()
    })
}

/// A small program of which `bad` gets an observation wrong.
fn subject() -> MirSubject {
    let config = GenConfig::default().sized(5..=20);
    let mut subjects = (0..100).map(|seed| from_seed(seed, &config).unwrap());
    let is_hit = |subject: &MirSubject| {
        let observations = &subject.trace.observations;
        observations.iter().any(|observation| observation.site == 2)
    };
    subjects.find(is_hit).unwrap()
}

fn version(release: &str, shows: bool) -> OnVersion {
    OnVersion {
        toolchain: release.into(),
        release: release.into(),
        verdict: match shows {
            true => VerdictKind::WrongValue,
            false => VerdictKind::Agrees,
        },
        shows,
    }
}

fn analysis(versions: Vec<OnVersion>) -> Analysis {
    let size = |statements, functions| Size {
        statements,
        functions,
    };
    let mir = Blame {
        culprit: Some("GVN".into()),
        on: Some("f".into()),
        ..Blame::default()
    };
    let llvm = Blame {
        why: Some("no pass of it is needed".into()),
        ..Blame::default()
    };
    let bisection = Record::new(Bisection {
        program: "x".into(),
        disagrees: "bad-O3".into(),
        verdict: VerdictKind::WrongValue,
        detail: "observation 2".into(),
        needed: Needed {
            backend: "bad-O3".into(),
            command: "rustc -x".into(),
        },
        level: None,
        since: "all versions here".into(),
        first_bad: None,
        versions: Vec::new(),
        flaky: false,
        probes: 7,
        cpu_seconds: 1.5,
        parts: [("mir".into(), mir), ("llvm".into(), llvm)].into(),
    });
    let bisection = serde_json::to_string(&bisection).unwrap();
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let program = subject().text(Form::Readable, None);
    Analysis {
        original: size(300, 12),
        size: size(5, 1),
        is_smallest: true,
        is_firm: true,
        has_strayed: false,
        symptom: None,
        backend: Some(o3("bad")),
        verdict: Some(wrong()),
        culprit: Some(Culprit {
            passes: vec!["GVN on f".into()],
            unsure: false,
        }),
        shape: vec!["add".into()],
        versions,
        is_lifted: true,
        calls: 77,
        spent: Duration::from_secs(3),
        files: vec![
            file("program.rs", &program),
            file("fast.rs", &subject().text(Form::Fast, None)),
            file("reproduce.sh", "#!/bin/sh\n"),
            file("lifted/program.rs", "fn main() {}\n"),
            file("lifted/reproduce.sh", "#!/bin/sh\n"),
            file("bisection.json", &bisection),
            file("culprit.diff", "- b\n+ c\n"),
        ],
    }
}

/// All files below a folder.
fn files(folder: &Path) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(below) = folders.pop() {
        for entry in fs::read_dir(folder.join(&below)).unwrap() {
            let entry = entry.unwrap();
            let name = below.join(entry.file_name());
            match entry.path().is_dir() {
                true => folders.push(name),
                false => _ = names.insert(name.display().to_string()),
            }
        }
    }
    names
}

/// The lines of a text as their words.
fn words(text: &str) -> Vec<String> {
    let line = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
    text.lines().map(line).collect()
}

#[test]
fn bugs_are_listed_with_what_is_known_of_them() {
    let mut place = Place::with(5);
    let old = || vec![version("1.85.0", true), version("1.97.0-nightly", true)];
    place
        .store
        .keep_analysis(1, &analysis(old()), None)
        .unwrap();
    place
        .store
        .keep_analysis(2, &analysis(old()), Some(1))
        .unwrap();
    let gone = vec![version("1.9.0", true), version("1.85.0", false)];
    let mut unknown = analysis(gone);
    unknown.culprit = None;
    (unknown.is_smallest, unknown.is_lifted) = (false, false);
    place.store.keep_analysis(3, &unknown, None).unwrap();
    place.store.mute("is 4", "https://example.org/4").unwrap();

    let listed = words(&place.said(&["bugs"]));
    assert!(
        listed[1].starts_with("5 new wrong value – – 1 – "),
        "{listed:?}"
    );
    let known = "1 known wrong value GVN on f 1.85–1.97-nightly 2 5/1 lifted ";
    assert!(listed[2].starts_with(known), "{listed:?}");
    assert!(listed.contains(&"2 more are muted or fixed: see --all".to_owned()));
    let all = words(&place.said(&["bugs", "--all"]));
    let fixed = "3 fixed in 1.85.0 wrong value – 1.9 1 ≤5/1 ";
    assert!(all[3].starts_with(fixed), "{all:?}");
    let muted = "4 muted (https://example.org/4) wrong value – – 1 – ";
    assert!(all[4].starts_with(muted), "{all:?}");

    let json = place.json(&["bugs", "--all", "--json"], 0);
    let bugs = json["bugs"].as_array().unwrap();
    let states = bugs
        .iter()
        .map(|bug| (bug["bug"].as_i64(), bug["state"].as_str()));
    let states: Vec<_> = states
        .map(|(bug, state)| (bug.unwrap(), state.unwrap()))
        .collect();
    assert_eq!(
        states,
        [(5, "new"), (1, "known"), (3, "fixed"), (4, "muted")]
    );
    assert_eq!(bugs[1]["findings"], serde_json::json!([1, 2]));
    assert_eq!(bugs[1]["occurrences"], 2);
    assert_eq!(bugs[1]["analysis"]["size"]["statements"], 5);
    assert_eq!(bugs[2]["fixed_in"], "1.85.0");
    assert_eq!(bugs[2]["analysis"]["culprit"], Value::Null);

    let shown = place.said(&["findings", "show", "1"]);
    for part in [
        "the same bug as finding 2; seen 2 times in all\n",
        "reduced from 300 statements in 12 functions to 5 statements in 1 function; shows in ordinary code too\n",
        "culprit: GVN on f\n",
        "shown by bad-O3\n",
    ] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
    place.store.presume(5, 2).unwrap();
    let shown = place.said(&["findings", "show", "5"]);
    assert!(
        shown.contains("presumed to be the same bug as finding 1\n"),
        "{shown}"
    );
    let json = place.json(&["findings", "show", "5", "--json"], 0);
    assert_eq!(
        (&json["same_as"], &json["analysis"]),
        (&1.into(), &Value::Null)
    );
}

#[test]
fn a_bundle_has_all_that_is_known() {
    let mut place = Place::with(2);
    let output = place.kvant(&["bundle", "1"]);
    exits(&output, 2);
    assert!(stderr(&output).contains("`kvant reduce 1` first"));
    place
        .store
        .keep_analysis(1, &analysis(vec![version("1.85.0", true)]), None)
        .unwrap();
    place.store.presume(2, 1).unwrap();

    let output = place.kvant(&["bundle", "2", "--toolchain", "bad"]);
    exits(&output, 0);
    assert!(stderr(&output).contains("finding 2 is the same as 1"));
    let folder = place.path().join("bug-1");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let expected = [
        "bisection.json",
        "culprit.diff",
        "facts.md",
        "lifted/program.rs",
        "lifted/reproduce.sh",
        "matrix.json",
        "matrix.txt",
        "reduced/fast.rs",
        "reduced/program.rs",
        "reduced/reproduce.sh",
        "trace.txt",
        "versions.txt",
    ];
    let mut found = files(&folder);
    // It is there only if the observation can be explained.
    found.remove("explanation.txt");
    assert_eq!(found, expected.map(str::to_owned).into());

    let facts = read("facts.md");
    let first = facts.lines().next().unwrap();
    assert!(first.contains("generated") && first.contains("for a person to write"));
    for part in [
        "| culprit | GVN on f |",
        "| statements / functions | 5 / 1 |",
        "| findings that are this bug | 1, 2 (1 presumed) |",
        "| MIR | GVN on f |",
        "| configuration | mir generator 7, statements 80..150, for x86_64 |",
        "| backends of the campaign | bad-O3 |",
        "| 1.85.0 | 1.85.0 | wrong value | yes |",
        "| lowest standard level | not known |",
        "-Ccodegen-units=1 -Cdebuginfo=0 -Copt-level=3` |",
        "- `lifted/program.rs`",
    ] {
        assert!(facts.contains(part), "{part}:\n{facts}");
    }
    assert!(!facts.contains("- `facts.md`"));
    let marked: Vec<String> = words(&read("trace.txt"));
    let marked: Vec<_> = marked
        .iter()
        .filter(|line| line.starts_with(">>>"))
        .collect();
    assert_eq!(marked.len(), 1);
    let number = marked[0].split(' ').nth(1).unwrap();
    assert!(facts.contains(&format!("| first wrong line of the trace | {number} |")));
    let matrix = words(&read("matrix.txt"));
    assert_eq!(
        matrix,
        [
            "bad",
            "O3 wrong value",
            "O3-mir4 wrong value",
            "O2 agrees",
            "O0-mir4 agrees"
        ]
    );
    let matrix: Value = serde_json::from_str(&read("matrix.json")).unwrap();
    assert_eq!(matrix[0]["verdict"], "wrong value");
    assert!(read("culprit.diff").contains("- b\n+ c\n"));
    // The matrix shows one more release, which is on record then.
    assert!(facts.contains("| affected | 1.85") && !facts.contains("| affected | 1.85 |"));
    let bug = place.store.bug(1).unwrap().unwrap();
    assert_eq!((bug.rechecked.len(), bug.rechecked[0].shows), (1, true));
    assert_eq!(bug.rechecked[0].toolchain, "bad");
    assert!(read("versions.txt").contains("bad:\nrustc "));

    let again = place.kvant(&["bundle", "1", "--json", "--no-matrix"]);
    exits(&again, 2);
    assert!(stderr(&again).contains("bug-1 is not empty"));
    let json = place.json(
        &["bundle", "1", "--json", "--no-matrix", "--out", "there"],
        0,
    );
    let names = json["files"].as_array().unwrap();
    assert!(!names.contains(&"matrix.txt".into()) && names.contains(&"facts.md".into()));
    let facts = fs::read_to_string(place.path().join("there/facts.md")).unwrap();
    assert!(facts.contains("## Matrix\n\nnot known\n"), "{facts}");
}

#[test]
fn what_is_missing_in_an_analysis_is_missing_in_its_bundle() {
    let mut place = Place::with(1);
    let mut bare = analysis(Vec::new());
    bare.files.retain(|(name, _)| name == "program.rs");
    bare.backend = Some(o3("gone"));
    bare.culprit = None;
    place.store.keep_analysis(1, &bare, None).unwrap();
    place.said(&["bundle", "1", "--no-matrix"]);
    let folder = place.path().join("bug-1");
    let expected = ["facts.md", "reduced/program.rs", "versions.txt"];
    assert_eq!(files(&folder), expected.map(str::to_owned).into());
    let facts = fs::read_to_string(folder.join("facts.md")).unwrap();
    for part in [
        "| culprit | not known |",
        "| command | not known |",
        "## Bisection\n\nnot known\n",
        "that compiler is not here",
    ] {
        assert!(facts.contains(part), "{part}:\n{facts}");
    }
    // A file name in a store must not lead out of the folder of the bundle.
    bare.files.push(("lifted/../../x".into(), String::new()));
    place.store.keep_analysis(1, &bare, None).unwrap();
    let output = place.kvant(&["bundle", "1", "--no-matrix", "--out", "other"]);
    exits(&output, 2);
    assert!(stderr(&output).contains("is no file name"));
}

#[test]
fn compilers_are_asked_again() {
    let mut place = Place::with(3);
    let asked = ["recheck", "--json", "--toolchain", "bad"];
    place
        .store
        .keep_analysis(1, &analysis(vec![version("1.60.0", true)]), None)
        .unwrap();
    place
        .store
        .keep_analysis(2, &analysis(Vec::new()), Some(1))
        .unwrap();
    let json = place.json(&asked, 0);
    let bugs = json["bugs"].as_array().unwrap();
    // One with an analysis, and one without, whose original program is in the store.
    assert_eq!(bugs.len(), 2, "{json}");
    for (bug, number) in bugs.iter().zip([1, 3]) {
        assert_eq!((&bug["bug"], &bug["back"]), (&number.into(), &false.into()));
        let answer = &bug["answers"][0];
        assert_eq!(answer["backend"], "bad-O3");
        assert_eq!(
            (&answer["shows"], &answer["verdict"]),
            (&true.into(), &"wrong value".into())
        );
    }
    let bug = place.store.bug(1).unwrap().unwrap();
    assert_eq!((bug.rechecked.len(), bug.rechecked[0].shows), (1, true));
    assert_eq!(bug.rechecked[0].toolchain, "bad");
    assert!(bug.rechecked[0].identity.starts_with("rustc "));

    // A compiler that does not know the flags gives no evidence. There is no such flag.
    let mut flags = analysis(vec![version("1.60.0", true)]);
    flags.backend = Some(Backend {
        request: Request::build(OptLevel::O2).with_flags(["-Zno-such-flag"]),
        ..o3("bad")
    });
    place.store.keep_analysis(3, &flags, None).unwrap();
    let json = place.json(&[&asked[..], &["3"]].concat(), 0);
    let answer = &json["bugs"][0]["answers"][0];
    assert_eq!(answer["left_out"][0], "-Zno-such-flag");
    assert_eq!(
        (&answer["shows"], &answer["verdict"]),
        (&false.into(), &"cannot say".into())
    );
    assert_eq!(json["bugs"][0]["fixed_in"], Value::Null);
}

/// An error leaves no bug leased.
#[test]
fn a_recheck_that_fails_blocks_nothing() {
    let mut place = Place::with(2);
    let mut without = analysis(Vec::new());
    without.files.retain(|(name, _)| name != "program.rs");
    place.store.keep_analysis(2, &without, None).unwrap();
    for arguments in [
        &["recheck", "--toolchain", "nosuch"][..],
        &["recheck", "1", "2"],
    ] {
        exits(&place.kvant(arguments), 2);
        place.said(&["recheck", "1", "--toolchain", "bad"]);
    }
}

/// Answers are recorded bug by bug: a process that is killed loses those about the bugs that it was at.
#[test]
fn answers_survive_a_kill() {
    let place = Place::with(2);
    let (compiler, called) = (
        place.path().join("bad/bin/rustc"),
        place.path().join("called"),
    );
    let called = called.display();
    let script = fs::read_to_string(&compiler).unwrap();
    let slow = format!("*opt-level=3*)\n[ -e '{called}' ] && exec sleep 60\ntouch '{called}'\n");
    fs::write(&compiler, script.replace("*opt-level=3*)\n", &slow)).unwrap();
    let mut child = Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(["recheck", "--toolchain", "bad", "--jobs", "1"])
        .current_dir(place.path())
        .spawn()
        .unwrap();
    let is_kept = (0..300).any(|_| {
        std::thread::sleep(Duration::from_millis(100));
        !place.store.bug(1).unwrap().unwrap().rechecked.is_empty()
    });
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(is_kept);
    assert!(place.store.bug(2).unwrap().unwrap().rechecked.is_empty());
}

#[test]
fn what_is_fixed_is_said_and_what_is_back_is_bad_news() {
    let mut place = Place::with(1);
    place
        .store
        .keep_analysis(1, &analysis(vec![version("1.60.0", true)]), None)
        .unwrap();
    let said = place.said(&["recheck", "--toolchain", "good"]);
    assert!(said.contains(" fixed in 1."), "{said}");
    let bug = place.store.bug(1).unwrap().unwrap();
    assert_eq!(bug.state.kind().name(), "fixed");
    assert!(place.said(&["bugs"]).contains("no bugs"));
    // A compiler of the same release that is wrong.
    let json = place.json(&["recheck", "--toolchain", "bad", "--json"], 1);
    assert_eq!(json["bugs"][0]["back"], true);
    assert_eq!(json["bugs"][0]["fixed_in"], Value::Null);
    assert_eq!(
        place.store.bug(1).unwrap().unwrap().state.kind().name(),
        "known"
    );
    // The second time, the bug does not count as fixed any more, so it is not back.
    let output = place.kvant(&["recheck", "--toolchain", "bad"]);
    exits(&output, 0);
    assert!(stdout(&output).contains("shows"));
}

#[test]
fn what_cannot_be_asked_is_said() {
    let mut place = Place::with(1);
    let mut without = analysis(Vec::new());
    without.files.retain(|(name, _)| name != "program.rs");
    place.store.keep_analysis(1, &without, None).unwrap();
    let json = place.json(&["recheck", "--toolchain", "bad", "--json"], 0);
    assert_eq!(json["not_asked"][0]["bug"], 1);
    assert_eq!(json["bugs"], serde_json::json!([]));
    for (arguments, why) in [
        (
            &["recheck", "1", "--toolchain", "bad"][..],
            "has no program file",
        ),
        (&["recheck", "7"], "there is no bug 7"),
        (&["bundle", "7"], "there is no bug 7"),
        (&["bugs", "--store", "nowhere"], "no store in nowhere"),
    ] {
        let output = place.kvant(arguments);
        exits(&output, 2);
        assert!(stderr(&output).contains(why), "{}", stderr(&output));
    }
}

/// A program that crashed compilers of 1.95 and 1.97. The bundle reports the behaviour of the installed ones.
#[test]
fn a_real_crash_is_known_by_its_message() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/findings/bool_switch_with_three_targets.rs");
    let program = path.display().to_string();
    let mut place = Place::with(1);
    let seen = place.kvant(&["diff", &program, "--toolchain", "good", "--json"]);
    let seen = crate::shell::record(&["diff"], &stdout(&seen));
    let backends = seen["backends"].as_array().unwrap();
    let named = |backend: &&Value| backend["name"].as_str().unwrap().ends_with("-O3");
    let seen = backends.iter().find(named).unwrap();
    let crash = |message: &str| {
        let mut crash = analysis(Vec::new());
        crash.files = vec![("program.rs".into(), fs::read_to_string(&path).unwrap())];
        crash.backend = Some(o3("gone"));
        crash.verdict = Some(Verdict::CompilerCrash {
            exit: None,
            message: message.into(),
        });
        crash
    };
    let is_crash = seen["verdict"] == "compiler crash";
    let message = seen["detail"].as_str().unwrap();
    for (message, shows) in [
        (message, is_crash),
        ("error: internal compiler error: something else", false),
    ] {
        place.store.keep_analysis(1, &crash(message), None).unwrap();
        let json = place.json(&["recheck", "--toolchain", "good", "--json"], 0);
        let answer = &json["bugs"][0]["answers"][0];
        assert_eq!(
            (&answer["shows"], &answer["verdict"]),
            (&shows.into(), &seen["verdict"])
        );
    }

    // There is no trace of a program that was never made.
    let mut here = crash(message);
    here.backend = Some(o3("good"));
    place.store.keep_analysis(1, &here, None).unwrap();
    place.said(&["bundle", "1", "--no-matrix"]);
    let folder = place.path().join("bug-1");
    let facts = fs::read_to_string(folder.join("facts.md")).unwrap();
    assert_eq!(folder.join("trace.txt").exists(), !is_crash);
    assert_eq!(facts.contains("| verdict | compiler crash |"), is_crash);
    assert_eq!(facts.contains("\n````text\n"), is_crash);
    assert_eq!(facts.contains("| trace | as expected |"), !is_crash);
}
