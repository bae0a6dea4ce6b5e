//! Types.

use super::lexer::TokenKind;
use super::{Parser, Result};
use crate::syntax::{FloatTy, IntTy, Mutability, Ty, TyKind};

/// Types of Rust that the subset lacks.
const MISSING: [&str; 6] = ["f16", "f128", "str", "unsafe", "extern", "dyn"];

/// The type called `name`, if it is a number type, `bool` or `char`.
pub(super) fn scalar(name: &str) -> Option<TyKind> {
    match name {
        "bool" => Some(TyKind::Bool),
        "char" => Some(TyKind::Char),
        _ => IntTy::from_name(name)
            .map(TyKind::Int)
            .or_else(|| FloatTy::from_name(name).map(TyKind::Float)),
    }
}

impl Parser<'_> {
    /// Reads a type.
    pub(super) fn ty(&mut self) -> Result<Ty> {
        self.cursor.enter()?;
        let ty = self.any_ty()?;
        self.cursor.leave();
        Ok(ty)
    }

    fn any_ty(&mut self) -> Result<Ty> {
        let name = self.cursor.peek();
        if let Some(scalar) = scalar(name) {
            self.cursor.next();
            return Ok(self.types.intern(scalar));
        }
        if let Some(&id) = self.adts.get(name) {
            self.cursor.next();
            self.lifetimes("types")?;
            return Ok(self.types.intern(TyKind::Adt(id)));
        }
        match name {
            "*" => self.pointer(),
            "(" => self.tuple(),
            "[" => self.array(),
            "&" => self.reference(),
            "&&" => {
                let inner = self.reference()?;
                Ok(self.types.reference(Mutability::Const, inner))
            }
            "fn" => self.function_pointer(),
            "!" => Err(self.cursor.error("the subset has no type `!`")),
            _ if MISSING.contains(&name) => Err(self
                .cursor
                .error(format!("the subset has no type that begins with `{name}`"))),
            _ if self.cursor.kind() == TokenKind::Word => {
                let message = format!(
                    "there is no type `{name}`; the subset has numbers, `bool`, `char`, tuples, \
                     arrays, pointers, references and the types that the program declares"
                );
                Err(self.cursor.error(message))
            }
            _ => Err(self.cursor.unexpected("a type")),
        }
    }

    fn pointer(&mut self) -> Result<Ty> {
        self.cursor.expect("*")?;
        let mutability = if self.cursor.take("const") {
            Mutability::Const
        } else if self.cursor.take("mut") {
            Mutability::Mut
        } else {
            return Err(self.cursor.unexpected("`const` or `mut`"));
        };
        let pointee = self.ty()?;
        Ok(self.types.raw_ptr(mutability, pointee))
    }

    /// Reads the rest of a reference after its last `&`, with or without a lifetime.
    fn reference(&mut self) -> Result<Ty> {
        self.cursor.next();
        self.lifetime();
        let mutability = match self.cursor.take("mut") {
            true => Mutability::Mut,
            false => Mutability::Const,
        };
        let referent = self.ty()?;
        Ok(self.types.reference(mutability, referent))
    }

    /// Reads `fn(A, B) -> R`. The return type may be omitted.
    fn function_pointer(&mut self) -> Result<Ty> {
        self.cursor.expect("fn")?;
        self.cursor.expect("(")?;
        let mut arguments = Vec::new();
        self.list(")", |parser| {
            arguments.push(parser.ty()?);
            Ok(())
        })?;
        let result = if self.cursor.take("->") {
            self.ty()?
        } else {
            self.types.unit()
        };
        Ok(self.types.fn_ptr(&arguments, result))
    }

    /// A tuple, or a type in parentheses.
    fn tuple(&mut self) -> Result<Ty> {
        self.cursor.expect("(")?;
        let mut fields = Vec::new();
        let comma = self.list(")", |parser| {
            fields.push(parser.ty()?);
            Ok(())
        })?;
        match fields[..] {
            [inner] if !comma => Ok(inner),
            _ => Ok(self.types.tuple(&fields)),
        }
    }

    fn array(&mut self) -> Result<Ty> {
        self.cursor.expect("[")?;
        let element = self.ty()?;
        if self.cursor.is("]") {
            let message = "the subset has no slices: an array's length is part of its type, \
                           `[T; N]`";
            return Err(self.cursor.error(message));
        }
        self.cursor.expect(";")?;
        let length = self.length()?;
        self.cursor.expect("]")?;
        Ok(self.types.array(element, length))
    }
}
