//! Programs of any language, from where they are written down: the one place that knows which language a file is in.

use std::io::Read as _;
use std::path::Path;

use kvant_c::CTarget;
use kvant_campaign::Subject;
use kvant_mir::{Program, parse};
use kvant_mir_machine::{Limits, Outcome, Stop, execute_under_all};
use kvant_toolchain::drivers::{C, RUST};
use kvant_toolchain::{Source, source_of_file, sources};

use crate::as_written::as_written;
use crate::c::CSubject;
use crate::mir::{MirSubject, TARGET};
use crate::report::{Failure, Found, error};

/// A program that the machine accepts; or, if it does not, what that amounts to, which was said.
pub(crate) type Accepted = Result<Box<dyn Subject>, Found>;

/// The program in a file, by how its name ends; `-` is standard input, in custom MIR. Compilers get the file's own text, as
/// far as they can.
pub(crate) fn from_file(file: &Path) -> Result<Accepted, Failure> {
    let name = file.display().to_string();
    let language = source_of_file(&name).unwrap_or(RUST);
    let text = read(file)?;
    let head = format!("from {name}");
    let read = from_text(language, &name, head, &text);
    let read = read.map_err(|error| format!("{name}:{error}"))?;
    let read = read.map(|subject| as_written(subject, &name, &text));
    Ok(read.map_err(|refused| refused.said(&name)))
}

/// The program that a text in this language says, under this name and with this head; the error is of the text.
pub(crate) fn from_text(
    language: Source,
    name: &str,
    head: String,
    text: &str,
) -> Result<Result<Box<dyn Subject>, Refused>, String> {
    match language {
        C => {
            let target = CTarget::X86_64;
            let parsed = kvant_c::parse::program(text, &target).map_err(|e| e.to_string())?;
            Ok(c(name, head, target, parsed.program))
        }
        _ => {
            let parsed = parse::program(text).map_err(|error| error.to_string())?;
            Ok(mir(name, head, parsed.program))
        }
    }
}

/// What stands at the top of a text that was written down: where the program comes from.
pub(crate) fn head(text: &str) -> &str {
    let first = text.lines().next().unwrap_or_default();
    first.strip_prefix("// ").unwrap_or_default()
}

/// What stands before the head of the program that a smaller one came from.
const SMALLER: &str = "made smaller, from: ";

/// The head of a program that was made smaller, from that of the one it came from: the seed gives that one, and not this.
pub(crate) fn made_smaller(head: &str) -> String {
    match head.is_empty() || head.starts_with(SMALLER) {
        true => head.to_owned(),
        false => format!("{SMALLER}{head}"),
    }
}

/// The file with the program among those of a finding, whatever language it is in: the language and the text.
pub(crate) fn program_among(files: &[(String, String)]) -> Option<(Source, &str)> {
    sources().into_iter().find_map(|language| {
        let name = language.file("program");
        let (_, text) = files.iter().find(|(file, _)| *file == name)?;
        Some((language, text.as_str()))
    })
}

/// Why the machine does not accept a program.
pub(crate) struct Refused {
    /// In words.
    pub(crate) why: String,
    /// Whether that is certain, and not only a lack of something of ours.
    is_certain: bool,
}

impl Refused {
    /// Says it, and what it amounts to.
    pub(crate) fn said(&self, name: &str) -> Found {
        error(format_args!(
            "no compiler is asked, because the machine does not accept {name}: {}. `kvant run {name}` says where",
            self.why
        ));
        match self.is_certain {
            true => Found::BadNews,
            false => Found::Nothing,
        }
    }
}

/// The text of a file, or of standard input.
pub(crate) fn read(file: &Path) -> Result<String, Failure> {
    let text = if file == Path::new("-") {
        let mut text = String::new();
        std::io::stdin().read_to_string(&mut text).map(|_| text)
    } else {
        std::fs::read_to_string(file)
    };
    Ok(text.map_err(|error| format!("cannot read {}: {error}", file.display()))?)
}

fn c(
    name: &str,
    head: String,
    target: CTarget,
    program: kvant_c::Program,
) -> Result<Box<dyn Subject>, Refused> {
    let run = kvant_c_machine::execute(&program, &target, kvant_c_machine::Limits::default());
    if let kvant_c_machine::Outcome::Stopped { stop, .. } = run.outcome {
        use kvant_c_machine::Stop;
        return Err(Refused {
            is_certain: matches!(stop, Stop::Ub(_) | Stop::Unspecified(_)),
            why: stop.to_string(),
        });
    }
    Ok(Box::new(CSubject {
        name: name.to_owned(),
        head,
        target,
        trace: run.trace,
        program,
    }))
}

fn mir(name: &str, head: String, program: Program) -> Result<Box<dyn Subject>, Refused> {
    let run = execute_under_all(&program, &TARGET, Limits::default());
    if let Outcome::Stopped { stop, .. } = run.outcome {
        return Err(Refused {
            is_certain: matches!(stop, Stop::Ub(_) | Stop::Unspecified(_)),
            why: stop.to_string(),
        });
    }
    Ok(Box::new(MirSubject {
        name: name.to_owned(),
        head,
        trace: run.trace,
        program,
    }))
}
