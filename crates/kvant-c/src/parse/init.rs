//! Initial values. Omitted braces are added.

use super::lexer::TokenKind;
use super::{Parser, Result};
use crate::parts::{named_part, part_type};
use crate::{Expr, ExprKind, Init, InitItem, RecordKind, Type, TypeKind};

impl Parser<'_> {
    /// Reads the initial value of an object of type `ty`.
    pub(super) fn initial(&mut self, ty: Type) -> Result<Init> {
        if !self.cursor.is("{") {
            let e = self.assignment()?;
            return Ok(Init::Expr(self.coerced(ty, e)));
        }
        self.cursor.enter()?;
        let init = self.braced(ty)?;
        self.cursor.leave();
        Ok(init)
    }

    fn braced(&mut self, ty: Type) -> Result<Init> {
        self.cursor.expect("{")?;
        let string = self.takes_string(ty) && self.cursor.kind() == TokenKind::String;
        if !self.is_aggregate(ty) || string {
            let e = self.assignment()?;
            self.cursor.take(",");
            self.cursor.expect("}")?;
            return Ok(Init::Expr(self.coerced(ty, e)));
        }
        let mut items = Vec::new();
        let mut next = named_part(&self.program, ty, 0);
        while !self.cursor.take("}") {
            let at = self.cursor.at();
            let designator = self.designator(ty)?;
            let part = designator.unwrap_or(next);
            let Some(of) = self.part_type(ty, part) else {
                return Err(self.cursor.error_at(at, "excess value in an initialiser"));
            };
            let mut pending = None;
            let value = self.next_part(of, &mut pending)?;
            items.push(InitItem { designator, value });
            next = self.part_after(ty, part);
            if !self.cursor.is("}") {
                self.cursor.expect(",")?;
            }
        }
        Ok(Init::List(items))
    }

    /// Reads the next value, for a part of this type.
    fn next_part(&mut self, ty: Type, pending: &mut Option<Expr>) -> Result<Init> {
        if self.cursor.is("{") {
            return self.initial(ty);
        }
        *pending = Some(self.assignment()?);
        self.placed(ty, pending)
    }

    /// The number of the part after this one. A union has only one.
    fn part_after(&self, ty: Type, part: u64) -> u64 {
        if let TypeKind::Record(id) = self.program.types.kind(ty)
            && self.program.records[id.index()].kind == RecordKind::Union
        {
            return u64::MAX;
        }
        named_part(&self.program, ty, part.saturating_add(1))
    }

    fn part_type(&self, ty: Type, part: u64) -> Option<Type> {
        // The length of an array may follow from its initial value.
        match self.program.types.kind(ty) {
            TypeKind::Array(of, 0) => Some(*of),
            _ => part_type(&self.program, ty, part),
        }
    }

    /// Initialises a part with a value that was read: its first part, if it has parts and the value does not initialise all of
    /// it.
    fn placed(&mut self, ty: Type, pending: &mut Option<Expr>) -> Result<Init> {
        let whole = match pending {
            Some(e) if self.is_aggregate(ty) => {
                let string = self.takes_string(ty) && matches!(e.kind, ExprKind::Str(_));
                string || e.ty.id == ty.id
            }
            _ => true,
        };
        if !whole {
            self.cursor.enter()?;
            let init = self.without_braces(ty, pending)?;
            self.cursor.leave();
            return Ok(init);
        }
        match pending.take() {
            Some(e) => Ok(Init::Expr(self.coerced(ty, e))),
            None => Err(self.cursor.unexpected("a value")),
        }
    }

    fn without_braces(&mut self, ty: Type, pending: &mut Option<Expr>) -> Result<Init> {
        let mut items = Vec::new();
        let mut part = named_part(&self.program, ty, 0);
        while let Some(of) = part_type(&self.program, ty, part) {
            let value = if pending.is_some() {
                self.placed(of, pending)?
            } else {
                let ends =
                    !self.cursor.is(",") || matches!(self.cursor.peek_at(1), "}" | "." | "[");
                if ends {
                    break;
                }
                self.cursor.next();
                self.next_part(of, pending)?
            };
            items.push(InitItem {
                designator: None,
                value,
            });
            part = self.part_after(ty, part);
        }
        match pending {
            None => Ok(Init::List(items)),
            Some(_) => Err(self.cursor.error("excess value in an initialiser")),
        }
    }

    fn designator(&mut self, ty: Type) -> Result<Option<u64>> {
        let at = self.cursor.at();
        let part = if self.cursor.take("[") {
            let part = self.constant_number("the index")?;
            self.cursor.expect("]")?;
            if !matches!(self.program.types.kind(ty), TypeKind::Array(..)) {
                return Err(self.cursor.error_at(at, "only arrays have elements"));
            }
            part
        } else if self.cursor.take(".") {
            let name = self.name("the name of a member")?;
            self.field(at, ty, name)?.into()
        } else {
            return Ok(None);
        };
        if matches!(self.cursor.peek(), "[" | ".") {
            return Err(self
                .cursor
                .error("a path of designators is not in the subset: use braces"));
        }
        self.cursor.expect("=")?;
        Ok(Some(part))
    }

    /// The position of a member.
    pub(super) fn field(&self, at: usize, ty: Type, name: &str) -> Result<u32> {
        let TypeKind::Record(id) = self.program.types.kind(ty) else {
            return Err(self
                .cursor
                .error_at(at, "only structs and unions have members"));
        };
        let fields = &self.program.records[id.index()].fields;
        let found = fields.iter().position(|f| f.name.as_deref() == Some(name));
        match found {
            Some(n) => Ok(n as u32),
            None => Err(self
                .cursor
                .error_at(at, format!("there is no member `{name}`"))),
        }
    }

    fn is_aggregate(&self, ty: Type) -> bool {
        matches!(
            self.program.types.kind(ty),
            TypeKind::Array(..) | TypeKind::Record(_) | TypeKind::Vector(..)
        )
    }

    fn takes_string(&self, ty: Type) -> bool {
        matches!(self.program.types.kind(ty), TypeKind::Array(of, _) if self.program.types.is_character(*of))
    }

    /// The type of an object with this initial value, which may determine an array's length.
    pub(super) fn completed(&mut self, at: usize, ty: Type, init: &Init) -> Result<Type> {
        let TypeKind::Array(of, 0) = *self.program.types.kind(ty) else {
            return Ok(ty);
        };
        let length = match init {
            Init::Expr(Expr {
                kind: ExprKind::Str(bytes),
                ..
            }) => bytes.len() as u64 + 1,
            Init::Expr(_) => 0,
            Init::List(items) => {
                let (mut next, mut length) = (0, 0);
                for item in items {
                    next = item.designator.unwrap_or(next).saturating_add(1);
                    length = length.max(next);
                }
                length
            }
        };
        if length == 0 {
            return Err(self
                .cursor
                .error_at(at, "the length of this array is missing"));
        }
        let full = self.array(at, of, length)?;
        Ok(full.with(ty.quals))
    }
}
