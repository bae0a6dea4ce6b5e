//! Takes apart the text that compilers print on standard error, as far as all of them do it in the same way.

/// The lines that the compiler wrote itself, without its quotations of the source.
///
/// The source contains words too. A program that mentions an error in a string must not be taken
/// for a compiler that reports one.
pub(crate) fn own_lines(stderr: &str) -> impl Iterator<Item = &str> {
    stderr.lines().filter(|line| !is_quotation(line))
}

/// True if the line shows source: a line number, a bar and then the text.
fn is_quotation(line: &str) -> bool {
    line.trim_start()
        .split_once('|')
        .is_some_and(|(number, _)| {
            let number = number.trim_end();
            !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_of_the_source_are_not_the_compilers_words() {
        let stderr = "error: one\n  |\n12 | error: two\n  |    ^^^ three\n";
        let lines: Vec<&str> = own_lines(stderr).collect();
        assert_eq!(lines, ["error: one", "  |", "  |    ^^^ three"]);
    }
}
