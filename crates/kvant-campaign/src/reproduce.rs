//! A script that reproduces a finding, for people without Kvant.

use std::fmt::Write as _;
use std::path::Path;

use kvant_record::Exit;
use kvant_toolchain::{Backend, Gives};

use crate::{Finding, Subject, Verdict};

/// The script. It belongs into the folder of the files of [`Finding::files`].
pub(crate) fn reproduce(finding: &Finding, subject: &dyn Subject) -> String {
    let mut script = String::from("#!/bin/sh\n");
    let _ = writeln!(script, "# {}: {}", finding.name, finding.kind.name());
    script.push_str(FUNCTIONS);
    let (mut watched, mut runs_with) = (None, String::new());
    for outcome in finding.failing() {
        let backend = &outcome.backend;
        let source = finding.source(subject, outcome);
        let line = backend.command_line(Path::new(&source), Path::new("out/program"));
        let who = backend.name().replace('\'', "");
        let (seen, look) = match (backend.gives(), &outcome.verdict) {
            (Gives::Text, seen) if seen.seen().kind().is_of_the_program() => {
                (seen, UNDECIDED.to_owned())
            }
            (Gives::Evaluation | Gives::Text, seen) => (seen, "fine".to_owned()),
            (Gives::Output, seen) => (seen, "interpreted".to_owned()),
            (Gives::Executable, Verdict::OnlyInBatch(seen)) => {
                (&seen.verdict, format!("execute {}", seen.part))
            }
            (Gives::Executable, seen) => (seen, "execute".to_owned()),
        };
        let watch = watch(seen);
        if watch != watched {
            let _ = write!(script, "\n{}", watch.unwrap_or(UNWATCHED));
            watched = watch;
        }
        let runner = runner(backend);
        if runner != runs_with {
            let _ = write!(script, "\nrunner='{runner}'\n");
            runs_with = runner;
        }
        // Miri is not rustc, so no other rustc can replace it.
        let program = match line.program == backend.toolchain.path {
            true => format!("${{COMPILER:-{}}}", line.program_word()),
            false => line.program_word(),
        };
        let _ = writeln!(
            script,
            "\nprogram={program}\ncompile '{who}' {} &&\n    {look}",
            line.with_program(r#""$program""#)
        );
    }
    script.push_str(END);
    script
}

/// The command before an executable that runs it, such as an emulator: empty for most backends.
fn runner(backend: &Backend) -> String {
    let line = backend.run_line(Path::new(""));
    let env = line
        .env
        .iter()
        .map(|(name, value)| format!("{name}={value}"));
    let env: Vec<String> = match line.env.is_empty() {
        true => Vec::new(),
        false => std::iter::once("env".to_owned()).chain(env).collect(),
    };
    let program = line.program.display().to_string();
    let words = env
        .into_iter()
        .chain(Some(program).filter(|word| !word.is_empty()));
    words.collect::<Vec<_>>().join(" ").replace('\'', "")
}

/// The way to start a compiler that exceeds a limit which the script does not set otherwise.
fn watch(seen: &Verdict) -> Option<&'static str> {
    match seen {
        Verdict::CompilerCrash { exit, .. } => match exit {
            Some(Exit::MemoryLimit) => Some(MEMORY),
            Some(Exit::ProcessLimit) => Some(PROCESSES),
            _ => None,
        },
        _ => None,
    }
}

/// A wrong text is not executed by the script.
const UNDECIDED: &str =
    "unknown 'it writes a text, and only kvant can tell whether that is right: kvant diff'";

const FUNCTIONS: &str = include_str!("reproduce.sh");

const UNWATCHED: &str = r#"start() { timeout -k 10 "$@"; }
"#;

const MEMORY: &str = r#"# It takes too much memory, and is refused some.
start() { ulimit -v "$kibibytes_for_compiler"; timeout -k 10 "$@"; }
"#;

/// A limit of the system would count all processes of a user, and none of root's. `timeout` leads a process group of its own.
const PROCESSES: &str = r#"# It starts too many processes, which are counted now and then.
start() {
    timeout -k 10 "$@" &
    while kill -0 $! 2>/dev/null; do
        if [ "$(ps -A -o pgid= | grep -cx " *$!")" -gt 1024 ]; then
            echo 'error: more than 1024 processes' >&2
            kill -s KILL -- "-$!"
        fi
        sleep 1
    done
    wait $!
}
"#;

const END: &str = r"
rm -rf out seen
[ $bad = 0 ] || exit 1
[ $unknown = 0 ] || exit 2
";
