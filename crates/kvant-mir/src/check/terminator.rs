//! Terminators.

use std::collections::HashSet;

use super::{Checker, Result};
use crate::syntax::truncate;
use crate::{Callee, Operand, Place, Terminator, TyKind};

impl Checker<'_> {
    pub(super) fn terminator(&self, terminator: &Terminator) -> Result {
        for block in terminator.successors() {
            self.target_block(block)?;
        }
        match terminator {
            Terminator::Goto(_) | Terminator::Return | Terminator::Unreachable => Ok(()),
            Terminator::Switch {
                scrutinee, arms, ..
            } => {
                let ty = self.operand(scrutinee)?;
                let bits = match self.types.kind(ty) {
                    TyKind::Int(int) => int.bits(self.target),
                    TyKind::Bool => 1,
                    TyKind::Char => 32,
                    _ => {
                        return self.fail(format!("cannot match on a `{}`", self.types.name(ty)));
                    }
                };
                let is_char = *self.types.kind(ty) == TyKind::Char;
                let is_scalar_value = |value| char::from_u32(value).is_some();
                let mut values = HashSet::new();
                for (value, _) in arms {
                    let valid = !is_char || u32::try_from(*value).is_ok_and(is_scalar_value);
                    if truncate(*value, bits) != *value || !valid {
                        return self.fail(format!(
                            "the arm {value:#x} is no value of `{}`",
                            self.types.name(ty)
                        ));
                    }
                    if !values.insert(value) {
                        return self.fail("two arms have the same value");
                    }
                }
                Ok(())
            }
            Terminator::Call {
                destination,
                callee,
                arguments,
                ..
            } => self.call(destination, callee, arguments),
        }
    }

    fn call(&self, destination: &Place, callee: &Callee, arguments: &[Operand]) -> Result {
        let result = self.written_place(destination)?;
        match callee {
            Callee::Observe { .. } => {
                let [argument] = arguments else {
                    return self.fail("an observer takes one value");
                };
                let ty = self.operand(argument)?;
                if !self.types.is_observable(ty) {
                    return self.fail(format!("a `{}` cannot be observed", self.types.name(ty)));
                }
                self.unit(result, "an observer")
            }
            Callee::Pointer(place) => {
                let ty = self.place(place)?;
                let TyKind::FnPtr {
                    arguments: wanted,
                    result: returned,
                } = self.types.kind(ty)
                else {
                    return self.fail(format!("a `{}` cannot be called", self.types.name(ty)));
                };
                if wanted.len() != arguments.len() {
                    return self.fail(format!(
                        "a `{}` takes {} arguments, and {} are given",
                        self.types.name(ty),
                        wanted.len(),
                        arguments.len()
                    ));
                }
                for (wanted, argument) in wanted.iter().zip(arguments) {
                    let found = self.operand(argument)?;
                    self.same(*wanted, found, "an argument")?;
                }
                self.same(result, *returned, "the result of the call")
            }
            Callee::Intrinsic(intrinsic) => self.intrinsic(*intrinsic, arguments, result),
            Callee::Function(id) => {
                let Some(function) = self.program.functions.get(id.index()) else {
                    return self.fail("the called function does not exist");
                };
                if function.arguments as usize != arguments.len() {
                    return self.fail(format!(
                        "`{}` takes {} arguments, and {} are given",
                        function.name,
                        function.arguments,
                        arguments.len()
                    ));
                }
                for (local, argument) in function.argument_locals().zip(arguments) {
                    let Some(decl) = function.locals.get(local.index()) else {
                        return self.fail("the called function lacks locals for its arguments");
                    };
                    let found = self.operand(argument)?;
                    self.same(decl.ty, found, "an argument")?;
                }
                match function.locals.first() {
                    Some(decl) => self.same(result, decl.ty, "the result of the call"),
                    None => self.fail("the called function lacks its return place"),
                }
            }
        }
    }
}
