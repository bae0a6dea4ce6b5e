//! Rvalues.

use super::{Layout, Printer};
use crate::syntax::{Constant, FnId, Mutability, Operand, Rvalue, Ty, TyKind, UnOp, Variant};

impl Printer<'_> {
    /// An rvalue.
    pub(super) fn rvalue(&mut self, rvalue: &Rvalue) {
        match rvalue {
            Rvalue::Use(Operand::Const(Constant::Unit)) => self.push("()"),
            Rvalue::Use(x) => self.operand(x),
            Rvalue::Unary(op, x) => self.unary(*op, x),
            Rvalue::Binary(op, x, y) => self.binary(op.symbol(), x, y),
            Rvalue::Checked(op, x, y) => {
                self.push("Checked(");
                self.binary(op.wrapping().symbol(), x, y);
                self.push(")");
            }
            // If `as T` contains a lifetime, `rustc` builds more than a cast, which custom MIR refuses.
            Rvalue::Cast(x, ty) if self.spelling.names_lifetime(&self.program.types, *ty) => {
                self.push("CastPtrToPtr(");
                self.operand(x);
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
                self.target(place);
                self.push(")");
            }
            Rvalue::Ref(mutability, place) => {
                self.push(match mutability {
                    Mutability::Const => "&",
                    Mutability::Mut => "&mut ",
                });
                self.target(place);
            }
            Rvalue::FnPointer(id) => self.fn_pointer(*id),
            Rvalue::Offset(pointer, count) => {
                self.push("Offset(");
                self.operand(pointer);
                self.push(", ");
                self.operand(count);
                self.push(")");
            }
            Rvalue::Discriminant(place) => {
                self.push("Discriminant(");
                self.place(place);
                self.push(")");
            }
            Rvalue::Aggregate(ty, parts) => self.aggregate(*ty, parts),
            Rvalue::Variant(ty, variant, parts) => self.variant(*ty, *variant, parts),
            Rvalue::Union(ty, field, x) => self.union(*ty, *field, x),
            Rvalue::Repeat(x, length) => {
                self.push("[");
                self.operand(x);
                self.push("; ");
                self.decimal((*length).into());
                self.push("]");
            }
        }
    }

    /// Writes a unary operation. `-5_i8` is a constant in Rust; `-(5_i8)` is the negation of one, here and in `parse`. Floats
    /// are alike.
    fn unary(&mut self, op: UnOp, x: &Operand) {
        match (op, x) {
            (UnOp::Neg, Operand::Const(constant)) => {
                self.push("-(");
                super::constant::constant(*constant, self.out);
                self.push(")");
            }
            (UnOp::Neg, Operand::Copy(_) | Operand::Move(_)) => {
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

    /// Writes a function pointer. Custom MIR accepts a constant pointer, and no plain name of a function.
    fn fn_pointer(&mut self, id: FnId) {
        let Some(function) = self.program.functions.get(id.index()) else {
            return self.push("no_such_function");
        };
        self.push("const { ");
        self.push(&function.name);
        self.push(" as ");
        let arguments: Vec<Ty> = function.argument_types().collect();
        let types = &self.program.types;
        self.spelling
            .fn_ptr(types, &arguments, function.return_ty(), self.out);
        self.push(" }");
    }

    fn aggregate(&mut self, ty: Ty, parts: &[Operand]) {
        let types = &self.program.types;
        match types.get(ty) {
            Some(TyKind::Adt(id)) => {
                let def = types.adt(*id);
                self.push(&def.name);
                match def.variants.first() {
                    Some(shape) if !parts.is_empty() => self.parts(shape, parts),
                    _ => self.push(" {}"),
                }
            }
            Some(TyKind::Array(..)) => {
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

    fn variant(&mut self, ty: Ty, n: u32, parts: &[Operand]) {
        let types = &self.program.types;
        let (Some(def), Some(variant)) = (types.as_adt(ty), types.variant(ty, n)) else {
            return self.push("no_such_variant");
        };
        self.push(&def.name);
        self.push("::");
        self.push(&variant.name);
        if !parts.is_empty() {
            self.parts(variant, parts);
        }
    }

    fn union(&mut self, ty: Ty, n: u32, x: &Operand) {
        let Some(def) = self.program.types.as_adt(ty) else {
            return self.push("no_such_union");
        };
        self.push(&def.name);
        self.push(" { ");
        match def.fields().get(n as usize) {
            Some(field) => self.push(&field.name),
            None => self.decimal(n.into()),
        }
        self.push(": ");
        self.operand(x);
        self.push(" }");
    }

    /// Writes the parts after the name of a struct or variant.
    fn parts(&mut self, shape: &Variant, parts: &[Operand]) {
        if shape.is_tuple_like() {
            self.push("(");
            self.operands(parts);
            return self.push(")");
        }
        self.push(" {");
        for (n, part) in parts.iter().enumerate() {
            self.push(if n == 0 { " " } else { ", " });
            match shape.fields.get(n) {
                Some(field) => self.push(&field.name),
                None => self.decimal(n as u128),
            }
            self.push(": ");
            self.operand(part);
        }
        self.push(" }");
    }
}
