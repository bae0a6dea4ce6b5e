//! Programs as C source.
//!
//! The text is C17 with GNU extensions and includes no headers. Nothing here checks a program: an ill-formed one prints as a
//! text that does not compile.
//!
//! The text is the same for all targets: constants of type `long` are written so that they have the right bits whatever its
//! width is.

mod batch;
mod constant;
mod expr;
mod order;
mod prelude;
mod program;
mod stmt;
mod ty;

pub(crate) use expr::of_operator as precedence;
pub(crate) use order::completed_before;
use order::{needs_forward_declarations, refers_ahead};
pub use prelude::RESERVED;
use prelude::attribute;
pub(crate) use prelude::{BEGIN, END, attribute_named, attribute_of_word};

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::{Expr, FnId, Function, LocalId, Place, Program, Type, TypeId};

/// The purpose of a printed program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// For people. [`crate::parse`] reads it.
    Readable,
    /// For compilers, which take the same text.
    Fast,
}

/// Prints the whole program as one source file. Each line of `head` becomes a comment at its top.
///
/// The executable prints `kvant` and the [digest](crate::observation::Digest) of all observations. With any argument it prints
/// each [observation](crate::observation::Observation::line) before.
pub fn program(program: &Program, _form: &Form, head: &str) -> String {
    let mut out = String::with_capacity(4096 + program.statement_count() * 48);
    program::comment(head, &mut out);
    out.push_str(prelude::PRELUDE);
    Printer::new(program, "", &mut out).program();
    out.push_str(prelude::MAIN);
    out
}

/// Completes a text written by hand so that it compiles: adds prelude and `main` unless it has them. Positions in messages are
/// those of the file. `None` if its prelude or `main` is incomplete.
pub fn completed(text: &str, file: &str) -> Option<String> {
    let has = |part: &str| text.contains(part.trim());
    match (
        text.contains(BEGIN),
        has(prelude::PRELUDE) && has(prelude::MAIN),
    ) {
        (true, true) => return Some(text.to_owned()),
        (true, false) => return None,
        (false, _) => {}
    }
    let mut out = String::with_capacity(4096 + text.len());
    // The one declaration that differs from the header's.
    let includes = text.contains("#include") || text.contains("# include");
    if includes {
        out.push_str(
            "int kvant_fflush(void *) __asm__(\"fflush\");\n#define fflush kvant_fflush\n",
        );
    }
    out.push_str(prelude::PRELUDE);
    if includes {
        out.push_str("#undef fflush\n");
    }
    let file = file
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', " ");
    let _ = write!(out, "#define main {}\n#line 1 \"{file}\"\n", Program::ENTRY);
    out.push_str(text);
    out.push_str("\n#undef main\n");
    if includes {
        out.push_str("#define fflush kvant_fflush\n");
    }
    out.push_str(prelude::MAIN);
    Some(out)
}

/// Returns the program's own part of a text that [`program`] wrote, without prelude and `main`.
pub fn own(text: &str) -> &str {
    let from = text
        .find(prelude::END)
        .map_or(0, |at| at + prelude::END.len());
    let own = &text[from..];
    own.split(prelude::BEGIN).next().unwrap_or(own).trim()
}

/// Prints the program as the `n`th part of a [`batch`], counted from 0, with `head` as a comment.
pub fn part(program: &Program, n: usize, head: &str) -> String {
    let mut out = String::with_capacity(1024 + program.statement_count() * 48);
    batch::part(program, n, head, &mut out);
    out
}

/// Joins several programs into one source file, from their parts in order.
///
/// The executable prints `p0 kvant 0123456789abcdef` for the first program, and so on for each. With the number of a program as
/// its argument it runs that one only, and with a second argument it prints each of its observations before.
pub fn batch(parts: &[String]) -> String {
    batch::batch(parts)
}

/// Prints an expression of a function in one line.
pub fn expr(program: &Program, at: FnId, e: &Expr) -> String {
    in_one_line(program, at, |printer| printer.expr(e, expr::COMMA))
}

/// Prints the first line of the statement at a place, without its end.
pub fn statement(program: &Program, at: Place) -> String {
    let function = program.functions.get(at.function.index());
    let block = function.and_then(|f| f.blocks.get(at.block.index()));
    let Some(block) = block else {
        return "no such block".to_owned();
    };
    if at.statement as usize >= block.statements.len() {
        return "the end of the block".to_owned();
    }
    let text = in_one_line(program, at.function, |printer| {
        printer.statement(block, at.statement as usize, None);
    });
    let line = text.lines().next().unwrap_or_default();
    line.trim()
        .trim_end_matches([';', '{'])
        .trim_end()
        .to_owned()
}

/// Prints a type as in a cast.
pub fn ty(program: &Program, ty: Type) -> String {
    let mut out = String::new();
    let mut printer = Printer::new(program, "", &mut out);
    printer.know_all_typedefs();
    printer.declarator(ty, String::new())
}

/// The state of the printer, which appends to a text.
struct Printer<'a> {
    program: &'a Program,
    function: Option<&'a Function>,
    /// Prefix of every name of file scope.
    prefix: &'a str,
    /// The typedefs that are declared so far.
    typedefs: HashMap<TypeId, &'a str>,
    indent: usize,
    out: &'a mut String,
}

impl<'a> Printer<'a> {
    fn new(program: &'a Program, prefix: &'a str, out: &'a mut String) -> Printer<'a> {
        Printer {
            program,
            function: None,
            prefix,
            typedefs: HashMap::new(),
            indent: 0,
            out,
        }
    }

    fn know_all_typedefs(&mut self) {
        for typedef in &self.program.typedefs {
            self.typedefs.entry(typedef.ty.id).or_insert(&typedef.name);
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    /// Prints a name of file scope, or `?` if it does not exist.
    fn name(&mut self, name: Option<&str>) {
        match name {
            Some(name) => {
                self.out.push_str(self.prefix);
                self.out.push_str(name);
            }
            None => self.out.push('?'),
        }
    }

    fn local_name(&self, id: LocalId) -> &'a str {
        let local = self.function.and_then(|f| f.locals.get(id.index()));
        local.map_or("?", |local| &local.name)
    }

    fn new_line(&mut self) {
        self.out.push('\n');
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }
}

fn in_one_line(program: &Program, at: FnId, print: impl FnOnce(&mut Printer<'_>)) -> String {
    let mut out = String::new();
    let mut printer = Printer::new(program, "", &mut out);
    printer.know_all_typedefs();
    printer.function = program.functions.get(at.index());
    print(&mut printer);
    out
}
