//! Tests of one program with one backend.

use std::borrow::Cow;

use kvant_toolchain::{
    Answer, Backend, CompileFailure, Compiled, Exit, Gives, Limits, Run, Scratch, ToolError,
    architecture,
};

use crate::judge::verdict;
use crate::record::exit_record;
use crate::{Answered, Batch, Difference, Form, InDialect, Spent, Subject, Verdict};

/// The argument that makes a compiled program print every observation.
pub(crate) const TRACE: &str = "trace";

/// A backend with the folder and the limits for a test.
#[derive(Clone, Copy)]
pub struct Ask<'a> {
    /// The backend.
    pub backend: &'a Backend,
    /// Folder for files.
    pub scratch: &'a Scratch,
    /// Limits of a compiler.
    pub compiler: &'a Limits,
    /// Limits of a compiled program.
    pub program: &'a Limits,
}

/// True if a backend can test a program: it compiles its language for its target, its dialect supports all features of the
/// program, and the program completes its request.
pub(crate) fn suits(backend: &Backend, subject: &dyn Subject) -> bool {
    let toolchain = &backend.toolchain;
    toolchain.source() == subject.language()
        && toolchain.architecture() == architecture(subject.target())
        && subject.in_dialect(&toolchain.dialect()).is_ok()
        && completed(backend, subject).is_some()
}

/// The backend with its request as a program completes it; `None` if the program does not.
pub fn completed<'b>(backend: &'b Backend, subject: &dyn Subject) -> Option<Cow<'b, Backend>> {
    let dialect = backend.toolchain.dialect();
    let completed = match subject.request(&backend.request, &dialect)? {
        Cow::Borrowed(_) => Cow::Borrowed(backend),
        Cow::Owned(request) => Cow::Owned(backend.asked(request)),
    };
    (!completed.is_open()).then_some(completed)
}

/// The verdict of a backend whose request a program does not complete.
fn incomplete(backend: &Backend) -> Verdict {
    let mode = &backend.request.mode;
    Verdict::CannotSay {
        message: format!("the program has no options for the mode `{mode}`"),
    }
}

/// True if a backend compiles several programs in one text.
pub(crate) fn takes_batches(backend: &Backend) -> bool {
    matches!(backend.gives(), Gives::Executable | Gives::Text)
}

/// The program in the dialect of a backend; the program itself if the dialect does not support it.
pub(crate) fn in_dialect_of(backend: &Backend, subject: &dyn Subject) -> InDialect {
    let own = subject.in_dialect(&backend.toolchain.dialect());
    own.unwrap_or(InDialect::Same)
}

/// The text of a program for a backend.
pub(crate) fn text_for(subject: &dyn Subject, backend: &Backend) -> String {
    let own = in_dialect_of(backend, subject);
    let dialect = backend.toolchain.dialect();
    own.of(subject).text(form(backend), Some(&dialect))
}

/// Compiles and runs a program, and compares its output with the expected one.
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

/// Compiles a program, runs it in trace mode, and returns its output; or the verdict, if there is nothing to run.
pub fn observed(subject: &dyn Subject, ask: Ask<'_>) -> Result<Result<String, Verdict>, ToolError> {
    let Some(backend) = completed(ask.backend, subject) else {
        return Ok(Err(incomplete(ask.backend)));
    };
    let ask = Ask {
        backend: &backend,
        ..ask
    };
    let text = text_for(subject, ask.backend);
    let mut spent = Spent::default();
    let answer = ask.compile(&text, &mut spent)?;
    Ok(match Next::after(&answer) {
        Next::Run(compiled) => {
            let traced = ask.run(compiled, &[TRACE], &mut spent)?;
            Ok(String::from_utf8_lossy(&traced.stdout).into_owned())
        }
        Next::Judge(Answered::Interpreted(output)) => Ok(output.to_owned()),
        Next::Judge(answered) => {
            let own = in_dialect_of(ask.backend, subject);
            let subject = own.of(subject);
            let batch = subject.batch(&[subject]);
            Err(verdict(&*batch, 0, &ask.backend.request, &answered))
        }
        Next::Blame(failure) => Err(failed(failure.clone())),
    })
}

impl Ask<'_> {
    /// [`test`] with the program in a given form.
    pub fn test(
        &self,
        subject: &dyn Subject,
        form: Form,
        spent: &mut Spent,
    ) -> Result<Verdict, ToolError> {
        let Some(backend) = completed(self.backend, subject) else {
            return Ok(incomplete(self.backend));
        };
        let complete = Ask {
            backend: &backend,
            ..*self
        };
        complete.test_complete(subject, form, spent)
    }

    fn test_complete(
        &self,
        subject: &dyn Subject,
        form: Form,
        spent: &mut Spent,
    ) -> Result<Verdict, ToolError> {
        let dialect = self.backend.toolchain.dialect();
        let own = match subject.in_dialect(&dialect) {
            Ok(own) => own,
            Err(beyond) => {
                let message = beyond.to_string();
                return Ok(Verdict::CannotSay { message });
            }
        };
        let subject = own.of(subject);
        let (batch, request) = (subject.batch(&[subject]), &self.backend.request);
        let text = subject.text(form, Some(&dialect));
        let answer = self.compile(&text, spent)?;
        let compiled = match Next::after(&answer) {
            Next::Run(compiled) => compiled,
            Next::Judge(answered) => return Ok(verdict(&*batch, 0, request, &answered)),
            Next::Blame(failure) => return Ok(failed(failure.clone())),
        };
        let plain = self.run(compiled, &[], spent)?;
        let printed = String::from_utf8_lossy(&plain.stdout);
        let said = verdict(&*batch, 0, request, &Answered::Printed(&printed));
        if plain.exit == Exit::Code(0) && !said.is_bad() {
            return Ok(said);
        }
        if let Some(message) = self.backend.report(&plain) {
            return Ok(Verdict::Undefined { message });
        }
        if plain.exit == Exit::TimedOut {
            return Ok(Verdict::ProgramHang);
        }
        let traced = self.run(compiled, &[TRACE], spent)?;
        let mut verdict = self.wrong(&*batch, 0, plain.exit, &traced);
        if let Verdict::WrongValue(wrong) = &mut verdict {
            let again = self.run(compiled, &[], spent)?;
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

    /// Runs an executable.
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

    /// The verdict on a program of a batch whose process ended with `exit`, or whose output differs.
    pub(crate) fn wrong(
        &self,
        batch: &dyn Batch,
        program: usize,
        exit: Exit,
        traced: &Run,
    ) -> Verdict {
        let output = &String::from_utf8_lossy(&traced.stdout);
        let answered = Answered::Traced { program, output };
        match (
            exit,
            verdict(batch, program, &self.backend.request, &answered),
        ) {
            (Exit::Code(0), said) if said.is_bad() => said,
            (Exit::Code(0), _) => Verdict::WrongValue(Difference::default()),
            (Exit::TimedOut, _) => Verdict::ProgramHang,
            (exit, said) => Verdict::ProgramCrash {
                exit: exit_record(exit),
                first: match said {
                    Verdict::WrongValue(first) => first,
                    _ => Difference::default(),
                },
            },
        }
    }
}

/// The next step after an answer.
pub(crate) enum Next<'a> {
    /// The executable is run.
    Run(&'a Compiled),
    /// The answer is complete, and the language judges it.
    Judge(Answered<'a>),
    /// The compiler failed.
    Blame(&'a CompileFailure),
}

impl Next<'_> {
    pub(crate) fn after(answer: &Answer) -> Next<'_> {
        match answer {
            Answer::Executable(compiled) => Next::Run(compiled),
            Answer::Evaluated(verdict) => Next::Judge(Answered::Evaluated(verdict)),
            Answer::Interpreted { output } => Next::Judge(Answered::Interpreted(output)),
            Answer::Transformed(text) => Next::Judge(Answered::Transformed(text)),
            Answer::Failed(failure) => Next::Blame(failure),
        }
    }
}

/// The form of the text for a backend.
pub(crate) fn form(backend: &Backend) -> Form {
    match backend.gives() {
        Gives::Executable | Gives::Output | Gives::Text => Form::Fast,
        Gives::Evaluation => Form::ConstEval,
    }
}

pub(crate) fn failed(failure: CompileFailure) -> Verdict {
    match failure {
        CompileFailure::Rejected { stderr } => Verdict::Rejected { message: stderr },
        CompileFailure::RefusedRequest { stderr } => Verdict::CannotSay { message: stderr },
        CompileFailure::Crashed { signal, stderr } => Verdict::CompilerCrash {
            exit: signal.map(|signal| exit_record(Exit::Signal(signal))),
            message: stderr,
        },
        CompileFailure::TimedOut { .. } => Verdict::CompilerHang,
        CompileFailure::OverLimit { exit, stderr } => Verdict::CompilerCrash {
            exit: Some(exit_record(exit)),
            message: stderr,
        },
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;
    use std::sync::Arc;

    use kvant_record::Dialect;
    use kvant_toolchain::drivers::rustc::CONST;
    use kvant_toolchain::drivers::{RUST, RUSTC};
    use kvant_toolchain::{Cache, Driver as _, OptLevel, Source};

    use super::*;
    use crate::TraceLine;
    use crate::signature::headline;

    pub(crate) struct Fixed;

    impl Subject for Fixed {
        fn name(&self) -> String {
            "fixed".into()
        }

        fn language(&self) -> Source {
            RUST
        }

        fn text(&self, form: Form, dialect: Option<&Dialect>) -> String {
            match dialect.map(|dialect| dialect.minor) {
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
    fn the_headline_is_the_error() {
        let message = "warning: something harmless\nerror: internal compiler error: it broke\n";
        let verdict = Verdict::CompilerCrash {
            exit: None,
            message: message.into(),
        };
        assert_eq!(
            headline(&verdict),
            "error: internal compiler error: it broke"
        );
        assert_eq!(headline(&Verdict::Agrees), "");
        let message = "/tmp/scratch/program.c: In function 'f':\n/tmp/scratch/program.c:3:5: error: it is wrong\n";
        let verdict = Verdict::Rejected {
            message: message.into(),
        };
        assert_eq!(headline(&verdict), "program.c:3:5: error: it is wrong");
        let message = "thread 'rustc' panicked at compiler/rustc_x/src/y.rs:12:3:\nindex out of bounds\n\n\
            error: the compiler unexpectedly panicked. this is a bug.\n";
        let verdict = Verdict::CompilerCrash {
            exit: None,
            message: message.into(),
        };
        assert_eq!(
            headline(&verdict),
            "index out of bounds (compiler/rustc_x/src/y.rs:12:3)"
        );
    }

    /// The text that each compiler was given is kept, and the command line names its file.
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
