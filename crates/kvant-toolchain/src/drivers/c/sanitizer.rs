//! Builds that watch themselves for undefined behaviour: second references beside the abstract machine.

use kvant_record::{OptLevel, Request};

use crate::driver::Watched;

/// A sanitizer, or some that work together.
#[derive(Debug)]
pub(in crate::drivers) struct Sanitizer {
    /// The name in tables and files.
    pub(super) name: &'static str,
    /// The first major version of the compiler that has it.
    pub(super) since: u32,
    /// The flags that ask for it. A report must end the program.
    pub(super) flags: [&'static str; 2],
}

/// Accesses out of bounds or after the end of a lifetime, and overflow, shifts, alignment…
pub(in crate::drivers) const ADDRESS_AND_UNDEFINED: Sanitizer = Sanitizer {
    name: "asan+ubsan",
    since: 0,
    flags: ["-fsanitize=address,undefined", "-fno-sanitize-recover=all"],
};

/// Decisions that depend on memory that was not written.
pub(in crate::drivers) const MEMORY: Sanitizer = Sanitizer {
    name: "msan",
    since: 0,
    flags: ["-fsanitize=memory", "-fno-sanitize-recover=all"],
};

/// Accesses through a type that the memory does not have.
pub(in crate::drivers) const TYPE: Sanitizer = Sanitizer {
    name: "tysan",
    since: 20,
    flags: ["-fsanitize=type", "-fno-sanitize-recover=all"],
};

/// Leaks are no undefined behaviour.
pub(in crate::drivers) const WATCHED: Watched = Watched {
    flag: "-fsanitize=",
    env: &[("ASAN_OPTIONS", "detect_leaks=0")],
    report: reported,
};

impl Sanitizer {
    /// A build with it that does not optimise.
    pub(super) fn build(&self) -> Request {
        Request::build(OptLevel::O0).with_flags(self.flags)
    }
}

/// The line of the report that names the fault, without process number and addresses.
fn reported(stderr: &str) -> Option<String> {
    stderr.lines().find_map(|line| {
        if let Some((_, what)) = line.split_once(": runtime error: ") {
            return Some(format!("UBSan: {}", what.trim()));
        }
        // `==123==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f… at pc …`
        let (_, told) = line
            .split_once("==ERROR: ")
            .or(line.split_once("==WARNING: "))?;
        let (tool, what) = told.split_once(": ")?;
        let what = what.split(" on ").next().unwrap_or(what);
        let what = what.split(" (").next().unwrap_or(what);
        tool.ends_with("Sanitizer")
            .then(|| format!("{tool}: {}", what.trim()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_read() {
        for (stderr, says) in [
            (
                "program.c:3:5: runtime error: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'\n",
                Some(
                    "UBSan: signed integer overflow: 2147483647 + 1 cannot be represented in type 'int'",
                ),
            ),
            (
                "=================\n==77==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7ffd at pc 0x55\nREAD\n",
                Some("AddressSanitizer: stack-buffer-overflow"),
            ),
            (
                "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x0 (pc 0x55)\n",
                Some("AddressSanitizer: SEGV"),
            ),
            (
                "==5==WARNING: MemorySanitizer: use-of-uninitialized-value\n    #0 0x1 in main\n",
                Some("MemorySanitizer: use-of-uninitialized-value"),
            ),
            (
                "==5==ERROR: TypeSanitizer: type-aliasing-violation on address 0x7f (pc 0x1)\n",
                Some("TypeSanitizer: type-aliasing-violation"),
            ),
            ("hello\n", None),
        ] {
            assert_eq!(reported(stderr).as_deref(), says);
        }
    }
}
