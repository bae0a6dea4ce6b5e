//! Recognises the failures of a compiler that are the machine's and not its own.
//!
//! The list is short on purpose. A failure that is not in it counts against the compiler and
//! becomes a finding; one that is in it is lost as a finding.

use crate::diagnostics::own_lines;

/// One reason why a compiler may fail without being wrong.
pub(crate) struct Excuse {
    /// Words that occur in one line of the compiler's output.
    words: &'static str,
    /// The advice to the user.
    pub(crate) way_out: &'static str,
}

/// The first excuse in the compiler's words, with the line in which it was found.
pub(crate) fn find(stderr: &str) -> Option<(&'static Excuse, &str)> {
    own_lines(stderr).find_map(|line| {
        let mut excuses = EXCUSES.iter();
        let excuse = excuses.find(|excuse| line.contains(excuse.words));
        let excuse = excuse.or_else(|| is_refused_little(line).then_some(&REFUSED))?;
        Some((excuse, line.trim()))
    })
}

/// True if a compiler was refused a small amount of memory. A request for more is a fault of the compiler.
fn is_refused_little(line: &str) -> bool {
    let bytes = line.split_once(REFUSED.words).map(|(_, rest)| rest);
    let bytes = bytes.and_then(|rest| rest.split_once(" bytes failed"));
    let bytes = bytes.and_then(|(bytes, _)| bytes.parse::<u64>().ok());
    bytes.is_some_and(|bytes| bytes <= LITTLE)
}

/// A sixteenth of the memory limit of a compiler (see [`Limits`](crate::Limits)).
const LITTLE: u64 = 256 << 20;

/// The message of the standard library before it aborts. A compiler's address space is not limited, so the machine is out
/// of memory.
const REFUSED: Excuse = Excuse {
    words: "memory allocation of ",
    way_out: MEMORY,
};

const SPACE: &str = "free some space or point TMPDIR to another disk";

const MEMORY: &str = "memory ran out, it seems (see `dmesg`): stop other work on this machine";

const FILES: &str = "stop other work on this machine or raise `ulimit -n`";

const PROCESSES: &str = "stop other work on this machine or raise `ulimit -u`";

/// The ways out of failures that other work on this machine causes.
pub(crate) const MOMENTARY: [&str; 3] = [MEMORY, FILES, PROCESSES];

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
        way_out: FILES,
    },
    Excuse {
        words: "Resource temporarily unavailable",
        way_out: PROCESSES,
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
    Excuse {
        words: "Killed signal terminated program",
        way_out: MEMORY,
    },
    Excuse {
        words: "Cannot allocate memory",
        way_out: MEMORY,
    },
    Excuse {
        words: "out of memory allocating ",
        way_out: MEMORY,
    },
    Excuse {
        words: "LLVM ERROR: out of memory",
        way_out: MEMORY,
    },
    // Said of the standard library, the only one that our programs use, if it could not be mapped into memory.
    Excuse {
        words: "only metadata stub found for `rlib` dependency",
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
    fn failures_for_lack_of_resources_are_excused() {
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
    fn a_lack_of_memory_has_many_faces() {
        for stderr in [
            "memory allocation of 2097152 bytes failed",
            "gcc: fatal error: Killed signal terminated program cc1",
            "cc1: out of memory allocating 65536 bytes after a total of 2097152 bytes",
            "LLVM ERROR: out of memory",
            "error: only metadata stub found for `rlib` dependency `std` please provide path",
            "error: failed to mmap file 'libstd.rlib': Cannot allocate memory (os error 12)",
        ] {
            assert_eq!(complaint(stderr), Some(stderr));
        }
        for stderr in [
            "memory allocation of 1152921504606846976 bytes failed",
            "memory allocation of many bytes failed",
            "LLVM ERROR: SmallVector unable to grow",
        ] {
            assert_eq!(complaint(stderr), None);
        }
    }

    #[test]
    fn text_of_the_program_is_no_excuse() {
        let stderr = "error: expected one of `!` or `::`\n1 | \"No space left on device\"\n";
        assert_eq!(complaint(stderr), None);
        assert_eq!(
            complaint("error: linking with `cc` failed: exit status: 1"),
            None
        );
    }
}
