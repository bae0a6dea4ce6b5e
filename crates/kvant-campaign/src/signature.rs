//! What makes two findings one: a line of text that is the same for both.
//!
//! A crash is known by its message, with everything taken out that depends on the program. What a wrong value comes from
//! cannot be seen from the value, so such findings have the program's digest in their signature: each is one of its own.

use std::collections::BTreeSet;

use crate::{Charge, Kind, Testimony, Verdict};

/// The signature of a charge. `program` is the digest of what it is about.
pub(crate) fn signature(charge: &Charge, testimonies: &[Testimony], program: &str) -> String {
    let accused = || charge.accused.iter().filter_map(|n| testimonies.get(*n));
    let kind = charge.kind.name();
    if let Some(first) = accused().next()
        && matches!(charge.kind, Kind::MachineDispute | Kind::CompilerCrash)
    {
        let message = message(&first.verdict);
        if !message.is_empty() {
            return format!("{kind}: {message}");
        }
    }
    let releases: BTreeSet<&str> = accused()
        .map(|testimony| testimony.backend.toolchain.release.as_str())
        .collect();
    let releases: Vec<&str> = releases.into_iter().collect();
    let program = program.get(..12).unwrap_or(program);
    format!("{kind} on {}: program {program}", releases.join(", "))
}

/// What a compiler says when it fails, without what depends on the program; nothing, for other verdicts.
pub(crate) fn message(verdict: &Verdict) -> String {
    match verdict {
        Verdict::CompilerCrash { message } => normal(&telling(message)),
        Verdict::Rejected { message } => format!("rejected: {}", normal(&telling(message))),
        Verdict::Undefined { message } => format!("undefined: {}", normal(&telling(message))),
        Verdict::OnlyInBatch(seen) => match self::message(&seen.verdict) {
            message if message.is_empty() => message,
            message => format!("only in a batch: {message}"),
        },
        _ => String::new(),
    }
}

/// The lines that say what happened: where it panicked and why, the first error, and what it was doing.
fn telling(message: &str) -> String {
    let mut lines = message.lines().map(str::trim);
    let mut told: Vec<&str> = Vec::new();
    // A signal, or a limit that was reached, stands first.
    let first = message.lines().next().unwrap_or_default().trim();
    let is_word_of_ours =
        |line: &str| !line.is_empty() && !line.starts_with("error") && !line.starts_with("warning");
    while let Some(line) = lines.next() {
        if let Some((_, place)) = line.split_once("panicked at ") {
            told.push(place);
            // Since 1.73 the message is on the next line.
            told.extend(lines.next());
            break;
        }
        let is_error = line.starts_with("error") || line.starts_with("LLVM ERROR");
        if is_error || line.contains("Assertion `") {
            told.push(line);
            break;
        }
    }
    if told.is_empty() && is_word_of_ours(first) {
        told.push(first);
    }
    let query = message.lines().map(str::trim);
    let mut query = query.filter_map(|line| line.strip_prefix("#0 ["));
    let query = query.find_map(|line| line.split_once(']'));
    let query = query.map(|(name, _)| format!("in {name}"));
    told.extend(query.as_deref());
    told.join("; ")
}

/// The text without numbers, quoted names and the folder that the compiler was built in.
fn normal(text: &str) -> String {
    let mut quoted = false;
    let mut normal = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            // In C, a quotation that begins like this ends with an apostrophe.
            '\'' if quoted && chars.peek().is_none_or(|next| next.is_whitespace()) => {
                normal.push_str("_`");
                quoted = false;
            }
            '`' => {
                normal.push_str(if quoted { "_`" } else { "`" });
                quoted = !quoted;
            }
            _ if quoted => {}
            '0'..='9' => {
                if !normal.ends_with('N') {
                    normal.push('N');
                }
            }
            c if c.is_whitespace() => {
                if !normal.ends_with(' ') {
                    normal.push(' ');
                }
            }
            c => normal.push(c),
        }
    }
    let normal = normal.trim().trim_start_matches("error: ");
    // `/rustc/0123abcd/compiler/…` is `compiler/…` in the messages of other builds.
    let words = normal
        .split(' ')
        .map(|word| match word.find("compiler/rustc_") {
            Some(at) => &word[at..],
            None => word,
        });
    let normal = words.collect::<Vec<_>>().join(" ");
    match normal.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &normal[..end]),
        None => normal,
    }
}

/// How many characters of a message are enough to know it by.
const LONGEST: usize = 240;

#[cfg(test)]
mod tests {
    use super::*;

    fn crash(message: &str) -> String {
        super::message(&Verdict::CompilerCrash {
            message: message.into(),
        })
    }

    #[test]
    fn a_crash_is_known_by_its_message_and_not_by_the_program() {
        let one = "warning: something\nerror: internal compiler error: \
            compiler/rustc_mir_transform/src/simplify.rs:131:22: expected 2 switch targets, got: [bb2, bb1]\n\n\
            query stack during panic:\n#0 [optimized_mir] optimizing MIR for `p3::fun7`\n";
        let other = "error: internal compiler error: \
            /rustc/59807616e/compiler/rustc_mir_transform/src/simplify.rs:140:9: expected 12 switch targets, got: [bb31, bb4]\n\
            #0 [optimized_mir] optimizing MIR for `fun1`\n";
        assert_eq!(
            crash(one),
            "internal compiler error: compiler/rustc_mir_transform/src/simplify.rs:N:N: expected N switch targets, \
             got: [bbN, bbN]; in optimized_mir"
        );
        assert_eq!(crash(one), crash(other));
        assert_ne!(
            crash(one),
            crash(&one.replace("optimized_mir", "mir_built"))
        );
    }

    #[test]
    fn panics_signals_and_assertions_are_told() {
        for (message, known_as) in [
            (
                "thread 'rustc' (871) panicked at compiler/rustc_abi/src/lib.rs:12:3:\nindex out of bounds: the len is 3 but \
                 the index is 7\nstack backtrace:\n",
                "compiler/rustc_abi/src/lib.rs:N:N:; index out of bounds: the len is N but the index is N",
            ),
            ("SIGSEGV (signal 11)\n", "SIGSEGV (signal N)"),
            (
                "SIGABRT (signal 6)\nrustc: /llvm/lib/IR/Value.cpp:507: Assertion `New != this' failed.\n",
                "rustc: /llvm/lib/IR/Value.cpp:N: Assertion `_` failed.",
            ),
            (
                "LLVM ERROR: Cannot select: t12: i1 = setcc\n",
                "LLVM ERROR: Cannot select: tN: iN = setcc",
            ),
            ("too much memory\n", "too much memory"),
        ] {
            assert_eq!(crash(message), known_as, "{message}");
        }
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(crash(&"é".repeat(1000)).chars().count(), LONGEST + 1);
    }
}
