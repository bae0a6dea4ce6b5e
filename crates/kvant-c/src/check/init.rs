//! Initial values, and constant expressions among them.

use std::collections::HashSet;

use super::expr::is_shallow_init;
use super::{CHAIN, Checker, DEPTH, Result};
use crate::parts::{named_part, part_type};
use crate::{BinOp, Expr, ExprKind, Init, InitItem, RecordKind, Storage, Type, TypeKind, constant};

impl Checker {
    /// Checks the initial value of an object of this type.
    pub(super) fn init(&mut self, ty: Type, init: &Init) -> Result {
        self.require(
            is_shallow_init(init, DEPTH, CHAIN),
            "an initial value is nested too deeply",
        )?;
        self.part(ty, init)
    }

    /// Checks the initial value of an object with static storage duration.
    pub(super) fn static_init(&mut self, ty: Type, init: &Init) -> Result {
        self.init(ty, init)?;
        self.require(
            self.is_constant_init(init),
            "the initialiser of an object with static storage duration is not constant",
        )
    }

    fn part(&mut self, ty: Type, init: &Init) -> Result {
        match init {
            Init::Expr(e) => {
                self.expr(e)?;
                match (self.program.types.kind(ty), &e.kind) {
                    (TypeKind::Array(of, length), ExprKind::Str(bytes)) => {
                        let characters = self.program.types.is_character(*of);
                        let fits = characters && bytes.len() as u64 <= *length;
                        self.require(fits, "a string does not fit its array")
                    }
                    _ => self.assignable(ty, e),
                }
            }
            Init::List(items) => self.list(ty, items),
        }
    }

    fn list(&mut self, ty: Type, items: &[InitItem]) -> Result {
        match self.program.types.kind(ty) {
            TypeKind::Array(..) => {}
            TypeKind::Vector(..) => {
                let plain = items.iter().all(|item| item.designator.is_none());
                self.require(plain, "elements of a vector cannot be named")?;
            }
            TypeKind::Record(id) => {
                let union = self.program.records[id.index()].kind == RecordKind::Union;
                self.require(!union || items.len() <= 1, "a union has one initial value")?;
            }
            _ => return self.wrong("only arrays, structs and unions are initialised with a list"),
        }
        let mut next = named_part(&self.program, ty, 0);
        let mut given = HashSet::new();
        for item in items {
            let part = item.designator.unwrap_or(next);
            let Some(of) = part_type(&self.program, ty, part) else {
                return self.wrong("there is no such element or member");
            };
            self.require(
                given.insert(part),
                "an element or member is initialised twice",
            )?;
            self.part(of, &item.value)?;
            next = named_part(&self.program, ty, part + 1);
        }
        Ok(())
    }

    fn is_constant_init(&self, init: &Init) -> bool {
        match init {
            Init::Expr(e) => match self.program.types.kind(e.ty) {
                TypeKind::Pointer(_) | TypeKind::Array(..) | TypeKind::Function(_) => {
                    self.is_address(e)
                }
                _ => self.is_number(e),
            },
            Init::List(items) => items.iter().all(|item| self.is_constant_init(&item.value)),
        }
    }

    /// True if the expression is an arithmetic constant expression.
    fn is_number(&self, e: &Expr) -> bool {
        if self.program.types.is_integer(e.ty) {
            return constant::integer(&self.program, &self.target, e).is_some();
        }
        match &e.kind {
            ExprKind::Float(_) => true,
            ExprKind::Unary(..)
            | ExprKind::Binary(..)
            | ExprKind::Conditional(..)
            | ExprKind::Cast(_) => e.operands().all(|operand| self.is_number(operand)),
            _ => false,
        }
    }

    /// True if the expression is an address constant, or null.
    fn is_address(&self, e: &Expr) -> bool {
        if e.is_null() {
            return true;
        }
        match (&e.kind, self.program.types.kind(e.ty)) {
            (ExprKind::Function(_), _) => true,
            (_, TypeKind::Array(..)) => self.is_static(e),
            (ExprKind::AddrOf(of), _) => self.is_address_of(of),
            (ExprKind::Cast(of), _) | (ExprKind::Deref(of), TypeKind::Function(_)) => {
                self.is_address(of)
            }
            (ExprKind::Binary(BinOp::Add | BinOp::Sub, a, b), _) => {
                self.is_address(a) && self.is_integer_constant(b)
                    || self.is_integer_constant(a) && self.is_address(b)
            }
            _ => false,
        }
    }

    fn is_address_of(&self, e: &Expr) -> bool {
        match self.program.types.kind(e.ty) {
            TypeKind::Function(_) => self.is_address(e),
            _ => self.is_static(e),
        }
    }

    /// True if the expression designates an object with static storage duration, or a part of one.
    fn is_static(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Global(_) | ExprKind::Str(_) => true,
            ExprKind::Local(id) => {
                let function = self.function.map(|id| self.program.function(id));
                let local = function.and_then(|f| f.locals.get(id.index()));
                local.is_some_and(|local| matches!(local.storage, Storage::Static(_)))
            }
            ExprKind::Member(of, _) => self.is_static(of),
            ExprKind::Arrow(of, _) | ExprKind::Deref(of) => self.is_address(of),
            ExprKind::Index(of, n) => self.is_address(of) && self.is_integer_constant(n),
            _ => false,
        }
    }

    fn is_integer_constant(&self, e: &Expr) -> bool {
        constant::integer(&self.program, &self.target, e).is_some()
    }
}
