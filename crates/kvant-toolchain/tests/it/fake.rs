//! Fake compilers, which are shell scripts in a temporary folder.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use kvant_toolchain::{Scratch, Surroundings, Toolchains};

pub(crate) const HOST: &str = "x86_64-unknown-linux-gnu";

/// A rustup home in a temporary folder, to be filled with fake toolchains.
pub(crate) struct FakeRustup {
    pub(crate) home: Scratch,
}

impl FakeRustup {
    pub(crate) fn new() -> FakeRustup {
        FakeRustup {
            home: Scratch::new().expect("a temporary folder"),
        }
    }

    pub(crate) fn folder(&self, name: &str) -> PathBuf {
        self.home.path().join("toolchains").join(name)
    }

    /// The file in which the fakes record queries.
    pub(crate) fn log(&self) -> PathBuf {
        self.home.path().join("asked")
    }

    /// The queries to the fakes so far, one line each.
    pub(crate) fn asked(&self) -> Vec<String> {
        let log = fs::read_to_string(self.log()).unwrap_or_default();
        log.lines().map(str::to_owned).collect()
    }

    /// Adds a toolchain that says it is this release, built from this commit.
    pub(crate) fn add(&self, folder: &str, release: &str, commit: &str) -> PathBuf {
        let folder = self.folder(folder);
        let script = format!(
            "#!/bin/sh\n\
             echo \"$*\" >>'{}'\n\
             case \"$1\" in\n\
             -vV) printf 'rustc {release}\\nbinary: rustc\\ncommit-hash: {commit}\\n\
             commit-date: 2026-01-02\\nhost: {HOST}\\nrelease: {release}\\nLLVM version: 22.1.2\\n' ;;\n\
             --print) echo '{}' ;;\n\
             -Zhelp) printf '    -Z validate-mir=val -- check\\n    -Z mir-opt-level=val -- level\\n' ;;\n\
             -Chelp) printf '    -C opt-level=val -- level\\n    -C lto=val -- link\\n' ;;\n\
             *) case \"$*\" in *unleash*) echo 'error: not at compile time' >&2; exit 1 ;; esac ;;\n\
             esac\n",
            self.log().display(),
            folder.display()
        );
        write_script(&folder.join("bin/rustc"), &script)
    }

    pub(crate) fn surroundings(&self) -> Surroundings {
        Surroundings {
            variables: [("RUSTUP_HOME".into(), self.home.path().into())].into(),
            ..Surroundings::default()
        }
    }

    pub(crate) fn discover(&self) -> Toolchains {
        Toolchains::discover_in(&self.surroundings())
    }
}

pub(crate) fn write_script(path: &Path, script: &str) -> PathBuf {
    fs::create_dir_all(path.parent().expect("a script lies in a folder")).expect("a folder");
    fs::write(path, script).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
    path.to_owned()
}

pub(crate) fn names(toolchains: &Toolchains) -> Vec<&str> {
    let names = toolchains.found.iter().map(|found| found.name.as_str());
    names.collect()
}
