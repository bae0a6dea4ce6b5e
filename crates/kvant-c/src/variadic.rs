//! Variadic functions: operands of the `va_list` builtins, and promotions of arguments.

use crate::{CTarget, Expr, ExprKind, IntKind, Program, Type, TypeKind, Types};

impl Program {
    /// True if these are the operands of a builtin that takes only a `va_list` variable.
    pub(crate) fn is_argument_list(&self, operands: &[Expr]) -> bool {
        match operands {
            [list] => {
                matches!(list.kind, ExprKind::Local(_))
                    && *self.types.kind(list.ty) == TypeKind::VaList
            }
            _ => false,
        }
    }

    /// The type of a variadic argument after the default argument promotions (6.5.2.2p6). `None` if it would be a pointer type
    /// that the program does not have.
    pub fn promoted_argument(&self, target: &CTarget, e: &Expr) -> Option<Type> {
        let width = self.bit_field(e).and_then(|field| field.bits);
        match (self.types.kind(e.ty), width) {
            (TypeKind::Int(IntKind::UInt), Some(32)) => Some(Types::UINT),
            (_, Some(_)) => Some(Types::INT),
            (TypeKind::Float(_), _) => Some(Types::DOUBLE),
            (TypeKind::Array(of, _), _) => {
                let of = of.with(e.ty.quals);
                self.types.find(&TypeKind::Pointer(of))
            }
            (TypeKind::Function(_), _) => self.types.find(&TypeKind::Pointer(e.ty)),
            _ => Some(self.promoted_type(target, e.ty)),
        }
    }
}
