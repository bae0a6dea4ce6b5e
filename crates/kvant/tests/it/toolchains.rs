//! `kvant toolchains`, the settings file, and backends by name, as a user runs them.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;
use tempfile::TempDir;

/// A folder in which kvant is started, with a cache of its own.
struct Place(TempDir);

impl Place {
    fn new() -> Place {
        Place(TempDir::new().unwrap())
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
    }

    /// A wrapper around a compiler, which writes down that it was called.
    fn wrap(&self, name: &str, rustc: &str) {
        let log = self.0.path().join("asked");
        let log = log.display();
        let script = format!("#!/bin/sh\necho \"$*\" >>'{log}'\nexec '{rustc}' \"$@\"\n");
        self.write(name, &script);
        let path = self.0.path().join(name);
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn asked(&self) -> usize {
        let log = fs::read_to_string(self.0.path().join("asked"));
        log.unwrap_or_default().lines().count()
    }

    fn kvant(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_kvant"))
            .args(arguments)
            .current_dir(self.0.path())
            .env("XDG_CACHE_HOME", self.0.path().join("cache"))
            .output()
            .unwrap()
    }

    fn json(&self, arguments: &[&str]) -> Value {
        let output = self.kvant(arguments);
        let text = String::from_utf8_lossy(&output.stdout);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!text.is_empty(), "{errors}");
        crate::shell::record(arguments, &text)
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The first compiler that is found here, which the others wrap.
fn a_rustc() -> String {
    let all = Place::new().json(&["toolchains", "--json"]);
    let rustc = all["toolchains"][0]["rustc"].as_str();
    rustc.expect("cargo runs this test").to_owned()
}

#[test]
fn compilers_are_listed_with_what_they_can_do() {
    let place = Place::new();
    let all = place.json(&["toolchains", "--json"]);
    let first = &all["toolchains"][0];
    let has = first["has"].as_array().unwrap();
    for ability in ["custom-mir", "const-eval", "linker"] {
        assert!(has.contains(&ability.into()), "{first}");
    }
    let output = place.kvant(&["toolchains"]);
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.starts_with("Rust "), "{table}");
    let name = first["name"].as_str().unwrap();
    assert!(table.lines().any(|line| line.starts_with(name)), "{table}");
    assert!(table.contains(first["rustc"].as_str().unwrap()), "{table}");
    assert_eq!(output.status.code(), Some(0));
}

/// A gcc is installed, because rustc links with it.
#[test]
fn compilers_of_c_are_listed_and_are_not_asked_about_rust() {
    let place = Place::new();
    let all = place.json(&["toolchains", "--json"]);
    let mut c = all["c_compilers"].as_array().unwrap().iter();
    let gcc = c.find(|one| one["kind"] == "gcc" && one["emulator"].is_null());
    let gcc = gcc.expect("a gcc");
    let has = gcc["has"].as_array().unwrap();
    for ability in ["linker", "pass-switches"] {
        assert!(has.contains(&ability.into()), "{gcc}");
    }
    assert_eq!(gcc["lacks"]["msan"], "not of gcc", "{gcc}");
    let name = gcc["name"].as_str().unwrap();
    let output = place.kvant(&["toolchains"]);
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.lines().any(|line| line.starts_with(name)), "{table}");

    let output = place.kvant(&["diff", "--seed", "1", "--size", "tiny", "--toolchain", name]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("is for programs in C"), "{said}");
}

/// The text of programs is not for its version, so a rejection would be no finding.
#[test]
fn a_compiler_that_is_too_old_is_refused() {
    let place = Place::new();
    let script = "#!/bin/sh\ncase $1 in\n\
                  -vV) printf 'rustc 1.78.0\\nhost: x86_64-unknown-linux-gnu\\nrelease: 1.78.0\\n' ;;\n\
                  --print) echo /nowhere ;;\nesac\n";
    place.write("bin/old", script);
    let path = place.0.path().join("bin/old");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    place.write(
        "kvant.toml",
        "[[toolchain]]\nname = \"old\"\nrustc = \"bin/old\"\n",
    );
    for command in [
        &["fuzz", "--count", "1"][..],
        &["diff", "--seed", "1"],
        &["bisect", "--seed", "1"],
    ] {
        let output = place.kvant(&[command, &["--toolchain", "old"]].concat());
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let said = stderr(&output);
        assert!(
            said.contains("old (1.78.0) cannot be used: Kvant's MIR needs rustc 1.85"),
            "{said}"
        );
    }
}

/// Results after the replacement are not recorded under the old version. The campaign goes on with the new one.
#[test]
fn a_compiler_that_is_replaced_is_another_backend() {
    let place = Place::new();
    let (rustc, folder) = (a_rustc(), place.0.path().display().to_string());
    let script = format!(
        "#!/bin/sh\ncd '{folder}' 2>/dev/null && case \"$*\" in\n\
         -vV) [ -e replaced ] && exec sh -c \"'{rustc}' -vV | sed 's/^commit-date.*/commit-date: 2000-01-01/'\" ;;\n\
         *program.rs*) echo >>count; [ $(wc -l <count) -ge 4 ] && touch replaced ;;\nesac\n\
         cd \"$OLDPWD\"\nexec '{rustc}' \"$@\"\n"
    );
    place.write("bin/mine", &script);
    let path = place.0.path().join("bin/mine");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    place.write(
        "kvant.toml",
        "[[toolchain]]\nname = \"mine\"\nrustc = \"bin/mine\"\n",
    );
    let fuzz =
        "fuzz --seed 5 --count 4 --batch 1 -j 1 --size tiny --toolchain mine --reduce 0s --json";
    let output = place.kvant(&fuzz.split(' ').collect::<Vec<_>>());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let events: Vec<Value> = text
        .lines()
        .map(|line| crate::shell::record(&["fuzz"], line))
        .collect();
    let of = |name: &str| {
        events
            .iter()
            .filter(|event| event["event"] == name)
            .collect::<Vec<_>>()
    };
    let campaigns: Vec<&Value> = of("start").iter().map(|start| &start["campaign"]).collect();
    assert_eq!(campaigns.len(), 2, "{text}");
    assert_eq!(campaigns[0], campaigns[1]);
    let ends: Vec<&Value> = of("end").iter().map(|end| &end["end"]).collect();
    assert_eq!(ends, ["replaced", "complete"]);
    // The second program was tested by both compilers, so that is not recorded. The first one is new to the new compiler.
    let programs: Vec<&Value> = of("end").iter().map(|end| &end["programs"]).collect();
    assert_eq!(programs, [1, 3], "{text}");
}

#[test]
fn the_settings_name_compilers_and_backends() {
    let place = Place::new();
    place.wrap("bin/mine", &a_rustc());
    place.write(
        "kvant.toml",
        "[[toolchain]]\nname = \"mine\"\nrustc = \"bin/mine\"\n\
         [[toolchain]]\nname = \"gone\"\nrustc = \"bin/gone\"\n\
         [backends]\npreset = \"quick\"\n\
         [[backends.extra]]\ntoolchain = \"mine\"\nflags = [\"-Copt-level=1\", \"-Zunheard-of\"]\n",
    );
    let all = place.json(&["toolchains", "--json"]);
    let is_it = |toolchain: &&Value| toolchain["name"] == "mine";
    let found = all["toolchains"].as_array().unwrap().iter().find(is_it);
    let rustc = found.expect("it is there")["rustc"].as_str().unwrap();
    // It prints the version of the compiler that it wraps, and is started itself.
    assert!(rustc.ends_with("bin/mine"), "{rustc}");
    assert_eq!(all["skipped"][0]["name"], "gone");
    assert!(place.asked() > 0);

    // No query is repeated, except for the identity of the compiler behind a script.
    let asked = place.asked();
    place.json(&["toolchains", "--json"]);
    let log = fs::read_to_string(place.0.path().join("asked")).unwrap();
    let again: Vec<&str> = log.lines().skip(asked).collect();
    assert_eq!(again, ["-vV", "--print sysroot"]);

    let diff = [
        "diff",
        "--seed",
        "1",
        "--size",
        "tiny",
        "--toolchain",
        "mine",
        "--json",
    ];
    let backends = |arguments: &[&str]| -> Vec<String> {
        let said = place.json(arguments);
        let backends = said["backends"].as_array().unwrap().iter();
        let names = backends.map(|one| one["name"].as_str().unwrap().to_owned());
        names.collect()
    };
    let named =
        |ways: &[&str]| -> Vec<String> { ways.iter().map(|way| format!("mine-{way}")).collect() };
    assert_eq!(
        backends(&diff),
        named(&["const", "O0", "O3", "O3-mir4", "O1"])
    );
    let standard = [&diff[..], &["--backends", "standard"]].concat();
    assert_eq!(
        backends(&standard),
        named(&["const", "O0", "O3", "O3-mir4", "O2", "O0-mir4", "O1"])
    );
    let notes = stderr(&place.kvant(&diff));
    assert!(
        notes.contains("does not know -Zunheard-of: left out"),
        "{notes}"
    );
    assert!(notes.contains("gone is left out: cannot start"), "{notes}");

    // The same from elsewhere, and a file that names nothing.
    let file = place.0.path().join("kvant.toml");
    let elsewhere = Place::new();
    let settings = ["--settings", file.to_str().unwrap()];
    let out = elsewhere.kvant(&[&diff[..], &settings].concat());
    assert_eq!(out.status.code(), Some(0), "{}", stderr(&out));
    elsewhere.write("kvant.toml", "");
    assert_eq!(elsewhere.kvant(&diff).status.code(), Some(2));
    // The zoo has a file of its own.
    fs::create_dir(elsewhere.0.path().join("zoo")).unwrap();
    elsewhere.wrap("zoo/bin/rustc", &a_rustc());
    elsewhere.write(
        "zoo/kvant.toml",
        "[[toolchain]]\nname = \"mine\"\nrustc = \"bin/rustc\"\n",
    );
    assert_eq!(elsewhere.kvant(&diff).status.code(), Some(0));
}

#[test]
fn compilers_given_by_path_have_names_of_their_own() {
    let place = Place::new();
    let rustc = a_rustc();
    place.wrap("wrapper", &rustc);
    // One that tells its own folder, as those do that are built from source.
    for folder in ["one", "two"] {
        let path = place.0.path().join(folder);
        let script = format!(
            "#!/bin/sh\ncase \"$*\" in -vV) '{rustc}' -vV; echo mine: {folder} ;;\n\
             '--print sysroot') echo '{}' ;;\n*) exec '{rustc}' \"$@\" ;; esac\n",
            path.display()
        );
        place.write(&format!("{folder}/bin/rustc"), &script);
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(path.join("bin/rustc"), mode).unwrap();
    }
    let diff = |toolchains: &[&str]| {
        let common = ["diff", "--seed", "1", "--size", "tiny", "--json"];
        let toolchains = toolchains.iter().flat_map(|path| ["--toolchain", path]);
        place.kvant(&common.into_iter().chain(toolchains).collect::<Vec<_>>())
    };
    let output = diff(&["one/bin/rustc", "./two/bin/rustc"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(!stderr(&output).contains("leads to"), "{}", stderr(&output));
    let said: Value = serde_json::from_slice(&output.stdout).unwrap();
    let names = said["backends"].as_array().unwrap().iter();
    let names: Vec<&str> = names.filter_map(|one| one["name"].as_str()).collect();
    for end in ["-one-O3", "-two-O3"] {
        let count = names.iter().filter(|name| name.ends_with(end)).count();
        assert_eq!(count, 1, "{names:?}");
    }
    let said = stderr(&diff(&["./wrapper"]));
    let note = format!("./wrapper leads to {rustc}, which is used; name it in kvant.toml");
    assert!(said.contains(&note), "{said}");
}

#[test]
fn mistakes_in_the_settings_are_errors_with_the_line() {
    let place = Place::new();
    place.write("kvant.toml", "\n[backend]\npreset = \"quick\"\n");
    for command in [
        &["toolchains"][..],
        &["fuzz", "--count", "1"],
        &["diff", "--seed", "1"],
    ] {
        let output = place.kvant(command);
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let said = stderr(&output);
        assert!(
            said.contains("kvant.toml:2: there is no `backend` here"),
            "{said}"
        );
    }
    // A command that needs no compiler does not read the settings.
    let output = place.kvant(&["gen", "--seed", "1", "--size", "tiny", "--rustc", "1.95"]);
    assert_eq!(output.status.code(), Some(0));
    let output = place.kvant(&["toolchains", "--settings", "nowhere.toml"]);
    assert!(
        stderr(&output).contains("cannot read nowhere.toml"),
        "{}",
        stderr(&output)
    );
    let output = place.kvant(&["fuzz", "--backends", "slow"]);
    assert!(
        stderr(&output).contains("quick, standard, full"),
        "{}",
        stderr(&output)
    );
}

/// The script that fetches further compilers says what there is without any network.
#[test]
fn the_zoo_is_listed() {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/zoo");
    let zoo = |arguments: &[&str]| {
        let folder = TempDir::new().unwrap();
        let output = Command::new(&script)
            .args(arguments)
            .current_dir(folder.path())
            .output();
        output.expect("there is a shell")
    };
    let output = zoo(&["list"]);
    let said = String::from_utf8_lossy(&output.stdout);
    for version in ["1.85", "1.96", "1.97.1", "1.98.1"] {
        assert!(said.contains(version), "{said}");
    }
    let output = zoo(&["add", "1.2"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        stderr(&output).contains("there is no 1.2; there are 1.85"),
        "{}",
        stderr(&output)
    );
}
