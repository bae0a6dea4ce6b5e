//! Recognises the failures of a compiler that are the machine's and not its own.
//!
//! The list is short on purpose. What is not in it counts against the compiler and is looked at by
//! somebody, and what is in it is lost as a finding.

use crate::diagnostics::own_lines;

/// One reason why a compiler may fail without being wrong.
pub(crate) struct Excuse {
    /// Words that occur in one line of what the compiler prints.
    words: &'static str,
    /// What a person can do about it.
    pub(crate) way_out: &'static str,
}

/// The first excuse in the compiler's words, with the line in which it was found.
pub(crate) fn find(stderr: &str) -> Option<(&'static Excuse, &str)> {
    own_lines(stderr).find_map(|line| {
        let excuse = EXCUSES.iter().find(|excuse| line.contains(excuse.words))?;
        Some((excuse, line.trim()))
    })
}

const SPACE: &str = "free some space or point TMPDIR to another disk";

const MEMORY: &str = "memory ran out, it seems (see `dmesg`): stop other work on this machine";

const EXCUSES: &[Excuse] = &[
    Excuse {
        words: "No space left on device",
        way_out: SPACE,
    },
    Excuse {
        words: "Disk quota exceeded",
        way_out: SPACE,
    },
    // Linkers write through mapped memory, where a full disk shows as this signal.
    Excuse {
        words: "terminated with signal 7 [Bus error]",
        way_out: SPACE,
    },
    Excuse {
        words: "failed: signal: 7 (SIGBUS)",
        way_out: SPACE,
    },
    Excuse {
        words: "couldn't create a temp dir",
        way_out: "check the temporary folder or point TMPDIR to another one",
    },
    Excuse {
        words: "Too many open files",
        way_out: "stop other work on this machine or raise `ulimit -n`",
    },
    Excuse {
        words: "Resource temporarily unavailable",
        way_out: "stop other work on this machine or raise `ulimit -u`",
    },
    Excuse {
        words: "error: linker `",
        way_out: "install a C compiler, which links what rustc makes",
    },
    Excuse {
        words: "could not exec the linker",
        way_out: "install a C compiler, which links what rustc makes",
    },
    Excuse {
        words: "can't find crate for `std`",
        way_out: "add the target's standard library with `rustup target add`",
    },
    Excuse {
        words: "can't find crate for `core`",
        way_out: "add the target's standard library with `rustup target add`",
    },
    Excuse {
        words: "failed: signal: 9 (SIGKILL)",
        way_out: MEMORY,
    },
    Excuse {
        words: "terminated with signal 9 [Killed]",
        way_out: MEMORY,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    fn complaint(stderr: &str) -> Option<&str> {
        find(stderr).map(|(_, line)| line)
    }

    #[test]
    fn the_machine_is_to_blame_for_what_it_lacks() {
        let stderr = "error: linker `cc` not found\n  |\n  = note: No such file or directory\n";
        assert_eq!(complaint(stderr), Some("error: linker `cc` not found"));
        let stderr = "error: failed to write program.rmeta: No space left on device (os error 28)";
        assert_eq!(complaint(stderr), Some(stderr));
        let stderr = "collect2: fatal error: ld terminated with signal 7 [Bus error]";
        assert_eq!(complaint(stderr), Some(stderr));
        let stderr = "error: linking with `cc` failed: signal: 9 (SIGKILL)";
        assert_eq!(complaint(stderr), Some(stderr));
    }

    #[test]
    fn the_machine_is_not_to_blame_for_what_the_program_says() {
        let stderr = "error: expected one of `!` or `::`\n1 | \"No space left on device\"\n";
        assert_eq!(complaint(stderr), None);
        assert_eq!(
            complaint("error: linking with `cc` failed: exit status: 1"),
            None
        );
    }
}
