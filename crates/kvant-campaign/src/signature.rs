//! Signatures: two findings with the same signature are one.
//!
//! The signature of a crash is its message without everything that depends on the program or on the release of the compiler.
//! The cause of a wrong value cannot be seen from the value, so the signature of such a finding contains the program's digest,
//! and each is separate.

use std::path::Path;

use std::collections::BTreeSet;

use kvant_toolchain::source_of_file;

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

/// The reason that a compiler prints when it fails.
pub(crate) struct Complaint<'a> {
    /// The reason.
    pub(crate) what: &'a str,
    /// The place in the compiler's source, where it has a line of its own.
    pub(crate) place: Option<&'a str>,
    /// File, line and column in the program, with `: ` behind them, where they come before the reason.
    pub(crate) position: &'a str,
}

/// The first complaint in a compiler's output: the message of a panic, an error, a failed assertion, or an undefined reference.
/// Warnings and lines that name a function of the program are none.
pub(crate) fn complaint(message: &str) -> Option<Complaint<'_>> {
    let complaint = |what, position| {
        let place = None;
        Some(Complaint {
            what,
            place,
            position,
        })
    };
    let mut lines = message.lines().map(str::trim);
    while let Some(line) = lines.next() {
        if let Some((_, place)) = line.split_once("panicked at ") {
            // Since 1.73 the message is on the next line.
            let next = lines.next().filter(|next| !next.is_empty());
            return Some(Complaint {
                what: next.unwrap_or(place),
                place: next.map(|_| place),
                position: "",
            });
        }
        let errors = ["error", "LLVM ERROR", "fatal error: error in backend"];
        let is_error = errors.iter().any(|start| line.starts_with(start));
        if is_error || line.contains("Assertion `") {
            return complaint(line, "");
        }
        // C compilers print the position in the program, or the name of the tool, before the message.
        let begins = [
            "internal compiler error: ",
            "undefined reference to ",
            "multiple definition of ",
            "fatal error: ",
            "error: ",
        ];
        if let Some(at) = begins.iter().find_map(|begin| line.find(begin)) {
            let position = line[..at].rsplit('/').next().unwrap_or_default();
            return complaint(&line[at..], position);
        }
    }
    None
}

/// The informative parts of a message: place and reason of a panic or the first error, the pass, the query and the top frames.
fn informative_parts(message: &str) -> String {
    let mut parts: Vec<String> = Vec::new();
    if let Some(complaint) = complaint(message) {
        parts.extend(complaint.place.map(str::to_owned));
        parts.push(complaint.what.to_owned());
    } else {
        // The first line is a signal or an exceeded limit.
        let first = message.lines().next().unwrap_or_default().trim();
        let says_more = !first.starts_with("PLEASE submit a bug report");
        parts.push(if says_more { first } else { "crash" }.to_owned());
    }
    parts.extend(
        message
            .lines()
            .find_map(pass)
            .map(|pass| format!("in {pass}")),
    );
    let query = message.lines().map(str::trim);
    let mut query = query.filter_map(|line| line.strip_prefix("#0 ["));
    let query = query.find_map(|line| line.split_once(']'));
    parts.extend(query.map(|(name, _)| format!("in {name}")));
    let frames = message.lines().filter_map(frame).take(FRAMES);
    parts.extend(frames.map(|frame| format!("at {frame}")));
    parts.join("; ")
}

/// Number of frames of a backtrace in a signature.
const FRAMES: usize = 3;

/// The pass in a line of gcc or clang: `during GIMPLE pass: vrp`, `2. Running pass "gvn" on function "f"`.
fn pass(line: &str) -> Option<&str> {
    if let Some(rest) = line.strip_prefix("during ") {
        return rest.split_once(" pass: ").map(|(_, pass)| pass.trim());
    }
    let (_, rest) = line.split_once("unning pass ")?;
    let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    rest[1..].split(quote).next()
}

/// The function in a line of a backtrace as the C library prints it, `/lib/x.so(_ZN4llvm7GVNPass3runE+0x12)[0x7f12]`, or
/// as clang does, ` #4 0x00007f12 llvm::GVNPass::run(llvm::Function&) (/lib/x.so+0x12)`.
fn frame(line: &str) -> Option<&str> {
    let line = line.trim();
    if let Some(rest) = line.strip_prefix('#') {
        let mut words = rest.trim_start().splitn(3, ' ');
        let (_, address, function) = (words.next()?, words.next()?, words.next()?);
        let function = function.split('(').next()?.trim();
        let is_common = ["llvm::sys::", "__libc", "_start", "main"]
            .iter()
            .any(|start| function.starts_with(start));
        let is_frame = address.starts_with("0x") && !function.is_empty() && !is_common;
        return is_frame.then_some(function);
    }
    let (_, rest) = line.rsplit_once('(')?;
    let (function, offset) = rest.split_once("+0x")?;
    let is_frame = offset.contains(")[0x");
    // These are in every backtrace.
    let is_common = ["__libc", "_start", "clone", "__restore"]
        .iter()
        .any(|start| function.starts_with(start));
    (is_frame && !function.is_empty() && !is_common).then_some(function)
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
    let at = at.or_else(|| word.find("compiler/rustc_"));
    let at = at.or_else(|| word.find("library/"));
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
