//! The variables of this process that a compiler gets.
//!
//! Many variables change the behaviour of a compiler silently: `RUST_MIN_STACK` makes it overflow its stack, `LD_PRELOAD` and
//! `MALLOC_*` change the contents of memory. A finding that needs one of them cannot be reproduced elsewhere. So the
//! environment is left out except for variables that are needed to find programs, libraries and settings. Users name others
//! with the toolchain (`env` in `kvant.toml`), and then they are in the command line of every report too.
//!
//! Programs that compilers make get no variables at all, see `program`.

use std::ffi::OsStr;
use std::process::Command;

/// Takes everything from a command's environment that is not in the list.
pub(crate) fn clear(command: &mut Command) {
    command.env_clear();
    command.envs(std::env::vars_os().filter(|(name, _)| is_kept(name)));
}

fn is_kept(name: &OsStr) -> bool {
    let Some(name) = name.to_str() else {
        return false;
    };
    KEPT.contains(&name) || FAMILIES.iter().any(|family| name.starts_with(family))
}

const KEPT: [&str; 17] = [
    // The paths of programs, the linker above all, and of settings.
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "TMPDIR",
    // Where the libraries are of a compiler that is not installed, or was built by hand.
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    "DYLD_FALLBACK_LIBRARY_PATH",
    // Needed by a wrapper that ends in rustup's shim.
    "RUSTUP_HOME",
    "RUSTUP_TOOLCHAIN",
    "CARGO_HOME",
    // Where a C compiler that links looks for its parts, for libraries, and for Apple's kits.
    "GCC_EXEC_PREFIX",
    "COMPILER_PATH",
    "LIBRARY_PATH",
    "DEVELOPER_DIR",
    "SDKROOT",
    // Guix says here where the words of the C library are.
    "GUIX_LOCPATH",
];

/// Beginnings of names. The compilers and linkers of Nix and Guix are wrappers that do not work without theirs.
const FAMILIES: [&str; 2] = ["NIX_", "GUIX_LD_WRAPPER_"];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_needed_variables_are_kept() {
        for kept in ["PATH", "HOME", "RUSTUP_TOOLCHAIN", "NIX_LDFLAGS", "SDKROOT"] {
            assert!(is_kept(OsStr::new(kept)), "{kept}");
        }
        for gone in [
            "RUST_MIN_STACK",
            "RUSTFLAGS",
            "RUSTC_WRAPPER",
            "RUSTC_LOG",
            "RUST_BACKTRACE",
            "LD_PRELOAD",
            "MALLOC_ARENA_MAX",
            "SOURCE_DATE_EPOCH",
            "MAKEFLAGS",
            "LC_ALL",
            "NIX",
        ] {
            assert!(!is_kept(OsStr::new(gone)), "{gone}");
        }
    }
}
