//! One program through one backend.

use std::time::Duration;

use kvant_toolchain::{
    Answer, Backend, CompileFailure, Compiled, ConstVerdict, Exit, Gives, Limits, Run, Scratch,
    ToolError, architecture,
};

use crate::signature::complaint;
use crate::{Form, Subject, TraceLine};

/// The argument that makes a compiled program print every observation.
pub(crate) const TRACE: &str = "trace";

/// What one backend says about one program.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Verdict {
    /// It prints what it must.
    Agrees,
    /// It prints something else.
    WrongValue(WrongValue),
    /// It ends in another way than by returning.
    ProgramCrash { exit: String, first: WrongValue },
    /// It does not end.
    ProgramHang,
    /// The compiler crashes.
    CompilerCrash { message: String },
    /// The compiler does not end.
    CompilerHang,
    /// The compiler does not take the program: our printer's fault, or the compiler's.
    Rejected { message: String },
    /// A second opinion holds the program to be undefined.
    Undefined { message: String },
    /// A second opinion does not support something in the program.
    CannotSay { message: String },
    /// Alone it agrees, and together with others in one text it does not.
    OnlyInBatch(Box<InBatch>),
}

/// What was seen of a program in a batch and cannot be seen without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InBatch {
    /// What was seen.
    pub verdict: Verdict,
    /// The text of the batch.
    pub text: String,
    /// Which part of it the program is, from 0.
    pub part: usize,
    /// How many there are.
    pub parts: usize,
}

/// The first observation that is not as it must be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WrongValue {
    /// Its number, from 0. Unknown where tracing did not show the difference again.
    pub index: Option<u64>,
    /// What should have been observed; nothing, if the program reports too much.
    pub expected: Option<TraceLine>,
    /// What was; nothing, if the program reports too little.
    pub actual: Option<String>,
    /// Whether it is something else each time, as memory is that nobody has written.
    pub varies: bool,
}

impl Verdict {
    /// Whether this verdict speaks against the compiler or the machine.
    pub fn is_bad(&self) -> bool {
        !matches!(self, Verdict::Agrees | Verdict::CannotSay { .. })
    }

    /// What was seen, in a batch or alone.
    pub(crate) fn seen(&self) -> &Verdict {
        match self {
            Verdict::OnlyInBatch(seen) => seen.verdict.seen(),
            alone => alone,
        }
    }

    /// The verdict's name in tables and files.
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Agrees => "agrees",
            Verdict::WrongValue(_) => "wrong value",
            Verdict::ProgramCrash { .. } => "program crash",
            Verdict::ProgramHang => "program hang",
            Verdict::CompilerCrash { .. } => "compiler crash",
            Verdict::CompilerHang => "compiler hang",
            Verdict::Rejected { .. } => "rejected",
            Verdict::Undefined { .. } => "undefined",
            Verdict::CannotSay { .. } => "cannot say",
            Verdict::OnlyInBatch(seen) => seen.verdict.name(),
        }
    }

    /// The line of the detail that says most.
    pub fn headline(&self) -> String {
        let detail = self.detail();
        if let Verdict::CompilerCrash { .. } | Verdict::Rejected { .. } = self.seen()
            && let Some(complaint) = complaint(&detail)
        {
            return match complaint.place {
                Some(place) => format!("{} ({})", complaint.what, place.trim_end_matches(':')),
                None => format!("{}{}", complaint.position, complaint.what),
            };
        }
        detail.lines().next().unwrap_or_default().trim().to_owned()
    }

    /// What there is to say beside the name, in one line or more.
    pub fn detail(&self) -> String {
        match self {
            Verdict::Agrees | Verdict::ProgramHang | Verdict::CompilerHang => String::new(),
            Verdict::WrongValue(wrong) => wrong.to_string(),
            Verdict::ProgramCrash { exit, first } => format!("{exit}; {first}"),
            Verdict::CompilerCrash { message }
            | Verdict::Rejected { message }
            | Verdict::Undefined { message }
            | Verdict::CannotSay { message } => message.clone(),
            Verdict::OnlyInBatch(seen) => {
                let said = format!(
                    "only in a batch, where it is p{} of {} programs; {}",
                    seen.part,
                    seen.parts,
                    seen.verdict.detail()
                );
                said.trim_end_matches("; ").to_owned()
            }
        }
    }
}

/// What is said of a value that is not the same twice.
pub(crate) const VARIES: &str = "another value each time";

impl std::fmt::Display for WrongValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Some(index) = self.index else {
            return f.write_str("the difference does not show in trace mode");
        };
        write!(f, "observation {index}")?;
        match (&self.expected, &self.actual) {
            (Some(expected), Some(actual)) => {
                let (origin, expected) = (&expected.origin, &expected.text);
                write!(f, " ({origin}): expected `{expected}`, got `{actual}`")?;
                match self.varies {
                    true => write!(f, ", {VARIES}"),
                    false => Ok(()),
                }
            }
            (Some(expected), None) => {
                write!(
                    f,
                    " ({}): expected `{}`, got nothing",
                    expected.origin, expected.text
                )
            }
            (None, Some(actual)) => write!(f, ": expected nothing more, got `{actual}`"),
            (None, None) => Ok(()),
        }
    }
}

/// How a backend is asked.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// Who is asked.
    pub backend: &'a Backend,
    /// Where files go.
    pub scratch: &'a Scratch,
    /// What a compiler may use.
    pub compiler: &'a Limits,
    /// What a compiled program may use.
    pub program: &'a Limits,
}

/// Processor time of children.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Of compilers, with their linkers.
    pub compilers: Duration,
    /// Of what they made.
    pub programs: Duration,
    /// How often a compiler was called.
    pub calls: u64,
}

impl Spent {
    /// All of it.
    pub fn total(&self) -> Duration {
        self.compilers + self.programs
    }
}

impl std::ops::AddAssign for Spent {
    fn add_assign(&mut self, other: Spent) {
        self.compilers += other.compilers;
        self.programs += other.programs;
        self.calls += other.calls;
    }
}

/// Whether a backend can be asked about a program: it takes its language and all that is in it, and makes programs for
/// its target.
pub(crate) fn suits(backend: &Backend, subject: &dyn Subject) -> bool {
    let toolchain = &backend.toolchain;
    toolchain.source() == subject.language()
        && toolchain.architecture() == architecture(subject.target())
        && !subject.is_beyond(toolchain.family().name)
}

/// Compiles and runs a program, and compares what it prints with what it must print.
pub fn test(
    subject: &dyn Subject,
    backend: &Backend,
    scratch: &Scratch,
    compiler: &Limits,
    program: &Limits,
) -> Result<Verdict, ToolError> {
    let ask = Ask {
        backend,
        scratch,
        compiler,
        program,
    };
    ask.test(subject, form(backend), &mut Spent::default())
}

/// Compiles a program and runs it in trace mode: what it prints, or what its compiler says that makes nothing to run.
pub fn observed(subject: &dyn Subject, ask: Ask<'_>) -> Result<Result<String, Verdict>, ToolError> {
    let text = subject.text(
        form(ask.backend),
        Some(ask.backend.toolchain.dialect().minor),
    );
    let mut spent = Spent::default();
    Ok(match ask.compile(&text, &mut spent)? {
        Answer::Executable(compiled) => {
            let traced = ask.run(&compiled, &[TRACE], &mut spent)?;
            Ok(String::from_utf8_lossy(&traced.stdout).into_owned())
        }
        Answer::Interpreted { output } => Ok(output),
        Answer::Evaluated(verdict) => Err(evaluated(subject, verdict)),
        Answer::Transformed(_) => Err(transformed()),
        Answer::Failed(failure) => Err(failed(failure)),
    })
}

impl Ask<'_> {
    /// As [`test`] does, with the program in one of the forms that this backend takes.
    pub fn test(
        &self,
        subject: &dyn Subject,
        form: Form,
        spent: &mut Spent,
    ) -> Result<Verdict, ToolError> {
        let text = subject.text(form, Some(self.backend.toolchain.dialect().minor));
        let compiled = match self.compile(&text, spent)? {
            Answer::Executable(compiled) => compiled,
            Answer::Evaluated(verdict) => return Ok(evaluated(subject, verdict)),
            Answer::Interpreted { output } => return Ok(interpreted(subject, &output)),
            Answer::Transformed(_) => return Ok(transformed()),
            Answer::Failed(failure) => return Ok(failed(failure)),
        };
        let plain = self.run(&compiled, &[], spent)?;
        let printed = String::from_utf8_lossy(&plain.stdout);
        if plain.exit == Exit::Code(0) && printed.trim_end() == subject.summary() {
            return Ok(Verdict::Agrees);
        }
        if let Some(message) = self.backend.report(&plain) {
            return Ok(Verdict::Undefined { message });
        }
        if plain.exit == Exit::TimedOut {
            return Ok(Verdict::ProgramHang);
        }
        let traced = self.run(&compiled, &[TRACE], spent)?;
        let mut verdict = wrong(subject, plain.exit, &traced);
        if let Verdict::WrongValue(wrong) = &mut verdict {
            let again = self.run(&compiled, &[], spent)?;
            wrong.varies = again.exit == Exit::Code(0) && again.stdout != plain.stdout;
        }
        Ok(verdict)
    }

    /// Compiles a text.
    pub(crate) fn compile(&self, text: &str, spent: &mut Spent) -> Result<Answer, ToolError> {
        let folder = self.scratch.path();
        let compilation = self.backend.compile(text, folder, self.compiler)?;
        spent.compilers += compilation.cpu;
        spent.calls += 1;
        Ok(compilation.answer)
    }

    /// Runs what was compiled.
    pub(crate) fn run(
        &self,
        compiled: &Compiled,
        arguments: &[&str],
        spent: &mut Spent,
    ) -> Result<Run, ToolError> {
        let ran = compiled.run(arguments, self.program)?;
        spent.programs += ran.cpu;
        Ok(ran)
    }
}

/// What a program amounts to that ended in this way, or printed something else than it must.
pub(crate) fn wrong(subject: &dyn Subject, exit: Exit, traced: &Run) -> Verdict {
    let first = first_difference(subject, &String::from_utf8_lossy(&traced.stdout));
    match exit {
        Exit::Code(0) => Verdict::WrongValue(first),
        Exit::TimedOut => Verdict::ProgramHang,
        exit => Verdict::ProgramCrash {
            exit: exit.to_string(),
            first,
        },
    }
}

/// The form of the text that a backend gets.
pub(crate) fn form(backend: &Backend) -> Form {
    match backend.gives() {
        Gives::Executable | Gives::Output | Gives::Text => Form::Fast,
        Gives::Evaluation => Form::ConstEval,
    }
}

/// Finds the first line of a trace that is not as it must be.
fn first_difference(subject: &dyn Subject, printed: &str) -> WrongValue {
    // Observations begin with the number of their site, and the summary does not.
    let is_observation = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
    let mut actual = printed.lines().filter(is_observation);
    let mut expected = subject.trace().into_iter();
    for index in 0.. {
        match (expected.next(), actual.next()) {
            (None, None) => break,
            (Some(expected), Some(actual)) if expected.text == actual => {}
            (expected, actual) => {
                return WrongValue {
                    index: Some(index),
                    expected,
                    actual: actual.map(str::to_owned),
                    varies: false,
                };
            }
        }
    }
    WrongValue::default()
}

fn evaluated(subject: &dyn Subject, verdict: ConstVerdict) -> Verdict {
    match verdict {
        ConstVerdict::Agrees => Verdict::Agrees,
        ConstVerdict::Differs { observation, .. } => Verdict::WrongValue(WrongValue {
            index: observation,
            expected: observation.and_then(|n| subject.trace().into_iter().nth(n as usize)),
            actual: observation.map(|_| "another value".to_owned()),
            varies: false,
        }),
        ConstVerdict::Undefined { message } => Verdict::Undefined { message },
        ConstVerdict::CannotSay { message } => Verdict::CannotSay { message },
        ConstVerdict::Unrecognised { message } => Verdict::Rejected { message },
    }
}

/// A transformed program prints nothing by itself.
fn transformed() -> Verdict {
    Verdict::CannotSay {
        message: "it transforms the program and does not run it".to_owned(),
    }
}

/// What a whole trace with its summary amounts to.
fn interpreted(subject: &dyn Subject, output: &str) -> Verdict {
    match output.lines().next_back() {
        Some(last) if last == subject.summary() => Verdict::Agrees,
        _ => Verdict::WrongValue(first_difference(subject, output)),
    }
}

pub(crate) fn failed(failure: CompileFailure) -> Verdict {
    match failure {
        CompileFailure::Rejected { stderr } => Verdict::Rejected { message: stderr },
        CompileFailure::Crashed { signal, stderr } => Verdict::CompilerCrash {
            message: match signal {
                Some(signal) => format!("{signal}\n{stderr}"),
                None => stderr,
            },
        },
        CompileFailure::TimedOut { .. } => Verdict::CompilerHang,
        CompileFailure::OverLimit { exit, stderr } => Verdict::CompilerCrash {
            message: format!("{exit}\n{stderr}"),
        },
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use kvant_toolchain::drivers::rustc::CONST;
    use kvant_toolchain::drivers::{RUST, RUSTC};
    use kvant_toolchain::{Cache, Driver, OptLevel, Source};

    use super::*;

    struct Fixed;

    impl Subject for Fixed {
        fn name(&self) -> String {
            "fixed".into()
        }

        fn language(&self) -> Source {
            RUST
        }

        fn text(&self, form: Form, version: Option<u32>) -> String {
            match version {
                Some(old @ ..90) => format!("{form:?} for 1.{old}"),
                _ => format!("{form:?}"),
            }
        }

        fn summary(&self) -> String {
            "kvant 2 00".into()
        }

        fn trace(&self) -> Vec<TraceLine> {
            let line = |text: &str| TraceLine {
                text: text.into(),
                origin: "f bb1: _2".into(),
            };
            vec![line("0 u8 1"), line("1 u8 2")]
        }
    }

    #[test]
    fn the_first_wrong_value_is_named() {
        for (printed, says) in [
            (
                "0 u8 1\n1 u8 2\nkvant 2 00\n",
                "the difference does not show in trace mode",
            ),
            (
                "0 u8 1\n1 u8 7\nkvant 2 11\n",
                "observation 1 (f bb1: _2): expected `1 u8 2`, got `1 u8 7`",
            ),
            (
                "0 u8 1\nkvant 1 22\n",
                "observation 1 (f bb1: _2): expected `1 u8 2`, got nothing",
            ),
            (
                "0 u8 1\n1 u8 2\n1 u8 3\nkvant 3 33\n",
                "observation 2: expected nothing more, got `1 u8 3`",
            ),
            (
                "",
                "observation 0 (f bb1: _2): expected `0 u8 1`, got nothing",
            ),
        ] {
            assert_eq!(first_difference(&Fixed, printed).to_string(), says);
        }
    }

    #[test]
    fn what_an_interpreter_prints_is_compared_as_a_whole() {
        let fine = interpreted(&Fixed, "0 u8 1\n1 u8 2\nkvant 2 00\n");
        assert_eq!(fine, Verdict::Agrees);
        let wrong = interpreted(&Fixed, "0 u8 1\n1 u8 7\nkvant 2 11\n");
        assert!(wrong.detail().contains("got `1 u8 7`"), "{wrong:?}");
        assert!(interpreted(&Fixed, "").is_bad());
    }

    #[test]
    fn the_headline_is_the_line_that_says_most() {
        let message = "warning: something harmless\nerror: internal compiler error: it broke\n";
        let verdict = Verdict::CompilerCrash {
            message: message.into(),
        };
        assert_eq!(
            verdict.headline(),
            "error: internal compiler error: it broke"
        );
        assert_eq!(Verdict::Agrees.headline(), "");
        let message = "/tmp/scratch/program.c: In function 'f':\n/tmp/scratch/program.c:3:5: error: it is wrong\n";
        let verdict = Verdict::Rejected {
            message: message.into(),
        };
        assert_eq!(verdict.headline(), "program.c:3:5: error: it is wrong");
        let message = "thread 'rustc' panicked at compiler/rustc_x/src/y.rs:12:3:\nindex out of bounds\n\n\
            error: the compiler unexpectedly panicked. this is a bug.\n";
        let verdict = Verdict::CompilerCrash {
            message: message.into(),
        };
        assert_eq!(
            verdict.headline(),
            "index out of bounds (compiler/rustc_x/src/y.rs:12:3)"
        );
    }

    /// The text that a compiler got is kept, and its command line names it.
    #[test]
    fn findings_keep_the_text_of_every_compiler() {
        let toolchain = |minor: u32| {
            let mut toolchain = RUSTC
                .probe_behind(Path::new("rustc"), &Cache::default())
                .unwrap();
            toolchain.version.minor = minor;
            toolchain.name = format!("1.{minor}");
            Arc::new(toolchain)
        };
        let finding = crate::Finding {
            name: "seed-1".into(),
            kind: crate::Kind::WrongValue,
            signature: "wrong".into(),
            outcomes: vec![
                crate::Outcome::new(
                    Backend::build(toolchain(85), OptLevel::O3),
                    Verdict::ProgramHang,
                ),
                crate::Outcome::new(Backend::in_mode(toolchain(95), CONST), Verdict::Agrees),
                crate::Outcome::new(Backend::build(toolchain(97), OptLevel::O3), Verdict::Agrees),
            ],
            failing: vec![0],
            suspects: Vec::new(),
        };
        let files = finding.files(&Fixed);
        let file = |name: &str| {
            let file = files.iter().find(|(file, _)| file == name);
            file.map(|(_, text)| text.as_str())
        };
        assert_eq!(file("program.rs"), Some("Readable"));
        assert_eq!(file("fast.rs"), Some("Fast"));
        assert_eq!(file("const.rs"), Some("ConstEval"));
        assert_eq!(file("fast-1-85.rs"), Some("Fast for 1.85"));
        assert_eq!(file("const-1-95.rs"), None);
        let verdicts = file("verdicts.txt").unwrap();
        let sources: Vec<_> = verdicts
            .lines()
            .filter(|line| line.starts_with('$'))
            .filter_map(|line| line.split(' ').find(|word| word.contains(".rs")))
            .collect();
        assert_eq!(
            sources,
            ["fast-1-85.rs", "const.rs", "fast.rs"],
            "{verdicts}"
        );
        assert_eq!(finding.headline(), "1.85-O3: program hang");
    }
}
