//! Programs lifted to ordinary code.

use kvant_record::Dialect;
use kvant_toolchain::Source;

use crate::{Form, Subject, TraceLine};

/// A program whose text is the lifted one in every form.
pub(crate) struct Lifted<'a> {
    program: &'a dyn Subject,
}

impl<'a> Lifted<'a> {
    /// The program, if it can be lifted.
    pub(crate) fn of(program: &'a dyn Subject) -> Option<Lifted<'a>> {
        program.lifted(None)?;
        Some(Lifted { program })
    }
}

impl Subject for Lifted<'_> {
    fn name(&self) -> String {
        self.program.name()
    }

    fn language(&self) -> Source {
        self.program.language()
    }

    fn target(&self) -> &str {
        self.program.target()
    }

    fn text(&self, _: Form, dialect: Option<&Dialect>) -> String {
        self.program.lifted(dialect).unwrap_or_default()
    }

    fn summary(&self) -> String {
        self.program.summary()
    }

    fn trace(&self) -> Vec<TraceLine> {
        self.program.trace()
    }

    fn control(&self) -> Option<String> {
        self.program.control()
    }
}
