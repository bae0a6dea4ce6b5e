//! Tests that need more than the toolchain which builds them.
//!
//! Such a test calls [`skip`] where something is not installed, and goes on without it. Where it is known to be
//! installed, as in continuous integration, a skip is a mistake: `KVANT_REQUIRE=gcc,qemu` makes those for want of
//! gcc or qemu fail.

use std::env;
use std::fmt;

/// The names that `KVANT_REQUIRE` can have, and what each stands for.
const NEEDS: [(&str, &str); 19] = [
    ("stable", "a stable toolchain of rustup"),
    ("nightly", "a nightly toolchain of rustup"),
    ("rustc-1.85", "rustc 1.85, the oldest that is supported"),
    ("gcc", "a native gcc"),
    ("gcc-sanitizers", "its sanitizers"),
    ("clang", "a native clang of any version"),
    ("clang-14", "the command clang-14"),
    ("clang-19", "the command clang-19"),
    ("clang-sanitizers", "the sanitizers of every native clang"),
    ("tcc", "tcc"),
    ("opt", "opt of LLVM 15 or newer, in PATH or in the zoo"),
    ("gcc-i686", "i686-linux-gnu-gcc, with a C library"),
    ("gcc-aarch64", "aarch64-linux-gnu-gcc, with a C library"),
    ("gcc-riscv64", "riscv64-linux-gnu-gcc, with a C library"),
    ("gcc-s390x", "s390x-linux-gnu-gcc, with a C library"),
    ("qemu", "the user-mode emulators of qemu"),
    ("setsid", "the command setsid"),
    ("dev-full", "the device /dev/full"),
    ("network-namespaces", "the right to make them"),
];

/// Leaves a test, or a part of it, out, because one of `needs` is not here. The reason, `why`, is printed.
///
/// Panics if `KVANT_REQUIRE` has all of `needs`, or a name that is not known.
pub fn skip(needs: &[&str], why: impl fmt::Display) {
    let required = env::var("KVANT_REQUIRE").unwrap_or_default();
    match verdict(&required, needs) {
        Ok(()) => say(&why),
        Err(complaint) => panic!("{complaint}: {why}"),
    }
}

#[expect(clippy::print_stderr, reason = "a skipped test says so")]
fn say(why: &dyn fmt::Display) {
    eprintln!("skipped: {why}");
}

/// Accepts a skip for want of one of `needs` where `required` are known to be there.
fn verdict(required: &str, needs: &[&str]) -> Result<(), String> {
    let required = parse(required)?;
    for need in needs {
        assert!(is_known(need), "`{need}` is not in the table of needs");
    }
    match needs.iter().all(|need| required.contains(need)) {
        true => Err(format!("KVANT_REQUIRE has {}", needs.join(" and "))),
        false => Ok(()),
    }
}

fn parse(required: &str) -> Result<Vec<&str>, String> {
    let names = required.split(',').map(str::trim);
    let names: Vec<&str> = names.filter(|name| !name.is_empty()).collect();
    match names.iter().find(|name| !is_known(name)) {
        None => Ok(names),
        Some(unknown) => {
            let known: Vec<String> = NEEDS
                .iter()
                .map(|(n, what)| format!("{n}: {what}"))
                .collect();
            let known = known.join("\n  ");
            Err(format!(
                "KVANT_REQUIRE has `{unknown}`; known are\n  {known}\n"
            ))
        }
    }
}

fn is_known(name: &str) -> bool {
    NEEDS.iter().any(|(known, _)| *known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A name that is wrong must not go unnoticed where nothing is skipped.
    #[test]
    fn the_environment_has_known_names() {
        let required = env::var("KVANT_REQUIRE").unwrap_or_default();
        assert_eq!(parse(&required).err(), None);
    }

    #[test]
    fn skips_are_refused_where_everything_needed_is_required() {
        assert_eq!(verdict("", &["tcc"]), Ok(()));
        assert_eq!(verdict("gcc, qemu", &["tcc"]), Ok(()));
        assert_eq!(verdict("gcc,qemu", &["gcc-s390x", "qemu"]), Ok(()));
        assert_eq!(
            verdict("gcc, qemu,", &["qemu"]),
            Err("KVANT_REQUIRE has qemu".to_owned())
        );
        assert_eq!(
            verdict("qemu,gcc-s390x", &["gcc-s390x", "qemu"]),
            Err("KVANT_REQUIRE has gcc-s390x and qemu".to_owned())
        );
    }

    #[test]
    fn unknown_names_are_refused() {
        let complaint = verdict("gcc,gvv", &["tcc"]).unwrap_err();
        assert!(complaint.starts_with("KVANT_REQUIRE has `gvv`; known are\n  stable: "));
    }
}
