//! Signatures: two findings with the same signature are one.
//!
//! The signature of a crash is its message without everything that depends on the program or on the release of the compiler.
//! The cause of a wrong value cannot be seen from the value, so the signature of such a finding contains the program's digest,
//! and each is separate.

use std::collections::BTreeSet;
use std::path::Path;

use kvant_toolchain::{SOURCE_FOLDERS, complaint, informative_parts, source_of_file};

use crate::{Classification, Kind, Outcome, Verdict};

/// The signature of a classification. `program` is the digest of the program.
pub(crate) fn signature(
    classification: &Classification,
    outcomes: &[Outcome],
    program: &str,
) -> String {
    let failing = || {
        classification
            .failing
            .iter()
            .filter_map(|n| outcomes.get(*n))
    };
    let kind = classification.kind.name();
    if let Some(first) = failing().next()
        && matches!(
            classification.kind,
            Kind::MachineDispute | Kind::CompilerCrash
        )
    {
        let message = message(&first.verdict);
        if !message.is_empty() {
            return format!("{kind}: {message}");
        }
    }
    let releases: BTreeSet<String> = failing()
        .map(|outcome| outcome.backend.toolchain.title())
        .collect();
    let releases: Vec<String> = releases.into_iter().collect();
    let program = program.get(..12).unwrap_or(program);
    format!("{kind} on {}: program {program}", releases.join(", "))
}

/// The most informative line of a verdict's detail.
pub fn headline(verdict: &Verdict) -> String {
    let detail = verdict.detail();
    if let Verdict::CompilerCrash { .. } | Verdict::Rejected { .. } = verdict.seen()
        && let Some(complaint) = complaint(&detail)
    {
        return match complaint.place {
            Some(place) => format!("{} ({})", complaint.what, place.trim_end_matches(':')),
            None => format!("{}{}", complaint.position, complaint.what),
        };
    }
    detail.lines().next().unwrap_or_default().trim().to_owned()
}

/// The message of a compiler that fails, without the parts that depend on the program; empty for other verdicts.
pub(crate) fn message(verdict: &Verdict) -> String {
    message_with(verdict, Lines::Dropped)
}

/// [`message`] with line numbers of the compiler's source, which distinguish two failures of one compiler.
pub(crate) fn exact_message(verdict: &Verdict) -> String {
    message_with(verdict, Lines::Kept)
}

/// Treatment of line numbers in the compiler's source.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Lines {
    Kept,
    Dropped,
}

fn message_with(verdict: &Verdict, lines: Lines) -> String {
    let normal = |message: &str| normal_with(&informative_parts(message), lines);
    match verdict {
        Verdict::CompilerCrash { .. } => normal(&verdict.detail()),
        Verdict::Rejected { message } => format!("rejected: {}", normal(message)),
        Verdict::Undefined { message } => format!("undefined: {}", normal(message)),
        Verdict::OnlyInBatch(seen) => match message_with(&seen.verdict, lines) {
            message if message.is_empty() => message,
            message => format!("only in a batch: {message}"),
        },
        _ => String::new(),
    }
}

/// A message without the place in the program that it begins with: `program.c:72: error: …`.
fn without_place(text: &str) -> &str {
    let Some((place, rest)) = text.split_once(": ") else {
        return text;
    };
    let mut parts = place.split(':');
    let is_file = parts
        .next()
        .is_some_and(|file| source_of_file(file).is_some());
    let is_place = is_file && parts.all(|part| part.parse::<u32>().is_ok());
    if is_place { rest } else { text }
}

/// The text without numbers, the program's own names, and the folder that the compiler was built in.
pub(crate) fn normal(text: &str) -> String {
    normal_with(text, Lines::Dropped)
}

fn normal_with(text: &str, lines: Lines) -> String {
    let mut normal = String::with_capacity(text.len());
    // In C, a quotation that begins with a backtick ends with an apostrophe, and tcc has its own.
    let text = without_place(text).replace("' ", "` ").replace('"', "`");
    for (n, piece) in text.split('`').enumerate() {
        let quoted = n % 2 == 1;
        if n > 0 {
            normal.push('`');
        }
        // Names in generated programs contain digits, except for the entry function. Quoted names of the compiler's own seldom
        // do.
        let is_of_the_program = piece.contains(|c: char| c.is_ascii_digit()) || piece == "entry";
        match quoted && is_of_the_program {
            true => normal.push('_'),
            false => normal.push_str(piece),
        }
    }
    let words = normal.split_whitespace().map(|it| word(it, lines));
    let words = words.collect::<Vec<_>>();
    let normal = words.join(" ");
    let normal = normal.trim_start_matches("error: ");
    match normal.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &normal[..end]),
        None => normal.to_owned(),
    }
}

/// A word without numbers. A position in a source file loses its line, which differs between releases, and its folder. Files of
/// Kvant lose their folder, and object files their name, which is random.
fn word(word: &str, lines: Lines) -> String {
    let own = word.find("kvant-scratch-");
    let at = own.and_then(|at| Some(at + word[at..].rfind('/')? + 1));
    let mut folders = SOURCE_FOLDERS.iter();
    let at = at.or_else(|| folders.find_map(|folder| word.find(folder)));
    let word = &word[at.unwrap_or(0)..];
    let name = Path::new(word.trim_end_matches(':'));
    if name.extension().is_some_and(|extension| extension == "o") {
        return "_.o".to_owned();
    }
    for end in SOURCES {
        if let Some((file, place)) = word.split_once(end)
            && place.starts_with(|c: char| c.is_ascii_digit())
        {
            let line = place.chars().take_while(char::is_ascii_digit);
            return match lines {
                Lines::Kept => format!("{file}{end}{}:", line.collect::<String>()),
                Lines::Dropped => format!("{file}{end}"),
            };
        }
    }
    let mut normal = String::with_capacity(word.len());
    for c in word.chars() {
        match c {
            '0'..='9' if normal.ends_with('N') => {}
            '0'..='9' => normal.push('N'),
            c => normal.push(c),
        }
    }
    normal
}

/// Ends of names of source files, before a line number.
const SOURCES: [&str; 4] = [".rs:", ".cpp:", ".cc:", ".c:"];

/// A signature without line numbers of the compiler's source, which signatures of old stores contain.
pub(crate) fn without_lines(signature: &str) -> String {
    let mut text = signature.to_owned();
    for end in SOURCES {
        let mut parts = text.split(end);
        let mut rest = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let after = part.trim_start_matches(|c: char| c.is_ascii_digit());
            let numbered = after.len() < part.len();
            let after = after.strip_prefix(':').filter(|_| numbered);
            rest = format!("{rest}{end}{}", after.unwrap_or(part));
        }
        text = rest;
    }
    text
}

/// Maximum length of a normalised message, in characters.
const LONGEST: usize = 240;

#[cfg(test)]
mod tests {
    use super::*;

    fn crash(message: &str) -> String {
        super::message(&Verdict::CompilerCrash {
            exit: None,
            message: message.into(),
        })
    }

    #[test]
    fn the_signature_of_a_crash_does_not_depend_on_the_program() {
        let one = "warning: something\nerror: internal compiler error: \
            compiler/rustc_mir_transform/src/simplify.rs:131:22: expected 2 switch targets, got: [bb2, bb1] in `_12`\n\n\
            query stack during panic:\n#0 [optimized_mir] optimizing MIR for `p3::fun7`\n";
        let other = "error: internal compiler error: \
            /rustc/59807616e/compiler/rustc_mir_transform/src/simplify.rs:125:9: expected 12 switch targets, \
            got: [bb31, bb4] in `_3`\n#0 [optimized_mir] optimizing MIR for `fun1`\n";
        assert_eq!(
            crash(one),
            "internal compiler error: compiler/rustc_mir_transform/src/simplify.rs: expected N switch targets, \
             got: [bbN, bbN] in `_`; in optimized_mir"
        );
        assert_eq!(crash(one), crash(other));
        let exact = |message: &str| {
            super::exact_message(&Verdict::CompilerCrash {
                exit: None,
                message: message.into(),
            })
        };
        assert_ne!(exact(one), exact(other));
        assert_eq!(exact(one), exact(&other.replace("rs:125:9", "rs:131:9")));
        for (from, to) in [
            ("optimized_mir", "mir_built"),
            ("simplify.rs", "gvn.rs"),
            ("switch", "swatch"),
        ] {
            assert_ne!(crash(one), crash(&one.replace(from, to)), "{from}");
        }
    }

    #[test]
    fn panics_signals_and_assertions_are_recognised() {
        for (message, known_as) in [
            (
                "thread 'rustc' (871) panicked at /rustc/ab12/library/core/src/option.rs:12:3:\ncalled `Option::unwrap()` \
                 on a `None` value\nstack backtrace:\n",
                "library/core/src/option.rs: called `Option::unwrap()` on a `None` value",
            ),
            ("SIGSEGV (signal 11)\n", "SIGSEGV (signal N)"),
            (
                "SIGABRT (signal 6)\nrustc: /llvm/lib/IR/Value.cpp:507: Assertion `New != this' failed.\n",
                "rustc: /llvm/lib/IR/Value.cpp: Assertion `New != this` failed.",
            ),
            (
                "LLVM ERROR: Cannot select: t12: i1 = setcc\n",
                "LLVM ERROR: Cannot select: tN: iN = setcc",
            ),
            ("too much memory\n", "too much memory"),
            ("", ""),
        ] {
            assert_eq!(crash(message), known_as, "{message}");
        }
    }

    #[test]
    fn segfaults_are_distinguished_by_their_frames() {
        let segfault = |pass: &str| {
            crash(&format!(
                "SIGSEGV\nerror: rustc interrupted by SIGSEGV, printing backtrace\n\n\
                 /opt/lib/librustc_driver-0a1b.so(+0x3b2f1a3)[0x7f1203b2f1a3]\n\
                 /lib/x86_64-linux-gnu/libc.so.6(+0x3c050)[0x7f11ff83c050]\n\
                 /opt/lib/libLLVM.so.22.1(_ZN4llvm{pass}3runE+0x1f)[0x7f1201]\n\
                 /opt/lib/libLLVM.so.22.1(_ZN4llvm11PassManager3runE+0x2a)[0x7f1202]\n\
                 /lib/x86_64-linux-gnu/libc.so.6(__libc_start_main+0x85)[0x7f11]\n"
            ))
        };
        assert_eq!(
            segfault("GVNPass"),
            "rustc interrupted by SIGSEGV, printing backtrace; at _ZNllvmGVNPassNrunE; at _ZNllvmNPassManagerNrunE"
        );
        assert_ne!(segfault("GVNPass"), segfault("SLPVectorizerPass"));
    }

    #[test]
    fn messages_of_c_compilers_are_recognised() {
        for (message, known_as) in [
            (
                "during GIMPLE pass: vrp\nprogram.c: In function 'f7':\nprogram.c:3:5: internal compiler error: in \
                 verify_range, at value-range.cc:345\n    3 | int f7(void)\n0x7f12 ???\nPlease submit a full bug report\n",
                "internal compiler error: in verify_range, at value-range.cc: in vrp",
            ),
            (
                "gcc-12: internal compiler error: Segmentation fault signal terminated program cc1\n",
                "internal compiler error: Segmentation fault signal terminated program ccN",
            ),
            (
                "PLEASE submit a bug report to https://github.com/llvm\nStack dump:\n0.\tProgram arguments: clang -cc1\n\
                 2.\tRunning pass \"function<eager-inv>(gvn<>)\" on function \"f12\"\n \
                 #0 0x00007fcb llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/libLLVM.so.19.1+0xeb73c6)\n \
                 #2 0x00007fcb (/lib/libLLVM.so.19.1+0xeb7a8b)\n \
                 #4 0x00007fcb llvm::GVNPass::run(llvm::Function&) (/lib/libLLVM.so.19.1+0xc2)\n",
                "crash; in function<eager-inv>(gvn<>); at llvm::GVNPass::run",
            ),
            (
                "fatal error: error in backend: Cannot select: t12: i1 = setcc\nclang: error: frontend command failed\n",
                "fatal error: error in backend: Cannot select: tN: iN = setcc",
            ),
        ] {
            assert_eq!(crash(message), known_as, "{message}");
        }
    }

    #[test]
    fn positions_of_rejections_are_dropped() {
        let one = "program.c:72: error: ';' expected (got \"T1\")";
        let two = "program.c:9:12: error: ';' expected (got \"T20\")";
        assert_eq!(normal(one), normal(two));
        assert_eq!(without_place("a.c: b"), "b");
        assert_eq!(without_place("error: a.c:1: b"), "error: a.c:1: b");
    }

    fn rejection(message: &str) -> String {
        super::message(&Verdict::Rejected {
            message: message.into(),
        })
    }

    /// One cause gives one signature, for any preceding output and any folder.
    #[test]
    fn the_signature_of_a_rejection_is_its_error() {
        let gcc = |folder: &str, function: u32, name: &str| {
            let file = format!("/tmp/kvant-scratch-{folder}/compile/program.c");
            rejection(&format!(
                "{file}: In function 'f{function}':\n\
                 {file}:{function}:35: warning: implicit declaration of function 'g3' [-Wimplicit]\n\
                 {file}:{function}:43: error: '{name}' undeclared (first use in this function)\n"
            ))
        };
        assert_eq!(
            gcc("aB3x", 7, "T4"),
            "rejected: 'TN` undeclared (first use in this function)"
        );
        assert_eq!(gcc("aB3x", 7, "T4"), gcc("Zz9q", 12, "T13"));
        let linker = |object: &str, name: &str| {
            rejection(&format!(
                "/usr/bin/ld: /tmp/kvant-scratch-a/{object}.o: in function `main':\n\
                 program.c:(.text+0x1): undefined reference to `{name}'\ncollect2: error: ld returned 1 exit status\n"
            ))
        };
        assert_eq!(linker("ccmv37v5", "f3"), linker("ccAAAA", "f12"));
        assert!(linker("a", "f3").contains("undefined reference"));
        assert_eq!(
            normal("cannot open /tmp/kvant-scratch-x1/y/program.c and /tmp/ccaB.o: why"),
            "cannot open program.c and _.o why"
        );
    }

    #[test]
    fn line_numbers_are_dropped_from_old_signatures() {
        for (old, new) in [
            ("a.rs:131: b at c.cc:7: d", "a.rs: b at c.cc: d"),
            ("a.rs: b", "a.rs: b"),
            ("*value-range.cc:345:*", "*value-range.cc:*"),
            ("core/option.rs:12", "core/option.rs:12"),
        ] {
            assert_eq!(without_lines(old), new);
        }
    }

    #[test]
    fn long_messages_are_cut() {
        assert_eq!(crash(&"é".repeat(1000)).chars().count(), LONGEST + 1);
    }
}
