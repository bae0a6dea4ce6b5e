//! Lifting: programs as ordinary Rust, in the style of hand-written code, for stable compilers.
//!
//! Blocks become `if`, `match`, `loop` and `while`; wrapping arithmetic becomes calls such as `wrapping_add`; raw pointers
//! stay raw, and references stay references, made from raw pointers because the borrow checker would refuse them otherwise.
//! The text prints the same observations as the other forms. Lifting is for programs that the machine accepts: the result
//! of other programs is unspecified.
//!
//! Storage that ends and the difference between copies and moves are left out. Indices and divisors are checked, as in
//! hand-written code. Some programs cannot be lifted: see [`Unliftable`].

mod body;
mod function;
mod graph;
mod intrinsic;
mod locals;
mod place;
mod rvalue;
mod statement;
mod structure;
mod tidy;

use std::fmt;

use crate::print::{self, Version};
use crate::syntax::{FnId, Program, Rvalue, Statement};
use function::Lifted;

/// The reason why a program cannot be lifted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unliftable {
    /// The function at fault.
    pub function: String,
    /// The construct that has no form in ordinary Rust.
    pub reason: &'static str,
}

impl fmt::Display for Unliftable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unliftable { function, reason } = self;
        write!(f, "`{function}` has no form in ordinary Rust: {reason}")
    }
}

impl std::error::Error for Unliftable {}

/// Allows the lints that random programs trigger.
const ALLOW: &str = "\
#![allow(unused, nonstandard_style, arithmetic_overflow, unconditional_panic, unconditional_recursion)]
#![allow(unknown_lints, unnecessary_transmutes, integer_to_ptr_transmutes)]
";

/// The whole program as ordinary Rust, which `rustc` of this version and of later ones compiles without any feature. Each
/// line of `head` becomes a comment at its top.
pub fn program(program: &Program, version: Version, head: &str) -> Result<String, Unliftable> {
    text(program, version, head, false)
}

/// As [`program`], but every body is a loop over a `match` of its blocks. [`program`] does that only for irreducible bodies.
/// The text is harder to read, and closer to the MIR.
pub fn as_states(program: &Program, version: Version, head: &str) -> Result<String, Unliftable> {
    text(program, version, head, true)
}

fn text(
    program: &Program,
    version: Version,
    head: &str,
    as_states: bool,
) -> Result<String, Unliftable> {
    let mut out = String::new();
    print::head(head, &mut out);
    out.push_str(ALLOW);
    print::ordinary_types(program, &mut out);
    let is_pointed_to = pointed_to(program);
    let mut functions = Vec::new();
    for (n, function) in program.functions.iter().enumerate() {
        functions.push(Lifted::new(
            program,
            function,
            version,
            is_pointed_to[n],
            as_states,
        )?);
    }
    let is_unsafe = unsafe_functions(&functions, &is_pointed_to);
    for (n, function) in functions.iter().enumerate() {
        out.push('\n');
        let is_entry = FnId::new(n) == program.entry;
        function.write(is_entry, is_unsafe[n], &is_unsafe, &mut out);
    }
    out.push_str("\nfn main() {\n    kvant::run(|| ");
    match is_unsafe[program.entry.index()] {
        true => {
            out.push_str("unsafe { ");
            print::entry_call(program, &mut out);
            out.push_str(" }");
        }
        false => print::entry_call(program, &mut out),
    }
    out.push_str(")\n}\n");
    out.push_str(print::PRELUDE);
    Ok(out)
}

/// The functions that some pointer points to. They are safe to call, because the pointer types are.
fn pointed_to(program: &Program) -> Vec<bool> {
    let mut found = vec![false; program.functions.len()];
    let blocks = program.functions.iter().flat_map(|f| &f.blocks);
    for statement in blocks.flat_map(|block| &block.statements) {
        if let Statement::Assign(_, Rvalue::FnPointer(id)) = statement
            && let Some(found) = found.get_mut(id.index())
        {
            *found = true;
        }
    }
    found
}

/// The functions that are unsafe to call: their bodies need `unsafe`, and no pointer points to them.
fn unsafe_functions(functions: &[Lifted<'_>], is_pointed_to: &[bool]) -> Vec<bool> {
    let mut found = vec![false; functions.len()];
    loop {
        let mut changed = false;
        for (n, function) in functions.iter().enumerate() {
            let is_unsafe = !is_pointed_to[n] && function.is_unsafe(&found);
            if is_unsafe && !found[n] {
                found[n] = true;
                changed = true;
            }
        }
        if !changed {
            return found;
        }
    }
}
