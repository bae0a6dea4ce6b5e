//! Programs from a user's file: compilers get the text of the file, and not Kvant's own text of the parsed program.
//!
//! So lines that the parser skips, such as `#include`, are compiled too. Batches and smaller programs need Kvant's own text,
//! which is compared with the file first (`command/faithful.rs`).

use std::any::Any;

use kvant_campaign::{Batch, Beyond, Form, InDialect, Language, Shrink, Size, Subject, TraceLine};
use kvant_record::Dialect;
use kvant_toolchain::Source;

/// A program, and the text that it was read from.
struct AsWritten {
    subject: Box<dyn Subject>,
    /// For compilers.
    text: String,
}

/// The program with the text of the file that it was read from, if compilers can be given that.
pub fn as_written(
    language: &dyn Language,
    subject: Box<dyn Subject>,
    file: &str,
    text: &str,
) -> Box<dyn Subject> {
    match language.compilable(&*subject, file, text) {
        Some(text) => Box::new(AsWritten { subject, text }),
        None => subject,
    }
}

impl Subject for AsWritten {
    fn text(&self, form: Form, dialect: Option<&Dialect>) -> String {
        match form {
            Form::Fast => self.text.clone(),
            Form::Readable | Form::ConstEval => self.subject.text(form, dialect),
        }
    }

    fn reprinted(&self) -> Option<&dyn Subject> {
        Some(&*self.subject)
    }

    fn part(&self, _: usize, _: Option<&Dialect>) -> Option<String> {
        None
    }

    fn batch<'a>(&self, programs: &[&'a dyn Subject]) -> Box<dyn Batch + 'a> {
        self.subject.batch(programs)
    }

    fn as_any(&self) -> Option<&dyn Any> {
        self.subject.as_any()
    }

    fn name(&self) -> String {
        self.subject.name()
    }

    fn language(&self) -> Source {
        self.subject.language()
    }

    fn target(&self) -> &str {
        self.subject.target()
    }

    fn in_dialect(&self, dialect: &Dialect) -> Result<InDialect, Beyond> {
        self.subject.in_dialect(dialect)
    }

    fn summary(&self) -> String {
        self.subject.summary()
    }

    fn trace(&self) -> Vec<TraceLine> {
        self.subject.trace()
    }

    fn control(&self) -> Option<String> {
        self.subject.control()
    }

    fn size(&self) -> Size {
        self.subject.size()
    }

    fn shape(&self) -> Vec<String> {
        self.subject.shape()
    }

    fn lifted(&self, dialect: Option<&Dialect>) -> Option<String> {
        self.subject.lifted(dialect)
    }

    fn explanation(&self, observation: usize) -> Option<String> {
        self.subject.explanation(observation)
    }

    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        self.subject.shrink()
    }

    fn shrink_further(&self, best: &str, token: &str) -> Option<Box<dyn Shrink>> {
        self.subject.shrink_further(best, token)
    }
}

#[cfg(test)]
mod tests {
    use kvant_mir_gen::GenConfig;

    use super::*;
    use crate::mir::{MirLanguage, dialect, from_seed};
    use kvant_mir::print::Version;

    /// In custom MIR only a file that is complete and the same for all versions is compiled as it is.
    #[test]
    fn a_complete_file_in_custom_mir_is_compiled_as_it_is() {
        let config = GenConfig::default().sized(100..=100);
        let mut kept = 0;
        for seed in 0..12 {
            let made = || Box::new(from_seed(seed, &config).unwrap());
            let text = format!("// mine\n{}", made().text(Form::Readable, None));
            let subject = as_written(&MirLanguage, made(), "x.rs", &text);
            if subject.reprinted().is_some() {
                kept += 1;
                assert_eq!(subject.text(Form::Fast, Some(&dialect(Version(90)))), text);
            }
            let (bare, _) = text.split_once("mod kvant").unwrap();
            assert!(
                as_written(&MirLanguage, made(), "x.rs", bare)
                    .reprinted()
                    .is_none()
            );
        }
        assert!(kept > 0);
    }
}
