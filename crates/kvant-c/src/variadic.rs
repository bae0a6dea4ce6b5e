//! Functions that take any number of further arguments: what those become, and who may ask for them.

use crate::{CTarget, Expr, ExprKind, IntKind, Program, Type, TypeKind, Types};

impl Program {
    /// Whether these are the operands of what works on lists of arguments.
    pub(crate) fn is_argument_list(&self, operands: &[Expr]) -> bool {
        match operands {
            [list] => {
                matches!(list.kind, ExprKind::Local(_))
                    && *self.types.kind(list.ty) == TypeKind::VaList
            }
            _ => false,
        }
    }

    /// What an argument beyond the parameters becomes: the default argument promotions (6.5.2.2p6). `None` if no pointer
    /// type of it was ever made.
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
