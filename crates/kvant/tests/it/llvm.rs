//! `kvant run` with modules in LLVM IR, as records.

use std::path::Path;

use crate::shell::{exits, kvant, record, stderr, stdout};

fn run(file: &str, arguments: &[&str], code: i32) -> serde_json::Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/input");
    let path = path.join(file).display().to_string();
    let arguments = [&["run", &path, "--json"], arguments].concat();
    let output = kvant(&arguments);
    exits(&output, code);
    assert_eq!(stderr(&output), "");
    record(&["run"], &stdout(&output))
}

#[test]
fn results_and_objects_have_a_record() {
    let arguments = ["--entry", "fill", "--args", "alloc(10), @text"];
    let ran = run("memory.ll", &arguments, 1);
    assert_eq!(ran["rule"], "out-of-bounds", "{ran}");
    let arguments = ["--entry", "fill", "--args", "alloc(16), @text"];
    let ran = run("memory.ll", &arguments, 0);
    assert_eq!(ran["outcome"], "finished");
    assert_eq!(ran["call"]["result"], "void");
    let bytes = &ran["call"]["objects"][0]["bytes"];
    let bytes = bytes.as_str().unwrap();
    assert!(
        bytes.starts_with("** ** ?? ?? ?? ?? ?? ?? -> ->"),
        "{bytes}"
    );
    assert!(bytes.ends_with("(8 -> @text)"), "{bytes}");
}

#[test]
fn explanations_have_a_record() {
    let ran = run("flow.ll", &[], 1);
    assert_eq!(ran["rule"], "undefined-branch");
    assert_eq!(
        (&ran["line"], &ran["function"]),
        (&12.into(), &"flow".into())
    );
    let explanation = &ran["explanation"];
    assert_eq!(
        explanation["source"],
        serde_json::json!(["/src/flow.c:6:7", "/src/flow.c:12:10"])
    );
    let steps = explanation["flows"][0]["steps"].as_array().unwrap();
    let parts: Vec<_> = steps
        .iter()
        .map(|it| it["part"].as_str().unwrap())
        .collect();
    assert_eq!(parts, ["made", "returned", "stored", "passed", "passed"]);
    assert_eq!(steps[0]["operands"][0]["value"], "i32 2147483647");
    assert_eq!(explanation["calls"][0]["line"], 24);
}

#[test]
fn outcomes_of_all_choices_have_a_record() {
    let ran = run(
        "choices.ll",
        &["--entry", "divide", "--args", "7", "--all"],
        1,
    );
    let outcomes = &ran["call"]["outcomes"];
    assert_eq!(
        (&outcomes["runs"], &outcomes["is_complete"]),
        (&2.into(), &true.into())
    );
    assert_eq!(outcomes["outcomes"].as_array().unwrap().len(), 2);
    assert_eq!(ran["rule"], "division-by-zero");
    let ran = run("unsupported.ll", &[], 2);
    assert_eq!(ran["outcome"], "unsupported");
}
