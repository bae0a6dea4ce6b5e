//! Declarators: pointers, arrays and parameter lists around a name.

use super::lexer::TokenKind;
use super::name::is_keyword;
use super::ty::{Subject, Word, qualifier};
use super::{Parser, Result};
use crate::check::{LARGEST, TYPE_DEPTH, depths};
use crate::{Signature, Type, TypeKind, layout};

/// A declarator with the type that it gives.
pub(super) struct Declared<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) at: usize,
    pub(super) ty: Type,
    /// The parameters, if it is a function.
    pub(super) parameters: Option<Vec<Parameter<'a>>>,
}

/// A parameter, with its type after the adjustments.
#[derive(Clone)]
pub(super) struct Parameter<'a> {
    pub(super) name: Option<&'a str>,
    pub(super) at: usize,
    pub(super) ty: Type,
    pub(super) is_register: bool,
    /// True for `register`, arrays and functions, which cannot be the last parameter before `...` (7.16.1.4p4).
    pub(super) is_odd: bool,
}

/// An array length or a parameter list behind a name.
enum Suffix<'a> {
    Array(u64, usize),
    Function(Vec<Parameter<'a>>, bool),
}

impl<'a> Parser<'a> {
    /// Reads a declarator with `base` as the type of its specifiers, with a name or without.
    pub(super) fn declarator(&mut self, base: Type) -> Result<Declared<'a>> {
        self.cursor.enter()?;
        let mut ty = base;
        while self.cursor.take("*") {
            ty = self.program.types.pointer(ty);
            while let Some(qual) = qualifier(self.cursor.peek()) {
                ty = ty.with(qual);
                self.cursor.next();
            }
            if matches!(self.cursor.peek(), "__attribute__" | "__attribute") {
                return Err(self
                    .cursor
                    .error("attributes of pointers are not in the subset"));
            }
        }
        let declared = match self.is_inner_declarator() {
            true => self.inner_declarator(ty)?,
            false => self.direct_declarator(ty)?,
        };
        self.cursor.leave();
        if depths(&self.program.types, &mut self.depths) > TYPE_DEPTH {
            return Err(self.cursor.error("this type is nested too deeply"));
        }
        Ok(declared)
    }

    /// True if the next parenthesis encloses a declarator and not parameters.
    fn is_inner_declarator(&self) -> bool {
        if !self.cursor.is("(") {
            return false;
        }
        let next = self.cursor.peek_at(1);
        matches!(next, "*" | "(" | "[")
            || self.cursor.kind_at(1) == TokenKind::Word && !self.is_type_at(1)
    }

    /// Reads a declarator in parentheses. It applies last, so the suffixes behind it are read first.
    fn inner_declarator(&mut self, base: Type) -> Result<Declared<'a>> {
        let inside = self.cursor.at();
        self.skip_brackets()?;
        let suffixes = self.suffixes()?;
        if let Some(Suffix::Array(0, at)) = suffixes.first() {
            return Err(self
                .cursor
                .error_at(*at, "the length of this array is missing"));
        }
        let ty = self.with_suffixes(base, &suffixes)?;
        let behind = self.cursor.at();
        self.cursor.go_to(inside);
        self.cursor.expect("(")?;
        let declared = self.declarator(ty)?;
        self.cursor.expect(")")?;
        self.cursor.go_to(behind);
        Ok(declared)
    }

    fn direct_declarator(&mut self, base: Type) -> Result<Declared<'a>> {
        let at = self.cursor.at();
        let named = self.cursor.kind() == TokenKind::Word && !is_keyword(self.cursor.peek());
        let name = match named {
            true => Some(self.name("a name")?),
            false => None,
        };
        let mut suffixes = self.suffixes()?;
        let ty = self.with_suffixes(base, &suffixes)?;
        let parameters = match suffixes.is_empty() {
            false => match suffixes.swap_remove(0) {
                Suffix::Function(parameters, _) => Some(parameters),
                Suffix::Array(..) => None,
            },
            true => None,
        };
        Ok(Declared {
            name,
            at,
            ty,
            parameters,
        })
    }

    fn suffixes(&mut self) -> Result<Vec<Suffix<'a>>> {
        let mut all = Vec::new();
        loop {
            let at = self.cursor.at();
            if self.cursor.take("[") {
                if self.cursor.is("static") || qualifier(self.cursor.peek()).is_some() {
                    let message = "`static` and qualifiers in the brackets of a parameter are not in the subset: write a pointer";
                    return Err(self.cursor.error(message));
                }
                if self.cursor.is("*") && self.cursor.peek_at(1) == "]" {
                    return Err(self
                        .cursor
                        .error("arrays of variable length are not in the subset"));
                }
                // A missing length follows from the initial value, unless the array is a parameter.
                let length = match self.cursor.is("]") {
                    true => 0,
                    false => match self.constant_number("the length")? {
                        0 => {
                            return Err(self
                                .cursor
                                .error_at(at, "an array has at least one element"));
                        }
                        length => length,
                    },
                };
                self.cursor.expect("]")?;
                all.push(Suffix::Array(length, at));
            } else if self.cursor.is("(") {
                let (parameters, variadic) = self.parameters()?;
                all.push(Suffix::Function(parameters, variadic));
            } else {
                return Ok(all);
            }
            if all.len() > 20 {
                return Err(self.cursor.error("this has too many dimensions"));
            }
        }
    }

    fn with_suffixes(&mut self, base: Type, suffixes: &[Suffix<'_>]) -> Result<Type> {
        let mut ty = base;
        for (n, suffix) in suffixes.iter().enumerate().rev() {
            ty = match suffix {
                Suffix::Array(0, at) if n > 0 => {
                    return Err(self
                        .cursor
                        .error_at(*at, "only the first length may be left out"));
                }
                Suffix::Array(length, at) => self.array(*at, ty, *length)?,
                Suffix::Function(parameters, variadic) => {
                    let signature = Signature {
                        result: ty,
                        parameters: parameters.iter().map(|p| p.ty.unqualified()).collect(),
                        variadic: *variadic,
                    };
                    if matches!(
                        self.program.types.kind(ty),
                        TypeKind::Array(..) | TypeKind::Function(_)
                    ) {
                        return Err(self
                            .cursor
                            .error("functions return neither arrays nor functions"));
                    }
                    self.program.types.make(TypeKind::Function(signature))
                }
            };
        }
        Ok(ty)
    }

    /// An array of a complete type. A length of 0 is yet unknown.
    pub(super) fn array(&mut self, at: usize, of: Type, length: u64) -> Result<Type> {
        self.complete(at, of)?;
        let element = layout::layout(&self.program, &self.target, of).size;
        match element.checked_mul(length) {
            Some(size) if size <= LARGEST => Ok(self.program.types.array(of, length)),
            _ => Err(self
                .cursor
                .error_at(at, format!("this is larger than {LARGEST} bytes"))),
        }
    }

    /// Fails if the type is incomplete, so that it has no objects yet.
    pub(super) fn complete(&self, at: usize, ty: Type) -> Result {
        let mut element = ty;
        while let TypeKind::Array(of, length) = self.program.types.kind(element) {
            if *length == 0 {
                return Err(self
                    .cursor
                    .error_at(at, "the length of this array is missing"));
            }
            element = *of;
        }
        let complete = match self.program.types.kind(element) {
            TypeKind::Void | TypeKind::Function(_) => false,
            TypeKind::Record(id) => self.complete[id.index()],
            _ => true,
        };
        match complete {
            true => Ok(()),
            false => Err(self
                .cursor
                .error_at(at, "there is no object of this type: it is not complete")),
        }
    }

    fn parameters(&mut self) -> Result<(Vec<Parameter<'a>>, bool)> {
        self.cursor.expect("(")?;
        let mut all = Vec::new();
        if self.cursor.is("void") && self.cursor.peek_at(1) == ")" {
            self.cursor.next();
        }
        if self.cursor.take(")") {
            return Ok((all, false));
        }
        loop {
            let untyped = self.cursor.kind() == TokenKind::Word && !self.is_type_at(0);
            if untyped && matches!(self.cursor.peek_at(1), "," | ")") {
                let name = self.cursor.peek();
                let message =
                    format!("the parameter `{name}` has no type: write it before the name");
                return Err(self.cursor.error(message));
            }
            if self.cursor.take("...") {
                self.cursor.expect(")")?;
                return Ok((all, true));
            }
            let specifiers = self.specifiers()?;
            let declared = self.declarator(specifiers.ty)?;
            self.attributes_of(&specifiers, Subject::Parameter)?;
            let is_register = specifiers.storage == Some(Word::Register);
            if !is_register {
                self.refuse_storage(&specifiers, Subject::Parameter)?;
            }
            let ty = match self.program.types.kind(declared.ty) {
                TypeKind::Array(of, _) => {
                    let of = *of;
                    self.program.types.pointer(of)
                }
                TypeKind::Function(_) => self.program.types.pointer(declared.ty),
                _ => declared.ty,
            };
            let is_odd = is_register || ty != declared.ty;
            if *self.program.types.kind(ty) == TypeKind::Void {
                return Err(self
                    .cursor
                    .error_at(declared.at, "a parameter cannot be `void`"));
            }
            all.push(Parameter {
                name: declared.name,
                at: declared.at,
                ty,
                is_register,
                is_odd,
            });
            if self.cursor.take(")") {
                return Ok((all, false));
            }
            self.cursor.expect(",")?;
        }
    }
}
