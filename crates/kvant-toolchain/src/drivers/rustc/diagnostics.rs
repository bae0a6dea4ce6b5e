//! Takes apart the text that `rustc` prints on standard error.
//!
//! The meaning of the pieces is decided in `const_verdict`. JSON would be easier to take
//! apart, but the text is the same as on the terminal of a user.

use crate::diagnostics::own_lines;

/// The complaints of constant evaluation, in their order.
///
/// From 1.95 at the latest, the complaint is in the headline: `error[E0080]: dividing by zero`. Up to
/// 1.85 the headline was a general one, and the complaint stood beside the marked place in the
/// source, or in a note if the source of that place was not at hand.
pub(crate) fn const_eval_errors(stderr: &str) -> Vec<String> {
    let mut errors = Vec::new();
    let mut lines = own_lines(stderr).peekable();
    while let Some(line) = lines.next() {
        let Some(headline) = line.strip_prefix("error[E0080]: ") else {
            continue;
        };
        if !is_general(headline) {
            errors.push(headline.to_owned());
            continue;
        }
        let mut complaint = None;
        while let Some(line) = lines.next_if(|line| !line.starts_with("error")) {
            complaint = complaint.or_else(|| label(line));
        }
        errors.push(complaint.unwrap_or(headline).to_owned());
    }
    errors
}

/// True if the headline says that there is an error but not which.
fn is_general(headline: &str) -> bool {
    [
        "evaluation of constant value failed",
        "could not evaluate",
        "it is undefined behavior to use this value",
    ]
    .iter()
    .any(|general| headline.starts_with(general))
        || (headline.starts_with("evaluation of `") && headline.ends_with("` failed"))
}

/// The text beside the marks under a line of source, or in a note.
fn label(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if let Some(note) = line.strip_prefix("= note: ") {
        return Some(note);
    }
    let marked = line.strip_prefix('|')?.trim_start_matches([' ', '|', '_']);
    let text = marked.strip_prefix('^')?.trim_start_matches('^').trim();
    (!text.is_empty()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn new_compilers_complain_in_the_headline() {
        let stderr = "\
error[E0080]: dividing by zero
 --> program.rs:6:17
  |
6 | const R: bool = f();
  |                 ^^^ evaluation of `R` failed inside this call

error: aborting due to 1 previous error
";
        assert_eq!(const_eval_errors(stderr), ["dividing by zero"]);
    }

    #[test]
    fn old_compilers_complain_beside_the_source() {
        let stderr = "\
error[E0080]: evaluation of constant value failed
 --> program.rs:6:17
  |
6 | const R: bool = f(\"^ error[E0080]: \");
  |                 ^^^ dividing by zero

note: inside `f`
 --> program.rs:5:44
  |
5 |     x / y
  |     ^^^^^ another label

error[E0080]: it is undefined behavior to use this value
  |
7 | / const S: bool = {
8 | | };
  | |_^ constructing invalid value: encountered 0x02, but expected a boolean
  |
  = note: The rules on what exactly is undefined behavior aren't clear

error[E0080]: evaluation of `core::S::<u8>::A` failed
  --> /rustc/0123/library/core/src/ptr/mod.rs:1:1
   |
   = note: entering unreachable code
";
        assert_eq!(
            const_eval_errors(stderr),
            [
                "dividing by zero",
                "constructing invalid value: encountered 0x02, but expected a boolean",
                "entering unreachable code",
            ]
        );
    }
}
