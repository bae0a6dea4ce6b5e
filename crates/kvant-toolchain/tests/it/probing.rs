//! Queries to compilers, their cache, and the backends that follow from them.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use kvant_toolchain::drivers::rustc::CONST;
use kvant_toolchain::drivers::{C, RUSTC};
use kvant_toolchain::{
    Abilities, Answer, Backend, Driver, Gives, Limits, NamedCompiler, OptLevel, Preset, Scratch,
    Surroundings, ToolError, Toolchains,
};

use crate::fake::{FakeRustup, HOST, names, write_script};

fn cached(rustup: &FakeRustup) -> Surroundings {
    Surroundings {
        cache: Some(rustup.home.path().join("cache/compilers.json")),
        ..rustup.surroundings()
    }
}

fn has(abilities: &Abilities, name: &str) -> bool {
    abilities.has().any(|ability| ability.name == name)
}

/// Arguments of the queries that scripts get in each process.
const IDENTITY: [&str; 2] = ["-vV", "--print sysroot"];

#[test]
fn answers_are_remembered_until_the_compiler_changes() {
    let rustup = FakeRustup::new();
    let stable = rustup.add(&format!("stable-{HOST}"), "1.95.0", "95");
    let surroundings = cached(&rustup);

    let first = Toolchains::discover_in(&surroundings);
    let abilities = first.abilities(&first.found[0]).expect("it answers");
    let asked = rustup.asked().len();
    assert!(asked >= 4, "{:?}", rustup.asked());

    let second = Toolchains::discover_in(&surroundings);
    assert_eq!(second.found, first.found);
    assert_eq!(second.abilities(&second.found[0]).unwrap(), abilities);
    // The fake is a script, which may lead to another compiler any time.
    assert_eq!(rustup.asked()[asked..], IDENTITY);
    let asked = rustup.asked().len();

    let fresh = Surroundings {
        fresh: true,
        ..surroundings.clone()
    };
    assert_eq!(Toolchains::discover_in(&fresh).found, first.found);
    assert!(rustup.asked().len() > asked);

    // A new release in the old place has another size.
    rustup.add(&format!("stable-{HOST}"), "1.95.10", "9510");
    let updated = Toolchains::discover_in(&surroundings);
    assert_eq!(updated.found[0].release, "1.95.10");

    // Answers of compilers that are gone are forgotten.
    fs::remove_file(&stable).unwrap();
    assert_eq!(names(&Toolchains::discover_in(&surroundings)), [""; 0]);
}

#[test]
fn a_wrapper_is_asked_again_when_the_compiler_behind_it_changes() {
    let rustup = FakeRustup::new();
    let behind = rustup.add("hidden", "1.96.0", "96");
    let forward = format!("#!/bin/sh\nexec '{}' \"$@\"\n", behind.display());
    let wrapper = write_script(&rustup.home.path().join("wrapper"), &forward);
    let surroundings = Surroundings {
        variables: BTreeMap::new(),
        named: vec![NamedCompiler {
            setting: "rustc".to_owned(),
            name: "mine".to_owned(),
            path: wrapper,
            env: Vec::new(),
        }],
        ..cached(&rustup)
    };
    let release = || {
        let toolchains = Toolchains::discover_in(&surroundings);
        toolchains.found[0].release.clone()
    };
    assert_eq!(release(), "1.96.0");
    let asked = rustup.asked().len();
    assert_eq!(release(), "1.96.0");
    assert_eq!(rustup.asked()[asked..], IDENTITY);
    rustup.add("hidden", "1.96.10", "9610");
    assert_eq!(release(), "1.96.10");
}

#[test]
fn the_target_of_a_rustup_shim_is_queried_every_time() {
    let rustup = FakeRustup::new();
    let old = rustup.add("old", "1.85.0", "85");
    let new = rustup.add("new", "1.95.0", "95");
    let shims = rustup.home.path().join("shims");
    let default = rustup.home.path().join("default");
    let forward = format!(
        "#!/bin/sh\nexec \"$(cat '{}')\" \"$@\"\n",
        default.display()
    );
    write_script(&shims.join("rustup"), &forward);
    symlink("rustup", shims.join("rustc")).unwrap();
    let surroundings = Surroundings {
        variables: BTreeMap::new(),
        path: Some(shims.into_os_string()),
        ..cached(&rustup)
    };
    for (compiler, name) in [(&old, "1.85.0"), (&new, "1.95.0"), (&old, "1.85.0")] {
        fs::write(&default, compiler.display().to_string()).unwrap();
        assert_eq!(names(&Toolchains::discover_in(&surroundings)), [name]);
    }
}

#[test]
fn a_damaged_cache_is_ignored() {
    let rustup = FakeRustup::new();
    rustup.add(&format!("stable-{HOST}"), "1.95.0", "95");
    let surroundings = cached(&rustup);
    let expected = Toolchains::discover_in(&surroundings).found;
    let file = surroundings.cache.clone().unwrap();
    let good = fs::read_to_string(&file).unwrap();
    for bad in [
        String::new(),
        "{".to_owned(),
        "[]".to_owned(),
        good[..good.len() / 2].to_owned(),
        good.replace("\"format\":1", "\"format\":999"),
        good.replace("\"said\"", "\"sad\""),
    ] {
        fs::write(&file, &bad).unwrap();
        assert_eq!(
            Toolchains::discover_in(&surroundings).found,
            expected,
            "{bad}"
        );
    }
    // One that cannot be written is no error either.
    let impossible = Surroundings {
        cache: Some(file.join("below-a-file")),
        ..surroundings
    };
    assert_eq!(Toolchains::discover_in(&impossible).found, expected);
}

#[test]
fn abilities_are_tried_and_looked_up() {
    let rustup = FakeRustup::new();
    rustup.add(&format!("nightly-{HOST}"), "1.97.0-nightly", "97");
    let folder = rustup.folder(&format!("nightly-{HOST}"));
    let toolchains = rustup.discover();
    let abilities = toolchains.abilities(&toolchains.found[0]).unwrap();
    assert!(has(&abilities, "custom-mir") && has(&abilities, "validate-mir"));
    let why = |name: &str| {
        let mut lacks = abilities.lacks();
        let (_, why) = lacks.find(|(ability, _)| ability.name == name).unwrap();
        why.to_string()
    };
    assert_eq!(why("const-eval"), "error: not at compile time");
    assert_eq!(why("mir-bisect"), "flag not known");
    assert_eq!(why("cranelift"), "not installed");

    let backends = folder
        .join("lib/rustlib")
        .join(HOST)
        .join("codegen-backends");
    fs::create_dir_all(&backends).unwrap();
    fs::write(backends.join("librustc_codegen_cranelift-1.97.so"), "").unwrap();
    for tool in ["miri", "cargo-miri"] {
        write_script(&folder.join("bin").join(tool), "#!/bin/sh\necho /library\n");
    }
    let toolchains = rustup.discover();
    let abilities = toolchains.abilities(&toolchains.found[0]).unwrap();
    assert!(has(&abilities, "cranelift") && has(&abilities, "miri"));
    let full = toolchains.matrix(Some(Preset::Full), &toolchains.found, &[]);
    let full: Vec<String> = full.unwrap().backends.iter().map(Backend::name).collect();
    // This fake does not know the flag, so it is left out, and O3 is left.
    assert!(
        !full.iter().any(|name| name.contains("cranelift")),
        "{full:?}"
    );
}

#[test]
fn compilers_of_c_are_found_and_described() {
    let rustup = FakeRustup::new();
    let bin = rustup.home.path().join("c");
    let says = |name: &str, text: &str| {
        let script = format!(
            "#!/bin/sh\necho asked >>'{}'\nprintf '{text}' >&2\n",
            rustup.log().display()
        );
        write_script(&bin.join(name), &script)
    };
    says(
        "gcc-12",
        "Target: x86_64-linux-gnu\\ngcc version 12.2.0 (Debian)\\n",
    );
    symlink("gcc-12", bin.join("gcc")).unwrap();
    symlink("gcc-12", bin.join("x86_64-linux-gnu-gcc-12")).unwrap();
    let elsewhere = "Target: s390x-linux-gnu\\ngcc version 12.2.0\\n";
    says("s390x-linux-gnu-gcc-12", elsewhere);
    says("qemu-s390x", "");
    let nowhere = "Target: riscv64-linux-gnu\\ngcc version 12.2.0\\n";
    says("riscv64-linux-gnu-gcc", nowhere);
    says("gcc-9", "Target: x86_64-linux-gnu\\ngcc version 9.3.0\\n");
    says("gcc-ar-12", "no compiler");
    says(
        "clang-19",
        "clang version 19.1.7\\nTarget: x86_64-pc-linux-gnu\\n",
    );
    says("tcc", "tcc version 0.9.27 (x86_64 Linux)\\n");
    says("clang", "broken");
    let surroundings = Surroundings {
        path: Some(bin.into_os_string()),
        ..cached(&rustup)
    };
    let all = Toolchains::discover_in(&surroundings);
    let found_of_c = all.of(C);
    let found: Vec<String> = found_of_c.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "clang-19 (clang 19.1.7, x86_64-pc-linux-gnu)",
            "gcc-9 (gcc 9.3.0, x86_64-linux-gnu)",
            "gcc-12 (gcc 12.2.0, x86_64-linux-gnu)",
            "tcc (tcc 0.9.27, x86_64 Linux)",
            "s390x-linux-gnu-gcc-12 (gcc 12.2.0, s390x-linux-gnu)",
        ]
    );
    assert_eq!(found_of_c[2].aliases, ["gcc", "x86_64-linux-gnu-gcc-12"]);
    assert_eq!(found_of_c[2].family().name, "gcc");
    assert_eq!(found_of_c[2].emulator, None);
    assert!(found_of_c[4].emulator.is_some());
    let skipped: Vec<&str> = all.skipped.iter().map(|each| each.name.as_str()).collect();
    assert_eq!(skipped, ["clang", "riscv64-linux-gnu-gcc"]);
    assert!(
        all.skipped[1].why.contains("no qemu-riscv64"),
        "{}",
        all.skipped[1]
    );
    // These are scripts, so the compiler behind each is identified once more.
    let asked = rustup.asked().len();
    let again = Toolchains::discover_in(&surroundings);
    assert_eq!((again.found, again.skipped), (all.found, all.skipped));
    assert_eq!(rustup.asked().len(), 2 * asked);
}

/// A script stays the same when it leads to another compiler, and so may its library folder.
#[test]
fn the_compiler_behind_a_script_is_queried_every_time() {
    let rustup = FakeRustup::new();
    let old = rustup.add("old", "1.96.0", "96");
    let new = rustup.add("new", "1.97.0", "97");
    let current = rustup.home.path().join("current");
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = --print ] && exec echo /nowhere\nexec \"$(cat '{}')\" \"$@\"\n",
        current.display()
    );
    let named = NamedCompiler {
        setting: "rustc".to_owned(),
        name: "mine".to_owned(),
        path: write_script(&rustup.home.path().join("wrapper"), &script),
        env: Vec::new(),
    };
    let surroundings = Surroundings {
        variables: BTreeMap::new(),
        named: vec![named],
        ..cached(&rustup)
    };
    fs::write(&current, old.to_str().unwrap()).unwrap();
    let first = Toolchains::discover_in(&surroundings);
    assert_eq!(first.found[0].release, "1.96.0");
    first.found[0].check_behind().expect("it is the same");
    fs::write(&current, new.to_str().unwrap()).unwrap();
    let error = first.found[0].check_behind().unwrap_err();
    let says = "mine was replaced while it was in use: it was `rustc 1.96.0` and is `rustc 1.97.0`";
    assert!(error.to_string().starts_with(says), "{error}");
    let second = Toolchains::discover_in(&surroundings);
    assert_eq!(second.found[0].release, "1.97.0");
}

/// The files are looked at before and after each compilation.
#[test]
fn a_compiler_that_was_replaced_is_not_believed() {
    let rustup = FakeRustup::new();
    let folder = format!("stable-{HOST}");
    let path = rustup.add(&folder, "1.95.0", "95");
    let toolchain = rustup.discover().found.swap_remove(0);
    let backend = Backend::build(toolchain, OptLevel::O3);
    let scratch = Scratch::new().unwrap();
    let compile = || backend.compile("", scratch.path(), &Limits::for_compiler());
    compile().expect("an answer");
    let asked = rustup.asked().len();
    // The same once more is another file, and says the same.
    fs::remove_file(&path).unwrap();
    rustup.add(&folder, "1.95.0", "95");
    compile().expect("an answer");
    assert_eq!(rustup.asked()[asked], "-vV");
    let asked = rustup.asked().len();
    compile().expect("an answer");
    assert_eq!(rustup.asked().len(), asked + 1, "it is not asked each time");

    rustup.add(&folder, "1.96.0", "96");
    let error = compile().unwrap_err();
    assert!(matches!(error, ToolError::Replaced { .. }), "{error}");
}

#[test]
fn presets_leave_out_unknown_flags() {
    let rustup = FakeRustup::new();
    rustup.add(&format!("stable-{HOST}"), "1.95.0", "95");
    let toolchains = rustup.discover();
    let asked = rustup.asked().len();
    let matrix = |preset, more: &[_]| {
        let matrix = toolchains.matrix(preset, &toolchains.found, more).unwrap();
        let names: Vec<String> = matrix.backends.iter().map(Backend::name).collect();
        (names, matrix.notes)
    };
    let quick = ["stable-O3", "stable-O3-mir4"];
    assert_eq!(matrix(Some(Preset::Quick), &[]).0, quick);
    assert_eq!(matrix(None, &[]).0, [""; 0]);
    let (standard, notes) = matrix(Some(Preset::Standard), &[]);
    let more = ["stable-O2", "stable-O0-mir4"];
    assert_eq!(standard, [quick, more].concat());
    assert_eq!(notes, [""; 0]);
    // These presets need no query.
    assert_eq!(rustup.asked().len(), asked);

    // The fake knows `-Clto`, `-Zvalidate-mir` and the levels, and nothing else.
    let (full, notes) = matrix(Some(Preset::Full), &[]);
    assert!(full.contains(&"stable-O3-mir4-validate".to_owned()));
    assert!(full.contains(&"stable-O3 -Clto=fat".to_owned()));
    assert!(full.contains(&"stable-const".to_owned()));
    assert!(
        !full.iter().any(|name| name.contains("-Zrandomize-layout")),
        "{full:?}"
    );
    let mut unique = full.clone();
    unique.sort();
    unique.dedup();
    assert_eq!(unique.len(), full.len(), "{full:?}");
    assert_eq!(notes.len(), 1, "{notes:?}");
    assert!(
        notes[0].starts_with("stable (1.95.0, LLVM 22.1.2) does not know "),
        "{notes:?}"
    );
    assert!(notes[0].contains("-Zrandomize-layout"), "{notes:?}");

    let flags = ["-C", "opt-level=s", "-Zunheard-of", "-Zmir-opt-level=3"].map(str::to_owned);
    let own = RUSTC.request(&flags).unwrap();
    let more = [(toolchains.found[0].clone(), own)];
    let (names, notes) = matrix(None, &more);
    assert_eq!(names, ["stable-Os-mir3"]);
    assert!(
        notes[0].contains("does not know -Zunheard-of: left out"),
        "{notes:?}"
    );
}

/// The compiler that runs these tests takes everything that it is asked for.
#[test]
fn every_way_of_building_works() {
    let toolchains = Toolchains::discover();
    let chosen = &toolchains.found[..1];
    let abilities = toolchains.abilities(&chosen[0]).expect("it answers");
    for ability in ["custom-mir", "const-eval", "linker", "llvm-bisect"] {
        assert!(has(&abilities, ability), "{abilities:?}");
    }
    let matrix = toolchains.matrix(Some(Preset::Full), chosen, &[]).unwrap();
    assert!(matrix.backends.len() > 25, "{:?}", matrix.notes);
    let quiet: Vec<&Backend> = matrix
        .backends
        .iter()
        .filter(|one| !one.optimises())
        .collect();
    let references = 2 + usize::from(has(&abilities, "miri"));
    assert_eq!(quiet.len(), references, "{quiet:?}");
    let scratch = Scratch::new().unwrap();
    let source = "pub fn main() { println!(\"hello\"); }";
    for backend in &matrix.backends {
        let compilation = backend.compile(source, scratch.path(), &Limits::for_compiler());
        let answer = compilation.unwrap().answer;
        let expected = match backend.gives() {
            Gives::Executable => matches!(answer, Answer::Executable(_)),
            Gives::Evaluation => matches!(answer, Answer::Evaluated(_)),
            Gives::Output => matches!(answer, Answer::Interpreted { .. }),
            Gives::Text => false,
        };
        assert!(expected, "{backend}: {answer:?}");
    }
}

#[test]
fn variables_of_a_toolchain_are_part_of_its_command_line() {
    let rustup = FakeRustup::new();
    let rustc = rustup.add("mine", "1.96.0", "96");
    let toolchains = Toolchains::discover_in(&Surroundings {
        named: vec![NamedCompiler {
            setting: "rustc".to_owned(),
            name: "mine".to_owned(),
            path: rustc,
            env: vec![("LD_LIBRARY_PATH".to_owned(), "/my libraries".to_owned())],
        }],
        ..Surroundings::default()
    });
    let backend = Backend::in_mode(toolchains.found[0].clone(), CONST);
    let line = backend.command_line(&PathBuf::from("p.rs"), &PathBuf::from("p"));
    assert!(
        line.to_string()
            .contains(" LD_LIBRARY_PATH='/my libraries' "),
        "{line}"
    );
}
