//! C programs for another target than this machine's, from a file through every command.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use kvant_testing::skip;
use tempfile::TempDir;

use crate::shell::{executable, exits, stderr, stdout};

/// Settings that name a cross compiler that is wrong at O3: it adds one to the first observed value.
fn place(target: &str) -> TempDir {
    let folder = TempDir::new().unwrap();
    let script = format!(
        r#"#!/bin/sh
case " $* " in
*" -O3 "*)
    for argument; do case "$argument" in *.c)
        sed -i 's/\bobserve(0, /observe(0, 1 + /' "$argument"
    esac; done;;
esac
exec {target}-linux-gnu-gcc "$@"
"#
    );
    executable(&folder.path().join("bad"), &script);
    let settings = "[[toolchain]]\nname = \"bad\"\ncc = \"bad\"\n";
    fs::write(folder.path().join("kvant.toml"), settings).unwrap();
    folder
}

fn kvant(folder: &Path, call: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_kvant"))
        .args(call.split(' '))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn is_here(command: &str) -> bool {
    let mut command = Command::new(command);
    let command = command.arg("--version").stdout(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// The target is in the first line of the file, and no command is told it again.
#[test]
fn programs_for_other_targets_go_through_every_command() {
    let targets: [(&str, &[&str], &[&str]); 2] = [
        ("i686", &["gcc-i686"], &["i686-linux-gnu-gcc"]),
        (
            "s390x",
            &["gcc-s390x", "qemu"],
            &["s390x-linux-gnu-gcc", "qemu-s390x"],
        ),
    ];
    for (target, needs, commands) in targets {
        if let Some(missing) = commands.iter().find(|command| !is_here(command)) {
            skip(needs, format_args!("no {missing}"));
            continue;
        }
        let place = place(target);
        let says = |call: &str, code: i32, text: &str| {
            let output = kvant(place.path(), call);
            exits(&output, code);
            let said = format!("{}{}", stdout(&output), stderr(&output));
            assert!(said.contains(text), "{target}: {call}: {said}");
            stdout(&output)
        };
        let of_a_seed = "--lang c --size 20..30";
        let program = says(
            &format!("gen {of_a_seed} --for {target} --seed 2"),
            0,
            target,
        );
        fs::write(place.path().join("p.c"), &program).unwrap();

        says("run p.c", 0, "");
        says("diff p.c --toolchain bad", 1, "wrong value: bad-O3");
        says("bisect p.c --toolchain bad", 2, "takes  bad-O3");
        says("reduce p.c --toolchain bad --budget 2s", 1, "bad-O3");

        // The program of a store is written to files, too.
        let fuzz =
            format!("fuzz {of_a_seed} --for {target} --seeds 2..3 --toolchain bad --reduce 1s");
        says(&fuzz, 1, "");
        says("recheck 1 --toolchain bad", 0, "wrong value  shows");
        says("repro 1", 0, "");
        says(
            "diff finding-1/program.c --toolchain bad",
            1,
            "wrong value: bad-O3",
        );
        says("bundle 1 --toolchain bad", 0, "facts.md");
        let reduced = fs::read_to_string(place.path().join("bug-1/reduced/program.c")).unwrap();
        let head = format!("\"target\":\"{target}\"");
        assert!(reduced.lines().next().unwrap().contains(&head), "{reduced}");
    }
}
