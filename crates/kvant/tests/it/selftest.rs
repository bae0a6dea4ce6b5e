//! Everything that a compiler can do wrong is noticed, by a campaign as users run it.

use serde_json::Value;

use crate::shell::{exits, kvant, stderr, stdout};

#[test]
fn every_canary_is_noticed_and_the_real_compiler_stays_clean() {
    let output = kvant(&["selftest", "--json"]);
    let said = crate::shell::record(&["selftest"], &stdout(&output));
    let canaries = said["canaries"].as_array().unwrap();
    for canary in canaries {
        assert_eq!(canary["complaint"], Value::Null, "{canary}");
    }
    exits(&output, 0);
    assert!(canaries.len() > 20, "{said}");
    // The honest canary must not lead to findings.
    let honest = canaries.iter().find(|canary| canary["canary"] == "honest");
    assert_eq!(
        honest.unwrap()["found"],
        Value::Object(serde_json::Map::new())
    );
}

#[test]
fn one_canary_can_be_tried_alone() {
    let output = kvant(&["selftest", "--canary", "honest"]);
    exits(&output, 0);
    let said = stdout(&output);
    assert!(said.starts_with("ok      honest "), "{said}");
    assert!(said.contains("all 1 canaries were detected"), "{said}");
    let output = kvant(&["selftest", "--canary", "parrot"]);
    exits(&output, 2);
    assert!(
        stderr(&output).contains("wrong-value"),
        "{}",
        stderr(&output)
    );
}
