//! Reads the messages with which compilers fail, as far as families share their formats: rustc and clang both print the errors
//! of LLVM, and the C library prints the backtraces of any of them.

/// Folders of compilers' sources. A path that contains one is the same in every installation from there on.
pub const SOURCE_FOLDERS: [&str; 2] = ["compiler/rustc_", "library/"];

/// The reason that a compiler prints when it fails.
#[derive(Clone, Copy, Debug)]
pub struct Complaint<'a> {
    /// The reason.
    pub what: &'a str,
    /// The place in the compiler's source, where it has a line of its own.
    pub place: Option<&'a str>,
    /// File, line and column in the program, with `: ` behind them, where they come before the reason.
    pub position: &'a str,
}

/// The beginning of a line that a driver puts before the output of a compiler that crashed, if it understands that better than
/// the functions below: the rest of the line is the same for crashes with the same cause.
pub(crate) const SUMMARY: &str = "crash in short: ";

/// The summary that a driver has put before the output of a compiler.
fn summary(message: &str) -> Option<&str> {
    message.lines().find_map(|line| line.strip_prefix(SUMMARY))
}

/// The first complaint in a compiler's output: the message of a panic, an error, a failed assertion, or an undefined reference.
/// Warnings and lines that name a function of the program are none.
pub fn complaint(message: &str) -> Option<Complaint<'_>> {
    let complaint = |what, position| {
        let place = None;
        Some(Complaint {
            what,
            place,
            position,
        })
    };
    if let Some(summary) = summary(message) {
        return complaint(summary, "");
    }
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
pub fn informative_parts(message: &str) -> String {
    if let Some(summary) = summary(message) {
        return summary.to_owned();
    }
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
