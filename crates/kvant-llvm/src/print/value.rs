//! Operands and constants.

use super::Printer;
use crate::float;
use crate::syntax::{
    Brackets, Const, ConstExpr, Flags, InRange, Local, Type, TypeKind, Typed, Types, Value,
};

impl Printer<'_> {
    pub(super) fn typed(&mut self, typed: Typed) {
        self.ty(typed.ty);
        self.put(" ");
        self.value(typed.ty, typed.value);
    }

    pub(super) fn local(&mut self, local: Local) {
        // Faults show instructions of trees that are not complete.
        match self.locals.get(local.0 as usize) {
            Some(known) => self.symbol('%', known.name),
            None => self.put("%?"),
        }
    }

    pub(super) fn value(&mut self, ty: Type, value: Value) {
        match value {
            Value::Local(local) => self.local(local),
            Value::Global(name) => self.symbol('@', name),
            Value::Int(number) if ty == Types::I1 => {
                self.put(if number == 0 { "false" } else { "true" });
            }
            Value::Int(number) => self.number(number),
            Value::Const(index) => {
                let constants = self.constants;
                match constants.get(index as usize) {
                    Some(constant) => self.constant(constant, ty),
                    None => self.put("?"),
                }
            }
            Value::Undef => self.put("undef"),
            Value::Poison => self.put("poison"),
            Value::Null => self.put("null"),
            Value::None => self.put("none"),
            Value::Zero => self.put("zeroinitializer"),
        }
    }

    fn constant(&mut self, constant: &Const, ty: Type) {
        match constant {
            Const::Int(text) => self.put_name(*text),
            Const::Float(kind, bits) => float::write(*kind, *bits, &mut self.out),
            Const::Aggregate(brackets, elements) => {
                let (open, close) = match brackets {
                    Brackets::Struct if elements.is_empty() => ("{", "}"),
                    Brackets::Struct => ("{ ", " }"),
                    Brackets::PackedStruct => ("<{ ", " }>"),
                    Brackets::Array => ("[", "]"),
                    Brackets::Vector => ("<", ">"),
                };
                self.put(open);
                self.typed_list(elements);
                self.put(close);
            }
            Const::Bytes(text) => {
                self.put("c");
                self.quoted(*text);
            }
            Const::Splat(value) => {
                self.put("splat (");
                self.typed(*value);
                self.put(")");
            }
            Const::Expr(expression) => self.expression(expression),
            Const::BlockAddress(function, block) => {
                self.put("blockaddress(");
                self.symbol('@', *function);
                self.put(", ");
                self.symbol('%', *block);
                self.put(")");
            }
            Const::DsoLocalEquivalent(name) => {
                self.put("dso_local_equivalent ");
                self.symbol('@', *name);
            }
            Const::NoCfi(name) => {
                self.put("no_cfi ");
                self.symbol('@', *name);
            }
            Const::PtrAuth(operands) => {
                self.put("ptrauth (");
                self.typed_list(operands);
                self.put(")");
            }
            Const::Asm(asm) => {
                self.put("asm ");
                for word in &asm.words {
                    self.put_name(*word);
                    self.put(" ");
                }
                self.quoted(asm.template);
                self.put(", ");
                self.quoted(asm.constraints);
            }
            Const::Metadata(metadata) => {
                debug_assert!(matches!(self.module.types.get(ty), TypeKind::Metadata));
                self.metadata(metadata);
            }
        }
    }

    pub(super) fn typed_list(&mut self, operands: &[Typed]) {
        self.list(operands, |printer, operand| printer.typed(*operand));
    }

    /// The flags, with a blank before each. Fast-math flags come first.
    pub(super) fn flags(&mut self, flags: Flags) {
        let is_fast = flags.has_all(Flags::FAST);
        if is_fast {
            self.put(" fast");
        }
        for fast in [true, false] {
            for flag in flags.iter() {
                if Flags::FAST.has(flag) == fast && !(fast && is_fast) {
                    self.put(" ");
                    self.put(flag.text());
                }
            }
        }
    }

    fn expression(&mut self, expression: &ConstExpr) {
        match expression {
            ConstExpr::Binary(op, flags, operands) => {
                self.put(op.text());
                self.flags(*flags);
                self.put(" (");
                self.typed_list(operands);
            }
            ConstExpr::Cast(op, flags, value, ty) => {
                self.put(op.text());
                self.flags(*flags);
                self.put(" (");
                self.typed(*value);
                self.put(" to ");
                self.ty(*ty);
            }
            ConstExpr::ICmp(predicate, operands) => {
                self.comparison("icmp ", predicate.text(), operands);
            }
            ConstExpr::FCmp(predicate, operands) => {
                self.comparison("fcmp ", predicate.text(), operands);
            }
            ConstExpr::Gep {
                flags,
                in_range,
                source,
                operands,
            } => {
                self.put("getelementptr");
                self.gep_flags(*flags);
                if let Some(InRange::Bounds(low, high)) = in_range {
                    self.put(" inrange(");
                    self.put_name(*low);
                    self.put(", ");
                    self.put_name(*high);
                    self.put(")");
                }
                self.put(" (");
                self.ty(*source);
                for (n, operand) in (0..).zip(operands) {
                    self.put(", ");
                    if *in_range == Some(InRange::Operand(n)) {
                        self.put("inrange ");
                    }
                    self.typed(*operand);
                }
            }
            ConstExpr::Named(name, operands) => {
                self.put_name(*name);
                self.put(" (");
                self.typed_list(operands);
            }
        }
        self.put(")");
    }

    fn comparison(&mut self, op: &str, predicate: &str, operands: &[Typed]) {
        self.put(op);
        self.put(predicate);
        self.put(" (");
        self.typed_list(operands);
    }

    /// The flags of `getelementptr`, which have an order of their own.
    pub(super) fn gep_flags(&mut self, flags: Flags) {
        use crate::syntax::Flag::{InBounds, Nusw, Nuw};
        for flag in [InBounds, Nusw, Nuw] {
            if flags.has(flag) {
                self.put(" ");
                self.put(flag.text());
            }
        }
    }
}
