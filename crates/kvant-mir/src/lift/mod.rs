//! Programs as ordinary Rust: what a person would write, for stable compilers.
//!
//! Blocks become `if`, `match`, `loop` and `while`; arithmetic that wraps says so; raw pointers stay raw and references
//! stay references, made by way of raw pointers because no borrow checker would have them otherwise. The text prints what
//! the program observes, as the other forms do. It is for programs that the machine accepts: what is undefined or only
//! accepted in MIR may become anything.
//!
//! What makes no difference is left out: storage that ends, copies that are moves. Indices and divisors are checked, for
//! that is what people write. Not everything can be said: see [`Unliftable`].

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

/// Why a program cannot be said in ordinary Rust.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unliftable {
    /// The function that holds what cannot be said.
    pub function: String,
    /// What that is.
    pub reason: &'static str,
}

impl fmt::Display for Unliftable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Unliftable { function, reason } = self;
        write!(f, "`{function}` has no form in ordinary Rust: {reason}")
    }
}

impl std::error::Error for Unliftable {}

/// What is allowed is what a random program does without meaning any harm.
const ALLOW: &str = "\
#![allow(unused, nonstandard_style, arithmetic_overflow, unconditional_panic, unconditional_recursion)]
#![allow(unknown_lints, unnecessary_transmutes, integer_to_ptr_transmutes)]
";

/// The whole program as ordinary Rust, which `rustc` of this version and of later ones compiles without any feature. Each
/// line of `head` becomes a comment at its top.
pub fn program(program: &Program, version: Version, head: &str) -> Result<String, Unliftable> {
    text(program, version, head, false)
}

/// The same, and every body is a loop over its blocks, as those are anyway that have a loop with two ways in. It is no
/// pleasure to read, and nearer to the program.
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

/// The functions that some pointer points to. They are safe to call, as the types of such pointers say.
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

/// The functions that are unsafe to call: they do something unsafe, or call one that does.
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
