//! Further arguments of a function that takes any number of them (7.16).

use kvant_c::{Expr, ExprKind, LocalId, Program, Type};

use crate::arithmetic::convert;
use crate::frame::Slot;
use crate::outcome::Result;
use crate::types::Shape;
use crate::{Machine, Stop, Ub, Unsupported, Value};

impl Machine {
    /// An argument beyond the parameters, after the default argument promotions (6.5.2.2p6).
    pub(crate) fn further_argument(
        &mut self,
        program: &Program,
        e: &Expr,
        further: &mut Vec<(Option<Type>, Value)>,
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
            // It is stored where nobody knows of any parameter.
            Value::Pointer(pointer) if pointer.tag.based.is_some() => {
                return Err(Unsupported::Restrict.into());
            }
            Value::Void | Value::Record => {
                return Err(Stop::ill_formed("a further argument is a scalar"));
            }
            _ => {}
        }
        further.push((ty, value));
        Ok(Slot::Value(value))
    }

    /// The list that one of the three works on, which is changed by it, and where it stands.
    fn list(&mut self, operands: &[Expr]) -> Result<(LocalId, Slot)> {
        let [
            Expr {
                kind: ExprKind::Local(local),
                ..
            },
        ] = operands
        else {
            return Err(Stop::ill_formed("a list of arguments is a local variable"));
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

    /// `__builtin_va_arg(ap, type)` (7.16.1.1): just the type that the argument has, though the standard is milder.
    pub(crate) fn va_arg(&mut self, operands: &[Expr], ty: Type) -> Result<Value> {
        let (local, slot) = self.list(operands)?;
        let Slot::Arguments(n) = slot else {
            return Err(Ub::VaArg.into());
        };
        match self.top()?.further.get(n as usize) {
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
