//! A toy language and its compiler go through the whole program as plug-ins: campaign, confirmation, reduction and bundle.
//!
//! A binary of its own, because registries are global. It starts itself as `kvant` with both plug-ins.

mod compiler;
mod language;

use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs, os::unix::fs::PermissionsExt as _};

use kvant_record::command::Toolchains;
use kvant_record::event::{Event, Told};
use kvant_record::listing::ProgramCount;
use kvant_record::{Kind, Record};
use tempfile::TempDir;

use compiler::{SCRIPT, ToyDriver};
use language::ToyLanguage;

/// Set where this binary is to be `kvant`.
const AS_KVANT: &str = "KVANT_TOY";

fn main() -> ExitCode {
    if env::var_os(AS_KVANT).is_some() {
        assert!(kvant_toolchain::register_drivers(&[&ToyDriver]));
        assert!(kvant_languages::register_languages(&[&ToyLanguage]));
        return kvant::main();
    }
    a_toy_language_goes_through_the_whole_program();
    ExitCode::SUCCESS
}

/// The output of a command, after its exit code was checked.
fn kvant(folder: &Path, line: &str, code: i32) -> String {
    let mut command = Command::new(env::current_exe().unwrap());
    command.args(line.split(' ')).env(AS_KVANT, "1");
    let output = command.current_dir(folder).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|it| String::from_utf8(it).unwrap());
    assert_eq!(output.status.code(), Some(code), "{line}\n{out}\n{err}");
    out
}

fn a_toy_language_goes_through_the_whole_program() {
    let folder = TempDir::new().unwrap();
    let at = folder.path();
    let mut settings = Vec::new();
    for (name, version) in [("old", "1"), ("new", "3")] {
        let path = at.join(name);
        fs::write(&path, SCRIPT.replace("VERSION", version)).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        settings.push(format!(
            "[[toolchain]]\nname = \"{name}\"\ntoy = \"{name}\"\n"
        ));
    }
    fs::write(at.join("kvant.toml"), settings.concat()).unwrap();

    let listed = kvant(at, "toolchains", 0);
    assert!(listed.contains("\nToy  version "), "{listed}");
    let listed: Record<Toolchains> =
        serde_json::from_str(&kvant(at, "--json toolchains", 0)).unwrap();
    let names = listed.value.other_compilers.into_iter().map(|it| it.name);
    assert_eq!(names.collect::<Vec<_>>(), ["old", "new"]);
    let help = kvant(at, "gen --help", 0);
    let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(help.contains("or `toy` (for compilers of Toy)"), "{help}");

    let stats = kvant(at, "gen --lang toy --stats --count 3 --json", 0);
    let stats: Record<ProgramCount> = serde_json::from_str(&stats).unwrap();
    assert_eq!((stats.value.programs, stats.value.failures.len()), (3, 0));

    let fuzz = "--json fuzz --lang toy --seeds 0..200 --batch 8 --jobs 1 --reduce 60s --time 50s";
    let printed = kvant(at, fuzz, 1);
    let told = printed
        .lines()
        .map(|line| serde_json::from_str::<Record<Told>>(line).unwrap());
    let (mut builds, mut texts, mut smallest) = (0, 0, Vec::new());
    for Record { value, .. } in told {
        match value.event {
            Event::Finding(found) => {
                // Nothing of the first version, which lacks operators, and no dispute with the machine.
                assert_eq!(found.kind, Kind::WrongValue, "{found:?}");
                assert!(
                    found.backends.iter().all(|it| it.starts_with("new-")),
                    "{found:?}"
                );
                builds += usize::from(found.backends.contains(&"new-O2".to_owned()));
                texts += usize::from(found.backends.contains(&"new-opt".to_owned()));
            }
            Event::Reduced(reduced) => smallest.push((reduced.statements, reduced.finding)),
            Event::Unmade { .. } | Event::LeftOut { .. } => panic!("{value:?}"),
            _ => {}
        }
    }
    assert!(builds > 0 && texts > 0, "{printed}");
    smallest.sort_unstable();
    // `sub` with two digits; `mul` and `shl`, with one before them where `mul` alone gives zero.
    let sizes: Vec<usize> = smallest.iter().map(|(statements, _)| *statements).collect();
    assert!(
        sizes.contains(&1) && sizes.iter().all(|size| *size <= 3),
        "{sizes:?}"
    );

    let number = smallest[0].1;
    kvant(at, &format!("bundle {number} --out bundle"), 0);
    let facts = fs::read_to_string(at.join("bundle/facts.md")).unwrap();
    assert!(
        facts.contains("new-opt") || facts.contains("new-O2"),
        "{facts}"
    );
    let program = fs::read_to_string(at.join("bundle/reduced/program.toy")).unwrap();
    assert!(program.starts_with("// kvant {"), "{program}");
    let again = kvant(at, "diff bundle/reduced/program.toy", 1);
    assert!(again.contains("old-O2   agrees"), "{again}");
    kvant(at, "run bundle/reduced/program.toy", 0);
    kvant(at, "recheck", 0);
}
