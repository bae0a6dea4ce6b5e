//! Types: the table of all of them, and the structs it declares.

use std::collections::HashSet;

use super::{Result, global};
use crate::{Field, StructId, Ty, TyKind, Types};

/// How deep types may be nested. No program needs as much, and `rustc` stops at 128.
const MAX_DEPTH: u32 = 100;

/// Checks that everything a type is made of exists, and was there before the type: so no type is
/// made of itself.
pub(super) fn table(types: &Types) -> Result {
    let mut depths: Vec<u32> = Vec::with_capacity(types.len());
    for (_, kind) in types.iter() {
        let parts = match kind {
            TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char => &[],
            TyKind::Tuple(fields) => &**fields,
            TyKind::Array(part, _) | TyKind::RawPtr(_, part) => std::slice::from_ref(part),
            TyKind::Struct(id) if id.index() < types.structs().len() => &[],
            TyKind::Struct(_) => return global("a type is a struct that does not exist"),
        };
        let mut depth = 0;
        for part in parts {
            match depths.get(part.index()) {
                Some(inner) => depth = depth.max(inner + 1),
                None => return global("a type is made of a type that did not exist before it"),
            }
        }
        if depth > MAX_DEPTH {
            return global(format!(
                "a type is nested more than {MAX_DEPTH} levels deep"
            ));
        }
        depths.push(depth);
    }
    for def in types.structs() {
        let exists = |field: &Field| types.get(field.ty).is_some();
        if !def.fields.iter().all(exists) {
            return global(format!("struct `{}` has a field without a type", def.name));
        }
    }
    Ok(())
}

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
    let mut todo: Vec<Ty> = types.struct_def(id).field_types().collect();
    while let Some(ty) = todo.pop() {
        if !seen.insert(ty) {
            continue;
        }
        match types.kind(ty) {
            TyKind::Int(_)
            | TyKind::Float(_)
            | TyKind::Bool
            | TyKind::Char
            | TyKind::RawPtr(..) => {}
            TyKind::Tuple(fields) => todo.extend(fields.iter()),
            TyKind::Array(element, _) => todo.push(*element),
            TyKind::Struct(inner) if *inner == id => return true,
            TyKind::Struct(inner) => {
                todo.extend(types.struct_def(*inner).field_types());
            }
        }
    }
    false
}
