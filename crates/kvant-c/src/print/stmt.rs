//! Statements and blocks.

use super::Printer;
use super::expr::{ASSIGNMENT, COMMA};
use super::ty::is_floating;
use crate::{Block, BlockId, Expr, Init, IntKind, LocalId, Stmt, Storage, Type, TypeKind, Types};

impl Printer<'_> {
    /// Prints a block in braces. `cases` is the promoted type of the operand if it is the block of a switch.
    pub(super) fn block(&mut self, id: BlockId, cases: Option<Type>) {
        self.push("{");
        let block = self.function.and_then(|f| f.blocks.get(id.index()));
        if block.is_some_and(|block| block.statements.is_empty()) {
            self.push(" ");
        } else if let Some(block) = block {
            self.indent += 1;
            for n in 0..block.statements.len() {
                // Labels are indented less.
                let label = is_label(&block.statements[n]);
                self.indent -= usize::from(label);
                self.new_line();
                self.indent += usize::from(label);
                self.statement(block, n, cases);
            }
            self.indent -= 1;
            self.new_line();
        } else {
            self.push("?");
        }
        self.push("}");
    }

    /// Prints the `n`th statement of a block.
    pub(super) fn statement(&mut self, block: &Block, n: usize, cases: Option<Type>) {
        let function = self.function;
        match &block.statements[n] {
            Stmt::Declare(local, init) => self.declare(*local, init.as_ref()),
            Stmt::Expr(e) => {
                self.expr(e, COMMA);
                self.push(";");
            }
            Stmt::If(condition, then, otherwise) => self.conditional(condition, *then, *otherwise),
            Stmt::While(condition, body) => {
                self.head("while", condition);
                self.block(*body, None);
            }
            Stmt::DoWhile(body, condition) => {
                self.push("do ");
                self.block(*body, None);
                self.push(" while (");
                self.expr(condition, COMMA);
                self.push(");");
            }
            Stmt::For(first, condition, step, body) => {
                self.push("for (");
                self.optional(first.as_ref());
                self.push(";");
                self.space_and_optional(condition.as_ref());
                self.push(";");
                self.space_and_optional(step.as_ref());
                self.push(") ");
                self.block(*body, None);
            }
            Stmt::Switch(on, body) => {
                self.head("switch", on);
                let ty = self.switched(on);
                self.block(*body, Some(ty));
            }
            Stmt::Case(bits) => {
                self.push("case ");
                self.case_value(cases, *bits);
                self.label_end(block, n);
            }
            Stmt::Default => {
                self.push("default");
                self.label_end(block, n);
            }
            Stmt::Label(id) => {
                let name = function.and_then(|f| f.labels.get(id.index()));
                self.push(name.map_or("?", String::as_str));
                self.label_end(block, n);
            }
            Stmt::Goto(id) => {
                self.push("goto ");
                let name = function.and_then(|f| f.labels.get(id.index()));
                self.push(name.map_or("?", String::as_str));
                self.push(";");
            }
            Stmt::Break => self.push("break;"),
            Stmt::Continue => self.push("continue;"),
            Stmt::Return(None) => self.push("return;"),
            Stmt::Return(Some(e)) => {
                self.push("return ");
                self.expr(e, COMMA);
                self.push(";");
            }
            Stmt::Block(id) => self.block(*id, None),
            Stmt::Observe(site, e) => {
                let name = match is_floating(e.ty) {
                    true => "observe_double",
                    false => "observe",
                };
                self.push(&format!("{name}({site}, "));
                self.expr(e, ASSIGNMENT);
                self.push(");");
            }
        }
    }

    fn declare(&mut self, id: LocalId, init: Option<&Init>) {
        let Some(local) = self.function.and_then(|f| f.locals.get(id.index())) else {
            return self.push("?;");
        };
        let init = match &local.storage {
            Storage::Automatic => init,
            Storage::Static(init) => {
                self.push("static ");
                init.as_ref()
            }
        };
        let declarator = self.declarator(local.ty, local.name.clone());
        self.push(&declarator);
        self.variable(local.ty, local.align, init);
    }

    /// Prints the rest of a variable's declaration, after its declarator.
    pub(super) fn variable(&mut self, ty: Type, align: Option<u32>, init: Option<&Init>) {
        if let Some(align) = align {
            self.push(&format!(" __attribute__((aligned({align})))"));
        }
        if let Some(init) = init {
            self.push(" = ");
            self.init(ty, init);
        }
        self.push(";");
    }

    fn conditional(&mut self, condition: &Expr, then: BlockId, otherwise: Option<BlockId>) {
        self.head("if", condition);
        self.block(then, None);
        let Some(otherwise) = otherwise else { return };
        self.push(" else ");
        // A block that contains only another `if` needs no braces.
        let block = self.function.and_then(|f| f.blocks.get(otherwise.index()));
        match block.map(|block| block.statements.as_slice()) {
            Some([Stmt::If(condition, then, otherwise)]) => {
                self.conditional(condition, *then, *otherwise);
            }
            _ => self.block(otherwise, None),
        }
    }

    fn head(&mut self, word: &str, e: &Expr) {
        self.push(word);
        self.push(" (");
        self.expr(e, COMMA);
        self.push(") ");
    }

    fn optional(&mut self, e: Option<&Expr>) {
        if let Some(e) = e {
            self.expr(e, COMMA);
        }
    }

    fn space_and_optional(&mut self, e: Option<&Expr>) {
        if e.is_some() {
            self.push(" ");
        }
        self.optional(e);
    }

    /// Prints the end of a label. A label belongs to the next statement, which must not be a declaration.
    fn label_end(&mut self, block: &Block, n: usize) {
        self.push(match block.statements.get(n + 1) {
            None | Some(Stmt::Declare(..)) => ":;",
            Some(_) => ":",
        });
    }

    /// The promoted type of the switch operand.
    fn switched(&self, on: &Expr) -> Type {
        if let Some(field) = self.program.bit_field(on) {
            let whole = field.ty.id == Types::UINT.id && field.bits == Some(32);
            return if whole { Types::UINT } else { Types::INT };
        }
        match self.program.types.get(on.ty) {
            Some(TypeKind::Int(kind)) if kind.rank() >= IntKind::Int.rank() => on.ty.unqualified(),
            Some(TypeKind::Enum(id)) => match self.program.enums.get(id.index()) {
                Some(e) if !e.is_signed() => Types::UINT,
                _ => Types::INT,
            },
            _ => Types::INT,
        }
    }
}

fn is_label(statement: &Stmt) -> bool {
    matches!(statement, Stmt::Case(_) | Stmt::Default | Stmt::Label(_))
}
