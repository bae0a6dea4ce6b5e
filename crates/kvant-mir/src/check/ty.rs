//! Types: the table of types, and the declared types.

use std::collections::HashSet;

use kvant_memory::Target;

use super::{Result, global};
use crate::{AdtDef, AdtId, AdtKind, Field, IntTy, Repr, TyKind, Types, Variant};

/// The greatest depth of nested types. `rustc` stops at 128.
const MAX_DEPTH: u32 = 100;

/// The greatest number of variants of an enum.
const MAX_VARIANTS: usize = 256;

/// Checks that the parts of every type have smaller numbers than the type, so that no type is made of itself.
pub(super) fn table(types: &Types) -> Result {
    let mut depths: Vec<u32> = Vec::with_capacity(types.len());
    for (_, kind) in types.iter() {
        let (parts, last) = match kind {
            TyKind::Int(_) | TyKind::Float(_) | TyKind::Bool | TyKind::Char => (&[][..], None),
            TyKind::Tuple(fields) => (&**fields, None),
            TyKind::Array(part, _) | TyKind::RawPtr(_, part) | TyKind::Ref(_, part) => {
                (&[][..], Some(part))
            }
            TyKind::FnPtr { arguments, result } => (&**arguments, Some(result)),
            TyKind::Adt(id) if id.index() < types.adts().len() => (&[][..], None),
            TyKind::Adt(_) => return global("a type is declared nowhere"),
        };
        let mut depth = 0;
        for part in parts.iter().chain(last) {
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
    for def in types.adts() {
        if !def.field_types().all(|ty| types.get(ty).is_some()) {
            return global(format!("`{}` has a field without a type", def.name));
        }
    }
    Ok(())
}

/// Checks the declared types.
pub(super) fn declarations(types: &Types, target: &Target) -> Result {
    let mut names = HashSet::new();
    for (n, def) in types.adts().iter().enumerate() {
        if !names.insert(&def.name) {
            return global(format!("two types are called `{}`", def.name));
        }
        for variant in &def.variants {
            fields(def, variant)?;
        }
        match def.kind {
            AdtKind::Struct => structure(def)?,
            AdtKind::Union => union(types, def)?,
            AdtKind::Enum => enumeration(def, target)?,
        }
        if holds_itself(types, AdtId::new(n)) {
            return global(format!(
                "`{}` holds itself: put a pointer in between",
                def.name
            ));
        }
    }
    Ok(())
}

/// Checks the names of fields: they are unique, and either all of them words or all of them the numbers from 0 on.
fn fields(def: &AdtDef, variant: &Variant) -> Result {
    let mut names = HashSet::new();
    for field in &variant.fields {
        if !names.insert(&field.name) {
            return global(format!("`{}` has two fields `{}`", def.name, field.name));
        }
    }
    let is_number = |field: &Field| field.name.starts_with(|c: char| c.is_ascii_digit());
    let in_order = |(n, field): (usize, &Field)| field.name == n.to_string();
    if variant.fields.iter().any(is_number) && !variant.fields.iter().enumerate().all(in_order) {
        return global(format!(
            "the fields of `{}` have numbers for names, but not 0, 1, 2 and so on",
            def.name
        ));
    }
    Ok(())
}

fn structure(def: &AdtDef) -> Result {
    let name = &def.name;
    match (def.repr, &*def.variants) {
        (_, [] | [_, _, ..]) => global(format!("struct `{name}` has not just one shape")),
        (Repr::Rust | Repr::C, [_]) => Ok(()),
        (Repr::Transparent, [shape]) if shape.fields.len() == 1 => Ok(()),
        (Repr::Transparent, [_]) => global(format!(
            "`{name}` is transparent and has not just one field"
        )),
        (Repr::Int(_), [_]) => global(format!("struct `{name}` cannot be like an integer")),
    }
}

/// Checks a union. Its fields must be [legible](Types::is_legible), because a union reinterprets bytes.
fn union(types: &Types, def: &AdtDef) -> Result {
    let name = &def.name;
    if def.repr != Repr::C {
        return global(format!("union `{name}` must be `#[repr(C)]`"));
    }
    if def.variants.len() != 1 || def.fields().is_empty() {
        return global(format!("union `{name}` has no fields"));
    }
    for field in def.fields() {
        if !types.is_legible(field.ty) {
            return global(format!(
                "field `{}` of union `{name}` holds, or leads to, a reference or a layout that is not promised",
                field.name
            ));
        }
    }
    Ok(())
}

fn enumeration(def: &AdtDef, target: &Target) -> Result {
    let name = &def.name;
    if def.variants.is_empty() || def.variants.len() > MAX_VARIANTS {
        return global(format!(
            "enum `{name}` must have 1 to {MAX_VARIANTS} variants"
        ));
    }
    let int = match def.repr {
        Repr::Rust => IntTy::Isize,
        Repr::C => IntTy::I32,
        Repr::Int(IntTy::I128 | IntTy::U128) | Repr::Transparent => {
            return global(format!("enum `{name}` cannot be represented like that"));
        }
        Repr::Int(int) => int,
    };
    let (mut names, mut values) = (HashSet::new(), HashSet::new());
    let has_fields = def
        .variants
        .iter()
        .any(|variant| !variant.fields.is_empty());
    for (n, variant) in def.variants.iter().enumerate() {
        if !names.insert(&variant.name) {
            return global(format!("enum `{name}` has two variants `{}`", variant.name));
        }
        let value = variant.discriminant;
        let bits = int.bits(target);
        let fits = match int.is_signed() {
            true => value >> (bits - 1) == 0 || value >> (bits - 1) == -1,
            false => value >> bits == 0,
        };
        if !fits || !values.insert(value) {
            return global(format!(
                "variant `{name}::{}` cannot have the discriminant {value}",
                variant.name
            ));
        }
        if has_fields && !matches!(def.repr, Repr::Int(_)) && value != n as i128 {
            return global(format!(
                "enum `{name}` has fields: to choose its discriminants it must be `#[repr(u8)]` or the like"
            ));
        }
    }
    Ok(())
}

/// True if a value of the type would contain another value of the same type.
fn holds_itself(types: &Types, id: AdtId) -> bool {
    let is_it = |_, kind: &TyKind| *kind == TyKind::Adt(id);
    let mut fields = types.adt(id).field_types();
    fields.any(|field| types.any_part(field, is_it))
}
