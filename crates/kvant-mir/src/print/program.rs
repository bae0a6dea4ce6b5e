//! Whole programs.

use super::function::{Surroundings, function};
use super::ty::{STATIC, Spelling, borrowing};
use super::version::{Version, features};
use super::{Form, Layout, adt, constant, decimal, prelude};
use crate::syntax::{Callee, FnId, Function, Intrinsic, Program, Terminator};

/// Allows the lints that random programs trigger.
pub(super) const ALLOW: &str = "\
#![allow(unused, internal_features, stable_features, nonstandard_style, arithmetic_overflow)]
#![allow(unconditional_panic, unconditional_recursion, overflowing_literals)]
#![allow(unknown_lints, unnecessary_transmutes, integer_to_ptr_transmutes)]
";

/// The default recursion limit of `rustc`. `mir!` recurses once for each block, and for each statement of a block.
const RECURSION_LIMIT: usize = 128;

/// See [`super::program()`].
pub(super) fn program(program: &Program, form: Form<'_>, version: Version, head: &str) -> String {
    // A statement is rarely longer; reallocations would copy the text again.
    let mut out = String::with_capacity(4096 + program.statement_count() * 48);
    self::head(head, &mut out);
    let layout = match form {
        Form::Readable => Layout::Readable,
        Form::Fast => Layout::Fast,
        Form::ConstEval(_) => Layout::ConstEval,
    };
    attributes(program, layout, version, &mut out);
    types(program, layout, true, &mut out);
    functions(program, layout, version, &mut out);
    match form {
        Form::Readable | Form::Fast => {
            main(program, &mut out);
            out.push_str(prelude::RUN);
        }
        Form::ConstEval(expected) => {
            evaluation(program, &mut out);
            prelude::const_eval(expected, &mut out);
        }
    }
    out
}

/// Appends comments.
pub(crate) fn head(head: &str, out: &mut String) {
    for line in head.lines() {
        out.push_str(if line.is_empty() { "//" } else { "// " });
        out.push_str(line);
        out.push('\n');
    }
}

/// Appends the types of a program.
pub(super) fn types(program: &Program, layout: Layout, derives: bool, out: &mut String) {
    let borrowing = borrowing(&program.types);
    adt::declarations(&program.types, spelling(layout, &borrowing), derives, out);
}

/// Appends the functions of a program.
pub(super) fn functions(program: &Program, layout: Layout, version: Version, out: &mut String) {
    let borrowing = borrowing(&program.types);
    let surroundings = Surroundings {
        program,
        layout,
        version,
        spelling: spelling(layout, &borrowing),
    };
    for (n, each) in program.functions.iter().enumerate() {
        if layout == Layout::Readable {
            out.push('\n');
        }
        let is_entry = FnId::new(n) == program.entry;
        function(&surroundings, each, is_entry, out);
    }
}

/// The spelling of types outside of their declarations.
fn spelling(layout: Layout, borrowing: &[bool]) -> Spelling<'_> {
    Spelling {
        lifetime: STATIC,
        borrowing,
        log: layout == Layout::ConstEval,
    }
}

fn attributes(program: &Program, layout: Layout, version: Version, out: &mut String) {
    // Some of these features are stable in later versions; earlier ones need them.
    out.push_str(match layout {
        Layout::Line | Layout::Readable => "#![feature(custom_mir, core_intrinsics)]\n",
        Layout::Fast => "#![feature(custom_mir, core_intrinsics, raw_ref_op)]\n",
        Layout::ConstEval => {
            "#![feature(custom_mir, core_intrinsics, raw_ref_op, const_mut_refs)]\n\
             #![feature(const_fn_floating_point_arithmetic)]\n\
             #![recursion_limit = \"20000\"]\n"
        }
    });
    if layout == Layout::ConstEval {
        for feature in features(intrinsics(program), version) {
            out.push_str("#![feature(");
            out.push_str(feature);
            out.push_str(")]\n");
        }
    }
    out.push_str(ALLOW);
    if layout == Layout::Readable {
        let in_a_block = |function: &Function| {
            let lengths = function.blocks.iter().map(|block| block.statements.len());
            lengths.max().unwrap_or(0)
        };
        let functions = program.functions.iter();
        let longest = functions.map(|f| f.blocks.len().max(in_a_block(f)));
        let longest = longest.max().unwrap_or(0);
        if longest > RECURSION_LIMIT / 2 {
            out.push_str("#![recursion_limit = \"");
            decimal((longest + RECURSION_LIMIT) as u128, out);
            out.push_str("\"]\n");
        }
        out.push('\n');
    }
    out.push_str("use core::intrinsics::mir::*;\n");
    if layout == Layout::Readable {
        out.push_str("use core::ptr::{addr_of, addr_of_mut};\n");
    }
}

/// All intrinsics that the program calls.
fn intrinsics(program: &Program) -> impl Iterator<Item = Intrinsic> {
    let blocks = program.functions.iter().flat_map(|f| &f.blocks);
    blocks.filter_map(|block| match &block.terminator {
        Some(Terminator::Call {
            callee: Callee::Intrinsic(intrinsic),
            ..
        }) => Some(*intrinsic),
        _ => None,
    })
}

fn main(program: &Program, out: &mut String) {
    out.push_str("\nfn main() {\n    kvant::run(|| ");
    call(program, out);
    out.push_str(")\n}\n");
}

/// Appends the call of the entry function, with its arguments hidden from optimisers.
pub(crate) fn call(program: &Program, out: &mut String) {
    out.push_str(&program.function(program.entry).name);
    out.push('(');
    for (n, argument) in program.arguments.iter().enumerate() {
        out.push_str(if n > 0 {
            ", kvant::hide("
        } else {
            "kvant::hide("
        });
        constant::constant(*argument, out);
        out.push(')');
    }
    out.push(')');
}

/// Appends the constant whose evaluation runs the program at compile time.
fn evaluation(program: &Program, out: &mut String) {
    out.push_str("\nconst _: () = {\n    let mut log = kvant::Log::new();\n    ");
    out.push_str(&program.function(program.entry).name);
    out.push_str("(&raw mut log");
    for argument in &program.arguments {
        out.push_str(", ");
        constant::constant(*argument, out);
    }
    out.push_str(");\n    kvant::end(log)\n};\n");
}
