//! RUN lines of LLVM's tests: the arguments of `opt` in them.

/// The arguments of one call of `opt`, without the target.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RunLine {
    /// All arguments but the triple and the data layout.
    pub options: Vec<String>,
    /// The triple, if there is one.
    pub triple: Option<String>,
    /// The data layout, if there is one.
    pub layout: Option<String>,
}

impl RunLine {
    /// The options that choose a processor.
    pub fn processor(&self) -> Vec<String> {
        let is_processor = |it: &&String| {
            let name = it.trim_start_matches('-').split('=').next();
            matches!(name, Some("mcpu" | "mattr" | "march"))
        };
        self.options.iter().filter(is_processor).cloned().collect()
    }
}

/// Passes that make another program on purpose: they instrument, lower to a library, or take symbols away. The beginnings of
/// their names.
const OTHERWISE: [&str; 47] = [
    "asan",
    "atomic-expand",
    "cfguard",
    "coro",
    "cross-dso-cfi",
    "debugify",
    "dfsan",
    "dxil",
    "ee-instrument",
    "embed-bitcode",
    "expand-ir-insts",
    "expand-variadics",
    "extract",
    "gcov",
    "hipstdpar",
    "hotcoldsplit",
    "hwasan",
    "instrprof",
    "internalize",
    "kcfi",
    "lower-allow-check",
    "lower-emutls",
    "lower-ifunc",
    "lowertypetests",
    "memprof",
    "metarenamer",
    "msan",
    "name-anon-globals",
    "nsan",
    "objc-arc",
    "partially-inline-libcalls",
    "pgo",
    "post-inline-ee",
    "print",
    "pseudo-probe",
    "rel-lookup-table",
    "rewrite-statepoints",
    "safe-stack",
    "sample-profile",
    "sancov",
    "shadow-stack",
    "strip",
    "thinlto",
    "tsan",
    "tysan",
    "view-",
    "wholeprogramdevirt",
];

/// Options that are about output, or that refer to files.
const OUTPUT: [&str; 10] = [
    "-S",
    "-disable-output",
    "-stats",
    "-stats-json",
    "-time-passes",
    "-verify-dom-info",
    "-verify-loop-info",
    "-verify-each",
    "-f",
    "-",
];

/// Passes that some tests name by an option of their own.
const LEGACY: [&str; 2] = ["-codegenprepare", "-loop-reduce"];

/// True for an option that names passes.
pub fn is_pipeline(option: &str) -> bool {
    option.starts_with("-passes=") || option.starts_with("-O") || LEGACY.contains(&option)
}

/// The calls of `opt` in the RUN lines of a test, and the reasons why others are not used.
pub fn run_lines(text: &str) -> (Vec<RunLine>, Vec<&'static str>) {
    let (mut found, mut reasons) = (Vec::new(), Vec::new());
    for line in whole_lines(text) {
        match run_line(&line) {
            Ok(Some(line)) if !found.contains(&line) => found.push(line),
            Ok(_) => {}
            Err(reason) => reasons.push(reason),
        }
    }
    (found, reasons)
}

/// The RUN lines, with those that go on put together.
fn whole_lines(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut goes_on = false;
    for line in text.lines() {
        let comment = line.trim_start().strip_prefix(';');
        let Some((_, run)) = comment.and_then(|it| it.split_once("RUN:")) else {
            continue;
        };
        let run = run.trim();
        let (run, more) = match run.strip_suffix('\\') {
            Some(run) => (run, true),
            None => (run, false),
        };
        match lines.last_mut() {
            Some(last) if goes_on => {
                last.push(' ');
                last.push_str(run);
            }
            _ => lines.push(run.to_owned()),
        }
        goes_on = more;
    }
    lines
}

/// None for a line that does not run `opt`.
fn run_line(line: &str) -> Result<Option<RunLine>, &'static str> {
    let command = line.split(" | ").next().unwrap_or(line);
    let command = command.split("&&").next().unwrap_or(command);
    let words = words(command);
    let mut words = words.iter().map(String::as_str).peekable();
    match words.next() {
        Some("opt") => {}
        Some("not") => return Err("RUN line that expects a failure"),
        _ => return Ok(None),
    }
    let mut run = RunLine::default();
    while let Some(word) = words.next() {
        // Options are written with one dash or two.
        let word = match word.strip_prefix("--") {
            Some(rest) => format!("-{rest}"),
            None => word.to_owned(),
        };
        let (name, value) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (&*word, None),
        };
        let value = |words: &mut std::iter::Peekable<_>| -> Option<String> {
            value
                .map(str::to_owned)
                .or_else(|| Iterator::next(words).map(<str>::to_owned))
        };
        match name {
            "<" | ">" | "2>" | "-o" => {
                words.next();
            }
            "-mtriple" => run.triple = value(&mut words),
            "-data-layout" => run.layout = value(&mut words),
            "-passes" | "-p" => {
                let passes = value(&mut words).unwrap_or_default();
                run.options.push(format!("-passes={passes}"));
            }
            "-mcpu" | "-mattr" | "-march" => {
                let value = value(&mut words).unwrap_or_default();
                run.options.push(format!("{name}={value}"));
            }
            "%s" | "<%s" => {}
            name if OUTPUT.contains(&name) || name.starts_with("2>") => {}
            name if name.starts_with("-debug")
                || name.starts_with("-pass-remarks")
                || name.starts_with("-print-") => {}
            _ => run.options.push(word),
        }
    }
    let mut pipelines = run.options.iter().filter(|it| is_pipeline(it));
    let pipeline = pipelines.next().ok_or("RUN line without `-passes`")?;
    let all = run.options.iter().chain(&run.triple).chain(&run.layout);
    if all.into_iter().any(|it| it.contains('%')) {
        return Err("RUN line with substitutions");
    }
    let is_other = |it: &String| {
        let others = ["-load", "-vector-library", "-internalize", "-veclib"];
        let about_files = ["profile", "summary"];
        others.iter().any(|other| it.starts_with(other))
            || !is_pipeline(it) && about_files.iter().any(|other| it.contains(other))
            || !it.starts_with('-')
    };
    if run.options.iter().any(is_other) {
        return Err("RUN line with files, profiles or libraries");
    }
    // The intrinsics on matrices have another meaning then, also before the pass.
    let is_layout = |it: &String| it.starts_with("-matrix-default-layout=row");
    if run.options.iter().any(is_layout) {
        return Err("RUN line with another layout of matrices");
    }
    let mut passes = pipeline["-".len()..].split([',', '(', ')', ';', '=']);
    if passes.any(|pass| OTHERWISE.iter().any(|other| pass.trim().starts_with(other))) {
        return Err("RUN line with a pass that makes another program");
    }
    Ok(Some(run))
}

/// The words of a command, without their quotes.
fn words(command: &str) -> Vec<String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in command.chars() {
        match quote {
            Some(mark) if c == mark => quote = None,
            None if c == '\'' || c == '"' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(text: &str) -> Vec<String> {
        let (lines, _) = run_lines(text);
        let told = |line: RunLine| {
            let target = line.triple.into_iter().chain(line.layout);
            let all: Vec<String> = line.options.into_iter().chain(target).collect();
            all.join(" ")
        };
        lines.into_iter().map(told).collect()
    }

    #[test]
    fn arguments_of_opt_are_taken() {
        let text = "; RUN: opt < %s -passes=instcombine -S | FileCheck %s\n\
            ;RUN: opt -S --passes='loop(indvars),gvn' \\\n\
            ; RUN:   -mtriple x86_64 -mattr=+avx %s 2>&1 | FileCheck %s --check-prefix=B\n\
            ; RUN: opt %s -data-layout=\"e-p:32:32\" -p licm -force-vector-width=4 -o - \n\
            ; RUN: opt < %s -passes=instcombine -S | FileCheck %s --check-prefix=C\n\
            ; RUN: llc < %s\n";
        assert_eq!(
            options(text),
            [
                "-passes=instcombine",
                "-passes=loop(indvars),gvn -mattr=+avx x86_64",
                "-passes=licm -force-vector-width=4 e-p:32:32",
            ]
        );
        let (lines, _) = run_lines(text);
        assert_eq!(lines[1].processor(), ["-mattr=+avx"]);
    }

    #[test]
    fn others_have_a_reason() {
        for (line, reason) in [
            ("not opt -passes=verify %s", "failure"),
            ("opt -instcombine -S %s", "without"),
            ("opt -passes=gvn -S %t/a.ll", "substitutions"),
            ("opt -passes=pgo-instr-gen -S %s", "another program"),
            (
                "opt -passes='function(gvn,lower-ifunc)' %s",
                "another program",
            ),
            ("opt -passes=gvn -S a.ll", "files"),
            (
                "opt -passes=lower-matrix-intrinsics -matrix-default-layout=row-major %s",
                "layout of matrices",
            ),
        ] {
            let (lines, reasons) = run_lines(&format!("; RUN: {line}\n"));
            assert_eq!(lines, [], "{line}");
            assert!(reasons[0].contains(reason), "{line}: {reasons:?}");
        }
        assert_eq!(run_lines("define void @f() {\n").0, []);
    }
}
