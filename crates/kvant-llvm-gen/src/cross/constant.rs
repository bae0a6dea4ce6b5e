//! Constants out of values that the machine knows.

use kvant_llvm::syntax::{Brackets, Const, Type, TypeKind, Typed, Types, Value};
use kvant_llvm_machine::Leaf;
use kvant_llvm_refine::Given;

use crate::build::Builder;

/// The number of scalars of a type. `None` if it is not known here.
pub(super) fn leaves(types: &Types, ty: Type) -> Option<usize> {
    Some(match types.get(ty) {
        TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Ptr(_) => 1,
        TypeKind::Vector {
            is_scalable: false,
            length,
            element,
        } => *length as usize * leaves(types, *element)?,
        TypeKind::Vector {
            length, element, ..
        } => (*length * crate::VSCALE) as usize * leaves(types, *element)?,
        TypeKind::Array { length, element } => *length as usize * leaves(types, *element)?,
        TypeKind::Struct { fields, .. } => {
            let fields = fields.iter().map(|it| leaves(types, *it));
            fields.sum::<Option<usize>>()?
        }
        _ => return None,
    })
}

/// The constant of these scalars. `None` if one of them is poison, undef or a pointer to an object.
pub(super) fn constant<'g>(
    build: &mut Builder<'_>,
    ty: Type,
    given: &mut impl Iterator<Item = &'g Given>,
) -> Option<Value> {
    let (brackets, parts) = match build.types.get(ty).clone() {
        TypeKind::Int(bits) => {
            let Given::Leaf(Leaf::Int(value)) = given.next()? else {
                return None;
            };
            return Some(int(build, *value, bits));
        }
        TypeKind::Float(kind) => {
            let Given::Leaf(Leaf::Int(bits)) = given.next()? else {
                return None;
            };
            return Some(build.constant(Const::Float(kind, *bits)));
        }
        TypeKind::Ptr(_) => {
            let Given::Leaf(Leaf::Ptr(pointer)) = given.next()? else {
                return None;
            };
            let is_null = pointer.node.is_none() && pointer.offset == 0;
            return is_null.then_some(Value::Null);
        }
        TypeKind::Vector {
            is_scalable: false,
            length,
            element,
        } => (Brackets::Vector, vec![element; length as usize]),
        TypeKind::Array { length, element } => (Brackets::Array, vec![element; length as usize]),
        TypeKind::Struct { is_packed, fields } => match is_packed {
            true => (Brackets::PackedStruct, fields.to_vec()),
            false => (Brackets::Struct, fields.to_vec()),
        },
        _ => return None,
    };
    let parts = parts.into_iter().map(|ty| {
        let value = constant(build, ty, given)?;
        Some(Typed { ty, value })
    });
    let parts: Vec<Typed> = parts.collect::<Option<_>>()?;
    Some(build.constant(Const::Aggregate(brackets, parts.into())))
}

fn int(build: &mut Builder<'_>, value: u128, bits: u32) -> Value {
    if bits == 1 {
        return Value::Int(i32::from(value & 1 == 1));
    }
    // Signed numbers are shorter.
    let shift = 128_u32.saturating_sub(bits);
    let signed = (value << shift) as i128 >> shift;
    match i32::try_from(signed) {
        Ok(value) => Value::Int(value),
        Err(_) => {
            let text = build.names.intern(&signed.to_string());
            build.constant(Const::Int(text))
        }
    }
}
