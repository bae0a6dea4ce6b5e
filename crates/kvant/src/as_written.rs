//! Programs from a user's file: compilers get the text of the file, and not Kvant's own text of the parsed program.
//!
//! So lines that the parser skips, such as `#include`, are compiled too. Batches and smaller programs need Kvant's own text,
//! which is compared with the file first (`command/faithful.rs`).

use kvant_campaign::{Form, Shrink, Size, Subject, TraceLine};
use kvant_mir::print::Version;
use kvant_toolchain::Source;
use kvant_toolchain::drivers::C;

/// A program, and the text that it was read from.
struct AsWritten {
    subject: Box<dyn Subject>,
    /// For compilers.
    text: String,
}

/// The program with the text of the file that it was read from, if that compiles: in C unless its prelude is incomplete, in
/// custom MIR if the file is complete and no part of it depends on the version of rustc.
pub(crate) fn as_written(subject: Box<dyn Subject>, file: &str, text: &str) -> Box<dyn Subject> {
    let text = match subject.language() {
        C => kvant_c::print::completed(text, file),
        _ => {
            let printed = |minor| subject.text(Form::Readable, Some(minor));
            let newest = printed(Version::NEWEST.0);
            let prelude = |text: &str| {
                text.find("mod kvant")
                    .map(|at| text[at..].trim().to_owned())
            };
            let is_complete = text.contains("#![feature(") && prelude(text) == prelude(&newest);
            let mut versions = Version::OLDEST.0..Version::NEWEST.0;
            let is_for_all = is_complete && versions.all(|minor| printed(minor) == newest);
            is_for_all.then(|| text.to_owned())
        }
    };
    match text {
        Some(text) => Box::new(AsWritten { subject, text }),
        None => subject,
    }
}

impl Subject for AsWritten {
    fn text(&self, form: Form, version: Option<u32>) -> String {
        match form {
            Form::Fast => self.text.clone(),
            Form::Readable | Form::ConstEval => self.subject.text(form, version),
        }
    }

    fn reprinted(&self) -> Option<&dyn Subject> {
        Some(&*self.subject)
    }

    fn part(&self, _: usize, _: Option<u32>) -> Option<String> {
        None
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

    fn is_beyond(&self, family: &str) -> bool {
        self.subject.is_beyond(family)
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

    fn lifted(&self, version: Option<u32>) -> Option<String> {
        self.subject.lifted(version)
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
    use crate::mir::from_seed;

    /// In custom MIR only a file that is complete and the same for all versions is compiled as it is.
    #[test]
    fn a_complete_file_in_custom_mir_is_compiled_as_it_is() {
        let config = GenConfig::default().sized(100..=100);
        let mut kept = 0;
        for seed in 0..12 {
            let made = || Box::new(from_seed(seed, &config).unwrap());
            let text = format!("// mine\n{}", made().text(Form::Readable, None));
            let subject = as_written(made(), "x.rs", &text);
            if subject.reprinted().is_some() {
                kept += 1;
                assert_eq!(subject.text(Form::Fast, Some(90)), text);
            }
            let (bare, _) = text.split_once("mod kvant").unwrap();
            assert!(as_written(made(), "x.rs", bare).reprinted().is_none());
        }
        assert!(kept > 0);
    }
}
