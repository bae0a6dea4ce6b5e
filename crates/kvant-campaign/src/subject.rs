//! Programs, as campaigns use them.

use std::any::Any;
use std::borrow::Cow;
use std::fmt;

use kvant_record::{Dialect, Request, Size};
use kvant_toolchain::Source;

use crate::judge::{Batch, Printing};

/// The form of a program's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people, and for Kvant's parser.
    Readable,
    /// For the compiler: the same program, cheaper to compile.
    Fast,
    /// For compile-time evaluation: compiles if and only if the observed values are the expected ones.
    ConstEval,
}

/// A line that a program prints in trace mode, and its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    /// The line, without its end.
    pub text: String,
    /// The function and the place that are observed.
    pub origin: String,
}

/// A program and its expected output.
pub trait Subject: Send + Sync {
    /// Its name: a seed, a file.
    fn name(&self) -> String;

    /// The language. Only compilers of this language test the program.
    fn language(&self) -> Source;

    /// The target architecture, on which the output may depend. Only compilers for it test the program.
    fn target(&self) -> &str {
        kvant_toolchain::host()
    }

    /// The program in a compiler's dialect. It may be another program, without features that the dialect lacks, and with an
    /// expected output of its own. In the program's own dialect it is the same program.
    fn in_dialect(&self, _dialect: &Dialect) -> Result<InDialect, Beyond> {
        Ok(InDialect::Same)
    }

    /// The request to a compiler of this dialect as the program completes it: requests in [open](kvant_toolchain::Mode::is_open)
    /// modes become requests in others, with options of the program's own. A complete request stays as it is. `None` if the
    /// program has no such options: the backend does not test it then.
    fn request<'r>(&self, request: &'r Request, _dialect: &Dialect) -> Option<Cow<'r, Request>> {
        Some(Cow::Borrowed(request))
    }

    /// Its text for compilers of this dialect; without one, of the newest known.
    fn text(&self, form: Form, dialect: Option<&Dialect>) -> String;

    /// The same program in Kvant's own text, if compilers get the text of a file.
    fn reprinted(&self) -> Option<&dyn Subject> {
        None
    }

    /// The one line it prints in normal mode.
    fn summary(&self) -> String;

    /// The lines it prints before that in trace mode.
    fn trace(&self) -> Vec<TraceLine>;

    /// The text of a program that does nothing, which every compiler of the language accepts. `None` if there is none.
    fn control(&self) -> Option<String> {
        None
    }

    /// Its text as part `n` of a batch, counted from 0. `None` if it cannot be in one.
    fn part(&self, _n: usize, _dialect: Option<&Dialect>) -> Option<String> {
        None
    }

    /// The text of a whole batch. The parts are of programs of the same language, in order.
    ///
    /// The executable prints the summary of each program after `p`, its number and a blank. With the number of a program as its
    /// argument it runs only that one, and with one more argument it prints the lines of trace mode first.
    fn joined(&self, parts: &[String]) -> String {
        parts.concat()
    }

    /// The batch of these programs, of which this is the first.
    fn batch<'a>(&self, programs: &[&'a dyn Subject]) -> Box<dyn Batch + 'a> {
        Box::new(Printing::new(programs))
    }

    /// The program in the language's own type, for a [batch](Subject::batch) that judges by more than output.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// Its size.
    fn size(&self) -> Size {
        Size::default()
    }

    /// Its operations as words without names, numbers and types, each once and in order. Small programs that show one bug have
    /// most of them in common.
    fn shape(&self) -> Vec<String> {
        Vec::new()
    }

    /// Its text in ordinary code, without constructs that only tests of compilers use. `None` if there is none.
    fn lifted(&self, _dialect: Option<&Dialect>) -> Option<String> {
        None
    }

    /// An explanation of the observation with this number, counted from 0, step by step, for people.
    fn explanation(&self, _observation: usize) -> Option<String> {
        None
    }

    /// A shrinker for it. `None` if the language has none.
    fn shrink(&self) -> Option<Box<dyn Shrink>> {
        None
    }

    /// A shrinker that resumes from the [best](Shrink::best) program of an earlier one, in its [readable](Form::Readable) form,
    /// and its [token](Shrink::token). `None` if they are invalid.
    fn shrink_further(&self, _best: &str, _token: &str) -> Option<Box<dyn Shrink>> {
        None
    }
}

/// A program in the dialect of a compiler.
pub enum InDialect {
    /// The program itself.
    Same,
    /// Another program, without features that the dialect lacks.
    Other(Box<dyn Subject>),
}

impl InDialect {
    /// The program in this dialect; `subject` is the program in its own.
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

/// A shrinker: it proposes smaller programs, learns which of them show the symptom, and continues from the smallest of those.
pub trait Shrink: Send {
    /// The smallest program so far.
    fn best(&self) -> &dyn Subject;

    /// Its progress, in a few characters.
    fn token(&self) -> String;

    /// The next programs to test, the most promising first, at most `most`; none if the shrinker is done. Each is defined, its
    /// expected output is that of its [`Subject`], and none was proposed before.
    fn propose(&mut self, most: usize) -> Vec<Proposal>;

    /// Tells which of the last proposals are interesting, in their order; missing ones are not. Only the answer for the
    /// lightest interesting one ([weight](Proposal::weight)) has to be certain.
    fn learn(&mut self, interesting: &[bool]);
}

/// A smaller program.
pub struct Proposal {
    /// The program.
    pub subject: Box<dyn Subject>,
    /// The pass that made it smaller, for people.
    pub pass: &'static str,
    /// Its weight. Of several interesting programs, shrinking continues with the lightest.
    pub weight: (u64, u64),
}
