//! Variadic arguments (7.16).

use kvant_c::{Expr, ExprKind, LocalId, Program, Type};

use crate::arithmetic::convert;
use crate::frame::Slot;
use crate::outcome::Result;
use crate::types::Shape;
use crate::{Machine, Stop, Ub, Unsupported, Value};

impl Machine {
    /// Evaluates a variadic argument and applies the default argument promotions (6.5.2.2p6).
    pub(crate) fn variadic_argument(
        &mut self,
        program: &Program,
        e: &Expr,
        variadic: &mut Vec<(Option<Type>, Value)>,
    ) -> Result<Slot> {
        let value = self.value(program, e)?;
        let ty = program.promoted_argument(self.types.target(), e);
        let value = match ty.map(|ty| self.types.shape(ty)) {
            Some(to @ (Shape::Int(_) | Shape::Float(_))) => {
                convert(value, self.value_shape(e), to)?
            }
            _ => value,
        };
        match value {
            // A stored pointer would lose its `restrict` parameter.
            Value::Pointer(pointer) if pointer.tag.based.is_some() => {
                return Err(Unsupported::Restrict.into());
            }
            Value::Void | Value::Record => {
                return Err(Stop::ill_formed("a variadic argument is a scalar"));
            }
            _ => {}
        }
        variadic.push((ty, value));
        Ok(Slot::Value(value))
    }

    /// The `va_list` operand of one of the three builtins, which changes it, and its state.
    fn list(&mut self, operands: &[Expr]) -> Result<(LocalId, Slot)> {
        let [
            Expr {
                kind: ExprKind::Local(local),
                ..
            },
        ] = operands
        else {
            return Err(Stop::ill_formed("a `va_list` is a local variable"));
        };
        self.log_list(*local)?;
        match self.slot(*local) {
            Slot::Dead => Err(Unsupported::SkippedDeclaration { local: *local }.into()),
            slot => Ok((*local, slot)),
        }
    }

    /// `__builtin_va_start(ap, last)` (7.16.1.4).
    pub(crate) fn va_start(&mut self, operands: &[Expr]) -> Result<Value> {
        let (local, slot) = self.list(operands)?;
        match slot {
            Slot::Fresh => self.set_slot(local, Slot::Arguments(0)),
            _ => return Err(Ub::VaArg.into()),
        }
        Ok(Value::Void)
    }

    /// `__builtin_va_arg(ap, type)` (7.16.1.1): the type must be exactly that of the argument, which is stricter than the
    /// standard.
    pub(crate) fn va_arg(&mut self, operands: &[Expr], ty: Type) -> Result<Value> {
        let (local, slot) = self.list(operands)?;
        let Slot::Arguments(n) = slot else {
            return Err(Ub::VaArg.into());
        };
        match self.top()?.variadic.get(n as usize) {
            Some(&(Some(given), value)) if given == ty => {
                if let Value::Pointer(pointer) = value {
                    self.check_live(pointer.alloc)?;
                }
                self.set_slot(local, Slot::Arguments(n + 1));
                Ok(value)
            }
            _ => Err(Ub::VaArg.into()),
        }
    }

    /// `__builtin_va_end(ap)` (7.16.1.3).
    pub(crate) fn va_end(&mut self, operands: &[Expr]) -> Result<Value> {
        let (local, slot) = self.list(operands)?;
        match slot {
            Slot::Arguments(_) => self.set_slot(local, Slot::Fresh),
            _ => return Err(Ub::VaArg.into()),
        }
        Ok(Value::Void)
    }
}
