//! Whole programs.

use super::{Expected, Form, Layout, constant, decimal, function::function, prelude, ty};
use crate::syntax::{FnId, Program, Repr, Types};

/// What is allowed is what a random program does without meaning any harm.
const ALLOW: &str = "\
#![allow(unused, internal_features, stable_features, nonstandard_style, arithmetic_overflow)]
#![allow(unconditional_panic, unconditional_recursion, overflowing_literals)]
";

/// `mir!` recurses once for each statement of a block; without a word `rustc` stops at 128.
const RECURSION_LIMIT: usize = 128;

/// See [`super::program`].
pub(super) fn program(program: &Program, form: Form<'_>, head: &str) -> String {
    // A statement rarely takes more; growing the text doubles the work of copying it.
    let mut out = String::with_capacity(4096 + program.statement_count() * 48);
    for line in head.lines() {
        out.push_str(if line.is_empty() { "//" } else { "// " });
        out.push_str(line);
        out.push('\n');
    }
    let layout = match form {
        Form::Readable => Layout::Readable,
        Form::Fast => Layout::Fast,
        Form::ConstEval(_) => Layout::ConstEval,
    };
    attributes(program, layout, &mut out);
    structs(&program.types, &mut out);
    for (n, each) in program.functions.iter().enumerate() {
        if layout == Layout::Readable {
            out.push('\n');
        }
        let is_entry = FnId::new(n) == program.entry;
        function(program, each, is_entry, layout, &mut out);
    }
    match form {
        Form::Readable | Form::Fast => {
            main(program, &mut out);
            out.push_str(prelude::RUN);
        }
        Form::ConstEval(expected) => {
            evaluation(program, &mut out);
            match expected {
                Expected::Digest(digest) => prelude::const_digest(digest, &mut out),
                Expected::Trace(trace) => prelude::const_trace(trace, &mut out),
            }
        }
    }
    out
}

fn attributes(program: &Program, layout: Layout, out: &mut String) {
    // Features that later versions made stable are named for the earlier ones.
    out.push_str(match layout {
        Layout::Line | Layout::Readable => "#![feature(custom_mir, core_intrinsics)]\n",
        Layout::Fast => "#![feature(custom_mir, core_intrinsics, raw_ref_op)]\n",
        Layout::ConstEval => {
            "#![feature(custom_mir, core_intrinsics, raw_ref_op, const_mut_refs)]\n\
             #![feature(const_fn_floating_point_arithmetic)]\n\
             #![recursion_limit = \"20000\"]\n"
        }
    });
    out.push_str(ALLOW);
    if layout == Layout::Readable {
        let blocks = program.functions.iter().flat_map(|f| &f.blocks);
        let longest = blocks.map(|b| b.statements.len()).max().unwrap_or(0);
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

fn structs(types: &Types, out: &mut String) {
    for def in types.structs() {
        out.push_str("\n#[derive(Clone, Copy)]\n");
        if def.repr == Repr::C {
            out.push_str("#[repr(C)]\n");
        }
        out.push_str("struct ");
        out.push_str(&def.name);
        out.push_str(" {");
        for field in &def.fields {
            out.push_str("\n    ");
            out.push_str(&field.name);
            out.push_str(": ");
            ty(types, field.ty, out);
            out.push(',');
        }
        out.push_str(if def.fields.is_empty() {
            "}\n"
        } else {
            "\n}\n"
        });
    }
}

fn main(program: &Program, out: &mut String) {
    out.push_str("\nfn main() {\n    kvant::run(|| ");
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
    out.push_str("))\n}\n");
}

/// Runs the program while it is compiled.
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
