//! The benchmark of reductions: both ways on the same program, and ours is ahead.

use std::process::Command;

#[test]
fn ours_is_smaller_and_asks_less_than_line_by_line() {
    let output = Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(["bench", "reduce", "--json", "--count", "1", "--size", "40"])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let told = crate::shell::record(&["bench", "reduce"], &crate::shell::stdout(&output));
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
            // Whoever is told to be wrong and whoever is right are both asked about what is kept.
            assert!(count("compiler_calls") > 2, "{case}");
            assert!(
                case[way]["compiler_cpu_seconds"].as_f64().unwrap() > 0.0,
                "{case}"
            );
            assert_eq!(case[way]["gave_up"], false, "{case}");
        }
        // The machine has something to say about most of what is left when lines are taken out.
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
