//! Temporary folders go away, whatever happens to their owners.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use kvant_toolchain::{Limits, Scratch, ToolError, run};

/// If set, this test binary plays a campaign that is going to be killed, below that folder.
const PLAY: &str = "KVANT_TEST_OWNER_BELOW";

fn scratch() -> Scratch {
    Scratch::new().expect("a temporary folder")
}

#[test]
fn folders_are_removed() {
    let folder = scratch();
    let path = folder.path().to_owned();
    fs::create_dir(path.join("inside")).expect("a folder");
    fs::write(path.join("inside/file"), "x").expect("a file");
    let locked = fs::Permissions::from_mode(0o0);
    fs::set_permissions(path.join("inside"), locked).expect("a folder that nobody may enter");
    drop(folder);
    assert!(!path.exists());
}

#[test]
fn folders_of_the_living_stay() {
    let parent = scratch();
    let living = Scratch::below(parent.path()).expect("a folder");
    let mine = parent.path().join("kvant-findings");
    fs::create_dir(&mine).expect("a folder of somebody else");
    assert_eq!(Scratch::sweep(parent.path()), 0);
    assert!(living.path().is_dir() && mine.is_dir());
}

#[test]
fn folders_of_the_dead_are_swept() {
    let parent = scratch();
    let mut owner = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "scratch::plays_an_owner", "--nocapture"])
        .env(PLAY, parent.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this test, once more");
    let said = BufReader::new(owner.stdout.take().expect("a pipe")).lines();
    let mut said = said.map_while(Result::ok);
    let folder = said.find_map(|line| Some(PathBuf::from(line.split_once("folder ")?.1)));
    let folder = folder.expect("the owner tells where its folder is");
    assert_eq!(Scratch::sweep(parent.path()), 0, "the owner lives");
    owner.kill().expect("SIGKILL");
    owner.wait().expect("it is gone");
    assert!(folder.join("file").exists());
    assert_eq!(Scratch::sweep(parent.path()), 1);
    assert!(!folder.exists());
}

/// Does nothing unless another test starts it.
#[test]
#[expect(clippy::print_stdout, reason = "the other test reads it")]
fn plays_an_owner() {
    let Some(parent) = std::env::var_os(PLAY) else {
        return;
    };
    let folder = Scratch::below(Path::new(&parent)).expect("a folder");
    fs::write(folder.path().join("file"), "x").expect("a file");
    println!("\nfolder {}", folder.path().display());
    // The other test kills this one. If it is killed itself, its end of the pipe is closed.
    let _ = std::io::stdin().read_line(&mut String::new());
}

#[test]
fn a_folder_that_vanished_is_named() {
    let folder = scratch();
    let program = folder.path().join("program");
    fs::write(&program, "#!/bin/sh\nrm -r \"$PWD\"; echo done").expect("a script");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o700)).expect("a program");
    let first = run(&program, [""; 0], &Limits::for_program()).expect("it runs in its folder");
    assert_eq!(first.stdout, b"done\n", "{first:?}");
    let error = run(&program, [""; 0], &Limits::for_program()).expect_err("it is gone");
    assert!(matches!(error, ToolError::File { .. }), "{error:?}");
    let path = folder.path().display().to_string();
    assert!(error.to_string().contains(&path), "{error}");
}
