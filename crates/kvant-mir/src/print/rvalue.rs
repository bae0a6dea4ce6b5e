//! Rvalues.

use super::{Layout, Printer};
use crate::syntax::{Mutability, Operand, Rvalue, Ty, TyKind, UnOp};

impl Printer<'_> {
    /// An rvalue.
    pub(super) fn rvalue(&mut self, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(x) => self.operand(x),
            Rvalue::Unary(op, x) => self.unary(*op, x),
            Rvalue::Binary(op, x, y) => self.binary(op.symbol(), x, y),
            Rvalue::Checked(op, x, y) => {
                self.push("Checked(");
                self.binary(op.wrapping().symbol(), x, y);
                self.push(")");
            }
            Rvalue::Cast(x, ty) => {
                self.operand(x);
                self.push(" as ");
                self.ty(*ty);
            }
            Rvalue::Transmute(x, _) => {
                self.push("CastTransmute(");
                self.operand(x);
                self.push(")");
            }
            Rvalue::RawRef(mutability, place) => {
                self.push(match (self.layout, mutability) {
                    (Layout::Line | Layout::Readable, Mutability::Const) => "addr_of!(",
                    (Layout::Line | Layout::Readable, Mutability::Mut) => "addr_of_mut!(",
                    // No macro to expand.
                    (Layout::Fast | Layout::ConstEval, Mutability::Const) => "&raw const (",
                    (Layout::Fast | Layout::ConstEval, Mutability::Mut) => "&raw mut (",
                });
                self.place(place);
                self.push(")");
            }
            Rvalue::Aggregate(ty, parts) => self.aggregate(*ty, parts),
            Rvalue::Repeat(x, length) => {
                self.push("[");
                self.operand(x);
                self.push("; ");
                self.decimal((*length).into());
                self.push("]");
            }
        }
    }

    /// Rust takes `-5_i8` for a constant; `-(5_i8)` is the negation of one, here and in `parse`. The
    /// same goes for floats.
    fn unary(&mut self, op: UnOp, x: &Operand) {
        match (op, x) {
            (UnOp::Neg, Operand::Const(constant)) => {
                self.push("-(");
                super::constant::constant(*constant, self.out);
                self.push(")");
            }
            (UnOp::Neg, Operand::Copy(_)) => {
                self.push("-");
                self.operand(x);
            }
            (UnOp::Not, _) => {
                self.push("!");
                self.operand(x);
            }
        }
    }

    fn binary(&mut self, symbol: &str, x: &Operand, y: &Operand) {
        self.operand(x);
        self.push(" ");
        self.push(symbol);
        self.push(" ");
        self.operand(y);
    }

    fn aggregate(&mut self, ty: Ty, parts: &[Operand]) {
        let types = &self.program.types;
        match types.kind(ty) {
            TyKind::Struct(id) => {
                let def = types.struct_def(*id);
                self.push(&def.name);
                self.push(" {");
                for (n, part) in parts.iter().enumerate() {
                    self.push(if n == 0 { " " } else { ", " });
                    match def.fields.get(n) {
                        Some(field) => self.push(&field.name),
                        None => self.decimal(n as u128),
                    }
                    self.push(": ");
                    self.operand(part);
                }
                self.push(if parts.is_empty() { "}" } else { " }" });
            }
            TyKind::Array(..) => {
                self.push("[");
                self.operands(parts);
                self.push("]");
            }
            _ => {
                self.push("(");
                self.operands(parts);
                self.push(if parts.len() == 1 { ",)" } else { ")" });
            }
        }
    }
}
