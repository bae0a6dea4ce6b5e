//! Programs as Rust source in custom MIR.
//!
//! There are three forms of a whole program, see [`Form`], a form of many programs in one text, see [`batch()`], and one-line
//! forms of a program's parts for diagnostics. Programs are not checked here: an ill-formed one prints as text that does not
//! compile.
//!
//! Some names differ between versions of `rustc`, so a text is for one [`Version`]; `parse` reads all of them.
//!
//! The text does not contain the target. Bits of `isize` are printed as if pointers were 64 bits wide; `parse` does the same,
//! so that a program for any target survives printing and parsing.

mod adt;
mod batch;
mod constant;
mod function;
mod place;
mod prelude;
mod program;
mod rvalue;
mod statement;
mod terminator;
mod ty;
mod version;

pub(crate) use constant::{character, constant, integer};
pub(crate) use prelude::RUN as PRELUDE;
pub(crate) use program::{call as entry_call, head};
pub use ty::ty;
pub use version::Version;
pub(crate) use version::intrinsic;

use crate::syntax::*;
use ty::Spelling;

/// The form of a printed program.
#[derive(Clone, Copy, Debug)]
pub enum Form<'a> {
    /// For people: `mir!`, indented, with the given names. [`crate::parse`] reads it.
    Readable,
    /// For compilers: the expansion of `mir!`, which `rustc` parses in about half of the time.
    Fast,
    /// For `rustc`'s interpreter: compilation runs the program, and fails unless it observes these sites and bits, in order.
    ///
    /// The error says `the length is 0 but the index is N` if the `N`th observation, counted from zero, is the first wrong
    /// one: inside of `kvant_wrong` if it differs or there are too many, inside of `kvant_missing` if there are too few.
    ConstEval(&'a [(u32, u128)]),
}

/// The whole program as one source file that `rustc --edition=2021` of this version compiles with
/// `RUSTC_BOOTSTRAP=1`. Each line of `head` becomes a comment at its top.
pub fn program(program: &Program, form: &Form<'_>, version: Version, head: &str) -> String {
    program::program(program, *form, version, head)
}

/// The program as the `n`th part of a [`batch()`], counted from 0, with `head` as a comment.
pub fn part(program: &Program, n: usize, version: Version, head: &str) -> String {
    let mut out = String::with_capacity(1024 + program.statement_count() * 48);
    batch::part(program, n, version, head, &mut out);
    out
}

/// Several programs as one source file, from their parts in order, all for one version. The text is like [`Form::Fast`],
/// and needs no standard library, but a Unix with threads.
///
/// The executable prints `p0 kvant 12 0123456789abcdef` for the first program, and so on for each. With the number of a
/// program as its argument it runs that one only, and with a second argument it also prints each observation.
pub fn batch(parts: &[String]) -> String {
    batch::batch(parts)
}

/// A place of function `id`.
pub fn place(program: &Program, id: FnId, place: &Place) -> String {
    in_one_line(program, id, |printer| printer.place(place))
}

/// A statement of function `id`, without its semicolon.
pub fn statement(program: &Program, id: FnId, statement: &Statement) -> String {
    in_one_line(program, id, |printer| printer.statement(statement))
}

/// A location with its statement or terminator: `f1 bb2[3]: _4 = _1 + _2`.
pub fn location(program: &Program, location: Location) -> String {
    in_one_line(program, location.function, |printer| {
        printer.location(location);
    })
}

/// Appends the declared types of a program in ordinary Rust.
pub(crate) fn ordinary_types(program: &Program, out: &mut String) {
    adt::declarations(&program.types, ordinary(ty::STATIC), true, out);
}

/// Appends `ty` in ordinary Rust. Outside of bodies references need a lifetime.
pub(crate) fn ordinary_ty(types: &Types, ty: Ty, with_lifetimes: bool, out: &mut String) {
    let lifetime = if with_lifetimes { ty::STATIC } else { "" };
    ordinary(lifetime).ty(types, ty, out);
}

/// The spelling of types without lifetime parameters of enums.
fn ordinary(lifetime: &str) -> Spelling<'_> {
    Spelling {
        lifetime,
        borrowing: &[],
        log: false,
    }
}

/// Appends the name of a local that follows from its number.
pub(crate) fn local_number(number: u32, out: &mut String) {
    out.push('_');
    decimal(number.into(), out);
}

/// Appends the name of a block that follows from its number.
pub(crate) fn block_number(number: u32, out: &mut String) {
    out.push_str("bb");
    decimal(number.into(), out);
}

/// The details in which the forms differ within a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// A single item in one line, for diagnostics.
    Line,
    /// [`Form::Readable`].
    Readable,
    /// [`Form::Fast`], and the parts of a [`batch()`].
    Fast,
    /// [`Form::ConstEval`]: as [`Layout::Fast`], with a log as an argument of every call.
    ConstEval,
}

impl Layout {
    /// True if locals and blocks have their given names. In texts for compilers, numbers are shorter and cannot clash.
    fn has_names(self) -> bool {
        matches!(self, Layout::Line | Layout::Readable)
    }
}

/// Appends parts of one function to a text.
struct Printer<'a> {
    program: &'a Program,
    function: &'a Function,
    layout: Layout,
    version: Version,
    spelling: Spelling<'a>,
    out: &'a mut String,
}

impl Printer<'_> {
    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn decimal(&mut self, number: u128) {
        decimal(number, self.out);
    }

    fn ty(&mut self, ty: Ty) {
        self.spelling.ty(&self.program.types, ty, self.out);
    }

    fn local(&mut self, local: Local) {
        match self.function.locals.get(local.index()) {
            Some(LocalDecl {
                name: Some(name), ..
            }) if self.layout.has_names() => {
                self.out.push_str(name);
            }
            _ if local == Local::RETURN && self.layout.has_names() => self.push("RET"),
            _ => local_number(local.0, self.out),
        }
    }

    fn block(&mut self, block: Block) {
        match self.function.blocks.get(block.index()) {
            Some(BlockData {
                name: Some(name), ..
            }) if self.layout.has_names() => {
                self.out.push_str(name);
            }
            _ => block_number(block.0, self.out),
        }
    }

    fn location(&mut self, location: Location) {
        let function = self.function;
        self.push(&function.name);
        self.push(" ");
        self.block(location.block);
        self.push("[");
        self.decimal(location.statement.into());
        self.push("]: ");
        let Some(block) = function.blocks.get(location.block.index()) else {
            return self.push("no such block");
        };
        match (
            block.statements.get(location.statement as usize),
            &block.terminator,
        ) {
            (Some(statement), _) => self.statement(statement),
            (None, Some(terminator)) => self.terminator(terminator),
            (None, None) => self.push("no terminator yet"),
        }
    }
}

fn in_one_line(program: &Program, id: FnId, print: impl FnOnce(&mut Printer<'_>)) -> String {
    let mut out = String::new();
    print(&mut Printer {
        program,
        function: program.function(id),
        layout: Layout::Line,
        version: Version::NEWEST,
        spelling: Spelling {
            lifetime: ty::STATIC,
            borrowing: &ty::borrowing(&program.types),
            log: false,
        },
        out: &mut out,
    });
    out
}

/// Appends `number`. Programs consist mostly of numbers, and `write!` would take half of the printing time.
fn decimal(number: u128, out: &mut String) {
    let Ok(mut rest) = u64::try_from(number) else {
        return out.push_str(&number.to_string());
    };
    let mut digits = [0; 20];
    let mut first = digits.len();
    loop {
        first -= 1;
        digits[first] = b'0' + (rest % 10) as u8;
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits[first..].iter().map(|&digit| digit as char));
}
