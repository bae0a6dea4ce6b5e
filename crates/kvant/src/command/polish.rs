//! Reduction of small programs by an external reducer of text, such as cvise, if one for the language is installed.
//!
//! Such reducers do not know which programs are defined. Their interestingness test is therefore Kvant itself (`kvant shows`): the
//! machine has to accept each program, and the backend has to get it wrong in the same way.

use std::fs;
use std::path::Path;
use std::time::Duration;

use kvant_campaign::{Form, Subject, Verdict, test};
use kvant_languages::{Wanted, of_source, open};
use kvant_toolchain::{Backend, Cancel, Limits, Scratch, Toolchains, run_script};

use super::found_in;
use crate::cli::Shows;
use crate::report::{Ended, Failure, Found};
use crate::settings::Settings;
use crate::subject::read;

/// The result of an external reducer.
pub(super) struct Polished {
    /// The reducer.
    pub(super) tool: &'static str,
    /// The program, if it is shorter and shows the same.
    pub(super) program: Option<Box<dyn Subject>>,
}

/// Runs an external reducer on a program that a backend gets wrong in this way. `None` if none is installed.
pub(super) fn polish(
    subject: &dyn Subject,
    backend: &Backend,
    verdict: &Verdict,
    cancel: &Cancel,
) -> Result<Option<Polished>, Failure> {
    let language = of_source(subject.language());
    let file = language.source().file("program");
    let tools = language.polishers().iter().copied();
    let Some(tool) = tools.into_iter().find(|tool| is_there(tool)) else {
        return Ok(None);
    };
    let scratch = Scratch::new()?;
    let folder = scratch.path();
    let said = |error: std::io::Error| format!("cannot write {}: {error}", folder.display());
    let before = subject.text(Form::Readable, None);
    fs::write(folder.join(&file), language.own(&before)).map_err(said)?;
    let kvant = std::env::current_exe().map_err(said)?;
    let question = format!(
        "#!/bin/sh\nexec {} shows {file} --for {} --backend {} --verdict {}\n",
        quoted(&kvant.display().to_string()),
        subject.target(),
        quoted(&backend.name()),
        quoted(verdict.name()),
    );
    let interesting = folder.join("interesting.sh");
    fs::write(&interesting, question).map_err(said)?;
    make_executable(&interesting).map_err(said)?;
    let script = folder.join("polish.sh");
    fs::write(
        &script,
        format!("exec {tool} --n 1 ./interesting.sh {file}\n"),
    )
    .map_err(said)?;
    let limits = Limits {
        wall: Duration::from_mins(10),
        cpu: Duration::from_mins(10),
        ..Limits::for_compiler()
    };
    // If it is stopped early, its best program so far is used.
    run_script(&script, &[], &limits.cancelled_by(cancel))?;
    let after = fs::read_to_string(folder.join(&file)).map_err(said)?;
    // The first line is that of the program that was polished.
    let head = before.lines().next().unwrap_or_default();
    let polished = format!("{head}\n{after}");
    let opened = open(&polished, &file, &Wanted::default())?;
    let program = match opened.read(&subject.name()) {
        Ok(program) if shows(&*program, backend, verdict.name())? => Some(program),
        _ => None,
    };
    let length = |subject: &dyn Subject| language.own(&subject.text(Form::Readable, None)).len();
    let program = program.filter(|program| length(&**program) < length(subject));
    Ok(Some(Polished { tool, program }))
}

/// `kvant shows`: checks that the machine accepts a program and that a backend gets it wrong in the given way.
pub(super) fn execute(arguments: &Shows, settings: Option<&Path>) -> Ended {
    let name = arguments.file.display().to_string();
    let text = read(&arguments.file)?;
    let opened = open(&text, &name, &arguments.target.wanted());
    let Ok(Ok(subject)) = opened.map(|opened| opened.read(&name)) else {
        return Ok(Found::BadNews);
    };
    let settings = Settings::read(settings)?;
    let all = Toolchains::discover_in(&found_in(&settings));
    let backend = Backend::named(&arguments.backend, all.of(subject.language()))
        .ok_or_else(|| format!("there is no backend `{}`", arguments.backend))?;
    Ok(match shows(&*subject, &backend, &arguments.verdict)? {
        true => Found::Fine,
        false => Found::BadNews,
    })
}

fn shows(subject: &dyn Subject, backend: &Backend, verdict: &str) -> Result<bool, Failure> {
    let scratch = Scratch::new()?;
    let (compiler, program) = (Limits::for_compiler(), Limits::for_program());
    Ok(test(subject, backend, &scratch, &compiler, &program)?.name() == verdict)
}

fn is_there(tool: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).any(|folder| folder.join(tool).is_file())
}

fn make_executable(path: &Path) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', "'\\''"))
}
