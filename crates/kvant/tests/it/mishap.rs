//! Failures from outside of a campaign: it is killed, its store is removed, a compiler is killed.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::process::Child;

use serde_json::Value;
use tempfile::TempDir;

use crate::shell::{events, executable, exits, good, kvant, seeds, spawn, stdout};

fn fuzz<'a>(store: &'a str, toolchain: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let usual = ["fuzz", "--json", "--size=tiny", "--toolchain", toolchain];
    [&usual[..], &["--store", store], more].concat()
}

fn store() -> (TempDir, String) {
    let folder = TempDir::new().unwrap();
    let store = folder.path().join("store").display().to_string();
    (folder, store)
}

/// Reads events until there is what is waited for.
fn read_until(child: &mut Child, seen: &mut Vec<Value>, enough: impl Fn(&[Value]) -> bool) {
    let lines = BufReader::new(child.stdout.as_mut().unwrap()).lines();
    for line in lines {
        seen.extend(events(&line.unwrap()));
        if enough(seen) {
            return;
        }
    }
}

#[test]
fn a_kill_from_outside_is_blamed_on_no_seed() {
    let (_folder, store) = store();
    let arguments = fuzz(
        &store,
        good(),
        &["--seeds", "0..32", "--batch=4", "--jobs=2"],
    );
    for _ in 0..4 {
        let mut child = spawn(&arguments);
        read_until(&mut child, &mut Vec::new(), |seen| {
            seeds(seen, "begin").len() >= 8
        });
        child.kill().unwrap();
        child.wait().unwrap();
    }
    let output = kvant(&arguments);
    exits(&output, 0);
    let events = events(&stdout(&output));
    assert!(!events[0]["lost"].as_array().unwrap().is_empty());
    let end = events.last().unwrap();
    assert_eq!(
        (&end["end"], &end["unmade"]),
        (&"complete".into(), &0.into())
    );
    exits(&kvant(&["findings", "--store", &store]), 0);
}

#[test]
fn a_store_that_is_removed_is_noticed() {
    let (_folder, store) = store();
    let mut child = spawn(&fuzz(
        &store,
        good(),
        &["--seed=0", "--batch=1", "--jobs=1"],
    ));
    let mut seen = Vec::new();
    read_until(&mut child, &mut seen, |seen| {
        !seeds(seen, "done").is_empty()
    });
    fs::remove_dir_all(&store).unwrap();
    read_until(&mut child, &mut seen, |_| false);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let error = seen.iter().rev().find_map(|event| event["error"].as_str());
    assert!(error.unwrap().contains("removed or replaced"), "{seen:?}");
}

/// The kernel kills the largest process when memory runs out. That may be the first compiler of a campaign.
#[test]
fn a_compiler_that_is_killed_in_the_first_batch_is_asked_again() {
    let (folder, store) = store();
    let path = folder.path().join("bin/rustc");
    let place = folder.path().display();
    executable(
        &path,
        &format!(
            "#!/bin/sh\n\
             if [ \"$1\" = --print ]; then echo '{place}'; exit; fi\n\
             case \"$*\" in *opt-level=3*)\n\
                 if [ ! -e '{place}/killed' ]; then : > '{place}/killed'; kill -9 $$; fi;;\n\
             esac\n\
             exec {} \"$@\"\n",
            good()
        ),
    );
    let rustc = path.display().to_string();
    let output = kvant(&fuzz(&store, &rustc, &["--seeds=0..2", "--jobs=1"]));
    exits(&output, 0);
    let events = events(&stdout(&output));
    let trouble = events.iter().find(|event| event["event"] == "trouble");
    let trouble = trouble.unwrap()["error"].as_str().unwrap();
    assert!(trouble.contains("SIGKILL"), "{trouble}");
    assert_eq!(seeds(&events, "done"), (0..2).collect());
}
