//! Finding compilers among fake ones, which are shell scripts, and picking one by name.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use kvant_toolchain::{Scratch, Surroundings, ToolError, Toolchain, Toolchains};

const HOST: &str = "x86_64-unknown-linux-gnu";

/// A rustup home in a temporary folder, to be filled with fake toolchains.
struct FakeRustup {
    home: Scratch,
}

impl FakeRustup {
    fn new() -> FakeRustup {
        FakeRustup {
            home: Scratch::new().expect("a temporary folder"),
        }
    }

    fn folder(&self, name: &str) -> PathBuf {
        self.home.path().join("toolchains").join(name)
    }

    /// Adds a toolchain that says it is this release, built from this commit.
    fn add(&self, folder: &str, release: &str, commit: &str) -> PathBuf {
        let folder = self.folder(folder);
        let script = format!(
            "#!/bin/sh\n\
             case \"$1\" in\n\
             -vV) printf 'rustc {release}\\nbinary: rustc\\ncommit-hash: {commit}\\nhost: {HOST}\\n\
             release: {release}\\nLLVM version: 22.1.2\\n' ;;\n\
             --print) echo '{}' ;;\n\
             *) exit 9 ;;\n\
             esac\n",
            folder.display()
        );
        write_script(&folder.join("bin/rustc"), &script)
    }

    fn discover(&self) -> Toolchains {
        Toolchains::discover_in(&Surroundings {
            rustup_home: Some(self.home.path().to_owned()),
            ..Surroundings::default()
        })
    }
}

fn write_script(path: &Path, script: &str) -> PathBuf {
    fs::create_dir_all(path.parent().expect("a script lies in a folder")).expect("a folder");
    fs::write(path, script).expect("a script");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).expect("permissions");
    path.to_owned()
}

fn names(toolchains: &Toolchains) -> Vec<&str> {
    let names = toolchains.found.iter().map(|found| found.name.as_str());
    names.collect()
}

#[test]
fn toolchains_are_sorted_and_described() {
    let rustup = FakeRustup::new();
    rustup.add(&format!("1.78.0-{HOST}"), "1.78.0", "78");
    rustup.add(&format!("1.85.0-{HOST}"), "1.85.0", "85");
    rustup.add(&format!("nightly-{HOST}"), "1.97.0-nightly", "97");
    rustup.add(
        &format!("nightly-2026-01-01-{HOST}"),
        "1.94.0-nightly",
        "94",
    );
    rustup.add(&format!("beta-{HOST}"), "1.96.0-beta.3", "96");
    rustup.add(&format!("stable-{HOST}"), "1.95.0", "95");
    rustup.add("stage1", "1.98.0-dev", "unknown");

    let toolchains = rustup.discover();
    assert_eq!(
        names(&toolchains),
        [
            "stable",
            "beta",
            "nightly",
            "stage1",
            "nightly-2026-01-01",
            "1.85.0",
            "1.78.0"
        ]
    );
    assert_eq!(toolchains.skipped, []);
    let stable = &toolchains.found[0];
    assert_eq!(stable.to_string(), "stable (1.95.0, LLVM 22.1.2)");
    assert_eq!(stable.commit.as_deref(), Some("95"));
    assert_eq!(stable.host, HOST);
}

#[test]
fn one_compiler_under_several_names_is_listed_once() {
    let rustup = FakeRustup::new();
    rustup.add(&format!("1.95.0-{HOST}"), "1.95.0", "95");
    rustup.add(&format!("stable-{HOST}"), "1.95.0", "95");
    symlink(
        rustup.folder(&format!("stable-{HOST}")),
        rustup.folder("mine"),
    )
    .expect("a link");

    let toolchains = rustup.discover();
    assert_eq!(names(&toolchains), ["stable"]);
    let stable = toolchains.select("stable").expect("it is there");
    assert!(
        stable
            .rustc
            .starts_with(rustup.folder(&format!("stable-{HOST}")))
    );
    for alias in ["mine", "1.95.0", "1.95", &format!("1.95.0-{HOST}")] {
        assert_eq!(toolchains.select(alias).expect(alias), stable, "{alias}");
    }
}

#[test]
fn own_builds_that_tell_the_same_are_still_different() {
    let rustup = FakeRustup::new();
    rustup.add("stage1", "1.98.0-dev", "unknown");
    rustup.add("stage2", "1.98.0-dev", "unknown");
    assert_eq!(names(&rustup.discover()), ["stage1", "stage2"]);
}

#[test]
fn broken_toolchains_are_skipped_with_a_reason() {
    let rustup = FakeRustup::new();
    rustup.add(&format!("stable-{HOST}"), "1.95.0", "95");
    fs::create_dir_all(rustup.folder("empty")).expect("a folder");
    write_script(
        &rustup.folder("failing").join("bin/rustc"),
        "#!/bin/sh\necho 'librustc_driver.so: no such file' >&2\nexit 127\n",
    );
    write_script(
        &rustup.folder("strange").join("bin/rustc"),
        "#!/bin/sh\necho hello\n",
    );
    fs::write(rustup.folder("a-file"), "").expect("a file");

    let toolchains = rustup.discover();
    assert_eq!(names(&toolchains), ["stable"]);
    let reasons: Vec<String> = toolchains.skipped.iter().map(ToString::to_string).collect();
    assert_eq!(reasons.len(), 3, "{reasons:?}");
    assert!(
        reasons[0].contains("empty is left out: cannot start"),
        "{reasons:?}"
    );
    assert!(
        reasons[1].contains("exit code 127 (librustc_driver.so"),
        "{reasons:?}"
    );
    assert!(reasons[2].contains("tells no `release:`"), "{reasons:?}");
}

#[test]
fn the_variable_and_the_path_are_looked_at_too() {
    let rustup = FakeRustup::new();
    let stable = rustup.add(&format!("stable-{HOST}"), "1.95.0", "95");
    let elsewhere = FakeRustup::new();
    let distribution = elsewhere.add("distribution", "1.85.0", "85");

    // A shim that forwards to the stable compiler, as the one of rustup does.
    let shims = elsewhere.home.path().join("shims");
    let forward = format!("#!/bin/sh\nexec '{}' \"$@\"\n", stable.display());
    let shim = write_script(&shims.join("rustc"), &forward);

    let toolchains = Toolchains::discover_in(&Surroundings {
        rustup_home: Some(rustup.home.path().to_owned()),
        rustc: Some(distribution.clone()),
        path: Some(shims.clone().into_os_string()),
    });
    assert_eq!(names(&toolchains), ["stable", "1.85.0"]);
    assert_eq!(toolchains.found[0].rustc, stable);

    let behind_the_shim = Toolchain::probe(&shim).expect("the shim forwards");
    assert_eq!(behind_the_shim.rustc, stable);

    // The one that a distribution has is found behind the one of rustup.
    let both = [shims.clone(), distribution.parent().unwrap().to_owned()];
    let along_the_path = Toolchains::discover_in(&Surroundings {
        rustup_home: None,
        rustc: None,
        path: Some(std::env::join_paths(both).unwrap()),
    });
    assert_eq!(names(&along_the_path), ["1.95.0", "1.85.0"]);

    let by_bare_name = Toolchains::discover_in(&Surroundings {
        rustup_home: None,
        rustc: Some(PathBuf::from("rustc")),
        path: Some(shims.into_os_string()),
    });
    assert_eq!(names(&by_bare_name), ["1.95.0"]);
}

#[test]
fn selection_takes_names_channels_versions_and_paths() {
    let rustup = FakeRustup::new();
    rustup.add(&format!("1.85.0-{HOST}"), "1.85.0", "850");
    rustup.add(&format!("1.85.1-{HOST}"), "1.85.1", "851");
    rustup.add(
        &format!("nightly-2026-01-01-{HOST}"),
        "1.94.0-nightly",
        "94",
    );
    let path = rustup.add("mine", "1.60.0", "60");
    let toolchains = rustup.discover();

    let selected = |wanted: &str| toolchains.select(wanted).expect(wanted).name.clone();
    assert_eq!(selected("1.85"), "1.85.1");
    assert_eq!(selected("1.85.0"), "1.85.0");
    assert_eq!(selected("stable"), "1.85.1");
    assert_eq!(selected("nightly"), "nightly-2026-01-01");
    assert_eq!(selected("mine"), "mine");
    assert_eq!(selected(path.to_str().expect("UTF-8")), "mine");

    let error = toolchains.select("beta").expect_err("there is none");
    assert!(matches!(error, ToolError::NoSuchToolchain { .. }));
    assert_eq!(
        error.to_string(),
        "no toolchain `beta`; there are: nightly-2026-01-01 (1.94.0-nightly, LLVM 22.1.2), \
         1.85.1 (1.85.1, LLVM 22.1.2), 1.85.0 (1.85.0, LLVM 22.1.2), mine (1.60.0, LLVM 22.1.2); \
         a path to a rustc works too"
    );
}

#[test]
fn nothing_at_all_is_an_empty_list_and_a_hint() {
    let toolchains = Toolchains::discover_in(&Surroundings::default());
    assert!(toolchains.found.is_empty());
    let error = toolchains.select("stable").expect_err("there is none");
    assert!(
        error.to_string().contains("install one with rustup"),
        "{error}"
    );
}

#[test]
fn the_compiler_of_this_test_is_found() {
    let toolchains = Toolchains::discover();
    assert!(!toolchains.found.is_empty(), "{:?}", toolchains.skipped);
    for toolchain in &toolchains.found {
        let again = Toolchain::probe(&toolchain.rustc).expect("it worked a moment ago");
        assert_eq!(again.verbose, toolchain.verbose);
    }
}
