//! What a campaign knows of a program.

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

/// A program and what it must print.
pub trait Subject {
    /// What it is called: a seed, a file.
    fn name(&self) -> String;

    /// Its text for a compiler of this version, the second number of `1.x`; without one, for the newest
    /// that it knows of.
    fn text(&self, form: Form, version: Option<u32>) -> String;

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
}
