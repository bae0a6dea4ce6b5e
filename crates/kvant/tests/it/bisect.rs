//! Bisection finds the cause of disagreements, on compilers whose fault is known: real ones and canaries.

#![allow(clippy::print_stdout)] // Which compilers are right by now shows in the tests' output.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use kvant_campaign::bisect::{Bisection, Bisector, Blame, Culprit, Found, Since, Stage};
use kvant_campaign::{Form, Subject as _, Verdict, test};
use kvant_canary::Canary;
use kvant_languages::mir::{MirSubject, TARGET, from_seed};
use kvant_mir::parse;
use kvant_mir_gen::GenConfig;
use kvant_mir_machine::{Limits as MachineLimits, execute_under_all};
use kvant_testing::skip;
use kvant_toolchain::drivers::RUST;
use kvant_toolchain::drivers::rustc::CONST;
use kvant_toolchain::{
    Backend, Cancel, CodeForm, Limits, NamedCompiler, OptLevel, Request, Scratch, Surroundings,
    ToolError, Toolchain, Toolchains,
};
use tempfile::TempDir;

use crate::shell::{exits, kvant, stdout};

fn finding(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/findings");
    folder.join(format!("{name}.rs"))
}

fn subject(name: &str) -> MirSubject {
    let text = fs::read_to_string(finding(name)).unwrap();
    let program = parse::program(&text).unwrap().program;
    let run = execute_under_all(&program, &TARGET, MachineLimits::default());
    MirSubject {
        name: name.to_owned(),
        origin: kvant_languages::mir::written(),
        trace: run.trace,
        program,
    }
}

/// The bisection of the verdict of this backend; none if it agrees.
fn bisect(
    known: &Toolchains,
    versions: &[Arc<Toolchain>],
    subject: &MirSubject,
    backend: &Backend,
) -> Option<Bisection> {
    let limits = (Limits::for_compiler(), Limits::for_program());
    let scratch = Scratch::new().unwrap();
    let verdict = test(subject, backend, &scratch, &limits.0, &limits.1).unwrap();
    let bisector = Bisector::new(known, versions.to_vec(), &Cancel::new());
    let found = bisector.run(subject, backend, &verdict, &mut |_| {});
    assert_eq!(
        found.as_ref().unwrap().is_none(),
        verdict == Verdict::Agrees
    );
    found.unwrap()
}

/// The share of a part of the compiler.
#[track_caller]
fn blame<'a>(found: &'a Bisection, part: &str) -> &'a Blame {
    found.blame(part).unwrap_or_else(|| panic!("{found:?}"))
}

#[track_caller]
fn culprit(blame: &Blame) -> &Culprit {
    blame.culprit().unwrap_or_else(|| panic!("{blame:?}"))
}

fn named(named: NamedCompiler) -> (Toolchains, Arc<Toolchain>) {
    let name = named.name.clone();
    let toolchains = Toolchains::discover_in(&Surroundings {
        named: vec![named],
        ..Surroundings::default()
    });
    let toolchain = toolchains.select(&name).unwrap();
    (toolchains, toolchain)
}

/// The pass that the canary breaks is found, on the function with the first observation.
fn check_canary(canary: Canary) -> Bisection {
    let folder = TempDir::new().unwrap();
    let real = Toolchains::discover().found.swap_remove(0);
    let kvant = Path::new(env!("CARGO_BIN_EXE_kvant"));
    let (known, toolchain) = named(canary.install(&real, kvant, folder.path()).unwrap());
    let config = GenConfig::default().sized(100..=150);
    let mut subjects = (0..200).map(|seed| from_seed(seed, &config).unwrap());
    let affected = |subject: &MirSubject| canary.affects(&subject.text(Form::Fast, None)).unwrap();
    let subject = subjects.find(affected).unwrap();
    let backend = Backend::build(toolchain, OptLevel::O3);
    let found = bisect(&known, &[], &subject, &backend).unwrap();
    let blame = match canary {
        Canary::BisectMir => blame(&found, "mir"),
        _ => blame(&found, "llvm"),
    };
    let culprit = culprit(blame);
    assert_eq!(culprit.pass, canary.culprit().unwrap());
    assert_eq!(culprit.on, "entry");
    assert!(culprit.firm && !found.flaky);
    assert!(matches!(culprit.how, Found::ByLimit { number, of } if number < of));
    assert_eq!(
        (found.level, &found.since),
        (Some(OptLevel::O3), &Since::Always)
    );
    found
}

#[test]
fn the_mir_pass_of_a_canary_is_found() {
    check_canary(Canary::BisectMir);
}

#[test]
fn the_llvm_pass_of_a_canary_is_found() {
    let found = check_canary(Canary::BisectLlvm);
    assert_eq!(*blame(&found, "mir"), Blame::NotNeeded);
}

/// A compiler in front of a real one that crashes with one flag at O2 and O3, if the shell command `when` ends well.
fn impostor(folder: &Path, real: &Toolchain, when: &str) -> NamedCompiler {
    let script = format!(
        "#!/bin/sh\ncase \" $* \" in\n*' -Zinline-mir=yes '*) case \" $* \" in\n\
         *' -Copt-level=2 '*|*' -Copt-level=3 '*)\n\
         if {when}; then echo 'error: internal compiler error: impostor' >&2; exit 101; fi ;;\n\
         esac ;;\nesac\nexec '{}' \"$@\"\n",
        real.path.display()
    );
    let rustc = folder.join("rustc");
    fs::write(&rustc, script).unwrap();
    fs::set_permissions(&rustc, fs::Permissions::from_mode(0o755)).unwrap();
    NamedCompiler {
        name: "impostor".into(),
        setting: "rustc".into(),
        path: rustc,
        env: real.env.clone(),
    }
}

#[test]
fn flags_that_are_not_needed_go() {
    let folder = TempDir::new().unwrap();
    let real = Toolchains::discover().found.swap_remove(0);
    let (known, toolchain) = named(impostor(folder.path(), &real, "true"));
    let extra = [
        "-Cdebug-assertions=on",
        "-Zinline-mir=yes",
        "-Cforce-frame-pointers=yes",
    ];
    let begun = Backend {
        toolchain,
        request: Request::build(OptLevel::O3)
            .with_switch("validate")
            .with_flags(extra),
    };
    let subject = subject("union_fields_taken_for_apart");
    let found = bisect(&known, &[real], &subject, &begun).unwrap();
    assert_eq!(found.needed.name(), "impostor-O2-mir0 -Zinline-mir=yes");
    assert_eq!(found.level, Some(OptLevel::O2));
    assert_eq!(*blame(&found, "mir"), Blame::NotNeeded);
    // It crashes before it says anything of passes.
    assert!(
        matches!(blame(&found, "llvm"), Blame::Unknown(why) if why.contains("lists no passes"))
    );
    assert!(!found.has_culprit());
    assert_eq!(found.since, Since::First("impostor".into()));
}

/// The compiler is correct every other time. Each probe is then repeated, so the result is the same and marked as less certain.
#[test]
fn what_does_not_show_each_time_is_flaky() {
    let folder = TempDir::new().unwrap();
    let real = Toolchains::discover().found.swap_remove(0);
    let token = folder.path().join("token");
    let token = token.display();
    let every_other = format!("mkdir '{token}' 2>/dev/null || ! rmdir '{token}'");
    let (known, toolchain) = named(impostor(folder.path(), &real, &every_other));
    let begun = Backend {
        toolchain,
        request: Request::build(OptLevel::O3).with_flags(["-Zinline-mir=yes"]),
    };
    let found = bisect(
        &known,
        &[],
        &subject("union_fields_taken_for_apart"),
        &begun,
    )
    .unwrap();
    assert!(found.flaky);
    assert_eq!(found.needed.name(), "impostor-O2-mir0 -Zinline-mir=yes");
    assert_eq!(found.level, Some(OptLevel::O2));
}

/// Culprits that were found by hand are found by the bisector, if the installed compiler still has the bug.
#[test]
fn known_culprits_are_found() {
    let known = Toolchains::discover();
    for (name, version, expected) in [
        ("argument_promotion_in_recursion", "nightly", "argpromotion"),
        (
            "discriminant_of_a_value_without_bytes",
            "nightly",
            "DataflowConstProp",
        ),
        (
            "bool_switch_with_three_targets",
            "stable",
            "SimplifyComparisonIntegral",
        ),
    ] {
        let Ok(toolchain) = known.select(version) else {
            skip(&[version], format_args!("{name}: there is no {version}"));
            continue;
        };
        let backend = Backend::build(toolchain, OptLevel::O3);
        let Some(found) = bisect(&known, &[], &subject(name), &backend) else {
            println!("{name}: {backend} is right by now");
            continue;
        };
        let (blame, other, form, on) = match expected {
            "argpromotion" => (
                blame(&found, "llvm"),
                blame(&found, "mir"),
                CodeForm::LlvmIr,
                "deeper",
            ),
            _ => (
                blame(&found, "mir"),
                blame(&found, "llvm"),
                CodeForm::Mir,
                "entry",
            ),
        };
        let culprit = culprit(blame);
        assert_eq!((&*culprit.pass, &*culprit.on), (expected, on), "{name}");
        assert!(culprit.firm, "{name}");
        assert_eq!(other, &Blame::NotNeeded, "{name}");
        let code = culprit.code.as_ref().unwrap();
        assert_eq!((code.form, &*code.function), (form, on), "{name}");
        assert!(code.before.contains(on), "{name}: {}", code.before);
        assert_ne!(code.after.as_ref(), Some(&code.before), "{name}");
        assert_eq!(code.after.is_none(), name.starts_with("bool"), "{name}");
    }
}

/// If a compiler does not count its passes, they are switched off one after the other.
#[test]
fn passes_are_switched_off_where_they_are_not_counted() {
    let known = Toolchains::discover();
    let uncounted = known.of(RUST).iter().find(|toolchain| {
        let counts = known.takes(toolchain, "-Zmir-opt-bisect-limit=0");
        toolchain.version.minor >= 85 && !counts.unwrap()
    });
    let Some(toolchain) = uncounted else {
        return skip(&["rustc-1.85"], "every compiler here counts its MIR passes");
    };
    let backend = Backend::build(toolchain.clone(), OptLevel::O3);
    let subject = subject("union_fields_taken_for_apart");
    let Some(found) = bisect(&known, &[], &subject, &backend) else {
        return println!("not tested: {backend} is right by now");
    };
    let culprit = culprit(blame(&found, "mir"));
    assert_eq!(culprit.pass, "JumpThreading");
    assert!(
        culprit.on.split(", ").any(|on| on == "entry"),
        "{}",
        culprit.on
    );
    assert!(matches!(culprit.how, Found::ByAbsence { .. }) && culprit.firm);
}

#[test]
fn a_bisection_can_be_cancelled_and_needs_something_to_follow() {
    let known = Toolchains::discover();
    let backend = Backend::build(known.found[0].clone(), OptLevel::O3);
    let subject = subject("union_fields_taken_for_apart");
    let cancel = Cancel::new();
    let bisector = Bisector::new(&known, Vec::new(), &cancel);
    let mut stages = Vec::new();
    let mut run = |backend: &Backend, verdict: &Verdict| {
        bisector.run(&subject, backend, verdict, &mut |probed| {
            stages.push(probed.stage);
            cancel.cancel();
        })
    };
    assert!(run(&backend, &Verdict::Agrees).unwrap().is_none());
    let evaluated = Backend::in_mode(known.found[0].clone(), CONST);
    let refused = run(&evaluated, &Verdict::ProgramHang);
    assert!(matches!(refused, Err(ToolError::NoCode { .. })));
    let ended = run(&backend, &Verdict::ProgramHang);
    assert!(matches!(ended, Err(ToolError::Cancelled)));
    assert_eq!(stages, [Stage::Confirming]);
}

#[test]
fn the_command_says_what_it_found() {
    let fine = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/corpus/defined");
    let mut fine: Vec<PathBuf> = fs::read_dir(fine)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    fine.sort();
    let rustc = Toolchains::discover().found[0].path.display().to_string();
    let fine = fine[0].display().to_string();
    let output = kvant(&["bisect", &fine, "--toolchain", &rustc]);
    exits(&output, 0);
    assert!(stdout(&output).contains("no backend disagrees"));

    for wrong in [
        &["bisect"][..],
        &["bisect", &fine, "--seed", "1"],
        &["bisect", &fine, "--flags", "opt-level"],
        &["bisect", "--finding", "1", "--store", "/nowhere"],
    ] {
        exits(&kvant(wrong), 2);
    }

    let known = Toolchains::discover();
    let Ok(toolchain) = known.select("stable") else {
        return skip(&["stable"], "there is no stable toolchain");
    };
    let path = finding("union_fields_taken_for_apart")
        .display()
        .to_string();
    let flags = ["--flags", "-Copt-level=0 -Zmir-opt-level=2"];
    let arguments = ["bisect", &path, "--toolchain", &toolchain.name, "--json"];
    let output = kvant(&[&arguments[..], &flags].concat());
    let told = crate::shell::record(&["bisect"], &stdout(&output));
    if told["disagrees"].is_null() {
        return println!("not tested any further: {toolchain} is right by now");
    }
    exits(&output, 1);
    assert_eq!(told["mir"]["culprit"], "JumpThreading");
    assert_eq!(told["mir"]["on"], "entry");
    assert_eq!(
        told["needed"]["backend"],
        format!("{}-O0-mir2", toolchain.name)
    );
    assert!(
        told["mir"]["before"]
            .as_str()
            .unwrap()
            .contains("switchInt")
    );
    let versions = told["versions"].as_array().unwrap();
    assert!(
        versions
            .iter()
            .any(|each| each["toolchain"] == toolchain.name.as_str())
    );
}
