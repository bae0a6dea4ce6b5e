//! The language and the target of a program's text.

use std::fmt;

use kvant_campaign::{Language, NotRead, Subject, UnknownTarget};
use kvant_record::{ProgramRef, UnknownHead};

use crate::{languages, named, of_file};

/// The language and the target that a user wants, as far as options say.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Names of languages, of which the program's must be one; none: any.
    pub languages: Vec<String>,
    /// The target, and the option that names it.
    pub target: Option<(&'static str, String)>,
}

/// A text whose language and target are known.
pub struct Opened<'t> {
    /// The language.
    pub language: &'static dyn Language,
    /// The target.
    pub target: String,
    text: &'t str,
}

/// Finds out the language and the target of a text: its first line says so. Without such a line, the options do, then the name
/// of the file; the default target is that of the language.
pub fn open<'t>(text: &'t str, file: &str, wanted: &Wanted) -> Result<Opened<'t>, CannotOpen> {
    let Some(head) = ProgramRef::of_text(text).map_err(CannotOpen::Head)? else {
        let language = match &wanted.languages[..] {
            [only] => named(only).unwrap_or_else(|| of_file(file)),
            _ => of_file(file),
        };
        let target = match &wanted.target {
            Some((_, target)) => target.clone(),
            None => language
                .targets()
                .first()
                .copied()
                .unwrap_or_default()
                .to_owned(),
        };
        return Ok(Opened {
            language,
            target,
            text,
        });
    };
    let contradiction = |says: &str, option, value: &str| CannotOpen::Contradiction {
        says: says.to_owned(),
        option,
        value: value.to_owned(),
    };
    let language =
        named(&head.language).ok_or_else(|| CannotOpen::Language(head.language.clone()))?;
    if !wanted.languages.is_empty() && !wanted.languages.contains(&head.language) {
        let says = format!("in {}", head.language);
        return Err(contradiction(&says, "--lang", &wanted.languages.join(",")));
    }
    let same = |target: &str| {
        let known = |name: &str| language.target(name).unwrap_or_default().to_owned();
        target == head.target || known(target) == known(&head.target)
    };
    match &wanted.target {
        Some((option, target)) if !same(target) => {
            let says = format!("for {}", head.target);
            Err(contradiction(&says, option, target))
        }
        _ => Ok(Opened {
            language,
            target: head.target,
            text,
        }),
    }
}

impl Opened<'_> {
    /// The program, under this name.
    pub fn read(&self, name: &str) -> Result<Box<dyn Subject>, NotRead> {
        match self.language.target(&self.target) {
            Some(target) => self.language.read(self.text, name, target),
            None => Err(NotRead::Target(UnknownTarget {
                language: self.language.source().name(),
                target: self.target.clone(),
                known: self.language.targets(),
            })),
        }
    }
}

/// The reason why the language and the target of a text are not known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotOpen {
    /// The first line cannot be read.
    Head(UnknownHead),
    /// There is no such language.
    Language(String),
    /// An option and the first line contradict each other.
    Contradiction {
        /// What the first line says: `for i686`.
        says: String,
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
    },
}

impl fmt::Display for CannotOpen {
    /// To be shown behind the name of the file and a colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotOpen::Head(unknown) => unknown.fmt(f),
            CannotOpen::Language(name) => {
                let known: Vec<&str> = languages().iter().map(|it| it.name()).collect();
                let known = known.join(" and ");
                write!(f, "1: the program is in `{name}`; there are {known}")
            }
            CannotOpen::Contradiction {
                says,
                option,
                value,
            } => write!(
                f,
                "1: the first line says that the program is {says}, and {option} says {value}. Leave the option out, or \
                 remove the line"
            ),
        }
    }
}

impl std::error::Error for CannotOpen {}
