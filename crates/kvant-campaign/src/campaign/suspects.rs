//! Seeds that were in flight when a process of the campaign died.
//!
//! Mostly the process was killed from outside, and no seed is the cause. So the program of each suspected seed is first
//! generated in a child process. Only generating and printing programs can end this process; compilers have processes of their
//! own. If the child dies twice by its own actions (a crash, an abort, more memory or processor time than any program needs),
//! the seed is recorded as a bug of Kvant. If the child is killed from outside, the seed is tested like all others.

use std::ops::Range;
use std::path::PathBuf;
use std::time::Duration;

use kvant_record::{BatchResults, Finding, NewFinding};
use kvant_toolchain::{Cancel, Exit, Limits, Run, ToolError};

use super::{Event, Held, Sender, Unmade, Work};
use crate::Kind;
use crate::signature::normal;

/// A command that generates the program of a seed and prints all of its forms. The seed is the last argument.
#[derive(Clone, Debug)]
pub struct Remake {
    /// The executable.
    pub program: PathBuf,
    /// Its arguments before the seed.
    pub arguments: Vec<String>,
}

/// The end of a child that died by its own actions.
struct Death {
    how: String,
    /// Standard error of the child.
    stderr: String,
}

/// Limit of processor time for generating one program. The largest take a few seconds.
const LONGEST: Duration = Duration::from_mins(5);

/// Limit of address space for generating one program. The largest take some 100 MB.
const LARGEST: u64 = 4 << 30;

/// Signals that a process causes by its own actions. All others come from outside.
const OWN: [&str; 7] = [
    "SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV", "SIGSYS",
];

impl Remake {
    /// Returns the child's death if it dies twice while it generates the program of this seed. A failure of this machine is no
    /// death.
    fn dies(&self, seed: u64, cancel: &Cancel) -> Option<Death> {
        self.once(seed, cancel)
            .and_then(|_| self.once(seed, cancel))
    }

    fn once(&self, seed: u64, cancel: &Cancel) -> Option<Death> {
        let limits = Limits {
            cpu: LONGEST,
            wall: 2 * LONGEST,
            memory: Some(LARGEST),
            resident: Some(LARGEST),
            ..Limits::for_program().cancelled_by(cancel)
        };
        let arguments = self.arguments.iter().cloned().chain([seed.to_string()]);
        death(kvant_toolchain::run(&self.program, arguments, &limits))
    }

    /// A script that generates the program of a seed again.
    fn script(&self, seed: u64) -> String {
        let quoted = |text: &str| format!("'{}'", text.replace('\'', r"'\''"));
        let program = quoted(&self.program.display().to_string());
        let arguments: Vec<String> = self.arguments.iter().map(|it| quoted(it)).collect();
        let arguments = arguments.join(" ");
        format!(
            "#!/bin/sh\n\
             # Makes the program of seed {seed} again. Exit codes: 0 it was made, 1 it was not, 2 there is no kvant.\n\
             [ -n \"$KVANT\" ] || KVANT={program}\n\
             command -v \"$KVANT\" >/dev/null || {{ echo \"no kvant here: set KVANT to the path of one\" >&2; exit 2; }}\n\
             if \"$KVANT\" {arguments} {seed}; then echo \"seed {seed}: its program was made\"; exit 0; fi\n\
             echo \"seed {seed}: its program cannot be made\"; exit 1\n"
        )
    }
}

/// The death of a process by its own actions, if it died so.
fn death(ran: Result<Run, ToolError>) -> Option<Death> {
    let ran = ran.ok()?;
    let how = match ran.exit {
        Exit::Signal(signal) if OWN.contains(&signal.name()?) => signal.to_string(),
        Exit::MemoryLimit => format!("more than {} GiB of memory", LARGEST >> 30),
        Exit::TimedOut if ran.cpu >= LONGEST => {
            format!("more than {} s of processor time", LONGEST.as_secs())
        }
        _ => return None,
    };
    let stderr = String::from_utf8_lossy(&ran.stderr).into_owned();
    Some(Death { how, stderr })
}

impl Work<'_> {
    /// Claimed seeds, without those whose generation kills its process. These are recorded as bugs of Kvant, and the others
    /// are tested.
    pub(super) fn without_deadly(&self, held: &Held, sender: &Sender) -> Vec<Range<u64>> {
        let seeds = &held.test.seeds;
        let Some(remake) = &self.campaign.remake else {
            return vec![seeds.clone()];
        };
        let (mut parts, mut first) = (Vec::new(), seeds.start);
        for seed in held.test.suspects.iter().copied() {
            if let Some(death) = remake.dies(seed, &self.campaign.cancel) {
                parts.push(first..seed);
                first = seed + 1;
                self.record_deadly(held, seed, &death, sender);
            }
        }
        parts.push(first..seeds.end);
        parts.retain(|part| !part.is_empty());
        parts
    }

    /// Records that generating the program of a seed kills its process.
    fn record_deadly(&self, held: &Held, seed: u64, death: &Death, sender: &Sender) {
        let why = format!(
            "seed {seed}: making its program ends kvant: {}{}",
            death.how,
            match death.stderr.lines().rfind(|line| !line.trim().is_empty()) {
                Some(last) => format!(", {}", last.trim()),
                None => String::new(),
            }
        );
        let results = BatchResults {
            unmade: 1,
            findings: vec![self.own_fault(seed, "deadly", &why, &death.stderr)],
            ..BatchResults::default()
        };
        let seeds = seed..seed + 1;
        match held.finish(self.ledger, &seeds, results) {
            Ok(_) => {
                let _ = sender.send(Event::Unmade(seed, Unmade(why)));
                let _ = sender.send(Event::Done {
                    seeds,
                    programs: 0,
                    own: Duration::ZERO,
                    tests: Vec::new(),
                });
            }
            Err(error) => {
                self.stop(error.to_string());
                self.give_back(held, &seeds);
            }
        }
    }

    /// A failure of Kvant on a seed, as a finding.
    pub(super) fn own_fault(&self, seed: u64, what: &str, why: &str, stderr: &str) -> NewFinding {
        let kind = Kind::MachineDispute;
        let signature = format!("{kind}: {what}: {}", normal(why));
        let mut verdicts = format!("{why}\n");
        if !stderr.is_empty() {
            verdicts = format!("{verdicts}\n{}\n", stderr.trim_end());
        }
        let mut files = vec![("verdicts.txt".to_owned(), verdicts)];
        let remake = self.campaign.remake.as_ref();
        files.extend(remake.map(|it| ("reproduce.sh".to_owned(), it.script(seed))));
        NewFinding {
            finding: Finding {
                name: format!("seed-{seed}"),
                kind,
                signature,
                outcomes: Vec::new(),
                failing: Vec::new(),
                suspects: Vec::new(),
            },
            fingerprint: String::new(),
            seed,
            headline: why.to_owned(),
            files,
        }
    }
}
