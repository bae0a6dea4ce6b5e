//! The values in the running function, as far as constants can express them.

use kvant_mir::{
    AdtKind, Constant, Function, Local, Operand, Place, Program, Projection, Ty, TyKind, Types,
};
use kvant_mir_machine::{Machine, Scalar};

use super::constants::constant_of;

/// Maximum number of parts of a value that is recorded.
const MOST_PARTS: usize = 16;

/// Maximum number of places of a caller that are compared to find the effects of a call.
const MOST_PLACES: usize = 96;

/// The numbers, and the arrays of a few numbers, that the running function can name: in its locals, and behind its
/// pointers.
pub(super) fn watched(
    program: &Program,
    function: &Function,
    machine: &mut Machine,
) -> Vec<(Place, Option<Vec<Constant>>)> {
    let mut places = Vec::new();
    for (n, decl) in function.locals.iter().enumerate() {
        let local = Place::local(Local::new(n));
        let whole = match program.types.pointee(decl.ty) {
            Some(_) => local.project(Projection::Deref),
            None => local,
        };
        walk(&program.types, function, whole, true, &mut places);
    }
    let value = |place: Place| {
        let now = parts(program, function, machine, &place);
        (place, now)
    };
    places.into_iter().map(value).collect()
}

/// The numbers in a place that can be named without an index.
pub(super) fn leaves(types: &Types, function: &Function, place: Place, into: &mut Vec<Place>) {
    walk(types, function, place, false, into);
}

fn walk(types: &Types, function: &Function, place: Place, arrays: bool, into: &mut Vec<Place>) {
    let Some(ty) = function.place_ty(types, &place) else {
        return;
    };
    if into.len() >= MOST_PLACES {
        return;
    }
    if types.is_observable(ty) || (arrays && short_array(types, ty).is_some()) {
        into.push(place);
        return;
    }
    let is_record = matches!(types.kind(ty), TyKind::Tuple(_))
        || types.as_adt_of(ty, AdtKind::Struct).is_some();
    if is_record {
        for n in 0..types.field_count(ty).unwrap_or(0) {
            let field = place.clone().project(Projection::Field(n as u32));
            walk(types, function, field, arrays, into);
        }
    }
}

/// The value of a place: a number, or a tuple, struct or array of numbers.
pub(super) fn parts(
    program: &Program,
    function: &Function,
    machine: &mut Machine,
    place: &Place,
) -> Option<Vec<Constant>> {
    let ty = function.place_ty(&program.types, place)?;
    if let Some((element, length)) = short_array(&program.types, ty) {
        let value = |n| match machine.peek_element(program, place, n)? {
            Scalar::Bits(bits) => constant_of(&program.types, element, bits),
            _ => None,
        };
        return (0..length).map(value).collect();
    }
    let mut places = Vec::new();
    let flat = match program.types.is_observable(ty) {
        true => vec![ty],
        false => flat_parts(&program.types, ty)?,
    };
    leaves(&program.types, function, place.clone(), &mut places);
    if places.len() != flat.len() {
        return None;
    }
    let value = |place: Place| scalar(program, function, machine, &place.into());
    places.into_iter().map(value).collect()
}

/// The type of the elements and the length of an array of a few numbers.
fn short_array(types: &Types, ty: Ty) -> Option<(Ty, u64)> {
    match *types.get(ty)? {
        TyKind::Array(element, length)
            if length > 0 && length <= MOST_PARTS as u64 && types.is_observable(element) =>
        {
            Some((element, length))
        }
        _ => None,
    }
}

/// The types of the parts of a tuple or struct of numbers.
fn flat_parts(types: &Types, ty: Ty) -> Option<Vec<Ty>> {
    if matches!(types.kind(ty), TyKind::Array(..)) {
        return None;
    }
    let parts = types.part_types(ty);
    let flat = parts.iter().all(|part| types.is_observable(*part));
    (flat && !parts.is_empty() && parts.len() <= MOST_PARTS).then_some(parts)
}

/// The value of an operand in the running function, if a constant can express it.
pub(super) fn scalar(
    program: &Program,
    function: &Function,
    machine: &mut Machine,
    operand: &Operand,
) -> Option<Constant> {
    let ty = match operand {
        Operand::Const(constant) => return Some(*constant),
        Operand::Copy(place) | Operand::Move(place) => function.place_ty(&program.types, place)?,
    };
    if !program.types.is_observable(ty) {
        return None;
    }
    let Some(Scalar::Bits(bits)) = machine.peek(program, operand) else {
        return None;
    };
    constant_of(&program.types, ty, bits)
}
