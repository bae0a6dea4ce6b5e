//! Finding compilers among fake ones, which are shell scripts, and picking one by name.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use kvant_toolchain::drivers::{RUST, RUSTC};
use kvant_toolchain::{Cache, Driver, NamedCompiler, Surroundings, ToolError, Toolchains};

use crate::fake::{FakeRustup, HOST, names, write_script};

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
    assert_eq!(stable.date.as_deref(), Some("2026-01-02"));
    assert_eq!(stable.target, HOST);
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
            .path
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
        variables: [
            ("RUSTUP_HOME".into(), rustup.home.path().into()),
            ("RUSTC".into(), distribution.clone().into()),
        ]
        .into(),
        path: Some(shims.clone().into_os_string()),
        ..Surroundings::default()
    });
    assert_eq!(names(&toolchains), ["stable", "1.85.0"]);
    assert_eq!(toolchains.found[0].path, stable);

    let behind_the_shim = RUSTC
        .probe_behind(&shim, &Cache::default())
        .expect("the shim forwards");
    assert_eq!(behind_the_shim.path, stable);

    // The one that a distribution has is found behind the one of rustup.
    let both = [shims.clone(), distribution.parent().unwrap().to_owned()];
    let along_the_path = Toolchains::discover_in(&Surroundings {
        path: Some(std::env::join_paths(both).unwrap()),
        ..Surroundings::default()
    });
    assert_eq!(names(&along_the_path), ["1.95.0", "1.85.0"]);

    let by_bare_name = Toolchains::discover_in(&Surroundings {
        variables: [("RUSTC".into(), "rustc".into())].into(),
        path: Some(shims.into_os_string()),
        ..Surroundings::default()
    });
    assert_eq!(names(&by_bare_name), ["1.95.0"]);
}

#[test]
fn compilers_and_wrappers_can_be_named() {
    let rustup = FakeRustup::new();
    rustup.add(&format!("nightly-{HOST}"), "1.97.0-nightly", "97");
    let elsewhere = FakeRustup::new();
    let behind = elsewhere.add("hidden", "1.98.0", "98");
    // It needs its wrapper: without the variable it does not start.
    let guarded = fs::read_to_string(&behind).expect("a script");
    let guard = "#!/bin/sh\n[ \"$LIBRARY\" = there ] || exit 127\n";
    write_script(&behind, &guarded.replacen("#!/bin/sh\n", guard, 1));
    let forward =
        |variable: &str| format!("#!/bin/sh\n{variable} exec '{}' \"$@\"\n", behind.display());
    let folder = elsewhere.home.path();
    let wrapper = write_script(&folder.join("wrapper"), &forward("LIBRARY=there"));
    let bare = write_script(&folder.join("bare"), &forward(""));
    let named = |name: &str, rustc: &PathBuf, env: &[(&str, &str)]| NamedCompiler {
        name: name.to_owned(),
        setting: "rustc".to_owned(),
        path: rustc.clone(),
        env: env
            .iter()
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect(),
    };

    let toolchains = Toolchains::discover_in(&Surroundings {
        named: vec![named("mine", &wrapper, &[])],
        ..rustup.surroundings()
    });
    assert_eq!(names(&toolchains), ["nightly", "mine"]);
    let mine = toolchains.select("mine").expect("it is there");
    // A wrapper is started as it is, not the compiler behind it.
    assert_eq!(mine.path, wrapper);
    assert_eq!(mine.sysroot, elsewhere.folder("hidden"));
    let by_path = toolchains.select(wrapper.to_str().expect("UTF-8"));
    assert_eq!(by_path.expect("the path is known"), mine);
    // The same if it is named on the command line alone, where the compiler behind it does not start.
    let unknown = rustup.discover().select(wrapper.to_str().expect("UTF-8"));
    assert_eq!(unknown.expect("it works").path, wrapper);

    // The variable can come from the settings too, and one that does not work is skipped.
    let toolchains = Toolchains::discover_in(&Surroundings {
        named: vec![
            named("with", &bare, &[("LIBRARY", "there")]),
            named("without", &bare, &[]),
            named("gone", &folder.join("gone"), &[]),
        ],
        ..rustup.surroundings()
    });
    assert_eq!(names(&toolchains), ["nightly", "with"]);
    assert_eq!(
        toolchains.found[1].env,
        [("LIBRARY".to_owned(), "there".to_owned())]
    );
    let reasons: Vec<String> = toolchains.skipped.iter().map(ToString::to_string).collect();
    assert!(reasons[0].contains("without is left out"), "{reasons:?}");
    assert!(
        reasons[1].contains("gone is left out: cannot start"),
        "{reasons:?}"
    );

    // A wrapper that tells the version of a compiler that is found too is not that compiler, and neither is the same file
    // with other variables.
    let nightly = rustup.folder(&format!("nightly-{HOST}")).join("bin/rustc");
    let around = format!("#!/bin/sh\nexec '{}' \"$@\"\n", nightly.display());
    let around = write_script(&folder.join("around"), &around);
    let toolchains = Toolchains::discover_in(&Surroundings {
        named: vec![
            named("mine", &around, &[]),
            named("other", &nightly, &[("A", "1")]),
            named("plain", &nightly, &[]),
        ],
        ..rustup.surroundings()
    });
    assert_eq!(names(&toolchains), ["nightly", "mine", "other"]);
    for (name, path, variables) in [
        ("mine", &around, 0),
        ("other", &nightly, 1),
        ("plain", &nightly, 0),
        ("nightly", &nightly, 0),
    ] {
        let found = toolchains.select(name).expect(name);
        assert_eq!((&found.path, found.env.len()), (path, variables), "{name}");
    }

    // A name that the user gave is not used for another compiler.
    let toolchains = Toolchains::discover_in(&Surroundings {
        named: vec![named("nightly", &wrapper, &[])],
        ..rustup.surroundings()
    });
    let nightly = toolchains.select("nightly").expect("there are two");
    assert_eq!(nightly.release, "1.98.0");
    assert_eq!(toolchains.found.len(), 2);
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
         a path to a compiler works too"
    );
}

#[test]
fn nothing_at_all_is_an_empty_list_and_a_hint() {
    let toolchains = Toolchains::discover_in(&Surroundings::default());
    assert!(toolchains.found.is_empty());
    let error = toolchains.select("stable").expect_err("there is none");
    assert!(error.to_string().contains("put one on PATH"), "{error}");
}

#[test]
fn the_compiler_of_this_test_is_found() {
    let toolchains = Toolchains::discover();
    assert!(!toolchains.found.is_empty(), "{:?}", toolchains.skipped);
    for toolchain in toolchains.of(RUST) {
        let again = toolchain
            .driver
            .probe_behind(&toolchain.path, &Cache::default());
        let again = again.expect("it worked a moment ago");
        assert_eq!(again.verbose, toolchain.verbose);
    }
}

#[test]
fn different_compilers_that_are_picked_have_different_names() {
    let rustup = FakeRustup::new();
    let listed = rustup.add("1.85.0", "1.85.0", "85");
    let toolchains = rustup.discover();
    let elsewhere = FakeRustup::new();
    let add = |folder: &str, release: &str| {
        let path = elsewhere.add(folder, release, "unknown");
        path.to_str().expect("UTF-8").to_owned()
    };
    let [one, two] = ["stage1", "stage2"].map(|folder| add(folder, "1.98.0-dev"));
    let [left, right] = ["left/build", "right/build"].map(|folder| add(folder, "1.97.0"));
    let rival = add("mine", "1.85.0");
    let alone = add("alone", "1.96.0");
    let names = |wanted: &[&str]| -> Vec<String> {
        let picked = toolchains.select_all(wanted.iter().copied());
        let picked = picked.expect("all of them are there");
        assert_eq!(picked.notes, [""; 0], "none of them is a wrapper");
        let names = picked.toolchains.iter();
        names.map(|toolchain| toolchain.name.clone()).collect()
    };
    let (stage1, stage2) = ("1.98.0-dev-stage1", "1.98.0-dev-stage2");
    assert_eq!(names(&[&one, &two]), [stage1, stage2]);
    assert_eq!(names(&[&two, &one, &two]), [stage2, stage1, stage2]);
    assert_eq!(
        names(&[&left, &right]),
        ["1.97.0-left-build", "1.97.0-right-build"]
    );
    // The one in the list keeps its name, wanted or not.
    let listed = listed.to_str().expect("UTF-8");
    assert_eq!(names(&[&rival, listed]), ["1.85.0-mine", "1.85.0"]);
    assert_eq!(names(&[&rival]), ["1.85.0-mine"]);
    assert_eq!(names(&[&alone, &one]), ["1.96.0", "1.98.0-dev"]);
}

#[test]
fn a_path_that_leads_elsewhere_is_told() {
    let rustup = FakeRustup::new();
    let stable = rustup.add(&format!("stable-{HOST}"), "1.95.0", "95");
    let toolchains = rustup.discover();
    let forward = format!("#!/bin/sh\nexec '{}' \"$@\"\n", stable.display());
    let wrapper = write_script(&rustup.home.path().join("wrapper"), &forward);
    let link = rustup.home.path().join("link");
    symlink(&stable, &link).expect("a link");
    let notes = |path: &PathBuf| {
        let picked = toolchains.select_all([path.to_str().expect("UTF-8")]);
        let picked = picked.expect("it is there");
        assert_eq!(picked.toolchains[0].path, stable);
        picked.notes
    };
    let expected = format!(
        "{} leads to {}, which is used; name it in kvant.toml to start it as it is",
        wrapper.display(),
        stable.display()
    );
    assert_eq!(notes(&wrapper), [expected]);
    assert_eq!(notes(&link), [""; 0]);
    let by_name = toolchains.select_all(["stable"]).expect("it is there");
    assert_eq!(by_name.notes, [""; 0]);
}
