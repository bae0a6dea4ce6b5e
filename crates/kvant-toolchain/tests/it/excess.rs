//! Programs that want too much, hide, or outlive their parents. They are shell scripts, and none of them can do
//! much harm if a limit should fail: each is bounded by itself, too.

#![cfg(target_os = "linux")]

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use kvant_toolchain::{Exit, Limits, Run, Scratch, run};

const FAR: Duration = Duration::from_mins(10);

/// If set, this test binary plays a campaign that is going to be killed.
const PLAY: &str = "KVANT_TEST_CAMPAIGN";

fn far_limits() -> Limits {
    Limits {
        wall: FAR,
        cpu: FAR,
        ..Limits::for_program()
    }
}

fn shell(script: &str, limits: &Limits) -> Run {
    run(Path::new("/bin/sh"), ["-c", script], limits).expect("the shell runs")
}

fn text(bytes: &[u8]) -> &str {
    str::from_utf8(bytes).expect("UTF-8")
}

/// The line of `/proc` about a process that is neither gone nor dead.
fn living(pid: &str) -> Option<String> {
    let state = fs::read_to_string(format!("/proc/{}/stat", pid.trim())).ok()?;
    let is_dead = state.contains(") Z ") || state.contains(") X ");
    (!is_dead).then_some(state)
}

fn assert_dies(pid: &str) {
    let began = Instant::now();
    while let Some(state) = living(pid) {
        assert!(began.elapsed() < FAR, "still alive: {state}");
        thread::sleep(Duration::from_millis(5));
    }
}

fn has_setsid() -> bool {
    let found = shell("command -v setsid", &far_limits()).exit == Exit::Code(0);
    if !found {
        kvant_testing::skip(&["setsid"], "there is no setsid");
    }
    found
}

#[test]
fn limits_hold_from_the_first_instruction() {
    let limits = Limits {
        cpu: Duration::from_secs(7),
        memory: Some(1 << 30),
        file_size: Some(1 << 20),
        ..far_limits()
    };
    for _ in 0..20 {
        let run = shell("ulimit -t; ulimit -v; ulimit -f; ulimit -c", &limits);
        assert_eq!(text(&run.stdout), "7\n1048576\n2048\n0\n");
    }
}

#[test]
fn nothing_is_passed_on() {
    let run = shell("env; ls /proc/self/fd", &far_limits());
    let printed = text(&run.stdout);
    // Shells tell their children these. `ls` opens the folder that it lists.
    let own = ["PWD=", "SHLVL=", "_="];
    let mut lines = printed.lines();
    let environment: Vec<&str> = lines.by_ref().take_while(|line| *line != "0").collect();
    let is_own = |line: &&str| own.iter().any(|name| line.starts_with(name));
    assert!(environment.iter().all(is_own), "{printed}");
    // Shells have no names for the others.
    let descriptors: Vec<&str> = lines.filter(|line| line.len() == 1).collect();
    assert_eq!(descriptors, ["1", "2", "3"]);
}

#[test]
fn a_memory_hog_is_ended() {
    let limits = Limits {
        memory: None,
        resident: Some(64 << 20),
        ..far_limits()
    };
    // There is no line in it, so all of it is remembered.
    let script = "head -c 150000000 /dev/zero | tail -n 1 | sleep 1000";
    let run = shell(script, &limits);
    assert_eq!(run.exit, Exit::MemoryLimit);
    assert_eq!(run.exit.to_string(), "too much memory");
}

#[test]
fn a_fork_bomb_is_ended() {
    let limits = Limits {
        processes: 40,
        ..far_limits()
    };
    let script = "n=0; while [ $n -lt 300 ]; do sleep 1000 & n=$((n+1)); done; wait";
    let run = shell(script, &limits);
    assert_eq!(run.exit, Exit::ProcessLimit);
    assert_eq!(run.exit.to_string(), "too many processes");

    // Here no process has a living parent, and each a session of its own.
    if has_setsid() {
        let script = "n=0; while [ $n -lt 100 ]; do (setsid sleep 1000 & echo $!); n=$((n+1)); done; sleep 1000";
        let run = shell(script, &limits);
        assert_eq!(run.exit, Exit::ProcessLimit);
        text(&run.stdout).lines().for_each(assert_dies);
    }
}

#[test]
fn endless_output_on_both_streams_is_cut_off() {
    let limits = Limits {
        output: 50_000,
        ..far_limits()
    };
    let run = shell("while :; do echo out; echo err >&2; done", &limits);
    assert_eq!(run.exit, Exit::OutputLimit);
    assert!(run.stdout.len().max(run.stderr.len()) == 50_000);
}

#[test]
fn processes_that_ignore_signals_are_ended() {
    let limits = Limits {
        wall: Duration::from_millis(200),
        ..far_limits()
    };
    let script =
        "trap '' TERM INT HUP XCPU; sleep 1000 & echo $!; while :; do wait; sleep 1000; done";
    let run = shell(script, &limits);
    assert_eq!(run.exit, Exit::TimedOut);
    assert_dies(text(&run.stdout));
}

#[test]
fn a_working_process_is_not_taken_to_wait() {
    let limits = Limits {
        wall: Duration::from_secs(1),
        ..far_limits()
    };
    // It takes longer than the wall-clock time, on any machine, and is at work all along.
    let script = "read -r now rest </proc/uptime; end=$((${now%.*}${now#*.} + 130))
        while read -r now rest </proc/uptime && [ ${now%.*}${now#*.} -lt $end ]; do :; done; echo done";
    let run = shell(script, &limits);
    assert_eq!((run.exit, text(&run.stdout)), (Exit::Code(0), "done\n"));
    // There is an end to it, though.
    let limits = Limits {
        wall: Duration::from_millis(30),
        ..limits
    };
    assert_eq!(shell("while :; do :; done", &limits).exit, Exit::TimedOut);
}

#[test]
fn processor_time_is_counted_together() {
    let limits = Limits {
        cpu: Duration::from_millis(1),
        ..far_limits()
    };
    // No process comes to a second of its own, which is the least that the kernel counts.
    let script = "spin() { n=0; while [ $n -lt 100000 ]; do n=$((n+1)); done; }
        while :; do (spin); done";
    assert_eq!(shell(script, &limits).exit, Exit::TimedOut);
}

#[test]
fn processes_that_leave_the_group_are_ended() {
    if !has_setsid() {
        return;
    }
    let script =
        "(setsid sh -c 'sleep 1000 & echo $!; exec sleep 1000' & echo $!); sleep 0.3; exit 5";
    let run = shell(script, &far_limits());
    assert_eq!(run.exit, Exit::Code(5));
    let hidden = text(&run.stdout);
    assert_eq!(hidden.lines().count(), 2, "{hidden}");
    for pid in hidden.lines() {
        // There is nothing to wait for: they were gone before there was an answer.
        assert_eq!(living(pid), None);
    }
}

#[test]
fn all_orphans_are_reaped() {
    let run = shell("sleep 1000 & echo $!; sleep 1000 & echo $!", &far_limits());
    for pid in text(&run.stdout).lines() {
        assert!(!Path::new("/proc").join(pid).exists(), "{pid} is a zombie");
    }
}

#[test]
fn children_die_with_a_campaign_that_is_killed() {
    let folder = Scratch::new().expect("a temporary folder");
    let mut campaign = Command::new(std::env::current_exe().expect("this test"))
        .args(["--exact", "excess::plays_a_campaign", "--nocapture"])
        .env(PLAY, folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("this test, once more");
    let said = BufReader::new(campaign.stdout.take().expect("a pipe"));
    // The output of the child goes to the campaign, so the children write their numbers to a file.
    let file = folder.path().join("pids");
    let began = Instant::now();
    // The third has left the group.
    let count = if has_setsid() { 3 } else { 2 };
    let pids = loop {
        let pids = fs::read_to_string(&file).unwrap_or_default();
        if pids.lines().count() == count && pids.ends_with('\n') {
            break pids;
        }
        assert!(began.elapsed() < FAR, "the children begin");
        thread::sleep(Duration::from_millis(5));
    };
    assert!(pids.lines().all(|pid| living(pid).is_some()), "{pids}");
    campaign.kill().expect("SIGKILL");
    campaign.wait().expect("it is gone");
    pids.lines().for_each(assert_dies);
    // The children do not hold the pipe either.
    let _ = said.lines().count();
}

/// Does nothing unless another test starts it.
#[test]
fn plays_a_campaign() {
    if let Ok(folder) = std::env::var(PLAY) {
        let script = format!(
            "pids='{folder}/pids'; echo $$ >$pids; sleep 1000 & echo $! >>$pids
             setsid sh -c \"echo \\$\\$ >>$pids; exec sleep 1000\" & wait"
        );
        shell(&script, &far_limits());
    }
}
