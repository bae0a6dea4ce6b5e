//! Hand-written programs in C with correct and wrong compilers. The wrong ones are scripts in front of a real gcc, which is
//! available wherever rustc can link.

#![expect(clippy::print_stderr, reason = "prints the culprit")]

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::sync::Arc;

use kvant_campaign::bisect::{Bisection, Bisector, Blame, Found};
use kvant_campaign::{
    BackendSet, BatchSize, Examined, Finding, Form, Kind, Subject, Told, TraceLine, Verdict, test,
};
use kvant_record::Dialect;
use kvant_testing::skip;
use kvant_toolchain::drivers::C;
use kvant_toolchain::{
    Backend, Cancel, CodeForm, Limits, NamedCompiler, OptLevel, Scratch, Source, Surroundings,
    Toolchain, Toolchains,
};

/// A program that observes one value.
struct Small {
    /// Declarations before `main`.
    before: &'static str,
    /// The observed expression.
    value: &'static str,
    is: i32,
    target: &'static str,
}

const FORTY_TWO: Small = Small {
    before: "static int twice(int x) { return 2 * x; }",
    value: "twice(20 + argc) + (argc > 2) * 1000",
    is: 42,
    target: "x86_64",
};

impl Subject for Small {
    fn name(&self) -> String {
        "small".into()
    }

    fn language(&self) -> Source {
        C
    }

    fn target(&self) -> &str {
        self.target
    }

    fn text(&self, _: Form, _: Option<&Dialect>) -> String {
        let Small { before, value, .. } = self;
        format!(
            "#include <stdio.h>\n{before}\nint main(int argc, char **argv) {{\n\
             \tif (argc > 1) argc--;\n\tint value = {value};\n\
             \tif (argv[1]) printf(\"0 int %d\\n\", value);\n\tprintf(\"kvant 1 %d\\n\", value);\n\treturn 0;\n}}\n"
        )
    }

    fn summary(&self) -> String {
        format!("kvant 1 {}", self.is)
    }

    fn trace(&self) -> Vec<TraceLine> {
        vec![TraceLine {
            text: format!("0 int {}", self.is),
            origin: "main: value".into(),
        }]
    }

    fn control(&self) -> Option<String> {
        Some("int main(void) { return 0; }\n".into())
    }
}

/// The newest gcc for this machine.
fn gcc() -> Arc<Toolchain> {
    let toolchains = Toolchains::discover();
    let all = toolchains.of(C).iter();
    let mut native = all.filter(|it| it.family().name == "gcc" && it.emulator.is_none());
    Arc::clone(native.next_back().expect("a gcc"))
}

/// A compiler in front of gcc that replaces 20 with 21 where `when`, a shell test, is true for its arguments `$*`.
fn impostor(folder: &Path, family: &str, when: &str) -> (Toolchains, Arc<Toolchain>) {
    let does = "sed -i s/20/21/ program.c";
    impostor_that(folder, family, &format!("if {when}; then {does}; fi"))
}

fn impostor_that(folder: &Path, family: &str, does: &str) -> (Toolchains, Arc<Toolchain>) {
    let real = gcc();
    let script = format!(
        "#!/bin/sh\ncase \"$1\" in -v) echo '{} version 13.1.0' >&2; echo 'Target: {}' >&2; exit ;; esac\n\
         has() {{ case \" $all \" in *\" $1 \"*) true ;; *) false ;; esac; }}\nall=\"$*\"\n{does}\nexec '{}' \"$@\"\n",
        family,
        real.target,
        real.path.display()
    );
    let path = folder.join("impostor");
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    let toolchains = Toolchains::discover_in(&Surroundings {
        named: vec![NamedCompiler {
            name: "impostor".into(),
            setting: "cc".to_owned(),
            path,
            env: Vec::new(),
        }],
        ..Surroundings::default()
    });
    let found = Arc::clone(&toolchains.found[0]);
    assert_eq!(found.family().name, family);
    (toolchains, found)
}

/// The findings of a program on this compiler at O2, with O0 of gcc as reference.
fn examined(subject: Small, toolchain: &Arc<Toolchain>) -> Vec<Finding> {
    examined_with(subject, toolchain, Vec::new())
}

/// [`examined`] with more references.
fn examined_with(subject: Small, toolchain: &Arc<Toolchain>, more: Vec<Backend>) -> Vec<Finding> {
    let backends = vec![Backend::build(Arc::clone(toolchain), OptLevel::O2)];
    let mut references = gcc().references();
    references.extend(more);
    let set = BackendSet::new(backends, references, &Cancel::new());
    let subjects: [Box<dyn Subject>; 1] = [Box::new(subject)];
    let mut examined = set
        .examine(&subjects, &mut BatchSize::new(None), &mut |_| {})
        .unwrap();
    let Examined { findings, .. } = examined.remove(0);
    findings
}

fn kinds(findings: &[Finding]) -> Vec<Kind> {
    findings.iter().map(|finding| finding.kind).collect()
}

#[test]
fn real_compilers_agree() {
    let (scratch, toolchains) = (Scratch::new().unwrap(), Toolchains::discover());
    let limits = (Limits::for_compiler(), Limits::for_program());
    for toolchain in toolchains.of(C) {
        for opt in [OptLevel::O0, OptLevel::O2] {
            let backend = Backend::build(Arc::clone(toolchain), opt);
            let verdict = test(&FORTY_TWO, &backend, &scratch, &limits.0, &limits.1);
            assert_eq!(verdict.unwrap(), Verdict::Agrees, "{backend}");
        }
    }
    assert!(examined(FORTY_TWO, &gcc()).is_empty());
}

#[test]
fn a_wrong_value_is_a_finding_with_all_its_files() {
    let folder = Scratch::new().unwrap();
    let (_, bad) = impostor(folder.path(), "gcc", "has -O2");
    let findings = examined(FORTY_TWO, &bad);
    assert_eq!(kinds(&findings), [Kind::WrongValue]);
    let finding = &findings[0];
    assert_eq!(
        finding.headline(),
        "impostor-O2: observation 0 (main: value): expected `0 int 42`, got `0 int 44`"
    );
    assert!(
        finding
            .signature
            .starts_with("wrong value on gcc 13.1.0: program "),
        "{}",
        finding.signature
    );
    let files = finding.files(&FORTY_TWO);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    let expected = [
        "program.c",
        "expected.txt",
        "verdicts.txt",
        "failing.txt",
        "versions.txt",
        "reproduce.sh",
    ];
    assert_eq!(names, expected);
    for (name, text) in &files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    let script = folder.path().join("reproduce.sh");
    let run = kvant_toolchain::run_script(&script, &[], &Limits::for_compiler()).unwrap();
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    assert!(
        said.contains("must be `0 int 42` and is `0 int 44`"),
        "{said}"
    );
}

/// A fault that disappears without a disputed rule of the language is in quarantine, under the kind of that rule.
#[test]
fn faults_that_depend_on_a_disputed_rule_are_in_quarantine() {
    for family in ["gcc", "clang"] {
        let folder = Scratch::new().unwrap();
        let when = "has -O2 && ! has -fno-strict-aliasing";
        let (_, bad) = impostor(folder.path(), family, when);
        let findings = examined(FORTY_TWO, &bad);
        assert_eq!(kinds(&findings), [Kind::AliasingDependent], "{family:?}");
    }
}

/// The machine checks every operation for overflow. So a fault that disappears with `-fwrapv` counts, unless another compiler
/// family contradicts the machine.
#[test]
fn faults_without_wrapping_count_unless_the_machine_is_disputed() {
    let folders = [Scratch::new().unwrap(), Scratch::new().unwrap()];
    let when = "has -O2 && ! has -fwrapv";
    let (_, bad) = impostor(folders[0].path(), "clang", when);
    let findings = examined(FORTY_TWO, &bad);
    assert_eq!(kinds(&findings), [Kind::WrongValue]);
    assert_eq!(findings[0].suspects, ["strict-overflow"]);

    // gcc and clang outvote tcc, but its disagreement gives reason to doubt.
    let (_, other) = impostor(folders[1].path(), "tcc", "true");
    let more = [&bad, &other].map(|it| Backend::build(Arc::clone(it), OptLevel::O0));
    let findings = examined_with(FORTY_TWO, &bad, more.to_vec());
    let kinds = kinds(&findings);
    assert!(kinds.contains(&Kind::OverflowDependent), "{kinds:?}");
}

#[test]
fn suspected_passes_are_tested() {
    let folder = Scratch::new().unwrap();
    let when = "has -O2 && ! has -fno-tree-vrp && ! has -fno-inline";
    let (_, bad) = impostor(folder.path(), "gcc", when);
    let findings = examined(FORTY_TWO, &bad);
    assert_eq!(findings[0].suspects, ["inline", "tree-vrp"]);
}

/// A program that is undefined is a bug of Kvant, whatever compilers do with it.
#[test]
fn reports_of_sanitizers_are_machine_disputes() {
    let sanitizers = Toolchains::discover().sanitizers(&gcc()).unwrap();
    if sanitizers.is_empty() {
        skip(&["gcc-sanitizers"], "gcc has no sanitizers");
        return;
    }
    let folder = Scratch::new().unwrap();
    let (_, bad) = impostor(folder.path(), "gcc", "has -O2");
    let overflows = Small {
        before: "int large = 2147483647;",
        value: "20 + ((large + argc) == 7)",
        is: 20,
        ..FORTY_TWO
    };
    let findings = examined_with(overflows, &bad, sanitizers);
    assert_eq!(kinds(&findings), [Kind::MachineDispute]);
    assert_eq!(
        findings[0].signature,
        "machine dispute: undefined: UBSan: signed integer overflow: N + N cannot be represented in type 'int'"
    );
    let files = findings[0].files(&FORTY_TWO);
    let script = files.iter().find(|(name, _)| name == "reproduce.sh");
    let told = "runner='env ASAN_OPTIONS=detect_leaks=0'";
    assert!(
        script.is_some_and(|(_, text)| text.contains(told)),
        "{script:?}"
    );
}

#[test]
fn the_signature_of_a_crash_is_the_message() {
    let folder = Scratch::new().unwrap();
    let does = "if has -O2 && grep -q twice program.c; then echo 'during GIMPLE pass: vrp' >&2\n\
                echo 'program.c:7:1: internal compiler error: in f12, at g.cc:345' >&2; exit 1; fi";
    let (_, bad) = impostor_that(folder.path(), "gcc", does);
    let findings = examined(FORTY_TWO, &bad);
    assert_eq!(kinds(&findings), [Kind::CompilerCrash]);
    assert_eq!(
        findings[0].signature,
        "compiler crash: internal compiler error: in fN, at g.cc: in vrp"
    );
    assert!(findings[0].headline().contains("internal compiler error"));
}

/// Findings and reported events of a program on this compiler at O2, with a limit of one second for each compilation.
fn in_a_hurry(toolchain: &Arc<Toolchain>) -> (Vec<Finding>, Vec<String>) {
    let backends = vec![Backend::build(Arc::clone(toolchain), OptLevel::O2)];
    let mut set = BackendSet::new(backends, Vec::new(), &Cancel::new());
    set.compiler.cpu = std::time::Duration::from_secs(1);
    let subjects: [Box<dyn Subject>; 1] = [Box::new(FORTY_TWO)];
    let mut told = Vec::new();
    let mut examined = set
        .examine(&subjects, &mut BatchSize::new(None), &mut |what| {
            told.push(match what {
                Told::Heard(heard) => format!("heard: {}", heard.verdicts[0].name()),
                Told::Suspected(seen) => {
                    format!("suspected: {:?} {}", seen.programs, seen.verdict.name())
                }
            });
        })
        .unwrap();
    (examined.remove(0).findings, told)
}

#[test]
fn a_hang_is_reported_before_it_is_confirmed() {
    let folder = Scratch::new().unwrap();
    let does = "if has -O2 && grep -q twice program.c; then while :; do :; done; fi";
    let (_, bad) = impostor_that(folder.path(), "gcc", does);
    let (findings, told) = in_a_hurry(&bad);
    assert_eq!(kinds(&findings), [Kind::CompilerHang]);
    assert_eq!(findings[0].outcomes[0].again.len(), 3);
    let first = ["heard: compiler hang", "suspected: [0] compiler hang"];
    assert_eq!(told[..2], first);
    assert_eq!(told.len(), 5, "{told:?}");
}

/// A program on which one backend hangs is tested alone by the later ones, and every backend has a verdict on every program.
#[test]
fn a_hang_of_one_program_does_not_affect_others() {
    let folder = Scratch::new().unwrap();
    let does = "if grep -q twice program.c; then while :; do :; done; fi";
    let (_, bad) = impostor_that(folder.path(), "gcc", does);
    let backends = [OptLevel::O2, OptLevel::O3].map(|opt| Backend::build(Arc::clone(&bad), opt));
    let mut set = BackendSet::new(backends.to_vec(), Vec::new(), &Cancel::new());
    set.compiler.cpu = std::time::Duration::from_secs(1);
    let fine = || Small {
        before: "",
        value: "41 + argc",
        ..FORTY_TWO
    };
    let subjects: [Box<dyn Subject>; 3] = [Box::new(fine()), Box::new(FORTY_TWO), Box::new(fine())];
    let examined = set
        .examine(&subjects, &mut BatchSize::new(None), &mut |_| {})
        .unwrap();
    let said = examined.iter().map(|examined| {
        let said = examined.outcomes.iter();
        said.map(|it| it.verdict.name()).collect::<Vec<_>>()
    });
    let (hang, agrees) = (vec!["compiler hang"; 2], vec!["agrees"; 2]);
    assert_eq!(said.collect::<Vec<_>>(), [agrees.clone(), hang, agrees]);
}

/// A compiler that exceeds the short limit and ends within the full one is no finding.
#[test]
fn a_compiler_that_ends_after_all_does_not_hang() {
    let folder = Scratch::new().unwrap();
    let marker = folder.path().join("marker").display().to_string();
    let does =
        format!("if has -O2 && [ ! -e {marker} ]; then : > {marker}; while :; do :; done; fi");
    let (_, bad) = impostor_that(folder.path(), "gcc", &does);
    let (findings, told) = in_a_hurry(&bad);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(told.len(), 3, "{told:?}");
}

/// Programs for another target are tested by compilers for that target, and programs in C only by compilers of C.
#[test]
fn programs_go_to_compilers_of_their_own_language_and_target() {
    let toolchains = Toolchains::discover();
    let all = toolchains.found.iter();
    let backends: Vec<Backend> = all
        .map(|toolchain| Backend::build(Arc::clone(toolchain), OptLevel::O2))
        .collect();
    let set = BackendSet::new(backends, Vec::new(), &Cancel::new());
    let there = Small {
        value: "(int)sizeof(long) * 10 + 2 - argc + 1",
        is: 82,
        target: "s390x",
        ..FORTY_TWO
    };
    let subjects: [Box<dyn Subject>; 2] = [Box::new(FORTY_TWO), Box::new(there)];
    let mut heard = Vec::new();
    let examined = set.examine(&subjects, &mut BatchSize::new(None), &mut |told| {
        let Told::Heard(told) = told else { return };
        assert_eq!(told.verdicts.len(), 1);
        heard.push(Arc::clone(&told.backend.toolchain));
    });
    let examined = examined.unwrap();
    assert!(heard.iter().all(|toolchain| toolchain.source() == C));
    for (subject, Examined { outcomes, findings }) in subjects.iter().zip(&examined) {
        assert!(findings.is_empty(), "{findings:?}");
        let mut targets = outcomes
            .iter()
            .map(|it| it.backend.toolchain.architecture());
        assert!(targets.all(|target| target == subject.target()));
    }
    if examined[1].outcomes.is_empty() {
        skip(
            &["gcc-s390x", "qemu"],
            "there is no gcc for s390x, or no qemu",
        );
    }
}

fn bisected(toolchains: &Toolchains, bad: &Arc<Toolchain>, opt: OptLevel) -> Bisection {
    bisected_on(&FORTY_TWO, toolchains, bad, opt)
}

fn bisected_on(
    subject: &Small,
    toolchains: &Toolchains,
    bad: &Arc<Toolchain>,
    opt: OptLevel,
) -> Bisection {
    let backend = Backend::build(Arc::clone(bad), opt).with(["-fno-plt".to_owned()]);
    let scratch = Scratch::new().unwrap();
    let limits = (Limits::for_compiler(), Limits::for_program());
    let verdict = test(subject, &backend, &scratch, &limits.0, &limits.1).unwrap();
    let versions = toolchains.found.clone();
    let bisector = Bisector::new(toolchains, versions, &Cancel::new());
    let found = bisector.run(subject, &backend, &verdict, &mut |_| {});
    found.unwrap().expect("it shows")
}

#[test]
fn a_flag_of_gcc_is_found() {
    let folder = Scratch::new().unwrap();
    let when = "{ has -O2 || has -O3; } && ! has -fno-tree-vrp";
    let (toolchains, bad) = impostor(folder.path(), "gcc", when);
    let found = bisected(&toolchains, &bad, OptLevel::O3);
    assert_eq!(found.needed.name(), "impostor-O2");
    assert_eq!(found.level, Some(OptLevel::O2));
    assert_eq!(found.passes(), ["GCC -ftree-vrp"]);
    let Some(Blame::Culprit(culprit)) = found.blame("gcc") else {
        panic!("{found:?}");
    };
    assert!(culprit.firm && culprit.on == "the whole program");
    assert_eq!(culprit.how, Found::ByAbsence { others: Vec::new() });
    assert_eq!(found.blame("llvm"), None);
}

/// The impostor is wrong if a pass works on one function, like a real compiler.
#[test]
fn a_pass_of_gcc_is_found_with_its_function() {
    let folder = Scratch::new().unwrap();
    let when = "has -O2 && ! has -fdisable-tree-forwprop1 && case \" $all \" in \
                *' -fdisable-tree-forwprop1='*twice*) false ;; *) true ;; esac";
    let (toolchains, bad) = impostor(folder.path(), "gcc", when);
    let found = bisected(&toolchains, &bad, OptLevel::O2);
    assert_eq!(found.passes(), ["GCC tree-forwprop1"], "{found:#?}");
    let Some(Blame::Culprit(culprit)) = found.blame("gcc") else {
        panic!("{found:?}");
    };
    assert_eq!((culprit.on.as_str(), culprit.firm), ("twice", true));
    assert_eq!(
        culprit.code.as_ref().map(|code| code.form),
        Some(CodeForm::Assembly)
    );
}

/// A clang that is wrong from a certain number of passes on.
#[test]
fn a_pass_of_clang_is_found() {
    let folder = Scratch::new().unwrap();
    let does = "case \" $all \" in *' -opt-bisect-limit='*)\n\
        limit=${all#*-opt-bisect-limit=}; limit=${limit%% *}\n\
        for n in 1 2 3 4 5 6 7; do echo \"BISECT: running pass ($n) pass$n on twice\" >&2; done ;;\n\
        *) limit=100 ;; esac\n\
        if has -O2 && [ \"$limit\" -ge 5 ]; then sed -i s/20/21/ program.c; fi\n\
        for argument; do shift; case \"$argument\" in -mllvm | -opt-bisect-limit=*) ;; *) set -- \"$@\" \"$argument\" ;; esac; done";
    let (toolchains, bad) = impostor_that(folder.path(), "clang", does);
    let found = bisected(&toolchains, &bad, OptLevel::O2);
    assert_eq!(found.passes(), ["LLVM pass5"]);
    let Some(Blame::Culprit(culprit)) = found.blame("llvm") else {
        panic!("{found:?}");
    };
    assert_eq!(culprit.how, Found::ByLimit { number: 5, of: 7 });
    assert_eq!(culprit.on, "twice");
}

/// A program with undefined behaviour that compilers exploit stands in for a miscompiled one, to test the search in real
/// compilers.
#[test]
fn the_pass_that_exploits_an_overflow_is_found_in_real_compilers() {
    let wraps = Small {
        before: "__attribute__((noinline)) int grows(int x) { int y = x + 1; return y > x; }",
        value: "grows(2147483646 + argc)",
        is: 0,
        ..FORTY_TWO
    };
    let toolchains = Toolchains::discover();
    for (family, part) in [("gcc", "gcc"), ("clang", "llvm")] {
        let all = toolchains.of(C).iter();
        let mut native = all.filter(|it| it.family().name == family && it.emulator.is_none());
        let Some(newest) = native.next_back() else {
            skip(&[family], format_args!("there is no {family}"));
            continue;
        };
        let found = bisected_on(&wraps, &toolchains, newest, OptLevel::O2);
        let culprit = found.blame(part).and_then(Blame::culprit);
        let culprit = culprit.unwrap_or_else(|| panic!("{family:?}: {:?}", found.parts));
        eprintln!("{newest}: {} on {}", culprit.pass, culprit.on);
        assert!(culprit.firm && culprit.code.is_some(), "{culprit:?}");
        assert_eq!(culprit.on, "grows", "{culprit:?}");
        let mut akin = found.versions.iter();
        assert!(akin.all(|version| version.toolchain.family().name == family && version.shows));
    }
}
