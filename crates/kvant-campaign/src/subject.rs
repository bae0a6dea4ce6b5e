//! What a campaign knows of a program.

use kvant_toolchain::Source;

/// How a program's text is to be written.
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

/// How large a program is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    /// Statements, what ends blocks included.
    pub statements: usize,
    /// Functions.
    pub functions: usize,
}

/// A program and what it must print.
pub trait Subject: Send + Sync {
    /// What it is called: a seed, a file.
    fn name(&self) -> String;

    /// The language that it is written in. Only compilers of that are asked about it.
    fn language(&self) -> Source;

    /// The architecture that it is for: what it prints may be something else on others. Only compilers for that are asked
    /// about it.
    fn target(&self) -> &str {
        kvant_toolchain::host()
    }

    /// Uses a feature that compilers of this family do not support. They are not asked about it.
    fn is_beyond(&self, _family: &str) -> bool {
        false
    }

    /// Its text for a compiler of this [dialect](kvant_toolchain::Toolchain::dialect); without one, for the newest
    /// that it knows of.
    fn text(&self, form: Form, version: Option<u32>) -> String;

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
    fn part(&self, _n: usize, _version: Option<u32>) -> Option<String> {
        None
    }

    /// The text of a whole batch. The parts are of programs of the same sort, in order.
    ///
    /// What is made of it prints the summary of each program with `p`, its number and a blank before it. With the
    /// number of a program as its argument it runs that one only, and with one more argument it prints the lines of
    /// trace mode before.
    fn batch(&self, _parts: &[String]) -> String {
        String::new()
    }

    /// How large it is.
    fn size(&self) -> Size {
        Size::default()
    }

    /// What it does, in words that say nothing of names, numbers and types, each once and in order: two small programs that
    /// show one bug have much of this in common.
    fn shape(&self) -> Vec<String> {
        Vec::new()
    }

    /// Its text as people would write it: without anything that only compilers' own tests use. `None` if that cannot be
    /// written.
    fn lifted(&self, _version: Option<u32>) -> Option<String> {
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

/// Makes a program smaller: it proposes programs, is told which of them still show what they are to show, and goes on from
/// the smallest of those.
pub trait Shrink: Send {
    /// The smallest program so far.
    fn best(&self) -> &dyn Subject;

    /// How far it has come, in a few characters.
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
    /// What was done to make it smaller, for whoever watches.
    pub pass: &'static str,
    /// How much there is of it. Of several that are interesting, the one with the least is gone on from.
    pub weight: (u64, u64),
}
