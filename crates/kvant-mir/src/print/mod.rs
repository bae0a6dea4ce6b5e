//! Programs as Rust source in custom MIR.
//!
//! There are three forms of a whole program, see [`Form`], a form of many programs in one text, see [`batch`], and
//! one-line forms of a program's parts for diagnostics. Nothing here judges a program: an ill-formed one prints as something that does not
//! compile.
//!
//! Compilers of different versions call some things by different names, so a text is for one
//! [`Version`]; `parse` takes them all.
//!
//! The text does not say for which target it is. Bits of `isize` are read as if pointers were 64 bits
//! wide; `parse` does the same, so that what was printed for any target comes back as it was.

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

/// What a printed program is for.
#[derive(Clone, Copy, Debug)]
pub enum Form<'a> {
    /// For people: `mir!`, indented, with the names that were given. [`crate::parse`] reads it.
    Readable,
    /// For compilers: what `mir!` expands to, which takes `rustc` about half of the time to read.
    Fast,
    /// For `rustc`'s interpreter: compiling it runs it, and fails unless it observes these sites and bits, in order.
    ///
    /// The error says `the length is 0 but the index is N` where the `N`th observation, counted from zero, is the first
    /// wrong one, inside of `kvant_wrong` if it was another one or one too many, inside of `kvant_missing` if there were
    /// no more.
    ConstEval(&'a [(u32, u128)]),
}

/// The whole program as one source file that `rustc --edition=2021` of this version compiles with
/// `RUSTC_BOOTSTRAP=1`. Each line of `head` becomes a comment at its top.
pub fn program(program: &Program, form: &Form<'_>, version: Version, head: &str) -> String {
    program::program(program, *form, version, head)
}

/// The program as the `n`th part of a [`batch`], counted from 0, with `head` as a comment.
pub fn part(program: &Program, n: usize, version: Version, head: &str) -> String {
    let mut out = String::with_capacity(1024 + program.statement_count() * 48);
    batch::part(program, n, version, head, &mut out);
    out
}

/// Several programs as one source file, from their parts in order, all for one version. It is fast as [`Form::Fast`]
/// is and needs no standard library, but a Unix with threads.
///
/// What is made of it prints `p0 kvant 12 0123456789abcdef` for the first program, and so on for each. With the number
/// of a program as its argument it runs that one only, and with anything behind the number it prints each of its
/// observations before.
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

/// A point in the program and what stands there: `f1 bb2[3]: _4 = _1 + _2`.
pub fn location(program: &Program, location: Location) -> String {
    in_one_line(program, location.function, |printer| {
        printer.location(location);
    })
}

/// Appends the types of a program as ordinary Rust declares them.
pub(crate) fn ordinary_types(program: &Program, out: &mut String) {
    adt::declarations(&program.types, ordinary(ty::STATIC), true, out);
}

/// Appends `ty` as ordinary Rust spells it. Outside of bodies references need a lifetime.
pub(crate) fn ordinary_ty(types: &Types, ty: Ty, with_lifetimes: bool, out: &mut String) {
    let lifetime = if with_lifetimes { ty::STATIC } else { "" };
    ordinary(lifetime).ty(types, ty, out);
}

/// How types are spelt where nothing wants enums to have lifetimes for arguments.
fn ordinary(lifetime: &str) -> Spelling<'_> {
    Spelling {
        lifetime,
        borrowing: &[],
        log: false,
    }
}

/// How the name of a local follows from its number.
pub(crate) fn local_number(number: u32, out: &mut String) {
    out.push('_');
    decimal(number.into(), out);
}

/// How the name of a block follows from its number.
pub(crate) fn block_number(number: u32, out: &mut String) {
    out.push_str("bb");
    decimal(number.into(), out);
}

/// The details in which the forms differ within a function.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Layout {
    /// One thing in one line, for diagnostics.
    Line,
    /// [`Form::Readable`].
    Readable,
    /// [`Form::Fast`], and the parts of a [`batch`].
    Fast,
    /// [`Form::ConstEval`]: as fast, and a log is passed on at every call.
    ConstEval,
}

impl Layout {
    /// Whether things are called by the names they were given. Where only a compiler reads, numbers
    /// are shorter and cannot clash.
    fn has_names(self) -> bool {
        matches!(self, Layout::Line | Layout::Readable)
    }
}

/// Appends pieces of one function to a text.
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

/// Appends `number`. Programs are mostly numbers, and `write!` would be half of the time.
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
