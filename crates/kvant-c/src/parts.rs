//! The parts of arrays, structs and unions, in the numbering of initialiser lists.

use crate::{Program, Type, TypeKind};

/// Returns the first part from `part` on that an initialiser list can initialise. Unnamed bit-fields are skipped.
pub fn named_part(program: &Program, ty: Type, part: u64) -> u64 {
    let Some(TypeKind::Record(id)) = program.types.get(ty) else {
        return part;
    };
    let Some(record) = program.records.get(id.index()) else {
        return part;
    };
    let rest = record.fields.iter().enumerate().skip(part as usize);
    let named = rest
        .filter(|(_, field)| !field.is_unnamed())
        .map(|(n, _)| n as u64);
    named
        .into_iter()
        .next()
        .unwrap_or(record.fields.len() as u64)
}

/// Returns the type of a part, or `None` if there is no part of this number that can be initialised.
pub fn part_type(program: &Program, ty: Type, part: u64) -> Option<Type> {
    match program.types.get(ty)? {
        TypeKind::Array(of, length) => (part < *length).then_some(*of),
        TypeKind::Vector(of, lanes) => (part < u64::from(*lanes)).then(|| Type::plain(*of)),
        TypeKind::Record(id) => {
            let record = program.records.get(id.index())?;
            let field = record.fields.get(usize::try_from(part).ok()?)?;
            (!field.is_unnamed()).then_some(field.ty)
        }
        _ => None,
    }
}
