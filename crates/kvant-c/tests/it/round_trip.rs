//! Printing and parsing gives the same program.

use kvant_c::{CTarget, Program, canonical, check, parse, print};

use crate::random;

/// Parses a text, prints the program and parses it again.
pub(crate) fn check_text(text: &str) -> Program {
    let program = match parse::program(text, &CTarget::X86_64) {
        Ok(parsed) => parsed.program,
        Err(error) => panic!("{error}\n{text}"),
    };
    if let Err(error) = check::program(&program, &CTarget::X86_64) {
        panic!("{error}\n{text}");
    }
    check_program(&program);
    program
}

/// Prints a program in canonical form and parses it.
pub(crate) fn check_program(program: &Program) {
    let printed = print::program(program, &print::Form::Readable, "seed 1");
    let again = match parse::program(&printed, &CTarget::X86_64) {
        Ok(parsed) => parsed.program,
        Err(error) => panic!("{error}\n{printed}"),
    };
    if again != *program {
        let second = print::program(&again, &print::Form::Readable, "seed 1");
        assert_eq!(printed, second, "another text");
        assert_eq!(
            *program, again,
            "the same text, another program:\n{printed}"
        );
    }
}

#[test]
fn random_programs_round_trip() {
    for seed in 0..300 {
        let written = random::program(seed);
        let program = canonical(written.clone());
        let text = |program| print::program(program, &print::Form::Readable, "");
        assert_eq!(text(&written), text(&program), "only numbers change");
        if let Err(error) = check::program(&program, &CTarget::X86_64) {
            let text = text(&program);
            panic!("seed {seed}: {error} at {:?}\n{text}", error.place);
        }
        assert_eq!(program, canonical(program.clone()), "seed {seed}");
        check_program(&program);
    }
}
