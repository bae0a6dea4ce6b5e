//! Campaigns as a user runs them: nothing lost, nothing repeated, whatever happens in between.

#![allow(clippy::print_stdout)] // What was found shows in the tests' output.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Command;

use kvant_testing::skip;
use kvant_toolchain::Toolchains;
use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{bad_compiler, events, exits, good, kvant, seeds, spawn, stderr, stdout};

/// A campaign on one good compiler with small programs, in this store.
fn fuzz<'a>(store: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let usual = [
        "fuzz",
        "--json",
        "--size=tiny",
        "--toolchain",
        good(),
        "--store",
        store,
    ];
    [&usual[..], more].concat()
}

fn last(events: &[Value]) -> &Value {
    events.last().expect("there is an event")
}

/// The status of the only campaign of a store.
fn status(store: &str) -> Value {
    let output = kvant(&["status", "--json", "--store", store]);
    exits(&output, 0);
    let status = crate::shell::record(&["status"], &stdout(&output));
    assert_eq!(status["campaigns"].as_array().unwrap().len(), 1, "{status}");
    status["campaigns"][0].clone()
}

/// Asserts that each program is on record once, and was tested once by each backend.
fn has_all(store: &str, programs: u64) {
    let status = status(store);
    assert_eq!(status["programs"], programs, "{status}");
    for backend in status["backends"].as_array().unwrap() {
        assert_eq!(backend["tests"], programs, "{status}");
    }
}

fn store() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let store = folder.path().join("store").display().to_string();
    (folder, store)
}

#[test]
fn a_campaign_goes_on_where_it_was_and_repeats_nothing() {
    let (_folder, store) = store();
    let mut all = Vec::new();
    for count in ["2", "3", "5"] {
        let output = kvant(&fuzz(
            &store,
            &["--seeds", "10..17", "--batch=2", "--count", count],
        ));
        exits(&output, 0);
        let events = events(&stdout(&output));
        assert_eq!(events[0]["event"], "start");
        assert_eq!(events[0]["tested_before"], all.len());
        // The seed is known before anything runs.
        assert_eq!(seeds(&events, "begin"), seeds(&events, "done"));
        assert_eq!(last(&events)["end"], "complete");
        all.extend(seeds(&events, "done"));
    }
    all.sort_unstable();
    assert_eq!(all, (10..17).collect::<Vec<_>>());
    has_all(&store, 7);

    // Without seeds, a campaign goes on from its first one.
    let output = kvant(&fuzz(&store, &["--count=2", "--jobs=1"]));
    exits(&output, 0);
    assert_eq!(seeds(&events(&stdout(&output)), "done"), [17, 18].into());
    // Other programs are another campaign.
    let output = kvant(&fuzz(&store, &["--seeds=10..11", "--feature=-loops"]));
    exits(&output, 0);
    let events = events(&stdout(&output));
    assert_eq!(seeds(&events, "done"), [10].into());
    assert_ne!(events[0]["campaign"], 1);
}

#[test]
fn a_finished_range_is_said_to_be_finished() {
    let (_folder, store) = store();
    let arguments = [
        "fuzz",
        "--size=tiny",
        "--toolchain",
        good(),
        "--store",
        &store,
        "--seeds=1..2",
    ];
    let output = kvant(&arguments);
    exits(&output, 0);
    let said = stdout(&output);
    assert!(said.starts_with("1 programs, 2 tests in "), "{said}");
    assert!(said.contains("no difference"), "{said}");
    let output = kvant(&arguments);
    exits(&output, 0);
    assert!(
        stdout(&output).contains("nothing left to test"),
        "{}",
        stdout(&output)
    );
}

#[test]
fn a_campaign_that_is_killed_loses_what_was_in_flight_and_nothing_else() {
    let (_folder, store) = store();
    let arguments = fuzz(&store, &["--seeds", "0..24", "--batch=2", "--jobs=2"]);
    let mut child = spawn(&arguments);
    let mut seen = Vec::new();
    // While some programs are recorded and others are being tested.
    for line in BufReader::new(child.stdout.take().unwrap()).lines() {
        seen.extend(events(&line.unwrap()));
        if seeds(&seen, "done").len() >= 6 {
            break;
        }
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let (begun, done) = (seeds(&seen, "begin"), seeds(&seen, "done"));
    assert!(done.len() < 24, "it was killed too late");

    let output = kvant(&arguments);
    exits(&output, 0);
    let events = events(&stdout(&output));
    let lost: u64 = events[0]["lost"]
        .as_array()
        .unwrap()
        .iter()
        .map(|range| range[1].as_u64().unwrap() - range[0].as_u64().unwrap())
        .sum();
    // Two batches of two at most, one for each worker; what was claimed and not said yet is in flight too.
    assert!(lost <= 4, "{lost} were lost");
    let again = seeds(&events, "done");
    assert!(again.is_disjoint(&done), "{again:?} and {done:?}");
    assert!(begun.difference(&done).count() <= 6);
    assert_eq!(last(&events)["end"], "complete");
    has_all(&store, 24);
}

#[test]
fn two_campaigns_share_a_store() {
    let (_folder, store) = store();
    let arguments = fuzz(&store, &["--seeds", "0..16", "--batch=2", "--jobs=1"]);
    let children = [spawn(&arguments), spawn(&arguments)];
    let mut all = BTreeSet::new();
    for child in children {
        let output = child.wait_with_output().unwrap();
        exits(&output, 0);
        for seed in seeds(&events(&stdout(&output)), "done") {
            assert!(all.insert(seed), "{seed} was tested twice");
        }
    }
    assert_eq!(all, (0..16).collect());
    has_all(&store, 16);
}

#[test]
fn an_interrupted_campaign_says_what_was_in_flight() {
    let (_folder, store) = store();
    let arguments = fuzz(&store, &["--seed=0", "--batch=1", "--jobs=1"]);
    let mut child = spawn(&arguments);
    let mut seen = Vec::new();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in &mut lines {
        seen.extend(events(&line.unwrap()));
        if seeds(&seen, "done").len() >= 2 {
            let pid = child.id().to_string();
            let killed = Command::new("kill").args(["-INT", &pid]).status().unwrap();
            assert!(killed.success());
            break;
        }
    }
    for line in lines {
        seen.extend(events(&line.unwrap()));
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let end = last(&seen);
    assert_eq!(
        (&end["event"], &end["end"]),
        (&"end".into(), &"cancelled".into())
    );
    let (begun, done) = (seeds(&seen, "begin"), seeds(&seen, "done"));
    let in_flight = end["in_flight"].as_array().unwrap();
    assert_eq!(begun.len(), done.len() + in_flight.len());
    // They are given back at once.
    let output = kvant(&fuzz(&store, &["--seed=0", "--count=1"]));
    let events = events(&stdout(&output));
    assert_eq!(events[0]["lost"].as_array().unwrap().len(), 0);
    assert_eq!(seeds(&events, "done"), [done.len() as u64].into());
}

#[test]
fn time_is_an_end() {
    let (_folder, store) = store();
    let output = kvant(&fuzz(&store, &["--time=1s", "--batch=1"]));
    exits(&output, 0);
    let events = events(&stdout(&output));
    assert_eq!(last(&events)["end"], "time");
    assert!(last(&events)["programs"].as_u64().unwrap() > 0);
}

/// From a wrong value to a folder that shows it: found, listed, shown, written, run, muted.
#[test]
fn a_finding_goes_all_the_way() {
    let (folder, store) = store();
    let rustc = bad_compiler(folder.path());
    let common = ["--size=small", "--toolchain", &rustc, "--store", &store];
    let run = |seeds: &str| kvant(&[&["fuzz", "--seeds", seeds][..], &common].concat());
    let output = run("3..5");
    exits(&output, 1);
    let said = stdout(&output);
    assert!(said.contains("wrong value: finding 1, seed-"), "{said}");
    assert!(said.contains("expected `2 "), "{said}");
    assert!(
        said.contains("2 new findings, 0 known, 0 muted, 0 machine disputes"),
        "{said}"
    );

    let at = |arguments: &[&str]| kvant(&[arguments, &["--store", &store]].concat());
    let output = at(&["findings", "--json"]);
    exits(&output, 1);
    let findings = crate::shell::record(&["findings"], &stdout(&output));
    let findings = findings["findings"].as_array().unwrap();
    assert_eq!(findings.len(), 2);
    assert!(
        findings
            .iter()
            .all(|finding| finding["kind"] == "wrong value")
    );
    let output = at(&["findings", "show", "1"]);
    exits(&output, 0);
    let said = stdout(&output);
    for words in [
        "-O0: agrees",
        "-O3: wrong value",
        "Asked again: wrong value, wrong value, wrong value.",
    ] {
        assert!(said.contains(words), "{said}");
    }

    let out = folder.path().join("repro");
    let output = at(&["repro", "1", "--out", &out.display().to_string()]);
    exits(&output, 0);
    let program = out.join("program.rs").display().to_string();
    exits(&kvant(&["run", &program]), 0);
    let script = |compiler: Option<&str>| {
        let mut command = Command::new(out.join("reproduce.sh"));
        command.envs(compiler.map(|compiler| ("COMPILER", compiler)));
        command.output().unwrap()
    };
    // The bad compiler changes the file that it gets.
    let fine = script(Some(good()));
    exits(&fine, 0);
    assert!(stdout(&fine).contains("as it must be"));
    let bad = script(None);
    exits(&bad, 1);
    assert!(
        stdout(&bad).contains("prints something else: line "),
        "{}",
        stdout(&bad)
    );
    exits(&script(Some("/nowhere/rustc")), 2);

    // A known bug is counted and does not change the exit code.
    let link = ["--link", "https://example.org/bug"];
    exits(&at(&[&["mute", "wrong value*"][..], &link].concat()), 0);
    exits(&at(&["findings"]), 0);
    let output = run("5..6");
    exits(&output, 0);
    assert!(
        stdout(&output).contains("0 new findings, 0 known, 1 muted"),
        "{}",
        stdout(&output)
    );
}

/// The programs of a batch are all told and all kept, as if each had been compiled alone.
#[test]
fn a_batch_is_told_program_by_program() {
    let folder = TempDir::new().unwrap();
    let rustc = bad_compiler(folder.path());
    let mut told = Vec::new();
    for batch in ["1", "3"] {
        let store = folder.path().join(batch).display().to_string();
        let output = kvant(&[
            "fuzz",
            "--json",
            "--size=tiny",
            "--seeds=3..6",
            "--jobs=1",
            "--batch",
            batch,
            "--toolchain",
            &rustc,
            "--store",
            &store,
        ]);
        exits(&output, 1);
        let events = events(&stdout(&output));
        let findings = events.iter().filter(|event| event["event"] == "finding");
        let findings: Vec<_> = findings
            .map(|event| {
                (
                    event["seed"].clone(),
                    event["signature"].clone(),
                    event["headline"].clone(),
                )
            })
            .collect();
        assert!(!findings.is_empty());
        // It is reported before it is confirmed, and both commands count tests alike.
        assert!(events.iter().any(|event| event["event"] == "suspected"));
        assert_eq!(last(&events)["tests"], status(&store)["tests"]);
        told.push(findings);
    }
    assert_eq!(told[0], told[1]);
}

#[test]
fn a_store_that_cannot_be_written_is_an_error_with_a_way_out() {
    for place in ["/proc/no/such/folder", "/dev/null"] {
        let output = kvant(&["fuzz", "--count=1", "--size=tiny", "--store", place]);
        exits(&output, 2);
        let said = stderr(&output);
        assert!(said.contains(place) && said.contains("--store"), "{said}");
    }
    let folder = TempDir::new().unwrap();
    fs::write(
        folder.path().join("kvant.db"),
        "something else entirely, and long enough to be read",
    )
    .unwrap();
    let output = kvant(&[
        "fuzz",
        "--count=1",
        "--store",
        &folder.path().display().to_string(),
    ]);
    exits(&output, 2);
    assert!(Path::new(&folder.path().join("kvant.db")).exists());
}

/// A compiler that is removed during a campaign is an error of this machine, and no finding.
#[test]
fn a_compiler_that_disappears_is_not_held_against_anybody() {
    let (folder, store) = store();
    let bin = folder.path().join("bin");
    fs::create_dir_all(&bin).unwrap();
    let path = bin.join("rustc");
    let script = format!(
        "#!/bin/sh\nif [ \"$1\" = --print ]; then echo '{}'; exit; fi\nexec {} \"$@\"\n",
        folder.path().display(),
        good()
    );
    fs::write(&path, script).unwrap();
    let executable = <fs::Permissions as std::os::unix::fs::PermissionsExt>::from_mode(0o755);
    fs::set_permissions(&path, executable).unwrap();
    let rustc = path.display().to_string();
    let arguments = [
        "fuzz",
        "--json",
        "--size=tiny",
        "--toolchain",
        &rustc,
        "--store",
        &store,
        "--seed=0",
        "--batch=1",
        "--jobs=1",
    ];
    let mut child = spawn(&arguments);
    let mut seen = Vec::new();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    for line in &mut lines {
        seen.extend(events(&line.unwrap()));
        if !seeds(&seen, "done").is_empty() && path.exists() {
            fs::remove_file(&path).unwrap();
        }
        if seen.iter().any(|event| event["event"] == "trouble") {
            // It would be tried again for a while.
            let pid = child.id().to_string();
            Command::new("kill").args(["-INT", &pid]).status().unwrap();
            break;
        }
    }
    for line in lines {
        seen.extend(events(&line.unwrap()));
    }
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(
        seen.iter().all(|event| event["event"] != "finding"),
        "{seen:?}"
    );
    let trouble = seen
        .iter()
        .find(|event| event["event"] == "trouble")
        .unwrap();
    assert!(
        trouble["error"]
            .as_str()
            .unwrap()
            .contains("is it still installed"),
        "{trouble}"
    );
}

/// Every installed compiler, optimising or not, agrees with the abstract machine.
#[test]
fn a_short_campaign_on_every_compiler_is_clean() {
    let (_folder, store) = store();
    let arguments = [
        "fuzz",
        "--json",
        "--size=small",
        "--backends=standard",
        "--references",
        "--seeds=0..12",
        "--store",
        &store,
    ];
    let output = kvant(&arguments);
    exits(&output, 0);
    let events = events(&stdout(&output));
    let findings = events.iter().filter(|event| event["event"] == "finding");
    assert_eq!(findings.count(), 0, "{events:?}");
    let toolchains = Toolchains::discover().found;
    println!("on {} compilers", toolchains.len());
    if !toolchains.iter().any(|each| each.name == "nightly") {
        skip(&["nightly"], "there is no nightly toolchain");
    }
    has_all(&store, 12);
}
