//! Terminators.

use std::collections::HashMap;

use super::expression::{Expression, Kind};
use super::lexer::TokenKind;
use super::ty::scalar;
use super::{Parser, Result};
use crate::syntax::{Block, Callee, Constant, IntTy, Operand, Terminator, Ty, TyKind};

/// Terminators that the subset lacks.
const MISSING: [&str; 4] = ["Drop", "TailCall", "UnwindResume", "UnwindTerminate"];

impl<'a> Parser<'a> {
    /// Reads a terminator if one comes next.
    pub(super) fn terminator(&mut self) -> Result<Option<Terminator>> {
        let terminator = match (self.cursor.peek(), self.cursor.peek_at(1)) {
            ("Goto", "(") => {
                self.cursor.next();
                Terminator::Goto(self.block_in_parentheses()?)
            }
            ("Return", "(") => {
                self.no_operands()?;
                Terminator::Return
            }
            ("Unreachable", "(") => {
                self.no_operands()?;
                Terminator::Unreachable
            }
            ("Call", "(") => self.call()?,
            ("match", _) => self.switch()?,
            (name, "(") if MISSING.contains(&name) => {
                return Err(self.cursor.error(format!("the subset has no `{name}`")));
            }
            _ => return Ok(None),
        };
        Ok(Some(terminator))
    }

    /// Takes a name and an empty list of operands.
    fn no_operands(&mut self) -> Result {
        self.cursor.next();
        self.cursor.expect("(")?;
        self.cursor.expect(")")?;
        Ok(())
    }

    fn block_in_parentheses(&mut self) -> Result<Block> {
        self.cursor.expect("(")?;
        let block = self.block_name()?;
        self.cursor.expect(")")?;
        Ok(block)
    }

    fn switch(&mut self) -> Result<Terminator> {
        self.cursor.expect("match")?;
        let scrutinee = self.unary()?;
        let at = scrutinee.at;
        let scrutinee = self.operand(&scrutinee, None)?;
        let ty = self.operand_ty(&scrutinee);
        let open = self.cursor.expect("{")?;
        // The first token with each value.
        let mut seen = HashMap::new();
        let mut arms = Vec::new();
        loop {
            if self.cursor.is("}") {
                let message = "this `match` needs a last arm `_ => block`";
                return Err(self.cursor.error_at(open, message));
            }
            if self.cursor.take("_") {
                break;
            }
            let pattern = self.cursor.at();
            let bits = self.pattern(at, ty)?;
            if let Some(first) = seen.insert(bits, pattern) {
                let line = self.cursor.line(first);
                let message = format!("this value already has an arm in line {line}");
                return Err(self.cursor.error_at(pattern, message));
            }
            self.arrow()?;
            arms.push((bits, self.block_name()?));
            if !self.cursor.take(",") && !self.cursor.is("}") {
                return Err(self.cursor.unexpected("`,` or `}`"));
            }
        }
        self.arrow()?;
        let otherwise = self.block_name()?;
        self.cursor.take(",");
        if !self.cursor.take("}") {
            return Err(self.cursor.unexpected("`}`: the arm `_` is the last one"));
        }
        Ok(Terminator::Switch {
            scrutinee,
            arms,
            otherwise,
        })
    }

    fn arrow(&mut self) -> Result {
        match self.cursor.peek() {
            "|" | ".." | "..=" | "..." | "if" => Err(self
                .cursor
                .error("custom MIR has only plain values before the `=>` of an arm, and `_`")),
            _ => self.cursor.expect("=>").map(|_| ()),
        }
    }

    /// The bits of a value of the scrutinee's type.
    fn pattern(&mut self, scrutinee: usize, ty: Option<Ty>) -> Result<u128> {
        if self.cursor.is("(") {
            self.cursor.enter()?;
            self.cursor.next();
            let bits = self.pattern(scrutinee, ty)?;
            self.cursor.expect(")")?;
            self.cursor.leave();
            return Ok(bits);
        }
        let kind = ty.map(|ty| self.types.kind(ty));
        match kind {
            Some(TyKind::Bool) => {
                let value = self.cursor.is("true");
                if !value && !self.cursor.is("false") {
                    return Err(self.cursor.unexpected("`true`, `false` or `_`"));
                }
                self.cursor.next();
                Ok(value.into())
            }
            Some(TyKind::Int(int)) => {
                let int = *int;
                if self.cursor.kind() != TokenKind::Number && !self.cursor.is("-") {
                    let name = int.name();
                    return Err(self
                        .cursor
                        .unexpected(&format!("a value of `{name}` or `_`")));
                }
                let literal = self.literal()?;
                if literal.suffix.is_some_and(|suffix| suffix != int) {
                    let name = int.name();
                    let message = format!("the value matched is of type `{name}`");
                    return Err(self.cursor.error_at(literal.at, message));
                }
                self.bits(literal, int)
            }
            Some(TyKind::Char) => {
                if self.cursor.kind() != TokenKind::Quoted {
                    return Err(self.cursor.unexpected("a value of `char` or `_`"));
                }
                Ok(Constant::Char(self.character()?).bits())
            }
            _ => {
                let message = "only integers, `bool`s and `char`s can be matched";
                Err(self.cursor.error_at(scrutinee, message))
            }
        }
    }

    fn call(&mut self) -> Result<Terminator> {
        self.cursor.next();
        self.cursor.expect("(")?;
        let destination = self.unary()?;
        let (destination, ty) = self.target(&destination)?;
        self.cursor.expect("=")?;
        let (callee, arguments) = self.callee(ty)?;
        self.cursor.expect(",")?;
        self.cursor.expect("ReturnTo")?;
        let target = self.block_in_parentheses()?;
        self.cursor.expect(",")?;
        self.unwind()?;
        self.cursor.take(",");
        self.cursor.expect(")")?;
        Ok(Terminator::Call {
            destination,
            callee,
            arguments,
            target,
        })
    }

    /// Reads a callee whose result has type `result`, and its arguments.
    fn callee(&mut self, result: Ty) -> Result<(Callee, Vec<Operand>)> {
        let first = self.cursor.at();
        let pointer = match self.cursor.peek() {
            "(" | "Field" => Some(self.steps()?),
            name if name == "RET" || self.body.locals.contains_key(name) => Some(Expression {
                at: self.cursor.next(),
                kind: Kind::Name(first),
            }),
            _ => None,
        };
        if let Some(pointer) = pointer {
            return self.pointed(&pointer);
        }
        self.path()?;
        let last = self.cursor.at() - 1;
        let name = self.cursor.text_of(last);
        if last == first {
            let Some(&id) = self.functions.get(name) else {
                let message = match name {
                    "Move" => "a function pointer is not moved to call it: write `p(…)`".to_owned(),
                    _ => format!("there is no function `{name}`"),
                };
                return Err(self.cursor.error_at(first, message));
            };
            let arguments = self.arguments()?;
            let types = self.signatures[id.index()].arguments.clone();
            self.check_count(last, types.len(), arguments.len())?;
            return Ok((Callee::Function(id), self.typed(&arguments, &types)?));
        }
        if let Some((intrinsic, float)) = self.intrinsic_named(first, last) {
            return self.intrinsic(intrinsic, float, last, result);
        }
        let ty = name.strip_prefix("observe_");
        let ty = ty.filter(|_| last == first + 2 && self.cursor.text_of(first) == "kvant");
        let Some(ty) = ty.and_then(scalar) else {
            let message = match self.cursor.text_of(last - 2) {
                "intrinsics" => format!("the subset has no intrinsic `{name}`"),
                _ => "outside of the program there are only the observers of numbers, `bool` and \
                      `char`, as in `kvant::observe_u8`, and intrinsics, as in \
                      `core::intrinsics::bswap`"
                    .to_owned(),
            };
            return Err(self.cursor.error_at(first, message));
        };
        let ty = self.types.intern(ty);
        let arguments = self.arguments()?;
        self.observer_arguments(ty, last, &arguments)
    }

    /// Reads the call of a function pointer in a place.
    fn pointed(&mut self, pointer: &Expression<'a>) -> Result<(Callee, Vec<Operand>)> {
        if !self.cursor.is("(") {
            let message = "what is called is in parentheses unless it is a local: `(p.0)(…)`";
            return Err(self.cursor.error(message));
        }
        let (place, ty) = self.place(pointer)?;
        let TyKind::FnPtr {
            arguments: types, ..
        } = self.types.kind(ty).clone()
        else {
            let message = format!("a `{}` cannot be called", self.types.name(ty));
            return Err(self.cursor.error_at(pointer.at, message));
        };
        let arguments = self.arguments()?;
        if arguments.len() != types.len() {
            let (ty, expected, found) = (self.types.name(ty), types.len(), arguments.len());
            let message = format!("a `{ty}` takes {expected} arguments, found {found}");
            return Err(self.cursor.error_at(pointer.at, message));
        }
        Ok((Callee::Pointer(place), self.typed(&arguments, &types)?))
    }

    pub(super) fn arguments(&mut self) -> Result<Vec<Expression<'a>>> {
        self.cursor.expect("(")?;
        let mut arguments = Vec::new();
        self.list(")", |parser| {
            arguments.push(parser.expression()?);
            Ok(())
        })?;
        Ok(arguments)
    }

    /// Converts arguments of these types.
    fn typed(&mut self, arguments: &[Expression<'a>], types: &[Ty]) -> Result<Vec<Operand>> {
        let both = arguments.iter().zip(types);
        both.map(|(argument, ty)| self.operand(argument, Some(*ty)))
            .collect()
    }

    /// Checks the number of arguments of the function named by the token `at`.
    pub(super) fn check_count(&self, at: usize, expected: usize, found: usize) -> Result {
        if found == expected {
            return Ok(());
        }
        let name = self.cursor.text_of(at);
        let message = format!("`{name}` takes {expected} arguments, found {found}");
        Err(self.cursor.error_at(at, message))
    }

    /// Converts the arguments of an observer. The type in the observer's name must be that of the value.
    fn observer_arguments(
        &mut self,
        ty: Ty,
        at: usize,
        arguments: &[Expression<'a>],
    ) -> Result<(Callee, Vec<Operand>)> {
        self.check_count(at, 2, arguments.len())?;
        let u32 = self.types.int(IntTy::U32);
        let site = self.operand(&arguments[0], Some(u32))?;
        let Operand::Const(Constant::Int(site, IntTy::U32)) = site else {
            let message = "the first argument of an observer is a number of type `u32`";
            return Err(self.cursor.error_at(arguments[0].at, message));
        };
        let site = site as u32;
        let value = self.operand(&arguments[1], Some(ty))?;
        if let Some(found) = self.operand_ty(&value).filter(|found| *found != ty) {
            let found = self.types.name(found);
            let message = format!("this is of type `{found}`: use `kvant::observe_{found}`");
            return Err(self.cursor.error_at(arguments[1].at, message));
        }
        Ok((Callee::Observe { site }, vec![value]))
    }

    /// Reads the unwind action of a call. Nothing in the subset unwinds, so all actions of custom MIR mean the same.
    fn unwind(&mut self) -> Result {
        match self.cursor.peek() {
            "UnwindContinue" | "UnwindUnreachable" => self.no_operands(),
            "UnwindTerminate" => {
                self.cursor.next();
                self.cursor.expect("(")?;
                self.cursor.expect("ReasonAbi")?;
                self.cursor.expect(")")?;
                Ok(())
            }
            "UnwindCleanup" => Err(self.cursor.error("the subset has no cleanup blocks")),
            _ => Err(self.cursor.unexpected("`UnwindUnreachable()`")),
        }
    }
}
