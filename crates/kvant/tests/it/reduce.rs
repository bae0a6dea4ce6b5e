//! Reduction of programs on which a compiler is wrong: the results are small, well defined, and wrong in the same way.

use std::fs;
use std::num::NonZero;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use kvant_campaign::reduce::{CannotReduce, End, Guard, Must, Reduced, Reducer};
use kvant_campaign::{Form, Subject, Verdict};
use kvant_canary::Canary;
use kvant_languages::mir::{MirSubject, TARGET, from_seed};
use kvant_mir::parse;
use kvant_mir_gen::GenConfig;
use kvant_mir_machine::{Limits as MachineLimits, Outcome, execute_under_all};
use kvant_toolchain::{
    Backend, Cancel, NamedCompiler, OptLevel, Surroundings, Toolchain, Toolchains,
};
use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{exits, kvant, stderr, stdout};

fn real() -> Arc<Toolchain> {
    Toolchains::discover().found.swap_remove(0)
}

fn named(named: NamedCompiler) -> Arc<Toolchain> {
    let name = named.name.clone();
    let toolchains = Toolchains::discover_in(&Surroundings {
        named: vec![named],
        ..Surroundings::default()
    });
    toolchains.select(&name).unwrap()
}

fn installed(canary: Canary, folder: &TempDir) -> NamedCompiler {
    let kvant = Path::new(env!("CARGO_BIN_EXE_kvant"));
    canary.install(&real(), kvant, folder.path()).unwrap()
}

/// The first program of about this size that a canary misbehaves on.
fn affected(canary: Canary, statements: usize) -> MirSubject {
    let config = GenConfig::default().sized(statements..=statements + 50);
    let mut subjects = (0..200).map(|seed| from_seed(seed, &config).unwrap());
    let affects = |subject: &MirSubject| canary.affects(&subject.text(Form::Fast, None)).unwrap();
    subjects.find(affects).unwrap()
}

/// O3 is bad, and O0 may be a witness.
fn reducer(toolchain: &Arc<Toolchain>) -> Reducer {
    let bad = Backend::build(toolchain.clone(), OptLevel::O3);
    let plain = Backend::build(toolchain.clone(), OptLevel::O0);
    let mut reducer = Reducer::new(bad, vec![plain], &Cancel::new());
    reducer.jobs = NonZero::new(2).unwrap();
    reducer
}

fn reduce(reducer: &Reducer, subject: &MirSubject) -> Reduced {
    reducer.run(subject, None, &mut |_| {}).unwrap()
}

/// The text of the smallest program, which the machine accepts.
fn text(reduced: &Reduced) -> String {
    let text = reduced.best().text(Form::Readable, None);
    let program = parse::program(&text).unwrap().program;
    let run = execute_under_all(&program, &TARGET, MachineLimits::default());
    assert_eq!(run.outcome, Outcome::Finished);
    assert_eq!(
        format!("kvant {}", run.trace.digest()),
        reduced.best().summary()
    );
    text
}

#[test]
fn a_wrong_value_is_shown_by_a_few_statements() {
    let folder = TempDir::new().unwrap();
    let toolchain = named(installed(Canary::WrongValue, &folder));
    let subject = affected(Canary::WrongValue, 250);
    let reduced = reduce(&reducer(&toolchain), &subject);
    let size = reduced.best().size();
    assert!(
        size.statements <= 6 && size.functions == 1,
        "{}",
        text(&reduced)
    );
    assert!(Canary::WrongValue.affects(&text(&reduced)).unwrap());
    assert_eq!((reduced.end, reduced.firm), (End::Smallest, true));
    assert_eq!(reduced.original, subject.size());
    assert!(matches!(reduced.verdict, Verdict::WrongValue(_)));
    let witness = reduced.witness.unwrap();
    assert_eq!(witness, Backend::build(toolchain, OptLevel::O0));
    assert!(reduced.effort.accepted > 0 && reduced.effort.spent.calls > 0);
}

#[test]
fn it_goes_on_where_it_was_left_and_asks_nothing_twice() {
    let folder = TempDir::new().unwrap();
    let toolchain = named(installed(Canary::WrongValue, &folder));
    let subject = affected(Canary::WrongValue, 120);
    let mut reducer = reducer(&toolchain);
    let whole = reduce(&reducer, &subject);
    reducer.folder = Some(folder.path().join("reduction"));
    // It is interrupted several times, and each run resumes the one before.
    reducer.budget = Some(Duration::from_secs(3));
    let mut rounds = 0;
    let last = loop {
        rounds += 1;
        assert!(rounds < 50);
        let reduced = reduce(&reducer, &subject);
        if reduced.end == End::Smallest {
            break reduced;
        }
        assert_eq!(reduced.end, End::Budget);
    };
    assert!(rounds > 1);
    assert_eq!(last.best().size(), whole.best().size());
    // After the end only the smallest is looked at again.
    let calls = last.effort.spent.calls;
    reducer.budget = None;
    let known = reduce(&reducer, &subject);
    assert_eq!(known.best().size(), whole.best().size());
    let again = known.effort.spent.calls - calls;
    assert!(again <= 12 && again < whole.effort.spent.calls, "{again}");
    // Another question has no answers yet.
    reducer.guards = vec![Guard {
        backend: Backend::build(toolchain, OptLevel::O2),
        must: Must::Agree,
    }];
    reducer.budget = Some(Duration::from_millis(1));
    let other = reduce(&reducer, &subject);
    assert_eq!((other.effort.known, other.end), (0, End::Budget));
}

/// A compiler in front of a real one that does something at O3 before it goes on.
fn impostor(folder: &Path, does: &str) -> NamedCompiler {
    let real = real();
    let rustc = real.path.display();
    let script = format!(
        "#!/bin/sh\nfor argument; do case \"$argument\" in *.rs) file=$argument;; esac; done\n\
         case \" $* \" in *' -Copt-level=3 '*) {does};; esac\nexec {rustc} \"$@\"\n"
    );
    let path = folder.join("impostor");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    NamedCompiler {
        name: "impostor".to_owned(),
        setting: "rustc".to_owned(),
        path,
        env: Vec::new(),
    }
}

#[test]
fn another_crash_is_not_the_same_bug() {
    let folder = TempDir::new().unwrap();
    let ice = |line: u32| {
        format!("echo 'error: internal compiler error: a.rs:{line}: here' >&2; exit 101")
    };
    // Short programs make it crash elsewhere.
    let does = format!(
        "if [ $(wc -c <\"$file\") -gt 6000 ]; then {}; else {}; fi",
        ice(1),
        ice(2)
    );
    let toolchain = named(impostor(folder.path(), &does));
    let subject = from_seed(1, &GenConfig::default().sized(150..=150)).unwrap();
    let reduced = reduce(&reducer(&toolchain), &subject);
    let length = reduced.best().text(Form::Fast, None).len();
    assert!((6001..9000).contains(&length), "{length}");
    assert!(text(&reduced).len() < subject.text(Form::Readable, None).len());
}

#[test]
fn a_program_without_a_reference_is_not_reduced() {
    let folder = TempDir::new().unwrap();
    let toolchain = named(installed(Canary::UnoptimisedWrong, &folder));
    let subject = affected(Canary::UnoptimisedWrong, 120);
    let reducer = reducer(&toolchain);
    let refused = reducer.run(&subject, None, &mut |_| {}).err().unwrap();
    assert!(matches!(refused, CannotReduce::NoWitness), "{refused}");
    // A program without the symptom is refused too.
    let other = affected(Canary::WrongValue, 120);
    let text = other.text(Form::Fast, None);
    if !Canary::UnoptimisedWrong.affects(&text).unwrap() {
        let refused = reducer.run(&other, None, &mut |_| {}).err().unwrap();
        assert!(
            matches!(refused, CannotReduce::NotShown { .. }),
            "{refused}"
        );
    }
}

#[test]
fn the_command_writes_down_what_it_found_out() {
    let folder = TempDir::new().unwrap();
    let canary = installed(Canary::BisectMir, &folder);
    let rustc = canary.path.display().to_string();
    let at = |name: &str| folder.path().join(name).display().to_string();
    fs::write(
        at("p.rs"),
        affected(Canary::BisectMir, 100).text(Form::Readable, None),
    )
    .unwrap();
    let (file, out) = (at("p.rs"), at("out"));
    let run = kvant(&[
        "reduce",
        &file,
        "--toolchain",
        &rustc,
        "--out",
        &out,
        "--json",
    ]);
    exits(&run, 1);
    let told = crate::shell::record(&["reduce"], &stdout(&run));
    assert_eq!(
        (&told["verdict"], &told["end"]),
        (&"wrong value".into(), &"smallest".into())
    );
    assert!(told["size"]["statements"].as_u64().unwrap() <= 6, "{told}");
    let culprit = told["culprit"].as_str().unwrap();
    assert!(
        culprit.contains(Canary::BisectMir.culprit().unwrap()),
        "{culprit}"
    );
    let script = Command::new("sh")
        .arg(Path::new(&out).join("reproduce.sh"))
        .output();
    exits(&script.unwrap(), 1);
    assert!(Path::new(&out).join("bisection.json").exists());
    // The second run takes all answers from the first one.
    let run = kvant(&["reduce", &file, "--toolchain", &rustc, "--out", &out]);
    exits(&run, 1);
    assert!(stdout(&run).contains("culprit"), "{}", stdout(&run));
    // The real compiler agrees on the program.
    let run = kvant(&[
        "reduce",
        &file,
        "--toolchain",
        &real().path.display().to_string(),
    ]);
    exits(&run, 0);
    let run = kvant(&["reduce", &file, "--backend", "nobody-O3"]);
    exits(&run, 2);
    assert!(
        stderr(&run).contains("no backend `nobody-O3`"),
        "{}",
        stderr(&run)
    );
}

#[test]
fn an_interruption_leaves_the_smallest_so_far() {
    let folder = TempDir::new().unwrap();
    let canary = installed(Canary::WrongValue, &folder);
    let file = folder.path().join("p.rs");
    fs::write(
        &file,
        affected(Canary::WrongValue, 600).text(Form::Readable, None),
    )
    .unwrap();
    let out = folder.path().join("out");
    let mut child = Command::new(env!("CARGO_BIN_EXE_kvant"));
    child
        .arg("reduce")
        .arg(&file)
        .arg("--toolchain")
        .arg(&canary.path);
    child.arg("--out").arg(&out).arg("--json");
    let child = child
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let best = out.join("reduction/best.rs");
    let begun = Instant::now();
    while !best.exists() && begun.elapsed() < Duration::from_mins(2) {
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    let killed = Command::new("kill").args(["-INT", &id]).status().unwrap();
    assert!(killed.success());
    let ended = child.wait_with_output().unwrap();
    exits(&ended, 1);
    let told = crate::shell::record(&["reduce"], &stdout(&ended));
    assert_eq!(told["end"], "cancelled");
    assert!(told["size"]["statements"].as_u64() < told["original"]["statements"].as_u64());
    let kept = fs::read_to_string(best).unwrap();
    assert!(parse::program(&kept).is_ok());
}

#[test]
fn bugs_of_canaries_are_told_apart() {
    let run = kvant(&[
        "selftest", "--reduce", "--size", "150", "--canary", "segfault", "--canary", "crash",
        "--json",
    ]);
    exits(&run, 0);
    let told = crate::shell::record(&["selftest", "--reduce"], &stdout(&run));
    let canaries = told["canaries"].as_array().unwrap();
    assert_eq!(canaries.len(), 2);
    for canary in canaries {
        assert_eq!(canary["bugs"].as_array().unwrap().len(), 1, "{canary}");
        assert_eq!(canary["occurrences"], 2, "{canary}");
    }
}

#[test]
fn findings_that_were_not_analysed_are_analysed_by_the_next_run() {
    let folder = TempDir::new().unwrap();
    let canary = installed(Canary::Crash, &folder);
    let rustc = canary.path.display().to_string();
    let store = folder.path().join("store").display().to_string();
    let config = GenConfig::default().sized(100..=150);
    let affects = |seed: &u64| {
        let subject = from_seed(*seed, &config).unwrap();
        Canary::Crash
            .affects(&subject.text(Form::Fast, None))
            .unwrap()
    };
    let seed = (0..200).find(affects).unwrap();
    let seeds = format!("{seed}..{}", seed + 1);
    let campaign = |reduce: &str| {
        let run = kvant(&[
            "fuzz",
            "--toolchain",
            &rustc,
            "--seeds",
            &seeds,
            "--size",
            "100..150",
            "--store",
            &store,
            "--reduce",
            reduce,
            "--json",
        ]);
        let events = stdout(&run);
        let events = events
            .lines()
            .map(|line| crate::shell::record(&["fuzz"], line));
        let reduced: Vec<Value> = events
            .filter(|event: &Value| event["event"] == "reduced")
            .collect();
        (run, reduced)
    };
    let (run, reduced) = campaign("0s");
    exits(&run, 1);
    assert!(reduced.is_empty(), "{reduced:?}");
    // Everything is tested, but not everything is known.
    let (run, reduced) = campaign("5m");
    exits(&run, 0);
    let [reduced] = &reduced[..] else {
        panic!("{reduced:?}");
    };
    assert!(reduced["statements"].as_u64().unwrap() <= 12, "{reduced}");
    let (_, reduced) = campaign("5m");
    assert!(reduced.is_empty(), "{reduced:?}");
}
