//! Findings and their files.

use std::fmt::Write as _;
use std::path::Path;

use kvant_record::Dialect;
use kvant_toolchain::{Backend, Gives};

use crate::compare::{form, text_for};
use crate::reproduce::reproduce;
use crate::signature::headline;
use crate::{Form, Kind, Outcome, Subject, Verdict};

/// A program with one fault that some backends show.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The name of the program.
    pub name: String,
    /// The kind of fault.
    pub kind: Kind,
    /// Equal for findings that are known to be one bug.
    pub signature: String,
    /// The outcomes of all backends.
    pub outcomes: Vec<Outcome>,
    /// The numbers of the failing outcomes.
    pub failing: Vec<usize>,
    /// Passes or flags that hide the fault when they are disabled.
    pub suspects: Vec<String>,
}

impl Finding {
    /// The failing outcomes.
    pub fn failing(&self) -> impl Iterator<Item = &Outcome> {
        self.failing.iter().filter_map(|n| self.outcomes.get(*n))
    }

    /// The record, without the texts of batches: they are among the [files](Finding::files).
    pub fn record(&self) -> kvant_record::Finding {
        let mut outcomes: Vec<_> = self.outcomes.iter().map(Outcome::record).collect();
        for outcome in &mut outcomes {
            for verdict in std::iter::once(&mut outcome.verdict).chain(&mut outcome.again) {
                if let Verdict::OnlyInBatch(seen) = verdict {
                    seen.text.clear();
                }
            }
        }
        kvant_record::Finding {
            name: self.name.clone(),
            kind: self.kind,
            signature: self.signature.clone(),
            outcomes,
            failing: self.failing.clone(),
            suspects: self.suspects.clone(),
        }
    }

    /// A summary in one line.
    pub fn headline(&self) -> String {
        let mut failing = self.failing();
        let Some(first) = failing.next() else {
            return String::new();
        };
        let (who, said) = (first.backend.name(), headline(&first.verdict));
        let more = match failing.count() {
            0 => String::new(),
            more => format!(" and {more} more"),
        };
        match said.is_empty() {
            true => format!("{who}{more}: {}", first.verdict.name()),
            false => format!("{who}{more}: {said}"),
        }
    }

    /// All files by name: the program in all its forms, the expected output, all verdicts, and a script that reproduces the
    /// finding.
    pub fn files(&self, subject: &dyn Subject) -> Vec<(String, String)> {
        let newest = self.newest();
        let newest = newest.as_ref();
        let program = subject.text(Form::Readable, newest);
        let language = subject.language();
        let forms = [("fast", Form::Fast), ("const", Form::ConstEval)];
        let forms = forms.map(|(name, form)| (language.file(name), subject.text(form, newest)));
        let mut files: Vec<(String, String)> = forms.into();
        files.retain(|(_, text)| *text != program);
        files.insert(0, (language.file("program"), program));
        let mut add = |name: String, text: String| {
            if files.iter().all(|(there, _)| *there != name) {
                files.push((name, text));
            }
        };
        for outcome in &self.outcomes {
            let (backend, name) = (&outcome.backend, self.source(subject, outcome));
            let text = match &outcome.verdict {
                Verdict::OnlyInBatch(seen) => seen.text.clone(),
                _ => text_for(subject, backend),
            };
            add(name, text);
        }
        let mut expected = String::new();
        for line in subject.trace() {
            let _ = writeln!(expected, "{}", line.text);
        }
        let _ = writeln!(expected, "{}", subject.summary());
        add("expected.txt".into(), expected);
        add("verdicts.txt".into(), self.report(subject));
        add("failing.txt".into(), self.names());
        add("versions.txt".into(), self.versions());
        add("reproduce.sh".into(), reproduce(self, subject));
        files
    }

    /// The dialect of the newest compiler among the outcomes.
    fn newest(&self) -> Option<Dialect> {
        let dialects = self.outcomes.iter();
        let dialects = dialects.map(|outcome| outcome.backend.toolchain.dialect());
        dialects.max()
    }

    /// The file with the text that a backend was given. Older compilers may have one of their own.
    pub(crate) fn source(&self, subject: &dyn Subject, outcome: &Outcome) -> String {
        let (backend, language) = (&outcome.backend, subject.language());
        if let Verdict::OnlyInBatch(_) = outcome.verdict {
            return language.file(&batch_name(backend));
        }
        let (form, text, dialect) = (
            form(backend),
            text_for(subject, backend),
            backend.toolchain.dialect(),
        );
        let newest = self.newest();
        let name = match backend.gives() {
            _ if text == subject.text(Form::Readable, newest.as_ref()) => "program",
            Gives::Executable | Gives::Output | Gives::Text => "fast",
            Gives::Evaluation => "const",
        };
        if name == "program" || text == subject.text(form, newest.as_ref()) {
            return language.file(name);
        }
        let Dialect {
            family,
            major,
            minor,
        } = dialect;
        // rustc derives the crate name from it, which cannot contain a dot.
        language.file(
            &match newest.is_some_and(|newest| newest.family == family) {
                true => format!("{name}-{major}-{minor}"),
                false => format!("{name}-{family}-{major}-{minor}"),
            },
        )
    }

    /// All verdicts with their command lines.
    fn report(&self, subject: &dyn Subject) -> String {
        let mut text = format!("{}: {}\n{}\n", self.name, self.kind.name(), self.signature);
        if self.kind == Kind::MachineDispute {
            text.push_str("Taken for a bug of kvant until the contrary is shown.\n");
        }
        if !self.suspects.is_empty() {
            let suspects = self.suspects.join(", ");
            let _ = writeln!(text, "It disappears without {suspects} (each alone).");
        }
        for outcome in &self.outcomes {
            let Outcome {
                backend,
                verdict,
                again,
            } = outcome;
            let source = self.source(subject, outcome);
            let command = backend.command_line(Path::new(&source), Path::new("program"));
            let (who, name) = (backend.name(), verdict.name());
            let _ = writeln!(text, "\n{who}: {name}\n$ {command}");
            let detail = verdict.detail();
            if !detail.is_empty() {
                let _ = writeln!(text, "{detail}");
            }
            if !again.is_empty() {
                let again: Vec<&str> = again.iter().map(Verdict::name).collect();
                let _ = writeln!(text, "Asked again: {}.", again.join(", "));
            }
        }
        text
    }

    /// The names of the failing backends, one on each line, those with the fewest flags first.
    fn names(&self) -> String {
        let mut names: Vec<String> = self.failing().map(|it| it.backend.name()).collect();
        names.sort_by_key(|name| name.split(' ').count());
        names.push(String::new());
        names.join("\n")
    }

    /// The versions that the compilers print.
    fn versions(&self) -> String {
        let mut text = String::new();
        for outcome in &self.outcomes {
            let toolchain = &outcome.backend.toolchain;
            let head = format!("{}:\n{}\n", toolchain.name, toolchain.verbose.trim_end());
            if !text.contains(&head) {
                let _ = writeln!(text, "{head}");
            }
        }
        text
    }
}

/// The name of the file with the only batch in which a backend disagrees, without extension.
fn batch_name(backend: &Backend) -> String {
    let name = backend.name();
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    format!("batch-{name}")
}
