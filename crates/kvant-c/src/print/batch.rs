//! Several programs in one text, so that the costs of starting a compiler and of linking are paid once.
//!
//! Programs share nothing but the observers, which are never inlined. Each begins with a fresh digest. Names do not clash,
//! because all names of file scope begin with the number of their program.

use std::fmt::Write as _;

use super::{Printer, prelude};
use crate::Program;

/// See [`super::part`].
pub(super) fn part(program: &Program, n: usize, head: &str, out: &mut String) {
    out.push('\n');
    super::program::comment(head, out);
    let prefix = format!("p{n}_");
    Printer::new(program, &prefix, out).program();
}

/// See [`super::batch`].
pub(super) fn batch(parts: &[String]) -> String {
    let length: usize = parts.iter().map(String::len).sum();
    let mut out = String::with_capacity(length + 8192);
    out.push_str(prelude::PRELUDE);
    for part in parts {
        out.push_str(part);
    }
    out.push_str("\nstatic int (*const kvant_programs[])(void) = {");
    for n in 0..parts.len() {
        let _ = write!(out, "p{n}_{}, ", Program::ENTRY);
    }
    out.push_str("};\n");
    out.push_str(MAIN);
    out
}

/// Without an argument it runs all programs and prints a line for each; with a number it runs that program; with a second
/// argument it also prints each observation.
const MAIN: &str = r#"
int main(int argc, char **argv) {
    unsigned n = 0, end = sizeof(kvant_programs) / sizeof(kvant_programs[0]);
    if (argc > 1) {
        for (const char *digit = argv[1]; *digit; digit++)
            n = n * 10 + (*digit - '0');
        if (n < end)
            end = n + 1;
    }
    kvant_trace = argc > 2;
    for (; n < end; n++) {
        kvant_state = KVANT_BEGIN;
        kvant_programs[n]();
        printf("p%u kvant %016llx\n", n, kvant_state);
        fflush(0);
    }
    return 0;
}
"#;
