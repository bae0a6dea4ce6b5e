//! Programs as a campaign sees them.

use std::any::Any;
use std::fmt;

use kvant_record::{Dialect, Size};
use kvant_toolchain::Source;

use crate::judge::{Batch, Printing};

/// The form of a program's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people, and for our own parser.
    Readable,
    /// For the compiler: the same program, cheaper to compile.
    Fast,
    /// For the compiler's own interpreter: compiles if and only if the program prints what it must.
    ConstEval,
}

/// A line that a program prints in trace mode, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    /// The line, without its end.
    pub text: String,
    /// The function and the place that are observed.
    pub origin: String,
}

/// A program and what it must print.
pub trait Subject: Send + Sync {
    /// Its name: a seed, a file.
    fn name(&self) -> String;

    /// The language that it is written in. Only compilers of that are asked about it.
    fn language(&self) -> Source;

    /// The architecture that it is for: what it prints may be something else on others. Only compilers for that are asked
    /// about it.
    fn target(&self) -> &str {
        kvant_toolchain::host()
    }

    /// The program in a compiler's dialect. It may be another program, because the dialect lacks something that had to be left
    /// out; such a program is judged by what it must print itself. In its own dialect it is the same program.
    fn in_dialect(&self, _dialect: &Dialect) -> Result<InDialect, Beyond> {
        Ok(InDialect::Same)
    }

    /// Its text for compilers of this dialect; without one, for the newest that it knows of.
    fn text(&self, form: Form, dialect: Option<&Dialect>) -> String;

    /// The same program in Kvant's own text, if compilers get the text of a file.
    fn reprinted(&self) -> Option<&dyn Subject> {
        None
    }

    /// The one line it prints in normal mode.
    fn summary(&self) -> String;

    /// The lines it prints before that in trace mode.
    fn trace(&self) -> Vec<TraceLine>;

    /// The text of a program that does nothing, in the same language: every compiler takes it. `None` if there is none.
    fn control(&self) -> Option<String> {
        None
    }

    /// Its text as part `n` of a batch, counted from 0: several programs that are compiled at once. `None` if it cannot
    /// be in one.
    fn part(&self, _n: usize, _dialect: Option<&Dialect>) -> Option<String> {
        None
    }

    /// The text of a whole batch. The parts are of programs of the same language, in order.
    ///
    /// The executable prints the summary of each program with `p`, its number and a blank before it. With the
    /// number of a program as its argument it runs that one only, and with one more argument it prints the lines of
    /// trace mode before.
    fn joined(&self, parts: &[String]) -> String {
        parts.concat()
    }

    /// The batch of these programs, of which this is the first.
    fn batch<'a>(&self, programs: &[&'a dyn Subject]) -> Box<dyn Batch + 'a> {
        Box::new(Printing::new(programs))
    }

    /// The program in the language's own type, for a [batch](Subject::batch) that judges by more than what programs print.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// Its size.
    fn size(&self) -> Size {
        Size::default()
    }

    /// Its operations, in words that say nothing of names, numbers and types, each once and in order: two small programs that
    /// show one bug have much of this in common.
    fn shape(&self) -> Vec<String> {
        Vec::new()
    }

    /// Its text as people would write it: without anything that only compilers' own tests use. `None` if that cannot be
    /// written.
    fn lifted(&self, _dialect: Option<&Dialect>) -> Option<String> {
        None
    }

    /// Why the observation of this number, counted from 0, is what it is, step by step, for people.
    fn explanation(&self, _observation: usize) -> Option<String> {
        None
    }

    /// Something that makes it smaller. `None` if there is no such thing for it.
    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        None
    }

    /// Something that goes on with making it smaller: from what an earlier one had [best](Shrink::best), in its
    /// [readable](Form::Readable) form, and the [token](Shrink::token) of that moment. `None` if that says nothing.
    fn shrink_further(&self, _best: &str, _token: &str) -> Option<Box<dyn Shrink>> {
        None
    }
}

/// A program in the dialect of a compiler.
pub enum InDialect {
    /// The program itself.
    Same,
    /// Another program, without what the dialect lacks.
    Other(Box<dyn Subject>),
}

impl InDialect {
    /// The program of that dialect, which is `subject` in others.
    pub fn of<'a>(&'a self, subject: &'a dyn Subject) -> &'a dyn Subject {
        match self {
            InDialect::Same => subject,
            InDialect::Other(other) => &**other,
        }
    }
}

/// A feature of a program that a dialect does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beyond {
    /// The feature.
    pub feature: String,
    /// The family of compilers.
    pub family: String,
}

impl fmt::Display for Beyond {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} is beyond {}", self.feature, self.family)
    }
}

impl std::error::Error for Beyond {}

/// Makes a program smaller: it proposes programs, is told which of them still show what they are to show, and goes on from
/// the smallest of those.
pub trait Shrink: Send {
    /// The smallest program so far.
    fn best(&self) -> &dyn Subject;

    /// Its progress, in a few characters.
    fn token(&self) -> String;

    /// The next programs to ask about, best guess first, at most `most`; none: it is done. Each is defined and prints
    /// what its [`Subject`] says, and none was proposed before.
    fn propose(&mut self, most: usize) -> Vec<Proposal>;

    /// Says which of those that were proposed last are interesting, in their order. Those that are not spoken of are not. Only
    /// the one with the least [weight](Proposal::weight) has to be so for certain.
    fn learn(&mut self, interesting: &[bool]);
}

/// A smaller program.
pub struct Proposal {
    /// The program.
    pub subject: Box<dyn Subject>,
    /// The pass that made it smaller, for people.
    pub pass: &'static str,
    /// Its weight. Of several that are interesting, shrinking goes on with the lightest.
    pub weight: (u64, u64),
}
