//! Programs that some compiler gets wrong. The machine and unoptimised builds agree on them; optimised builds may be correct by
//! now, and the output tells.

#![allow(clippy::print_stdout)] // Who is still wrong shows in the tests' output.

use std::fs;
use std::path::Path;

use kvant_campaign::{Verdict, headline, test};
use kvant_languages::mir::{MirSubject, TARGET};
use kvant_mir::parse;
use kvant_mir_machine::{Limits as MachineLimits, Observation, Outcome, execute_under_all};
use kvant_toolchain::drivers::rustc::{CONST, all_mir_passes};
use kvant_toolchain::{Backend, Limits, OptLevel, Scratch, Toolchains};

#[test]
fn what_was_found_stays_understood() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/findings");
    let toolchain = Toolchains::discover().found.swap_remove(0);
    let scratch = Scratch::new().unwrap();
    let limits = (Limits::for_compiler(), Limits::for_program());
    let mut count = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        let program = parse::program(&text).unwrap().program;
        let run = execute_under_all(&program, &TARGET, MachineLimits::default());
        assert_eq!(run.outcome, Outcome::Finished, "{name}");
        let expected: Vec<&str> = text
            .lines()
            .filter_map(|line| line.strip_prefix("//~ OBSERVES: "))
            .collect();
        let observed: Vec<String> = run
            .trace
            .observations
            .iter()
            .map(Observation::line)
            .collect();
        assert_eq!(observed, expected, "{name}");
        let subject = MirSubject {
            name: name.clone(),
            origin: kvant_languages::mir::written(),
            trace: run.trace,
            program,
        };
        let ask =
            |backend: &Backend| test(&subject, backend, &scratch, &limits.0, &limits.1).unwrap();
        for backend in [
            Backend::in_mode(toolchain.clone(), CONST),
            Backend::build(toolchain.clone(), OptLevel::O0),
        ] {
            assert_eq!(ask(&backend), Verdict::Agrees, "{name}, {}", backend.name());
        }
        let flags = text.lines();
        let flags = flags.filter_map(|line| line.strip_prefix("//~ FLAGS: "));
        let optimised = Backend {
            toolchain: toolchain.clone(),
            request: all_mir_passes().with_flags(flags),
        };
        let verdict = ask(&optimised);
        println!(
            "{name}: {} {} {}",
            optimised.name(),
            verdict.name(),
            headline(&verdict)
        );
        count += 1;
    }
    assert!(count >= 5, "the findings are there");
}
