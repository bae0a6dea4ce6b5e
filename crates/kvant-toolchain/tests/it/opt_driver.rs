//! The driver of `opt`, with fake tools and with the real ones that are installed.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use kvant_testing::skip;
use kvant_toolchain::drivers::llvm::{OWN, PASSES, SINGLE_PASSES, spelled};
use kvant_toolchain::drivers::{LLVM_IR, OPT};
use kvant_toolchain::{
    Answer, Backend, CompileFailure, Driver, Gives, Limits, NamedCompiler, OptLevel, Preset,
    Request, Scratch, Surroundings, Toolchain, Toolchains, complaint, informative_parts,
};

use crate::fake::write_script;

static DRIVERS: [&dyn Driver; 1] = [&OPT];

const TEXT: &str = "define i32 @f(i32 %x) {\n  %y = add i32 %x, 0\n  ret i32 %y\n}\n";

/// An `opt` of this release that ends by its pipeline. It does not know `infer-alignment` and `-opt-disable`.
fn fake(folder: &Scratch, file: &str, release: &str, build: &str) -> PathBuf {
    let script = format!(
        r#"#!/bin/sh
if [ "$1" = --version ]; then
    printf 'LLVM (http://llvm.org/):\n  LLVM version {release}\n  {build}.\n  Default target: x86_64-pc-linux-gnu\n'
    exit
fi
last=
for word; do [ "$last" = -o ] && output=$word; last=$word; done
case "$*" in
*infer-alignment*) echo "$0: unknown pass name 'infer-alignment'" >&2; exit 1 ;;
*-opt-disable*) echo "opt: Unknown command line argument '-opt-disable=gvn'.  Try: '$0 --help'" >&2; exit 1 ;;
*syntax*) echo "$0: program.ll:1:23: error: expected a type" >&2; exit 1 ;;
*invalid*) printf 'PHI nodes!\n  %%x = phi\n%s: program.ll: error: input module is broken!\n' "$0" >&2; exit 1 ;;
*broken*) printf 'Instruction does not dominate all uses!\n  %%y = add\nLLVM ERROR: Broken module found, compilation aborted!\n' >&2; exit 1 ;;
*size*) echo 'LLVM ERROR: The optimization level "Os" is no longer supported. Use O2' >&2; exit 1 ;;
*assert*) echo "opt: Local.cpp:12: void f(): Assertion \`isa<X>(V)' failed." >&2; kill -ABRT $$ ;;
*endless*) while :; do :; done ;;
*) echo "$*" >"$output" ;;
esac
"#
    );
    write_script(&folder.path().join(file), &script)
}

fn discover(folder: &Scratch) -> Toolchains {
    for (file, release) in [
        ("bin/opt", "21.1.0"),
        ("bin/opt-19", "19.1.7"),
        ("bin/opt-21", "21.1.0"),
        ("bin/opt-15", "14.0.6"),
        ("zoo/llvm-19/bin/opt", "19.1.2"),
        ("zoo/llvm-24/bin/opt", "24.0.0git"),
        ("zoo/llvm-21/bin/opt", "21.1.0"),
    ] {
        fake(folder, file, release, "Optimized build");
    }
    let mine = fake(folder, "mine", "21.1.0", "Optimized build with assertions");
    let [bin, zoo] = ["bin", "zoo"].map(|it| folder.path().join(it));
    let surroundings = Surroundings {
        path: Some(bin.into()),
        variables: [("KVANT_ZOO".into(), zoo.into())].into(),
        named: vec![NamedCompiler {
            name: "checked".to_owned(),
            setting: "llvm".to_owned(),
            path: mine,
            env: Vec::new(),
        }],
        ..Surroundings::default()
    };
    Toolchains::discover_with(&DRIVERS, &surroundings)
}

#[test]
fn every_version_is_found_and_described() {
    let folder = Scratch::new().unwrap();
    let all = discover(&folder);
    let told = |it: &Arc<Toolchain>| {
        let abilities = all.abilities(it).unwrap();
        let has: Vec<&str> = abilities.has().map(|ability| ability.name).collect();
        format!("{it} {} {}", it.aliases.join("+"), has.join("+"))
    };
    let found: Vec<String> = all.found.iter().map(told).collect();
    assert_eq!(
        found,
        [
            "checked (opt 21.1.0, x86_64-pc-linux-gnu)  assertions+llvm-bisect",
            "opt-24 (opt 24.0.0git, x86_64-pc-linux-gnu)  llvm-bisect",
            "opt-21 (opt 21.1.0, x86_64-pc-linux-gnu) opt llvm-bisect",
            "opt-19 (opt 19.1.7, x86_64-pc-linux-gnu)  llvm-bisect",
            "opt-19.1.2 (opt 19.1.2, x86_64-pc-linux-gnu)  llvm-bisect",
        ]
    );
    let [skipped] = &all.skipped[..] else {
        panic!("{:?}", all.skipped);
    };
    assert!(skipped.why.contains("it is of LLVM 14"), "{skipped}");
    let dialect = all.select("opt").unwrap().dialect();
    assert_eq!((&*dialect.family, dialect.major), ("opt", 21));
    assert_eq!(all.of(LLVM_IR).len(), 5);
    let path = folder.path().join("zoo/llvm-24/bin/opt");
    let by_path = all.select(path.to_str().unwrap()).unwrap();
    assert_eq!(by_path.name, "opt-24");
}

#[test]
fn passes_that_a_version_does_not_know_are_left_out() {
    let folder = Scratch::new().unwrap();
    let all = discover(&folder);
    let opt = all.select("opt-24").unwrap();
    let matrix = all.matrix(Some(Preset::Full), &[opt], &[]).unwrap();
    assert_eq!(matrix.backends.len(), 7 + SINGLE_PASSES.len() - 1);
    assert!(matrix.backends.iter().all(|it| it.gives() == Gives::Text));
    assert!(matrix.backends[0].is_open() && !matrix.backends[4].is_open());
    let names: Vec<String> = matrix.backends.iter().map(Backend::name).collect();
    assert_eq!(names[0], "opt-24-own");
    for backend in &matrix.backends {
        let again = Backend::named(&backend.name(), &all.found);
        assert_eq!(again.as_ref(), Some(backend));
    }
    assert_eq!(matrix.notes.len(), 1);
    assert!(
        matrix.notes[0].contains("infer-alignment"),
        "{:?}",
        matrix.notes
    );
}

fn passes(pipeline: &str) -> Request {
    Request::in_mode(PASSES).with_flags([format!("-passes={pipeline}"), "-slp-threshold=-9".into()])
}

fn answer(folder: &Scratch, opt: &Arc<Toolchain>, request: Request, limits: &Limits) -> Answer {
    let backend = Backend {
        toolchain: Arc::clone(opt),
        request,
    };
    let compilation = backend.compile(TEXT, folder.path(), limits);
    compilation.unwrap().answer
}

#[test]
fn requests_become_command_lines() {
    let folder = Scratch::new().unwrap();
    let opt = discover(&folder).select("opt-19").unwrap();
    let asked = |request: Request| {
        let answer = answer(&folder, &opt, request, &Limits::for_compiler());
        let Answer::Transformed(text) = answer else {
            panic!("{answer:?}");
        };
        text.trim().to_owned()
    };
    let o2 = asked(Request::build(OptLevel::O2));
    assert_eq!(o2, "-S -passes=default<O2> program.ll -o program");
    let gvn = asked(passes("gvn"));
    assert_eq!(
        gvn,
        "-S -passes=gvn -slp-threshold=-9 program.ll -o program"
    );
    let [reference] = &opt.references()[..] else {
        panic!("there is one reference");
    };
    assert!(!reference.optimises());
    let nothing = asked(reference.request.clone());
    assert_eq!(nothing, "-S -passes=verify program.ll -o program");
    let limited = Backend::in_mode(Arc::clone(&opt), OWN).with(["-opt-bisect-limit=3"]);
    assert_eq!(limited.name(), "opt-19-own -opt-bisect-limit=3");
}

#[test]
fn every_end_is_told_apart() {
    let folder = Scratch::new().unwrap();
    let opt = discover(&folder).select("opt-19").unwrap();
    let short = Limits {
        cpu: Duration::from_secs(1),
        ..Limits::for_compiler()
    };
    let says = |pipeline: &str| {
        let answer = answer(&folder, &opt, passes(pipeline), &short);
        let Answer::Failed(failure) = answer else {
            panic!("{answer:?}");
        };
        match failure {
            CompileFailure::Rejected { stderr } => {
                let complaint = complaint(&stderr).unwrap();
                format!("rejected: {}", complaint.what)
            }
            CompileFailure::RefusedRequest { .. } => "refused request".to_owned(),
            CompileFailure::Crashed { stderr, .. } => {
                format!("crashed: {}", informative_parts(&stderr))
            }
            CompileFailure::TimedOut { .. } => "hang".to_owned(),
            failure @ CompileFailure::OverLimit { .. } => panic!("{failure:?}"),
        }
    };
    for (pipeline, expected) in [
        ("syntax", "rejected: error: expected a type"),
        ("invalid", "rejected: error: input module is broken!"),
        ("infer-alignment", "refused request"),
        ("gvn -opt-disable", "refused request"),
        ("size", "refused request"),
        (
            "broken",
            "crashed: broken module: Instruction does not dominate all uses!",
        ),
        ("assert", "crashed: assertion failed: isa<X>(V)"),
        ("endless", "hang"),
    ] {
        assert_eq!(says(pipeline), expected, "{pipeline}");
    }
}

/// Real tools take nearly all passes of the table, and what they do not take is not asked for.
#[test]
fn real_tools_take_the_presets() {
    let all = Toolchains::discover_with(&DRIVERS, &Surroundings::from_env());
    let Some(opt) = all.found.first() else {
        skip(&["opt"], "no opt is installed");
        return;
    };
    let folder = Scratch::new().unwrap();
    let matrix = all.matrix(Some(Preset::Full), &[Arc::clone(opt)], &[]);
    let backends = matrix.unwrap().backends;
    assert!(backends.len() + 3 > 7 + SINGLE_PASSES.len(), "{opt}");
    for backend in backends.iter().filter(|it| !it.is_open()) {
        let (request, limits) = (backend.request.clone(), Limits::for_compiler());
        let answer = answer(&folder, opt, request, &limits);
        let Answer::Transformed(text) = &answer else {
            panic!("{backend}: {answer:?}");
        };
        assert!(text.contains("@f("), "{backend}: {text}");
    }
    let part = &OPT.family().parts[0];
    let kvant_toolchain::Search::Counted(counted) = &part.search else {
        panic!("passes are counted");
    };
    let o2 = Backend::build(Arc::clone(opt), OptLevel::O2);
    let listed = o2.listing(counted, TEXT, folder.path(), &Limits::for_compiler());
    let listed = listed.unwrap();
    assert!(listed.len() > 20 && listed.iter().any(|it| it.function() == Some("f")));
    let refused = Request::in_mode(PASSES).with_flags([format!("-passes={}x", spelled("gvn", 19))]);
    let refused = answer(&folder, opt, refused, &Limits::for_compiler());
    let is_unknown = matches!(
        refused,
        Answer::Failed(CompileFailure::RefusedRequest { .. })
    );
    assert!(is_unknown, "{refused:?}");
}
