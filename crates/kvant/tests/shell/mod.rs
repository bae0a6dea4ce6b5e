//! Running the commands as a user does.

#![allow(dead_code)] // Not every test needs all of it.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

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
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}
