//! Programs in files of users and in stores.

use std::io::Read as _;
use std::path::Path;

use kvant_campaign::{NotRead, Refused, Subject};
use kvant_languages::{Wanted, as_written, languages, of_source, open};
use kvant_record::ProgramRef;

use crate::report::{Failure, Found, error};

/// A program that the machine accepts; or else the result of the command, after the reason was printed.
pub(crate) type Accepted = Result<Box<dyn Subject>, Found>;

/// The program in a file, or on standard input if that is `-`. Compilers get the file's own text if they can compile it.
pub(crate) fn from_file(file: &Path, wanted: &Wanted) -> Result<Accepted, Failure> {
    let name = file.display().to_string();
    let text = read(file)?;
    let opened = open(&text, &name, wanted).map_err(|error| format!("{name}:{error}"))?;
    match opened.read(&name) {
        Ok(subject) => {
            let language = of_source(subject.language());
            Ok(Ok(as_written(language, subject, &name, &text)))
        }
        Err(NotRead::OnlyRun(only_run)) => Err(format!("{name}: {only_run}").into()),
        Err(NotRead::Syntax(error)) => Err(format!("{name}:{error}").into()),
        Err(NotRead::Target(unknown)) => Err(unknown.into()),
        Err(NotRead::Refused(refused)) => Ok(Err(said(&refused, &name))),
    }
}

/// The program in a file of a store. Errors call it `what`, such as `the program of finding 3`.
pub(crate) fn from_store(
    name: &str,
    what: &str,
    program: &Kept,
) -> Result<Result<Box<dyn Subject>, Refused>, Failure> {
    let opened = open(&program.text, &program.file, &Wanted::default());
    let opened = opened.map_err(|error| format!("{what}:{error}"))?;
    match opened.read(name) {
        Ok(subject) => Ok(Ok(subject)),
        Err(NotRead::Syntax(error)) => Err(format!("{what}:{error}").into()),
        Err(NotRead::Target(unknown)) => Err(format!("{what}: {unknown}").into()),
        Err(NotRead::OnlyRun(only_run)) => Err(format!("{what}: {only_run}").into()),
        Err(NotRead::Refused(refused)) => Ok(Err(refused)),
    }
}

/// Prints the reason why the machine does not accept a program, and returns the result of the command.
pub(crate) fn said(refused: &Refused, name: &str) -> Found {
    error(format_args!(
        "no compiler was run, because the machine does not accept {name}: {}. `kvant run {name}` says where",
        refused.why
    ));
    match refused.is_certain {
        true => Found::BadNews,
        false => Found::Nothing,
    }
}

/// A program's file of a store.
pub(crate) struct Kept {
    /// The name of the file, which tells the language if the text does not.
    pub(crate) file: String,
    /// Its text.
    pub(crate) text: String,
}

/// The names that a program's file of a store may have.
pub(crate) fn program_files() -> impl Iterator<Item = String> {
    languages().iter().map(|it| it.source().file("program"))
}

/// The file with the program among those of a finding.
pub(crate) fn program_among(files: &[(String, String)]) -> Option<Kept> {
    program_files().find_map(|name| {
        let (file, text) = files.iter().find(|(file, _)| *file == name)?.clone();
        Some(Kept { file, text })
    })
}

/// The origin of a program by the first line of its text, for people.
pub(crate) fn origin(text: &str) -> Option<String> {
    if let Ok(Some(origin)) = ProgramRef::of_text(text) {
        return Some(origin.to_string());
    }
    // Earlier versions of Kvant wrote it for people only.
    let first = text.lines().next()?.strip_prefix("// ")?;
    Some(first.to_owned()).filter(|first| !first.is_empty())
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

#[cfg(test)]
mod tests {
    use kvant_c::CTarget;
    use kvant_c_gen::GenConfig;
    use kvant_campaign::Form;
    use kvant_languages::c::from_seed;

    use super::*;

    /// Programs of a store are for the target that their first line says.
    #[test]
    fn a_program_of_a_store_has_its_own_target() {
        let target = CTarget::by_name("i686").unwrap();
        let subject = from_seed(1, &GenConfig::default().sized(80..=150), &target).unwrap();
        let text = subject.text(Form::Readable, None);
        let files = [
            ("fast.c".to_owned(), String::new()),
            ("program.c".to_owned(), text.clone()),
        ];
        let program = program_among(&files).unwrap();
        let read = from_store("bug-1", "the program of bug 1", &program).unwrap();
        assert_eq!(read.ok().unwrap().target(), "i686");
        let says = "kvant 0.1.0, c generator 3, seed 1, statements 80..150, for i686";
        assert_eq!(origin(&text).unwrap(), says);
        assert_eq!(
            origin("// kvant 0.1.0, seed 1\n").unwrap(),
            "kvant 0.1.0, seed 1"
        );
        assert_eq!(origin("int main(void);"), None);
    }
}
