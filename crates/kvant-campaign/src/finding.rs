//! Findings, and the folder that keeps them.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fmt, fs, io};

use kvant_toolchain::{Backend, BackendKind};

use crate::compare::form;
use crate::{Form, Kind, Subject, Verdict};

/// A program on which somebody disagrees.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What the program is called.
    pub name: String,
    /// What the disagreement is held to be.
    pub kind: Kind,
    /// What every backend said.
    pub verdicts: Vec<(Backend, Verdict)>,
}

/// A finding that could not be written down.
#[derive(Debug)]
pub struct KeepError {
    path: PathBuf,
    error: io::Error,
}

impl fmt::Display for KeepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "cannot write the finding to {}: {}. Choose another folder with --out",
            self.path.display(),
            self.error
        )
    }
}

impl std::error::Error for KeepError {}

impl Finding {
    /// Writes the program and what everybody said about it to a folder of its own below `folder`.
    /// Returns the path of the program.
    pub fn keep(&self, subject: &dyn Subject, folder: &Path) -> Result<PathBuf, KeepError> {
        let own = self.own_folder(folder);
        let write = |name: &str, text: &str| {
            let path = own.join(name);
            let result = fs::create_dir_all(&own).and_then(|()| fs::write(&path, text));
            match result {
                Ok(()) => Ok(path),
                Err(error) => Err(KeepError { path, error }),
            }
        };
        let newest = self.newest();
        let program = write("program.rs", &subject.text(Form::Readable, newest))?;
        write("fast.rs", &subject.text(Form::Fast, newest))?;
        write("const.rs", &subject.text(Form::ConstEval, newest))?;
        for (backend, _) in &self.verdicts {
            let (form, version) = (form(backend), backend.toolchain.version.minor);
            let name = self.source(subject, backend);
            write(&name, &subject.text(form, Some(version)))?;
        }
        for (backend, verdict) in &self.verdicts {
            if let Verdict::OnlyInBatch(seen) = verdict {
                write(&batch_source(backend), &seen.text)?;
            }
        }
        let mut expected = String::new();
        for line in subject.trace() {
            let _ = writeln!(expected, "{}", line.text);
        }
        let _ = writeln!(expected, "{}", subject.summary());
        write("expected.txt", &expected)?;
        write("verdicts.txt", &self.report(subject))?;
        Ok(program)
    }

    /// The version of the newest compiler that was asked.
    fn newest(&self) -> Option<u32> {
        let versions = self.verdicts.iter();
        let versions = versions.map(|(backend, _)| backend.toolchain.version.minor);
        versions.max()
    }

    /// The file with the text that a backend got: for older compilers it may be one of their own.
    fn source(&self, subject: &dyn Subject, backend: &Backend) -> String {
        let (form, version) = (form(backend), backend.toolchain.version.minor);
        let name = match backend.kind {
            BackendKind::Build(_) | BackendKind::Miri { .. } => "fast",
            BackendKind::ConstEval => "const",
        };
        if subject.text(form, Some(version)) == subject.text(form, self.newest()) {
            return format!("{name}.rs");
        }
        // The compiler makes a crate name of it, in which there is no dot.
        format!("{name}-1-{version}.rs")
    }

    /// A folder that does not exist yet: the same name may have been found with other settings.
    fn own_folder(&self, folder: &Path) -> PathBuf {
        let name = self.name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let mut own = folder.join(&name);
        let mut n = 1;
        while own.exists() {
            n += 1;
            own = folder.join(format!("{name}.{n}"));
        }
        own
    }

    /// What everybody said, with the command lines to see it again.
    fn report(&self, subject: &dyn Subject) -> String {
        let mut text = format!("{}: {}\n", self.name, self.kind.name());
        for (backend, verdict) in &self.verdicts {
            let source = match verdict {
                Verdict::OnlyInBatch(_) => batch_source(backend),
                _ => self.source(subject, backend),
            };
            let command = backend.command_line(Path::new(&source), Path::new("program"));
            let _ = writeln!(
                text,
                "\n{}: {}\n$ {command}",
                backend.name(),
                verdict.name()
            );
            let detail = verdict.detail();
            if !detail.is_empty() {
                let _ = writeln!(text, "{detail}");
            }
        }
        text
    }
}

/// The file with the batch in which alone a backend disagrees.
fn batch_source(backend: &Backend) -> String {
    let name = backend.name();
    let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
    format!("batch-{name}.rs")
}
