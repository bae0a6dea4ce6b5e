//! `kvant refine`: records, exit codes, and optimisers that are shell scripts.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use kvant_testing::skip;
use kvant_toolchain::Limits;
use kvant_toolchain::drivers::llvm::Opt;
use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{executable, exits, kvant, record, stderr, stdout};

const RIGHT: &str = "define i8 @f(i1 noundef %c) {\n  %x = zext i1 %c to i8\n  ret i8 %x\n}\n";

/// Runs `kvant refine` in a folder with these files.
fn refine(files: &[(&str, &str)], arguments: &[&str]) -> Output {
    let folder = TempDir::new().unwrap();
    for (name, text) in files {
        match name.starts_with("opt") {
            true => executable(&folder.path().join(name), text),
            false => fs::write(folder.path().join(name), text).unwrap(),
        }
    }
    Command::new(env!("CARGO_BIN_EXE_kvant"))
        .arg("refine")
        .args(arguments)
        .current_dir(folder.path())
        .env("COLUMNS", "60")
        .output()
        .unwrap()
}

/// The record of two texts.
fn judged(before: &str, after: &str, code: i32) -> Value {
    let files = [("a.ll", before), ("b.ll", after)];
    let output = refine(&files, &["a.ll", "b.ll", "--json"]);
    exits(&output, code);
    assert_eq!(stderr(&output), "");
    record(&["refine"], &stdout(&output))
}

/// An optimiser of a release that edits the text with `sed`, or does something else with it.
fn opt(release: &str, action: &str) -> String {
    format!(
        "#!/bin/sh\nif [ \"$1\" = --version ]; then echo '  LLVM version {release}'; exit; fi\n{action}\n"
    )
}

const WRONG: &str = "sed 's/zext/sext/' in.ll >out.ll";

#[test]
fn findings_have_a_record() {
    let before = "define i16 @f(ptr noundef %p, i16 noundef %x) {\n  store i16 %x, ptr %p\n  \
                  %y = load i16, ptr %p\n  ret i16 %y\n}\n";
    let after = before.replace("store i16 %x, ptr %p", "store i16 0, ptr %p");
    let ran = judged(before, &after, 1);
    assert_eq!((&ran["wrong"], &ran["right"]), (&1.into(), &0.into()));
    let function = &ran["functions"][0];
    assert_eq!(function["verdict"], "wrong");
    assert_eq!(function["class"], "wrong value");
    let finding = &function["finding"];
    // The input is as simple as possible.
    let arguments = finding["arguments"].as_str().unwrap();
    assert_eq!(arguments, "ptr bytes(00 00), i16 1");
    assert_eq!(finding["expected"][0]["result"], "i16 1");
    assert_eq!(finding["expected"][0]["memory"][0]["bytes"], "01 00");
    assert_eq!(finding["actual"]["result"], "i16 0");
    assert_eq!(finding["actual"]["memory"][0]["name"], "%p");
    let run = finding["run_after"].as_array().unwrap();
    assert_eq!(run[2], "  %y = load i16, ptr %p => i16 0");
    // It can be repeated.
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("a.ll").display().to_string();
    fs::write(&file, before).unwrap();
    let again = kvant(&["run", &file, "--entry", "f", "--args", arguments]);
    exits(&again, 0);
    assert_eq!(stdout(&again), "i16 1\n%p: 01 00\n");
}

#[test]
fn every_class_has_a_name() {
    let unit = "declare void @use(i8)\ndeclare void @llvm.assume(i1)\n@g = global i8 0\n";
    let define = |body: &str| format!("{unit}define i8 @f(i8 noundef %x) {{\n{body}\n}}\n");
    let same = "  call void @use(i8 %x)\n  store i8 %x, ptr @g\n  ret i8 %x";
    for (after, class) in [
        (same.replace("ret i8 %x", "ret i8 0"), "wrong value"),
        (same.replace("store i8 %x", "store i8 0"), "wrong memory"),
        (same.replace("@use(i8 %x)", "@use(i8 0)"), "wrong event"),
        (same.replace("ret i8 %x", "ret i8 poison"), "new poison"),
        (
            same.replace(
                "  ret i8 %x",
                "  %c = icmp ult i8 %x, 0\n  call void @llvm.assume(i1 %c)\n  ret i8 %x",
            ),
            "new undefined behaviour",
        ),
        (
            same.replace(
                "  ret",
                "  br label %l\n\nl:\n  br i1 true, label %l, label %e\n\ne:\n  ret",
            ),
            "does not end",
        ),
    ] {
        let ran = judged(&define(same), &define(&after), 1);
        assert_eq!(ran["functions"][0]["class"], class, "{ran:#}");
    }
    let claim = define(same).replace("%x) {", "%x) memory(none) {");
    let ran = judged(&define(same), &claim, 1);
    assert_eq!(ran["functions"][0]["class"], "wrong claim", "{ran:#}");
    let ran = judged(&define(same), &define(same), 0);
    assert_eq!(ran["functions"][0]["verdict"], "right");
}

/// Events are numbered as they are listed, with those that may vanish.
#[test]
fn events_that_differ_are_named() {
    let unit = "declare void @use(i8)\ndeclare i8 @pure(i8) memory(none) nounwind willreturn\n\
                declare void @quiet(i8) memory(none) nounwind\n";
    let define = |body: &str| format!("{unit}define i8 @f() {{\n{body}  ret i8 0\n}}\n");
    let (pure, quiet) = ("  %p = call i8 @pure(i8 1)\n", "  call void @quiet(i8 2)\n");
    let [one, two] = [1, 2].map(|n| format!("  call void @use(i8 {n})\n"));
    for (before, after, says) in [
        (
            format!("{pure}{one}"),
            format!("{pure}{two}"),
            "event 2 is @use(i8 1) before and @use(i8 2) after",
        ),
        (
            format!("{pure}{one}"),
            two.clone(),
            "event 2 before is @use(i8 1), and event 1 after is @use(i8 2)",
        ),
        (
            format!("{pure}{one}"),
            pure.to_owned(),
            "event 2 before, @use(i8 1), is missing after",
        ),
        (
            one.clone(),
            format!("{one}{two}"),
            "event 2 after, @use(i8 2), is new",
        ),
        (
            format!("{one}{quiet}"),
            one.clone(),
            "event 2 before, @quiet(i8 2), is missing after",
        ),
        (
            one.clone(),
            format!("{one}{quiet}"),
            "event 2 after, @quiet(i8 2), is new",
        ),
    ] {
        let ran = judged(&define(&before), &define(&after), 1);
        let difference = &ran["functions"][0]["finding"]["difference"];
        assert_eq!(difference, says);
    }
}

#[test]
fn narrow_terminals_get_one_run_below_the_other() {
    let output = refine(
        &[("a.ll", RIGHT), ("b.ll", &RIGHT.replace("zext", "sext"))],
        &["a.ll", "b.ll"],
    );
    exits(&output, 1);
    let text = stdout(&output);
    let below = "; the run before\nEntering function: f\n  %x = zext i1 %c to i8 => i8 1\n";
    assert!(text.contains(below), "{text}");
    assert!(!text.contains('│'), "{text}");
}

#[test]
fn an_optimiser_transforms_the_file() {
    let text = RIGHT.replace("i8 %x\n", "i8 %x, !callees !0\n") + "!0 = !{}\n";
    let files = [("a.ll", &*text), ("opt", &opt("19.1.7", WRONG))];
    let output = refine(
        &files,
        &["a.ll", "--opt", "./opt", "--passes", "gvn", "--json"],
    );
    exits(&output, 1);
    let ran = record(&["refine"], &stdout(&output));
    assert_eq!(ran["optimiser"]["name"], "opt 19.1.7");
    assert_eq!(ran["optimiser"]["arguments"][0], "-passes=gvn");
    assert_eq!(ran["removed"]["metadata callees"], 1);
    let before = &ran["functions"][0]["finding"]["before"];
    assert!(!before.as_str().unwrap().contains("callees"), "{before}");
    let output = refine(&files, &["a.ll", "--opt", "./opt"]);
    let says = "removed from a.ll because the machine does not check it: 1 × metadata callees\n";
    assert!(stdout(&output).starts_with(says), "{}", stdout(&output));
    // An optimiser that changes nothing.
    let files = [("a.ll", RIGHT), ("opt", &opt("19.1.7", "cp in.ll out.ll"))];
    exits(&refine(&files, &["a.ll", "--opt", "./opt"]), 0);
}

#[test]
fn failures_of_an_optimiser_are_told_apart() {
    for (action, code, says) in [
        (
            "echo 'opt: unknown pass name' >&2; exit 1",
            2,
            "does not take the file or the passes: unknown pass name",
        ),
        (
            "echo 'LLVM ERROR: Broken module found, compilation aborted!' >&2; kill -ABRT $$",
            1,
            "made a broken module",
        ),
        (
            "echo 'UNREACHABLE executed at X.cpp:1!' >&2; kill -ABRT $$",
            1,
            "crashed: unreachable code reached",
        ),
        (
            "echo define >out.ll",
            2,
            "the output of opt 19.1.7 for a.ll:",
        ),
    ] {
        let files = [("a.ll", RIGHT), ("opt", &opt("19.1.7", action))];
        let output = refine(&files, &["a.ll", "--opt", "./opt"]);
        exits(&output, code);
        let all = stdout(&output) + &stderr(&output);
        assert!(all.contains(says), "{all}");
    }
}

#[test]
fn an_older_optimiser_excuses_what_it_gets_wrong_too() {
    let other = RIGHT.replace("@f", "@g").replace("zext", "sext");
    let text = format!("{RIGHT}{other}");
    let new = opt(
        "23.1.4",
        "sed 's/zext/SEXT/; s/sext/zext/; s/SEXT/sext/' in.ll >out.ll",
    );
    for (old, code, wrong, wrong_before) in [
        ("cp in.ll out.ll", 1, 2, 0),
        ("sed 's/sext/zext/' in.ll >out.ll", 1, 1, 1),
        (
            "sed 's/zext/SEXT/; s/sext/zext/; s/SEXT/sext/' in.ll >out.ll",
            0,
            0,
            2,
        ),
    ] {
        let files = [
            ("a.ll", &*text),
            ("opt", &new),
            ("opt-old", &opt("19.1.7", old)),
        ];
        let arguments = ["a.ll", "--opt", "./opt", "--against", "./opt-old", "--json"];
        let output = refine(&files, &arguments);
        exits(&output, code);
        let ran = record(&["refine"], &stdout(&output));
        assert_eq!(
            (&ran["wrong"], &ran["wrong_before"]),
            (&wrong.into(), &wrong_before.into())
        );
        let output = refine(&files, &arguments[..5]);
        let shown = stdout(&output).matches("; before").count();
        assert_eq!(shown, wrong, "{}", stdout(&output));
    }
    // It tells what was judged even if it lists nothing.
    let same = opt("19.1.7", "cp in.ll out.ll");
    let one = "define i8 @f(i8 %x) {\n  ret i8 %x\n}\n";
    let files = [("a.ll", one), ("opt", &same), ("opt-old", &same)];
    let output = refine(
        &files,
        &["a.ll", "--opt", "./opt", "--against", "./opt-old"],
    );
    exits(&output, 0);
    let told = stdout(&output).contains("1 function: 1 right, 0 wrong only with");
    assert!(told, "{}", stdout(&output));
}

/// A difference that may rest on a disputed rule is no difference, also that of the older optimiser.
#[test]
fn a_disputed_difference_excuses_nothing() {
    let text = "define i8 @f(ptr noundef %p) {\n  %i = ptrtoint ptr %p to i64\n  \
                %x = load i8, ptr %p\n  ret i8 %x\n}\n";
    let wrong = "sed 's/ret i8 %x/ret i8 0/' in.ll >out.ll";
    let disputed = "sed 's/load i8, ptr %p/load i8, ptr %q/; \
                    s/i64$/i64\\n  %q = inttoptr i64 %i to ptr/; s/ret i8 %x/ret i8 0/' in.ll >out.ll";
    let files = [
        ("a.ll", text),
        ("opt", &opt("23.1.4", wrong)),
        ("opt-old", &opt("19.1.7", disputed)),
    ];
    for more in [&[][..], &["--undef"]] {
        let arguments = ["a.ll", "--opt", "./opt", "--against", "./opt-old", "--json"];
        let output = refine(&files, &[&arguments, more].concat());
        exits(&output, 1);
        let ran = record(&["refine"], &stdout(&output));
        let function = &ran["functions"][0];
        assert_eq!(
            (&function["verdict"], &function["old"]),
            (&"wrong".into(), &"cannot_say".into())
        );
        assert_eq!(
            (&ran["wrong"], &ran["wrong_before"]),
            (&1.into(), &0.into())
        );
    }
}

#[test]
fn a_real_optimiser_is_right_about_a_simple_function() {
    let limits = Limits::for_compiler();
    let Some(opt) = Opt::find_all(&limits).into_iter().next() else {
        skip(&["opt"], "no opt is installed");
        return;
    };
    let path = opt.tool.path.display().to_string();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/input/before.ll");
    let file = file.display().to_string();
    let output = kvant(&["refine", &file, "--opt", &path, "--json"]);
    exits(&output, 0);
    let ran = record(&["refine"], &stdout(&output));
    assert_eq!(ran["wrong"], 0);
}

#[test]
fn a_second_opinion_is_told() {
    let after = RIGHT.replace("zext", "sext");
    for (said, expected) in [
        (
            "Transformation doesn't verify!\n\nERROR: Value mismatch",
            "incorrect: Value mismatch",
        ),
        ("Transformation seems to be correct!", "correct"),
        ("ERROR: Timeout", "no answer: Timeout"),
    ] {
        let script = format!("#!/bin/sh\ntest \"$3\" = --func=f && cat <<'END'\n{said}\nEND\n");
        let files = [("a.ll", RIGHT), ("b.ll", &after), ("opt-alive", &script)];
        let output = refine(&files, &["a.ll", "b.ll", "--alive-tv", "./opt-alive"]);
        exits(&output, 1);
        assert!(stdout(&output).contains(&format!("alive-tv  {expected}\n")));
    }
}
