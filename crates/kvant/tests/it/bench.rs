//! `kvant bench`: results as JSON, and reduction beside removing lines.

use std::process::Command;

use kvant_testing::skip;
use kvant_toolchain::Toolchains;

use crate::shell::{exits, kvant, record, stderr, stdout};

/// Runs a benchmark of few programs and reads its record.
fn measured(arguments: &[&str]) -> serde_json::Value {
    let arguments = [&["bench"], arguments, &["--count", "1", "--json"]].concat();
    let output = kvant(&arguments);
    exits(&output, 0);
    record(&arguments, &stdout(&output))
}

#[test]
fn the_machine_and_the_generator_have_records() {
    let machine = measured(&["machine", "--size", "tiny"]);
    assert_eq!(machine["rates"].as_array().unwrap().len(), 3, "{machine}");
    assert_eq!(machine["forks"].as_array().unwrap().len(), 6, "{machine}");
    let generate = measured(&["generate"]);
    let sizes = generate["sizes"].as_array().unwrap();
    let sizes: Vec<u64> = sizes.iter().filter_map(|it| it["size"].as_u64()).collect();
    assert_eq!(sizes, [100, 1_000, 7_500, 30_000], "{generate}");
}

#[test]
fn c_programs_have_a_record() {
    if Toolchains::discover().select("gcc").is_err() {
        return skip(&["gcc"], "`bench c` measures coverage with gcc");
    }
    let result = measured(&["c", "--references", "1", "--csmith=1", "--frama-c=1"]);
    assert_eq!(result["kvant"]["programs"], 1, "{result}");
    let references = result["references"].as_array().unwrap();
    assert!(references.len() >= 2, "{result}");
}

/// Programs of other languages mean the same as LLVM IR.
#[test]
fn machines_are_witnesses_of_one_another() {
    let result = measured(&["witnesses", "--seed", "2"]);
    let witnesses = result["witnesses"].as_array().unwrap();
    let names: Vec<&str> = witnesses
        .iter()
        .filter_map(|it| it["backend"].as_str())
        .collect();
    assert!(names.iter().any(|name| name.ends_with("-O0")), "{result}");
    for witness in witnesses {
        assert_eq!(witness["against"], serde_json::json!([]), "{witness}");
        assert_eq!(witness["agree"], 1, "{witness}");
    }
}

/// Edits that alter behaviour are caught, those that do not are not counted, and the rest is written down.
#[test]
fn edits_are_caught() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("m.ll");
    let functions = (0..8)
        .map(|n| format!("define i8 @f{n}(i8 %a) {{\n  %x = xor i8 %a, {n}\n  ret i8 %x\n}}\n"));
    std::fs::write(&path, functions.collect::<String>()).unwrap();
    let result = measured(&["edits", &folder.path().display().to_string()]);
    let [edits, altering, caught] =
        ["edits", "altering", "caught"].map(|field| result[field].as_u64().unwrap());
    // All functions that are drawn from a file, with several edits each.
    assert!(edits > 8, "{result}");
    assert!((1..edits).contains(&altering), "{result}");
    assert!(caught * 2 > altering, "{result}");
    let missed = result["missed"].as_array().unwrap();
    assert_eq!(missed.len() as u64, altering - caught, "{result}");
    assert_eq!(result["without_input"], 0, "{result}");
}

#[test]
fn modules_and_loops_have_a_record() {
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("m.ll");
    std::fs::write(&path, "define i32 @f() {\n  ret i32 1\n}\n").unwrap();
    let file = path.display().to_string();
    let arguments = ["bench", "llvm", &file, "--count", "1000", "--json"];
    let output = kvant(&arguments);
    exits(&output, 0);
    let result = record(&arguments, &stdout(&output));
    assert_eq!(result["texts"][0]["bytes"], 32, "{result}");
    let loops = result["loops"].as_array().unwrap();
    assert_eq!(loops.len(), 4, "{result}");
    let instructions = loops[0]["instructions"].as_u64().unwrap();
    assert!(instructions > 7_000, "{result}");
    std::fs::write(&path, "define i32 @f() {\n  ret i32\n}\n").unwrap();
    let output = kvant(&arguments);
    exits(&output, 2);
    let said = stdout(&output) + &stderr(&output);
    assert!(said.contains("m.ll:3:1: expected"), "{said}");
}

#[test]
fn ours_is_smaller_and_asks_less_than_line_by_line() {
    let output = Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(["bench", "reduce", "--json", "--count", "1", "--size", "40"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    let told = record(&["bench", "reduce"], &stdout(&output));
    let cases = told["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 1);
    for case in cases {
        let left = |way: &str| case[way]["statements"].as_u64().unwrap();
        let before = case["statements"].as_u64().unwrap();
        assert!(before >= 30, "{case}");
        assert!(left("ours") <= 12, "{case}");
        assert!(
            left("ours") < left("lines") && left("lines") < before,
            "{case}"
        );
        for way in ["ours", "lines"] {
            let count = |what: &str| case[way][what].as_u64().unwrap();
            assert!(count("questions") > 0 && count("functions") > 0, "{case}");
            // The wrong backend and the reference are both asked about the program that is kept.
            assert!(count("compiler_calls") > 2, "{case}");
            assert!(
                case[way]["compiler_cpu_seconds"].as_f64().unwrap() > 0.0,
                "{case}"
            );
            assert_eq!(case[way]["gave_up"], false, "{case}");
        }
        // The machine refuses most programs from which lines were removed.
        let plain = &case["lines"];
        assert!(
            plain["candidates"].as_u64() > plain["questions"].as_u64(),
            "{case}"
        );
    }
    assert_eq!(told["smaller"], 1);
    assert!(
        told["calls_ratio_until_as_small"].as_f64().unwrap() > 1.0,
        "{told}"
    );
}
