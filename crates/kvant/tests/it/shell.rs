//! Running the commands as a user does.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::sync::OnceLock;

use kvant_record::command::*;
use kvant_record::event::Told;
use kvant_record::listing::{
    Features, GeneratedProgram, GeneratorConfig, Manifest, Run, Stats, StatsC,
};
use kvant_record::{Bugs, FindingDetail, Findings, Record, Schema, Status, bench};
use kvant_toolchain::Toolchains;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// Runs `kvant` with these arguments, to the end.
pub(crate) fn kvant(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(arguments)
        .output()
        .unwrap()
}

pub(crate) fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

#[track_caller]
pub(crate) fn exits(output: &Output, code: i32) {
    let (out, err) = (stdout(output), stderr(output));
    assert_eq!(
        output.status.code(),
        Some(code),
        "stdout: {out}\nstderr: {err}"
    );
}

/// The JSON that a command printed, after it was read as the record that docs/JSON.md names.
#[track_caller]
pub(crate) fn record(arguments: &[&str], text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let words = arguments.iter().filter(|word| !word.starts_with("--"));
    let words: Vec<&str> = words.copied().take(2).collect();
    let has = |option: &str| arguments.contains(&option);
    let is = |key: &str| value.get(key).is_some();
    match words[..] {
        _ if is("error") && !is("event") && !is("toolchains") => reads::<Failed>(&value),
        ["status", ..] => reads::<Status>(&value),
        ["findings", "show"] => reads::<FindingDetail>(&value),
        ["findings", ..] => reads::<Findings>(&value),
        ["bugs", ..] => reads::<Bugs>(&value),
        ["recheck", ..] => reads::<Rechecked>(&value),
        ["repro", ..] => reads::<Repro>(&value),
        ["bundle", ..] => reads::<Bundle>(&value),
        ["mute", ..] if has("--list") => reads::<Mutes>(&value),
        ["mute", ..] if has("--remove") => reads::<Unmuted>(&value),
        ["mute", ..] => reads::<Muted>(&value),
        ["diff", ..] => reads::<Diff>(&value),
        ["bisect" | "reduce", ..] if value["disagrees"].is_null() => {
            reads::<NoDisagreement>(&value);
        }
        ["bisect", ..] => reads::<Bisection>(&value),
        ["reduce", ..] => reads::<Reduction>(&value),
        ["fuzz", ..] => reads::<Told>(&value),
        ["run", ..] => reads::<Run>(&value),
        ["refine", ..] => reads::<kvant_record::refine::Refine>(&value),
        ["toolchains", ..] => reads::<kvant_record::command::Toolchains>(&value),
        ["selftest", ..] if has("--reduce") => reads::<SelftestReduce>(&value),
        ["selftest", ..] => reads::<Selftest>(&value),
        ["gen", ..] if has("--features") => reads::<Features>(&value),
        ["gen", ..] if has("--show-config") => reads::<GeneratorConfig>(&value),
        ["gen", ..] if is("text") => reads::<GeneratedProgram>(&value),
        ["gen", ..] if has("--out") => reads::<Manifest>(&value),
        ["gen", ..] if is("guards") => reads::<StatsC>(&value),
        ["gen", ..] => reads::<Stats>(&value),
        ["bench", "survival"] => reads::<bench::Survival>(&value),
        ["bench", "generate"] if has("--only") => reads::<bench::GenerateSize>(&value),
        ["bench", "generate"] => reads::<bench::Generate>(&value),
        ["bench", "machine"] => reads::<bench::Machine>(&value),
        ["bench", "passes"] => reads::<bench::Passes>(&value),
        ["bench", "pipeline"] => reads::<bench::Pipeline>(&value),
        ["bench", "reduce"] => reads::<bench::Reduce>(&value),
        ["bench", "c"] => reads::<bench::C>(&value),
        ["bench", "llvm"] => reads::<bench::Llvm>(&value),
        ["bench", "edits", ..] => reads::<bench::Edits>(&value),
        ["bench", "witnesses"] => reads::<bench::Witnesses>(&value),
        ["bench", "refine", ..] => reads::<bench::Refinement>(&value),
        _ => panic!("{arguments:?} has no record"),
    }
    value
}

/// Asserts that a value is read as a record of this type with nothing left over.
#[track_caller]
fn reads<T: Schema + Serialize + DeserializeOwned>(value: &Value) {
    let record = serde_json::from_value::<Record<T>>(value.clone());
    let record = record.unwrap_or_else(|error| panic!("{error}: {value:#}"));
    assert_eq!(record.schema, T::VERSION);
    assert_eq!(serde_json::to_value(&record).unwrap(), *value);
}

/// A compiler that is right at O0 and reports a wrong value at one site at O3.
pub(crate) fn bad_compiler(folder: &Path) -> String {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".into());
    let bin = folder.join("bin");
    fs::create_dir_all(&bin).unwrap();
    let path = bin.join("rustc");
    let script = format!(
        r#"#!/bin/sh
if [ "$1" = --print ]; then echo "{sysroot}"; exit; fi
case "$*" in
*opt-level=3*)
    for argument; do case "$argument" in *.rs)
        sed -i 's/observe(site, value as/let value = if site == 2 {{ !value }} else {{ value }}; observe(site, value as/' "$argument"
    esac; done;;
esac
exec {rustc} "$@"
"#,
        sysroot = folder.display()
    );
    executable(&path, &script);
    path.display().to_string()
}

/// Writes a script that can be started.
pub(crate) fn executable(path: &Path, script: &str) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, script).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
}

/// The first compiler of this machine.
pub(crate) fn good() -> &'static str {
    static RUSTC: OnceLock<String> = OnceLock::new();
    RUSTC.get_or_init(|| Toolchains::discover().found[0].path.display().to_string())
}

/// The events in what was printed. The last line may have been cut off.
pub(crate) fn events(printed: &str) -> Vec<Value> {
    let lines = printed.lines();
    lines
        .filter(|line| serde_json::from_str::<Value>(line).is_ok())
        .map(|line| record(&["fuzz"], line))
        .collect()
}

/// The seeds of all events of this name. Each must be there once.
pub(crate) fn seeds(events: &[Value], name: &str) -> BTreeSet<u64> {
    let mut seeds = BTreeSet::new();
    for event in events.iter().filter(|event| event["event"] == name) {
        let (first, end) = (&event["seeds"][0], &event["seeds"][1]);
        for seed in first.as_u64().unwrap()..end.as_u64().unwrap() {
            assert!(seeds.insert(seed), "{seed} is there twice");
        }
    }
    seeds
}

/// Starts `kvant` with these arguments. Its standard output is a pipe.
pub(crate) fn spawn(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}
