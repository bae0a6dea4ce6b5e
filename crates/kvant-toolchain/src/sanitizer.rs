//! Builds that watch themselves for undefined behaviour: second references on whoever says that a program is defined.

use crate::backend::{Backend, BackendKind};
use crate::build_flags::{BuildFlags, OptLevel};
use crate::family::Family;
use crate::process::Run;
use crate::toolchain::Toolchain;

/// What a sanitizer looks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Sanitizer {
    /// Accesses out of bounds or after the end of a lifetime, and overflow, shifts, alignment…
    AddressAndUndefined,
    /// Decisions that depend on memory that nobody wrote.
    Memory,
    /// Accesses through a type that the memory does not have.
    Type,
}

impl Sanitizer {
    /// All of them.
    pub const ALL: [Sanitizer; 3] = [
        Sanitizer::AddressAndUndefined,
        Sanitizer::Memory,
        Sanitizer::Type,
    ];

    /// The name in tables and files.
    pub fn name(self) -> &'static str {
        match self {
            Sanitizer::AddressAndUndefined => "asan+ubsan",
            Sanitizer::Memory => "msan",
            Sanitizer::Type => "tysan",
        }
    }

    /// The flags that ask for it. What it finds must end the program.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Sanitizer::AddressAndUndefined => {
                &["-fsanitize=address,undefined", "-fno-sanitize-recover=all"]
            }
            Sanitizer::Memory => &["-fsanitize=memory", "-fno-sanitize-recover=all"],
            Sanitizer::Type => &["-fsanitize=type", "-fno-sanitize-recover=all"],
        }
    }

    /// Whether a compiler may have it. Whether it works here has to be tried.
    pub(crate) fn may_be_in(self, toolchain: &Toolchain) -> bool {
        // What watches every address does not get on with an emulator that has its own idea of them.
        toolchain.emulator.is_none()
            && match (toolchain.family, self) {
                (Family::Gcc | Family::Clang, Sanitizer::AddressAndUndefined)
                | (Family::Clang, Sanitizer::Memory) => true,
                (Family::Clang, Sanitizer::Type) => toolchain.version.major >= 20,
                _ => false,
            }
    }

    /// A build with it that does not optimise.
    pub(crate) fn build(self) -> BuildFlags {
        let flags = self.flags().iter();
        BuildFlags {
            extra: flags.map(|flag| (*flag).to_owned()).collect(),
            ..BuildFlags::at(OptLevel::O0)
        }
    }
}

/// What a program must be told that watches itself: what it does not free is not our matter.
pub(crate) const ENVIRONMENT: [(&str, &str); 1] = [("ASAN_OPTIONS", "detect_leaks=0")];

/// Whether a build watches itself.
pub(crate) fn is_sanitized(build: &BuildFlags) -> bool {
    build
        .extra
        .iter()
        .any(|flag| flag.starts_with("-fsanitize="))
}

impl Backend {
    /// Whether what it makes watches itself for undefined behaviour.
    pub fn is_sanitized(&self) -> bool {
        matches!(&self.kind, BackendKind::Build(build) if is_sanitized(build))
    }

    /// What a program that watches itself has to report, in a line, if this backend makes such and it has something.
    pub fn report(&self, run: &Run) -> Option<String> {
        let stderr = String::from_utf8_lossy(&run.stderr);
        self.is_sanitized().then(|| reported(&stderr))?
    }
}

/// The line that says what was found, without where the process and the memory are.
fn reported(stderr: &str) -> Option<String> {
    stderr.lines().find_map(|line| {
        if let Some((_, what)) = line.split_once(": runtime error: ") {
            return Some(format!("UBSan: {}", what.trim()));
        }
        // `==123==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x7f… at pc …`
        let (_, told) = line
            .split_once("==ERROR: ")
            .or(line.split_once("==WARNING: "))?;
        let (who, what) = told.split_once(": ")?;
        let what = what.split(" on ").next().unwrap_or(what);
        let what = what.split(" (").next().unwrap_or(what);
        who.ends_with("Sanitizer")
            .then(|| format!("{who}: {}", what.trim()))
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
