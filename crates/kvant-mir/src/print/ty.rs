//! Types.

use super::decimal;
use crate::syntax::{Mutability, Ty, TyKind, Types};

/// Appends `ty` as Rust spells it.
pub fn ty(types: &Types, ty: Ty, out: &mut String) {
    match types.kind(ty) {
        TyKind::Int(int) => out.push_str(int.name()),
        TyKind::Float(float) => out.push_str(float.name()),
        TyKind::Bool => out.push_str("bool"),
        TyKind::Char => out.push_str("char"),
        TyKind::Tuple(fields) => {
            out.push('(');
            for (n, field) in fields.iter().enumerate() {
                if n > 0 {
                    out.push_str(", ");
                }
                self::ty(types, *field, out);
            }
            out.push_str(if fields.len() == 1 { ",)" } else { ")" });
        }
        TyKind::Array(element, length) => {
            out.push('[');
            self::ty(types, *element, out);
            out.push_str("; ");
            decimal((*length).into(), out);
            out.push(']');
        }
        TyKind::Struct(id) => out.push_str(&types.struct_def(*id).name),
        TyKind::RawPtr(mutability, pointee) => {
            out.push_str(match mutability {
                Mutability::Const => "*const ",
                Mutability::Mut => "*mut ",
            });
            self::ty(types, *pointee, out);
        }
    }
}
