//! Functions.

use super::ty::Spelling;
use super::{Layout, Printer, Version};
use crate::syntax::{
    Block, Callee, Function, Inline, Intrinsic, Local, Program, Rvalue, Statement, Terminator,
    Types,
};
use crate::uses::{self, Use};

/// The attribute that makes a function's body MIR.
const CUSTOM_MIR: &str = "#[custom_mir(dialect = \"runtime\", phase = \"initial\")]\n";

/// The context of all functions of a program.
pub(super) struct Surroundings<'a> {
    pub(super) program: &'a Program,
    pub(super) layout: Layout,
    pub(super) version: Version,
    pub(super) spelling: Spelling<'a>,
}

/// Appends a function. The entry function always has `#[inline(never)]` and no other attribute.
pub(super) fn function(
    surroundings: &Surroundings<'_>,
    function: &Function,
    is_entry: bool,
    out: &mut String,
) {
    out.push_str(CUSTOM_MIR);
    out.push_str(match function.inline {
        Inline::Never => "#[inline(never)]\n",
        _ if is_entry => "#[inline(never)]\n",
        Inline::Always => "#[inline(always)]\n",
        Inline::Free => "",
    });
    if function.cold && !is_entry {
        out.push_str("#[cold]\n");
    }
    let mut printer = Printer {
        program: surroundings.program,
        function,
        layout: surroundings.layout,
        version: surroundings.version,
        spelling: surroundings.spelling,
        out,
    };
    printer.head();
    match surroundings.layout {
        Layout::Line | Layout::Readable => printer.readable_body(),
        Layout::Fast | Layout::ConstEval => printer.expanded_body(),
    }
}

impl Printer<'_> {
    fn head(&mut self) {
        let function = self.function;
        if self.layout == Layout::ConstEval {
            self.push("const ");
        }
        self.push("fn ");
        self.push(&function.name);
        self.push("(");
        if self.layout == Layout::ConstEval {
            self.push("kvant_log: *mut kvant::Log");
            if function.arguments > 0 {
                self.push(", ");
            }
        }
        for (n, local) in function.argument_locals().enumerate() {
            if n > 0 {
                self.push(", ");
            }
            self.declaration(local);
        }
        self.push(") -> ");
        self.ty(function.return_ty());
        self.push(" {");
    }

    /// A local and its type.
    fn declaration(&mut self, local: Local) {
        self.local(local);
        self.push(": ");
        self.ty(self.function.locals[local.index()].ty);
    }

    /// The locals that are neither arguments nor the return place.
    fn inner_locals(&self) -> impl Iterator<Item = Local> + use<> {
        (self.function.arguments as usize + 1..self.function.locals.len()).map(Local::new)
    }

    fn readable_body(&mut self) {
        self.push("\n    mir! {\n");
        if must_name_return_type(&self.program.types, self.spelling, self.function) {
            self.push("        type RET = ");
            self.ty(self.function.return_ty());
            self.push(";\n");
        }
        for local in self.inner_locals() {
            self.push("        let ");
            self.declaration(local);
            self.push(";\n");
        }
        for block in blocks(self.function) {
            self.push("        ");
            if block != Block::ENTRY {
                self.block(block);
                self.push(" = ");
            }
            self.push("{\n");
            self.statements(block, "            ", ";\n");
            self.push("\n        }\n");
        }
        self.push("    }\n}\n");
    }

    /// Writes the expansion of `mir!`: blocks declared in the order of their bodies, locals beginning with the return place, no
    /// debug information, the bodies, a value of the return type.
    fn expanded_body(&mut self) {
        self.push("{");
        for block in blocks(self.function).skip(1) {
            self.push("let ");
            self.block(block);
            self.push("=BasicBlock::Normal;");
        }
        self.push("{let ");
        self.declaration(Local::RETURN);
        self.push(";");
        for local in self.inner_locals() {
            self.push("let ");
            self.declaration(local);
            self.push(";");
        }
        self.push("{{\n");
        for block in blocks(self.function) {
            self.push("{");
            self.statements(block, "", ";\n");
            self.push("};\n");
        }
        self.local(Local::RETURN);
        self.push("}}}}}\n");
    }

    /// The statements of a block with `indent` before and `end` after each, and its terminator.
    fn statements(&mut self, block: Block, indent: &str, end: &str) {
        let block = &self.function.blocks[block.index()];
        for statement in &block.statements {
            self.push(indent);
            self.statement(statement);
            self.push(end);
        }
        self.push(indent);
        match &block.terminator {
            Some(terminator) => self.terminator(terminator),
            None => self.push("/* no terminator yet */"),
        }
    }
}

/// True if the text must declare the type of `RET`. `mir!` declares it without one, and `rustc` infers it from an assignment to
/// the whole of `RET`. A use before that may need a field, an element or an operator of a type not yet inferred.
fn must_name_return_type(types: &Types, spelling: Spelling<'_>, function: &Function) -> bool {
    for block in &function.blocks {
        for statement in &block.statements {
            let mut found = Vec::new();
            uses::statement(statement, &mut |local, how| found.push((local, how)));
            let is_typed = match statement {
                Statement::Assign(_, rvalue) => is_typed(types, spelling, rvalue),
                _ => false,
            };
            if let Some(must) = asks_for_type(&found, is_typed) {
                return must;
            }
        }
        let Some(terminator @ (Terminator::Call { .. } | Terminator::Switch { .. })) =
            &block.terminator
        else {
            continue;
        };
        let mut found = Vec::new();
        uses::terminator(terminator, &mut |local, how| found.push((local, how)));
        let is_typed = !matches!(
            terminator,
            Terminator::Call {
                callee: Callee::Intrinsic(Intrinsic::Transmute | Intrinsic::FloatToIntUnchecked),
                ..
            }
        );
        if let Some(must) = asks_for_type(&found, is_typed) {
            return must;
        }
    }
    false
}

/// `None` if these uses of a statement or terminator do not contain `RET`, and `Some(false)` if their only use of it is an
/// assignment to the whole, of an rvalue whose type is known. All others may need the type of `RET`.
fn asks_for_type(found: &[(Local, Use)], is_typed: bool) -> Option<bool> {
    let mut uses = found.iter().filter(|(local, _)| *local == Local::RETURN);
    let first = uses.next()?;
    Some(first.1 != Use::Write || uses.next().is_some() || !is_typed)
}

/// True if `rustc` infers the type of an rvalue from its text alone.
fn is_typed(types: &Types, spelling: Spelling<'_>, rvalue: &Rvalue) -> bool {
    match rvalue {
        Rvalue::Transmute(..) => false,
        Rvalue::Cast(_, ty) => !spelling.names_lifetime(types, *ty),
        Rvalue::Aggregate(_, parts) => !parts.is_empty(),
        _ => true,
    }
}

fn blocks(function: &Function) -> impl Iterator<Item = Block> + use<> {
    (0..function.blocks.len()).map(Block::new)
}
