//! Canaries misbehave on affected programs, are correct on others, and are noticed.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use kvant_campaign::{Ask, Exit, Form, Kind, Spent, Subject, Verdict, headline, test, test_batch};
use kvant_canary::Canary;
use kvant_languages::mir::{MirSubject, from_seed};
use kvant_mir::{Block, Terminator};
use kvant_mir_gen::{Feature, GenConfig};
use kvant_toolchain::drivers::RUSTC;
use kvant_toolchain::drivers::rustc::CONST;
use kvant_toolchain::{
    Answer, Backend, Cache, CompileFailure, Driver, Limits, OptLevel, Request, Scratch,
    Surroundings, ToolError, Toolchain, Toolchains,
};
use tempfile::TempDir;

/// Number of programs that are tried until one fits.
const PATIENCE: u64 = 200;

/// A canary in front of the first compiler of this machine.
struct Installed {
    toolchain: Arc<Toolchain>,
    scratch: Scratch,
    _folder: TempDir,
}

impl Installed {
    fn new(canary: Canary) -> Installed {
        let folder = TempDir::new().unwrap();
        let real = &Toolchains::discover().found[0];
        let kvant = Path::new(env!("CARGO_BIN_EXE_canary"));
        Installed {
            toolchain: canary.toolchain(real, kvant, folder.path()).unwrap(),
            scratch: Scratch::new().unwrap(),
            _folder: folder,
        }
    }

    fn build(&self, opt: OptLevel, extra: &[&str]) -> Backend {
        Backend::build(self.toolchain.clone(), opt).with(extra.iter().copied())
    }

    fn test(&self, subject: &MirSubject, backend: &Backend) -> Result<Verdict, ToolError> {
        let (compiler, program) = limits();
        test(subject, backend, &self.scratch, &compiler, &program)
    }

    fn at(&self, opt: OptLevel, subject: &MirSubject) -> Result<Verdict, ToolError> {
        self.test(subject, &self.build(opt, &[]))
    }

    fn batch(&self, subjects: &[&MirSubject]) -> Result<Vec<Verdict>, ToolError> {
        batch(&self.build(OptLevel::O3, &[]), subjects)
    }
}

/// Low limits, which canaries reach soon.
fn limits() -> (Limits, Limits) {
    let compiler = Limits {
        wall: Duration::from_secs(2),
        resident: Some(512 << 20),
        processes: 300,
        output: 1 << 20,
        ..Limits::for_compiler()
    };
    let program = Limits {
        cpu: Duration::from_secs(1),
        ..Limits::for_program()
    };
    (compiler, program)
}

fn batch(backend: &Backend, subjects: &[&MirSubject]) -> Result<Vec<Verdict>, ToolError> {
    let scratch = Scratch::new().unwrap();
    let (compiler, program) = limits();
    let ask = Ask {
        backend,
        scratch: &scratch,
        compiler: &compiler,
        program: &program,
    };
    let subjects: Vec<&dyn Subject> = subjects.iter().map(|each| *each as &dyn Subject).collect();
    Ok(test_batch(&subjects, &ask, &mut Spent::default())?.verdicts)
}

/// Small programs that compile-time evaluation can judge.
fn config() -> GenConfig {
    let mut config = GenConfig::default().sized(100..=150);
    let beyond = Feature::ALL
        .iter()
        .filter(|each| each.is_beyond_const_eval());
    for feature in beyond.chain([&Feature::FloatIntrinsics]) {
        config = config.with(*feature, false);
    }
    config
}

fn affects(canary: Canary, subject: &MirSubject) -> bool {
    canary.affects(&subject.text(Form::Fast, None)).unwrap()
}

/// The first program that the canary misbehaves on, and the first that it does not.
fn pair(canary: Canary) -> (MirSubject, MirSubject) {
    let first = |wanted: bool| {
        let mut subjects = (0..PATIENCE).map(|seed| from_seed(seed, &config()).unwrap());
        let found = subjects.find(|subject| affects(canary, subject) == wanted);
        found.unwrap_or_else(|| panic!("no program for {canary:?}, {wanted}"))
    };
    (first(true), first(false))
}

/// The verdict on an affected program.
fn said(canary: Canary) -> &'static str {
    match canary.expected() {
        None => "agrees",
        Some(Kind::MachineDispute) if canary == Canary::Rejects => "rejected",
        Some(Kind::MachineDispute | Kind::AliasingDependent) => "wrong value",
        Some(kind) => kind.name(),
    }
}

/// The canary is wrong on the program that is affected, alone and in a batch, and on nothing else.
fn check(canary: Canary) {
    let installed = Installed::new(canary);
    let (affected, spared) = pair(canary);
    let everywhere = canary.expected() == Some(Kind::MachineDispute);

    let optimised = installed.build(OptLevel::O3, &[]);
    let plain = installed.build(OptLevel::O0, &[]);
    let evaluated = Backend::in_mode(installed.toolchain.clone(), CONST);
    let mut verdicts = Vec::new();
    for backend in [&optimised, &plain, &evaluated] {
        let verdict = installed.test(&affected, backend).unwrap();
        let is_wrong = everywhere || *backend == optimised;
        let expected = if is_wrong { said(canary) } else { "agrees" };
        assert_eq!(
            verdict.name(),
            expected,
            "{canary:?} {backend}: {}",
            verdict.detail()
        );
        assert!(
            !verdict.detail().contains(&canary.complaint()),
            "{}",
            verdict.detail()
        );
        verdicts.push(verdict);
    }
    let together = installed.batch(&[&spared, &affected]).unwrap();
    assert_eq!(together[0], Verdict::Agrees, "{canary:?}");
    assert_eq!(together[1], verdicts[0], "{canary:?}");
}

#[test]
fn wrong_values_are_noticed() {
    for canary in [
        Canary::WrongValue,
        Canary::Noalias,
        Canary::Silent,
        Canary::Honest,
    ] {
        check(canary);
    }
}

#[test]
fn programs_that_end_badly_are_noticed() {
    for canary in [Canary::Segfault, Canary::ExitCode, Canary::ProgramHang] {
        check(canary);
    }
    // It is noticed at every position of a batch.
    let installed = Installed::new(Canary::ExitCode);
    let (affected, spared) = pair(Canary::ExitCode);
    let together = installed.batch(&[&affected, &spared]).unwrap();
    assert!(together.iter().any(Verdict::is_bad));

    let installed = Installed::new(Canary::Segfault);
    let (affected, _) = pair(Canary::Segfault);
    let verdict = installed.at(OptLevel::O3, &affected).unwrap();
    assert!(verdict.detail().contains("SIGSEGV"), "{}", verdict.detail());
    let Verdict::ProgramCrash { first, .. } = verdict else {
        panic!("{verdict:?}");
    };
    assert!(first.index > Some(5), "it says something before: {first}");
}

#[test]
fn disputes_are_not_held_against_compilers() {
    for canary in [Canary::UnoptimisedWrong, Canary::Rejects] {
        check(canary);
    }
}

#[test]
fn compilers_that_fail_are_noticed() {
    for canary in [
        Canary::Crash,
        Canary::Hang,
        Canary::MakesNothing,
        Canary::DeletesTemp,
    ] {
        check(canary);
    }
    let installed = Installed::new(Canary::Crash);
    let (affected, _) = pair(Canary::Crash);
    let verdict = installed.at(OptLevel::O2, &affected).unwrap();
    let headline = headline(&verdict);
    assert!(headline.contains("internal compiler error"), "{headline}");
}

#[test]
fn compilers_that_exceed_limits_are_stopped() {
    for (canary, limit) in [
        (Canary::MemoryHog, Exit::MemoryLimit),
        (Canary::ForkBomb, Exit::ProcessLimit),
        (Canary::EndlessOutput, Exit::OutputLimit),
        (Canary::DiskHog, Exit::DiskLimit),
    ] {
        let installed = Installed::new(canary);
        let (affected, spared) = pair(canary);
        let together = installed.batch(&[&affected, &spared]).unwrap();
        let Verdict::CompilerCrash { exit, .. } = &together[0] else {
            panic!("{canary:?}: {together:?}");
        };
        assert_eq!(*exit, Some(limit), "{canary:?}");
        assert_eq!(together[1], Verdict::Agrees, "{canary:?}");
        let plain = installed.at(OptLevel::O0, &affected).unwrap();
        assert_eq!(plain, Verdict::Agrees, "{canary:?}");
    }
}

#[test]
fn bugs_that_do_not_always_show_are_noticed() {
    check(Canary::Shy);
    let installed = Installed::new(Canary::Shy);
    let (affected, _) = pair(Canary::Shy);
    let verdict = installed.at(OptLevel::O3, &affected).unwrap();
    assert!(verdict.detail().contains("does not show"), "{verdict:?}");

    let installed = Installed::new(Canary::Crowded);
    let (affected, spared) = pair(Canary::Crowded);
    let alone = installed.at(OptLevel::O3, &affected).unwrap();
    assert_eq!(alone, Verdict::Agrees);
    let together = installed.batch(&[&spared, &affected]).unwrap();
    assert_eq!(together[0], Verdict::Agrees);
    assert!(matches!(&together[1], Verdict::OnlyInBatch(seen) if seen.part == 1));
    assert_eq!(together[1].name(), "wrong value");

    let installed = Installed::new(Canary::Flaky);
    let (affected, spared) = pair(Canary::Flaky);
    for n in 1..=5 {
        let verdict = installed.at(OptLevel::O3, &affected).unwrap();
        assert_eq!(verdict.is_bad(), n == 5, "{n}");
        if n == 3 {
            // Calls with a program that it compiles correctly anyway are not counted.
            assert!(!installed.at(OptLevel::O3, &spared).unwrap().is_bad());
        }
    }
}

/// The wrong observation is in a function with a loop.
#[test]
fn loops_are_wrong_wherever_anything_optimises() {
    check(Canary::Loops);
    let installed = Installed::new(Canary::Loops);
    let (affected, _) = pair(Canary::Loops);
    let mir_alone = Request::build(OptLevel::O0).with_switch("mir4");
    let backends = [
        installed.build(OptLevel::O1, &[]),
        Backend {
            toolchain: installed.toolchain.clone(),
            request: mir_alone,
        },
    ];
    for backend in backends {
        let Verdict::WrongValue(wrong) = installed.test(&affected, &backend).unwrap() else {
            panic!("{backend}");
        };
        let index = wrong.index.unwrap() as usize;
        let observation = &affected.trace.observations[index];
        let function = affected.program.function(observation.function);
        let has_way_back = function.blocks.iter().enumerate().any(|(n, block)| {
            let back = |target: &Block| target.index() <= n;
            match block.terminator.as_ref().unwrap() {
                Terminator::Goto(target) | Terminator::Call { target, .. } => back(target),
                Terminator::Switch {
                    arms, otherwise, ..
                } => back(otherwise) || arms.iter().any(|(_, target)| back(target)),
                Terminator::Return | Terminator::Unreachable => false,
            }
        });
        assert!(has_way_back, "{backend}: {}", function.name);
    }
}

/// Without `noalias` it is correct.
#[test]
fn noalias_depends_on_noalias() {
    let installed = Installed::new(Canary::Noalias);
    let (affected, _) = pair(Canary::Noalias);
    let backend = installed.build(OptLevel::O3, &["-Zmutable-noalias=no"]);
    assert_eq!(
        installed.test(&affected, &backend).unwrap(),
        Verdict::Agrees
    );
}

/// The listing names the pass; with it the program is wrong, and without it correct.
fn check_bisection(canary: Canary, flag: &str) {
    let installed = Installed::new(canary);
    let (affected, _) = pair(canary);
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("program.rs"),
        affected.text(Form::Fast, None),
    )
    .unwrap();
    let limited = |limit: i64| installed.build(OptLevel::O3, &[&format!("{flag}{limit}")]);
    let listing = |limit: i64| {
        let line = limited(limit).command_line(Path::new("program.rs"), Path::new("program"));
        let output = Command::new(&line.program)
            .args(&line.args)
            .envs(line.env)
            .current_dir(folder.path())
            .output()
            .unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let culprit = canary.culprit().unwrap();
    let all = listing(1_000_000);
    // The first site is in the entry function.
    let entry = |line: &&str| {
        let words = format!(") {culprit} on ");
        line.split_once(&words)
            .is_some_and(|(_, on)| on.ends_with("entry"))
    };
    let line = all.lines().find(entry).unwrap();
    let number = line.split(['(', ')']).nth(1).unwrap();
    let number: i64 = number.parse().unwrap();
    assert!(line.starts_with("BISECT: running pass ("), "{line}");

    let without = listing(number - 1);
    assert_eq!(without.lines().count(), all.lines().count());
    let line = without.lines().find(entry).unwrap();
    assert!(line.starts_with("BISECT: NOT running pass ("), "{line}");
    assert_eq!(without.matches(": running").count() as i64, number - 1);

    for (limit, name) in [
        (0, "agrees"),
        (number - 1, "agrees"),
        (number, "wrong value"),
    ] {
        let verdict = installed.test(&affected, &limited(limit)).unwrap();
        assert_eq!(verdict.name(), name, "{canary:?}, {limit}");
    }
}

#[test]
fn mir_passes_can_be_bisected() {
    check(Canary::BisectMir);
    check_bisection(Canary::BisectMir, "-Zmir-opt-bisect-limit=");
    let installed = Installed::new(Canary::BisectMir);
    let (affected, _) = pair(Canary::BisectMir);
    let without = installed.build(OptLevel::O3, &["-Zmir-enable-passes=-GVN"]);
    assert_eq!(
        installed.test(&affected, &without).unwrap(),
        Verdict::Agrees
    );
}

#[test]
fn llvm_passes_can_be_bisected() {
    check(Canary::BisectLlvm);
    check_bisection(Canary::BisectLlvm, "-Cllvm-args=-opt-bisect-limit=");
}

/// The real compiler is correct on the programs of all tests above.
#[test]
fn the_real_compiler_agrees_on_all_of_them() {
    let mut subjects = BTreeMap::new();
    for canary in Canary::ALL {
        let (affected, spared) = pair(*canary);
        subjects.insert(affected.name.clone(), affected);
        subjects.insert(spared.name.clone(), spared);
    }
    let subjects: Vec<&MirSubject> = subjects.values().collect();
    let real = &Toolchains::discover().found[0];
    for opt in [OptLevel::O0, OptLevel::O3] {
        let backend = Backend::build(real.clone(), opt);
        let verdicts = batch(&backend, &subjects).unwrap();
        assert!(
            verdicts.iter().all(|verdict| *verdict == Verdict::Agrees),
            "{verdicts:?}"
        );
    }
    let backend = Backend::in_mode(real.clone(), CONST);
    let verdicts = batch(&backend, &subjects).unwrap();
    assert!(
        verdicts.iter().all(|verdict| *verdict == Verdict::Agrees),
        "{verdicts:?}"
    );
}

/// Every way to find a canary leads to its script, and the real compiler is still found beside it.
#[test]
fn discovery_ends_at_the_canary() {
    let folder = TempDir::new().unwrap();
    // A name that a shell would split.
    let folder = folder.path().join("it's a canary");
    let all = Toolchains::discover();
    let real = &all.found[0];
    let kvant = Path::new(env!("CARGO_BIN_EXE_canary"));
    let named = Canary::WrongValue.install(real, kvant, &folder).unwrap();
    // It may be installed again.
    assert_eq!(
        Canary::WrongValue.install(real, kvant, &folder).unwrap(),
        named
    );
    let path = named.path.to_str().unwrap();

    let by_name = Toolchains::discover_in(&Surroundings {
        named: vec![named.clone()],
        cache: None,
        ..Surroundings::from_env()
    });
    let by_variable = Toolchains::discover_in(&Surroundings {
        variables: [("RUSTC".into(), named.path.clone().into())].into(),
        ..Surroundings::default()
    });
    for found in [
        by_name.select("wrong-value").unwrap(),
        by_name.select(path).unwrap(),
        by_variable.found[0].clone(),
        all.select(path).unwrap(),
        Arc::new(RUSTC.probe_behind(&named.path, &Cache::default()).unwrap()),
    ] {
        assert_eq!(found.path, named.path);
        assert_eq!(found.sysroot, folder);
        assert_eq!(found.version, real.version);
        assert!(found.verbose.ends_with("\ncanary: wrong-value\n"));
    }
    assert_eq!(by_name.select(&real.name).unwrap().path, real.path);
    let canary = by_name.select("wrong-value").unwrap();
    for flag in ["-Zvalidate-mir", "-Zunheard-of", "-Clto=fat"] {
        let known = [by_name.takes(&canary, flag), all.takes(real, flag)];
        let [canary, real] = known.map(Result::unwrap);
        assert_eq!(canary, real, "{flag}");
    }
}

#[test]
fn a_canary_that_cannot_do_its_work_says_so() {
    let installed = Installed::new(Canary::WrongValue);
    let (affected, _) = pair(Canary::WrongValue);
    let compile = |text: &str, opt: OptLevel| {
        let backend = installed.build(opt, &[]);
        let folder = installed.scratch.path();
        backend
            .compile(text, folder, &Limits::for_compiler())
            .unwrap()
            .answer
    };
    let text = affected.text(Form::Fast, None);
    let changed = text.replace("ReturnTo(", "Then(");
    let answer = compile(&changed, OptLevel::O0);
    let Answer::Failed(CompileFailure::Crashed { stderr, .. }) = answer else {
        panic!("{answer:?}");
    };
    assert!(stderr.contains(&Canary::WrongValue.complaint()), "{stderr}");
    assert!(Canary::WrongValue.affects(&changed).is_err());

    // The source is never overwritten.
    let Answer::Executable(compiled) = compile(&text, OptLevel::O3) else {
        panic!("it compiles");
    };
    let folder = compiled.executable().parent().unwrap();
    assert_eq!(fs::read_to_string(folder.join("program.rs")).unwrap(), text);
    assert_ne!(
        fs::read_to_string(folder.join("canary/program.rs")).unwrap(),
        text
    );
}

#[test]
fn every_canary_is_described() {
    for canary in Canary::ALL {
        assert!(canary.about().len() > 20, "{canary:?}");
        assert!(
            canary
                .name()
                .chars()
                .all(|c| c.is_ascii_lowercase() || c == '-')
        );
    }
}
