//! Struct declarations.

use std::collections::HashSet;

use super::{Result, global};
use crate::{StructId, Ty, TyKind, Types};

/// Checks the declared structs: distinct names, distinct fields, none of which holds its own
/// struct.
pub(super) fn structs(types: &Types) -> Result {
    let mut names = HashSet::new();
    for (n, def) in types.structs().iter().enumerate() {
        if !names.insert(&def.name) {
            return global(format!("two structs are called `{}`", def.name));
        }
        let mut fields = HashSet::new();
        for field in &def.fields {
            if !fields.insert(&field.name) {
                return global(format!(
                    "struct `{}` has two fields `{}`",
                    def.name, field.name
                ));
            }
        }
        if holds_itself(types, StructId::new(n)) {
            return global(format!(
                "struct `{}` holds itself: put a pointer in between",
                def.name
            ));
        }
    }
    Ok(())
}

/// Whether a value of the struct would contain another value of the same struct.
fn holds_itself(types: &Types, id: StructId) -> bool {
    let mut seen = HashSet::new();
    let mut todo: Vec<Ty> = types.struct_def(id).fields.iter().map(|f| f.ty).collect();
    while let Some(ty) = todo.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match types.kind(ty) {
            TyKind::Int(_) | TyKind::Bool | TyKind::RawPtr(..) => {}
            TyKind::Tuple(fields) => todo.extend(fields.iter()),
            TyKind::Array(element, _) => todo.push(*element),
            TyKind::Struct(inner) if *inner == id => return true,
            TyKind::Struct(inner) => {
                todo.extend(types.struct_def(*inner).fields.iter().map(|f| f.ty));
            }
        }
    }
    false
}
