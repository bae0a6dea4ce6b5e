//! The ends of programs. The programs are shell scripts, since any executable will do.
//!
//! Limits that should be exceeded are small, and the others are far away, so a busy machine changes the duration
//! of these tests and not their result.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use kvant_toolchain::{Cancel, Exit, Limits, Run, Scratch, Signal, ToolError, run};

const FAR: Duration = Duration::from_mins(10);

fn far_limits() -> Limits {
    Limits {
        wall: FAR,
        cpu: FAR,
        ..Limits::for_program()
    }
}

fn try_shell(script: &str, limits: &Limits) -> Result<Run, ToolError> {
    run(Path::new("/bin/sh"), ["-c", script], limits)
}

fn shell(script: &str, limits: &Limits) -> Run {
    try_shell(script, limits).expect("the shell runs")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("UTF-8")
}

/// Waits until the process is gone, or dead and only waiting for its parent to notice.
fn assert_dies(pid: &str) {
    let stat = format!("/proc/{}/stat", pid.trim());
    let began = Instant::now();
    loop {
        let Ok(state) = fs::read_to_string(&stat) else {
            return;
        };
        if state.contains(") Z ") || state.contains(") X ") {
            return;
        }
        assert!(began.elapsed() < FAR, "still alive: {state}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn output_and_exit_code_are_captured() {
    let run = shell("echo out; echo err >&2; exit 7", &far_limits());
    assert_eq!(run.exit, Exit::Code(7));
    assert_eq!(text(&run.stdout), "out\n");
    assert_eq!(text(&run.stderr), "err\n");
}

#[test]
fn standard_input_and_environment_are_empty() {
    let run = shell("cat; echo \"[$HOME]\"", &far_limits());
    assert_eq!(run.exit, Exit::Code(0));
    assert_eq!(text(&run.stdout), "[]\n");
}

#[test]
fn large_output_below_the_limit_is_complete() {
    let run = shell(
        "head -c 3000000 /dev/zero; head -c 200000 /dev/zero >&2",
        &far_limits(),
    );
    assert_eq!(run.exit, Exit::Code(0));
    assert_eq!((run.stdout.len(), run.stderr.len()), (3_000_000, 200_000));
}

#[test]
fn crashes_are_signals_with_names() {
    for (name, shown) in [("SEGV", "SIGSEGV"), ("ABRT", "SIGABRT"), ("FPE", "SIGFPE")] {
        let run = shell(&format!("kill -{name} $$"), &far_limits());
        assert!(
            matches!(run.exit, Exit::Signal(Signal(_))),
            "{:?}",
            run.exit
        );
        assert_eq!(run.exit.to_string(), shown);
    }
}

#[test]
fn being_killed_from_outside_is_no_result() {
    let error = try_shell("kill -KILL $$", &far_limits()).expect_err("no verdict");
    assert!(
        matches!(error, ToolError::KilledFromOutside { .. }),
        "{error}"
    );
}

#[test]
fn a_program_that_cannot_be_started_is_no_result() {
    let folder = Scratch::new().expect("a temporary folder");
    let fails = |path: &Path, kind: io::ErrorKind| {
        let error = run(path, [""; 0], &far_limits()).expect_err("no verdict");
        let shown = error.to_string();
        let start = format!("cannot start {}", path.display());
        assert!(shown.starts_with(&start), "{shown}");
        let ToolError::CannotStart { error, .. } = error else {
            panic!("{shown}");
        };
        assert_eq!(error.kind(), kind, "{shown}");
    };
    let program = folder.path().join("program");
    fails(&program, io::ErrorKind::NotFound);
    fs::write(&program, "text").expect("a file that is no program");
    fails(&program, io::ErrorKind::PermissionDenied);
    if cfg!(target_os = "linux") {
        let _copied = fs::copy("/bin/sh", &program).expect("a program");
        let _open = OpenOptions::new().append(true).open(&program);
        fails(&program, io::ErrorKind::ExecutableFileBusy);
    }
}

#[test]
fn a_program_may_end_like_a_shell_that_finds_nothing() {
    for code in [126, 127] {
        let run = shell(&format!("exit {code}"), &far_limits());
        assert_eq!(run.exit, Exit::Code(code));
    }
}

#[test]
fn an_endless_loop_runs_out_of_wall_clock_time() {
    let limits = Limits {
        wall: Duration::from_millis(300),
        ..far_limits()
    };
    let run = shell("echo begun; while :; do sleep 1000; done", &limits);
    assert_eq!(run.exit, Exit::TimedOut);
}

#[test]
fn an_endless_loop_runs_out_of_processor_time() {
    let limits = Limits {
        cpu: Duration::from_secs(1),
        ..far_limits()
    };
    let run = shell("echo begun; while :; do :; done", &limits);
    assert_eq!(run.exit, Exit::TimedOut);
    assert_eq!(text(&run.stdout), "begun\n");
    // The kernel counts in ticks, and not every one of them is charged on a busy machine.
    assert!(run.cpu >= Duration::from_millis(500), "{:?}", run.cpu);
}

#[test]
fn grandchildren_die_with_the_time_out() {
    let limits = Limits {
        cpu: Duration::from_secs(1),
        ..far_limits()
    };
    let run = shell("sleep 1000 & echo $!; while :; do :; done", &limits);
    assert_eq!(run.exit, Exit::TimedOut);
    assert_dies(text(&run.stdout));
}

#[test]
fn grandchildren_do_not_delay_the_end() {
    // The grandchild holds both output pipes open for longer than this test may take.
    let run = shell("sleep 1000 & echo $!; exit 3", &far_limits());
    assert_eq!(run.exit, Exit::Code(3));
    assert!(run.wall < FAR, "{:?}", run.wall);
    assert_dies(text(&run.stdout));
}

#[test]
fn endless_output_is_cut_off() {
    let limits = Limits {
        output: 100_000,
        ..far_limits()
    };
    let run = shell("while :; do echo xxxxxxxxxxxxxxx; done", &limits);
    assert_eq!(run.exit, Exit::OutputLimit);
    assert_eq!(run.stdout.len(), 100_000);
    let run = shell("while :; do echo xxxxxxxxxxxxxxx; done >&2", &limits);
    assert_eq!(run.exit, Exit::OutputLimit);
    assert_eq!(run.stderr.len(), 100_000);
}

#[test]
fn output_that_just_fits_is_no_overflow() {
    let limits = Limits {
        output: 4,
        ..far_limits()
    };
    assert_eq!(shell("printf 1234", &limits).exit, Exit::Code(0));
    assert_eq!(shell("printf 12345", &limits).exit, Exit::OutputLimit);
}

#[test]
fn large_files_are_refused() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let scratch = Scratch::new().expect("a temporary folder");
    let file = scratch.path().join("large");
    let limits = Limits {
        file_size: Some(4096),
        ..far_limits()
    };
    let script = format!("exec head -c 100000 /dev/zero > '{}'", file.display());
    let run = shell(&script, &limits);
    assert_eq!(run.exit, Exit::DiskLimit);
    assert_eq!(fs::metadata(&file).expect("the file").len(), 4096);
}

#[test]
fn a_set_flag_ends_the_wait() {
    let cancel = Cancel::new();
    let limits = far_limits().cancelled_by(&cancel);
    let waiting = thread::spawn(move || try_shell("sleep 1000", &limits));
    thread::sleep(Duration::from_millis(100));
    cancel.cancel();
    let result = waiting.join().expect("the waiting thread");
    assert!(matches!(result, Err(ToolError::Cancelled)), "{result:?}");

    let limits = far_limits().cancelled_by(&cancel);
    let result = try_shell("exit 0", &limits);
    assert!(matches!(result, Err(ToolError::Cancelled)), "{result:?}");
}

#[test]
fn many_at_once_get_their_own_results() {
    let threads: Vec<_> = (0..8)
        .map(|thread| {
            thread::spawn(move || {
                for turn in 0..20 {
                    let code = thread * 20 + turn;
                    let run = shell(&format!("echo {code}; exit {code}"), &far_limits());
                    assert_eq!(run.exit, Exit::Code(code));
                    assert_eq!(text(&run.stdout), format!("{code}\n"));
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().expect("no thread fails");
    }
}

#[test]
fn scripts_run_in_their_folder_with_their_variables() {
    let folder = Scratch::new().expect("a temporary folder");
    let script = folder.path().join("script");
    let text = "pwd; echo $TOLD $CARGO_PKG_NAME; command -v ls >/dev/null && exit 7";
    std::fs::write(&script, text).expect("a script");
    let told = [("TOLD", "something".to_owned())];
    let run = kvant_toolchain::run_script(&script, &told, &Limits::for_program());
    let run = run.expect("there is a shell");
    assert_eq!(run.exit, Exit::Code(7));
    let here = folder.path().canonicalize().expect("it is there");
    let expected = format!("{}\nsomething\n", here.display());
    assert_eq!(String::from_utf8_lossy(&run.stdout), expected);
}
