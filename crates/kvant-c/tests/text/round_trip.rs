//! What is printed comes back as it was.

use kvant_c::{CTarget, Program, check, parse, print};

/// Parses a text, and what is printed of it.
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
