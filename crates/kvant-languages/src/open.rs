//! The language and the target of a program's text.

use std::fmt;

use kvant_campaign::{Machine, NotRead, OnlyRun, Subject, UnknownTarget};
use kvant_record::{ProgramRef, UnknownHead};

use crate::{machines, named, names, of_file};

/// The language and the target that options ask for.
#[derive(Clone, Debug, Default)]
pub struct Wanted {
    /// Names of the languages that the program may be in; none: any.
    pub languages: Vec<String>,
    /// The target, and the option that names it.
    pub target: Option<(&'static str, String)>,
}

/// A text whose language and target are known.
pub struct Opened<'t> {
    /// The language.
    pub language: &'static dyn Machine,
    /// The target.
    pub target: String,
    text: &'t str,
}

/// Determines the language and the target of a text from its first line. Without such a line, the options decide,
/// then the extension of the file's name; the default target is that of the language.
pub fn open<'t>(text: &'t str, file: &str, wanted: &Wanted) -> Result<Opened<'t>, CannotOpen> {
    let head = ProgramRef::of_text(text).map_err(CannotOpen::Head)?;
    let contradiction = |says: String, option, value: &str| CannotOpen::Contradiction {
        says,
        option,
        value: value.to_owned(),
    };
    let language = match (&head, &wanted.languages[..]) {
        (Some(ProgramRef { language, .. }), wanted) => {
            let known = machine(language).ok_or_else(|| CannotOpen::Language(language.clone()))?;
            if !wanted.is_empty() && !wanted.contains(language) {
                let says = format!("in {language}");
                return Err(contradiction(says, "--lang", &wanted.join(",")));
            }
            known
        }
        (None, [only]) => machine(only).unwrap_or_else(|| of_file(file)),
        (None, _) => of_file(file),
    };
    let written = match &head {
        Some(head) => Some(&*head.target),
        None => ProgramRef::old_target(text),
    };
    let is_same = |target: &str, other: &str| {
        let known = language.target(target);
        target == other || (known.is_some() && known == language.target(other))
    };
    let target = match (&wanted.target, written) {
        (Some((option, target)), Some(written)) if !is_same(target, written) => {
            return Err(contradiction(format!("for {written}"), option, target));
        }
        (_, Some(written)) => written,
        (Some((_, target)), None) => target,
        (None, None) => language.targets().first().copied().unwrap_or_default(),
    };
    Ok(Opened {
        language,
        target: target.to_owned(),
        text,
    })
}

/// The language of this name that programs are run in.
fn machine(name: &str) -> Option<&'static dyn Machine> {
    machines().find(|machine| machine.name() == name)
}

impl Opened<'_> {
    /// The program, under this name.
    pub fn read(&self, name: &str) -> Result<Box<dyn Subject>, NotRead> {
        let language = named(self.language.name()).ok_or_else(|| {
            NotRead::OnlyRun(OnlyRun {
                language: self.language.source().name,
            })
        })?;
        match language.target(&self.target) {
            Some(target) => language.read(self.text, name, target),
            None => Err(NotRead::Target(UnknownTarget {
                language: self.language.source().name,
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
        /// The statement of the first line: `for i686`.
        says: String,
        /// The option.
        option: &'static str,
        /// Its value.
        value: String,
    },
}

impl fmt::Display for CannotOpen {
    /// Written for display after the name of the file and a colon.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotOpen::Head(unknown) => unknown.fmt(f),
            CannotOpen::Language(name) => {
                let known = names();
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

#[cfg(test)]
mod tests {
    use crate::languages;
    use kvant_campaign::{Form, Language, Splice};

    use super::*;

    /// The text of a small program.
    fn grown(language: &dyn Language, target: &str) -> String {
        let mut config = language.config();
        let small = config.sizes()[0].1.start().to_string();
        config.set("statements", &small).unwrap();
        let generator = language.generator(config, Splice::Nothing, target, &mut |_| {});
        let grown = generator.unwrap().grow(1).unwrap();
        grown.subject.text(Form::Readable, None)
    }

    fn for_target(target: &str) -> Wanted {
        Wanted {
            languages: Vec::new(),
            target: Some(("--for", target.to_owned())),
        }
    }

    /// The file's name and the options are not needed beside the first line, and reading loses nothing.
    #[test]
    fn a_program_is_read_as_its_first_line_says() {
        for language in languages() {
            for target in language.targets() {
                let text = grown(*language, target);
                let opened = open(&text, "-", &Wanted::default()).unwrap();
                assert_eq!(opened.language.name(), language.name());
                let subject = opened
                    .read("mine")
                    .map_err(|why| format!("{why:?}"))
                    .unwrap();
                assert_eq!(
                    (subject.target(), subject.name()),
                    (target, "mine".to_owned())
                );
                assert!(subject.text(Form::Readable, None) == text, "{target}");
                assert!(open(&text, "-", &for_target(target)).is_ok());

                let smaller = subject.shrink().unwrap();
                let smaller = smaller.best().text(Form::Readable, None);
                let origin = ProgramRef::of_text(&smaller).unwrap().unwrap();
                assert!(origin.reduced && origin.target == target, "{origin}");
            }
        }
    }

    #[test]
    fn options_do_not_contradict_the_first_line() {
        let text = grown(named("c").unwrap(), "i686");
        let wanted = Wanted {
            languages: vec!["mir".to_owned()],
            target: None,
        };
        for (wanted, says) in [
            (
                for_target("x86_64"),
                "is for i686, and --for says x86_64. Leave the option out",
            ),
            (wanted, "is in c, and --lang says mir. Leave the option out"),
        ] {
            let error = open(&text, "p.c", &wanted).err().unwrap().to_string();
            assert!(error.starts_with("1: ") && error.contains(says), "{error}");
        }
        // Another name of the same target is no contradiction.
        assert!(open(&text, "p.c", &for_target("i386")).is_ok());
        let later = text.replacen("\"schema\":1", "\"schema\":9", 1);
        let error = open(&later, "p.c", &Wanted::default()).err().unwrap();
        assert!(matches!(error, CannotOpen::Head(_)), "{error}");
        let other = text.replacen("\"language\":\"c\"", "\"language\":\"ada\"", 1);
        let error = open(&other, "p.c", &Wanted::default()).err().unwrap();
        assert!(
            error
                .to_string()
                .contains("`ada`; there are mir, c and llvm"),
            "{error}"
        );
    }

    /// First lines of earlier versions were for people, and name the target unless it is the default.
    #[test]
    fn the_target_in_an_old_first_line_counts() {
        let new = grown(named("c").unwrap(), "i686");
        let (_, rest) = new.split_once('\n').unwrap();
        for old in [
            "// kvant 0.1.0, C generator 3, seed 1, size 80..150, for i686",
            "// kvant 0.1.0, C generator 3, seed 1, size 80..150, for i686, features +loops",
            "// made smaller, from: kvant 0.1.0, C generator 3, seed 1, size 80..150, for i686",
        ] {
            let text = format!("{old}\n{rest}");
            let opened = open(&text, "p.c", &Wanted::default()).ok().unwrap();
            assert_eq!(opened.target, "i686", "{old}");
            let subject = opened.read("p.c").ok().unwrap();
            let again = subject.text(Form::Readable, None);
            assert_eq!(again.split_once('\n').unwrap().1, rest);
            let error = open(&text, "p.c", &for_target("x86_64")).err().unwrap();
            assert!(matches!(error, CannotOpen::Contradiction { .. }), "{error}");
        }
    }

    #[test]
    fn texts_without_a_target_in_the_first_line_follow_options_and_names() {
        let old = "// kvant 0.1.0, C generator 3, seed 1, size 80..150\n";
        let by_hand = "// kvant is what this is about, for ever\n";
        for text in [old, by_hand, "int main(void);\n", ""] {
            let opened = |file: &str, wanted: &Wanted| {
                let opened = open(text, file, wanted).ok().unwrap();
                (opened.language.name(), opened.target)
            };
            let usual = Wanted::default();
            assert_eq!(opened("p.c", &usual), ("c", "x86_64".to_owned()));
            assert_eq!(opened("p.c", &for_target("i686")), ("c", "i686".to_owned()));
            assert_eq!(opened("p.rs", &usual).0, "mir");
            assert_eq!(opened("-", &usual).0, "mir");
            let c = Wanted {
                languages: vec!["c".to_owned()],
                target: None,
            };
            assert_eq!(opened("-", &c).0, "c");
        }
        let wrong = open("", "p.rs", &for_target("s390x"))
            .ok()
            .unwrap()
            .read("p.rs");
        let Err(NotRead::Target(unknown)) = wrong else {
            panic!("MIR is not for s390x");
        };
        assert!(
            unknown.to_string().starts_with("Rust is not run for s390x"),
            "{unknown}"
        );
    }
}
