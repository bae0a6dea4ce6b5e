//! The parts of arrays, structs and unions, as lists of initial values count them.

use crate::{Program, Type, TypeKind};

/// The first part from `part` on that a list of initial values does not pass over. Bit-fields without a name are none.
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

/// The type of a part, or `None` if there is no such part that can be given a value.
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
