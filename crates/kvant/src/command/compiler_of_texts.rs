//! The compiler that generated texts are for, and the command in the head of a text that compiles it.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use kvant_campaign::{Form, Subject};
use kvant_languages::mir::dialect;
use kvant_mir::print::Version;
use kvant_toolchain::drivers::{C, RUST};
use kvant_toolchain::{CommandLine, Surroundings, Toolchain, Toolchains, host};

use super::{Sort, found_in, usable};
use crate::report::{Failure, note};
use crate::settings::Settings;

/// The compiler that a text is for.
pub(super) struct CompilerOfTexts {
    /// The minor version of `rustc`.
    pub(super) version: u32,
    /// Variables to start it with.
    env: Vec<(String, String)>,
    /// The executable.
    program: PathBuf,
}

impl CompilerOfTexts {
    /// A compiler of this version, wherever it is.
    pub(super) fn of_version(version: Version) -> CompilerOfTexts {
        CompilerOfTexts {
            version: version.0,
            env: Vec::new(),
            program: "rustc".into(),
        }
    }

    /// The first that a campaign would use. Where there is none, the newest version that is known.
    pub(super) fn found(settings: Option<&Path>) -> Result<CompilerOfTexts, Failure> {
        let surroundings = found_in(&Settings::read(settings)?);
        let all = Toolchains::discover_in(&surroundings);
        let Some(first) = usable(&all, &[Sort::here(RUST)], &mut |_| {})
            .into_iter()
            .next()
        else {
            let newest = Version::NEWEST;
            note(format_args!(
                "note: no rustc from 1.{} on was found, so the text is for 1.{}; --rustc VERSION is for another one",
                Version::OLDEST.0,
                newest.0
            ));
            return Ok(CompilerOfTexts::of_version(newest));
        };
        Ok(CompilerOfTexts {
            version: first.version.minor,
            env: first.env.clone(),
            program: match is_called_rustc(&first, &all, &surroundings) {
                true => "rustc".into(),
                false => first.path.clone(),
            },
        })
    }

    /// The text of a program, with the command that compiles it from a file of this name in its second line.
    pub(super) fn text(&self, subject: &dyn Subject, form: Form, file: &str) -> String {
        let text = subject.text(form, Some(&dialect(Version(self.version))));
        let command = match subject.language() {
            C => cc(subject.target(), file),
            _ => self.rustc(form, file),
        };
        match text.split_once('\n') {
            Some((head, rest)) => format!("{head}\n// compile: {command}\n{rest}"),
            None => text,
        }
    }

    fn rustc(&self, form: Form, file: &str) -> CommandLine {
        let mut env = vec![("RUSTC_BOOTSTRAP".to_owned(), "1".to_owned())];
        env.extend(self.env.iter().cloned());
        // Files may have names that crates cannot have.
        let mut args: Vec<OsString> = vec!["--edition=2021".into(), "--crate-name=program".into()];
        match form {
            Form::Readable | Form::Fast => args.extend([file.into(), "-o".into(), stem(file)]),
            Form::ConstEval => args.extend([
                "--crate-type=lib".into(),
                "--emit=metadata".into(),
                "-Zunleash-the-miri-inside-of-you".into(),
                "-Zextra-const-ub-checks".into(),
                file.into(),
            ]),
        }
        let program = self.program.clone();
        CommandLine { env, program, args }
    }
}

/// True if `rustc` on `$PATH` leads to this compiler.
fn is_called_rustc(toolchain: &Toolchain, all: &Toolchains, surroundings: &Surroundings) -> bool {
    let folders = surroundings.path.as_ref().map(std::env::split_paths);
    let mut candidates = folders
        .into_iter()
        .flatten()
        .map(|folder| folder.join("rustc"));
    let first = candidates.find(|candidate| candidate.is_file());
    first.is_some_and(|path| {
        let selected = all.select(&path.to_string_lossy());
        selected.is_ok_and(|selected| selected.path == toolchain.path)
    })
}

/// How a compiler of C is started. Sums and products must be rounded one by one.
fn cc(target: &str, file: &str) -> CommandLine {
    let architecture = kvant_toolchain::architecture(target);
    let program = match architecture == host() {
        true => "cc".to_owned(),
        false => format!("{architecture}-linux-gnu-gcc"),
    };
    let flags = ["-std=gnu17", "-w", "-ffp-contract=off", file, "-o"];
    CommandLine {
        env: Vec::new(),
        program: program.into(),
        args: flags
            .into_iter()
            .map(OsString::from)
            .chain([stem(file)])
            .collect(),
    }
}

/// The name of the executable that is made of a file.
fn stem(file: &str) -> OsString {
    let path = Path::new(file);
    match path.extension() {
        Some(_) => path.file_stem().unwrap_or(path.as_os_str()).into(),
        None => format!("{file}.out").into(),
    }
}
