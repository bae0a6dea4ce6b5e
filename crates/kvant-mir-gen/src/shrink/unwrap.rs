//! Types with a single part, replaced by that part: tuples and structs of one field, arrays of one element.

use kvant_mir::{
    AdtKind, Block, FnId, LocalDecl, Location, Place, Program, Projection, Rewrite, Rvalue,
    Statement, Ty, TyKind, Types,
};

use super::edit::{Act, Edit};
use super::record::Record;
use super::retype;

/// Unwraps every type with a single part.
pub(super) fn wrappers(program: &Program, _: &Record) -> Vec<Edit> {
    let at = Location {
        function: FnId(0),
        block: Block::ENTRY,
        statement: 0,
    };
    let all = program.types.iter().map(|(ty, _)| ty);
    all.filter(|ty| only_part(&program.types, *ty).is_some())
        .map(|ty| Edit::new(at, Act::Unwrap(ty)))
        .collect()
}

/// The type of the only part of a type.
fn only_part(types: &Types, ty: Ty) -> Option<Ty> {
    let holds_one = match types.get(ty)? {
        TyKind::Array(_, length) => *length == 1,
        TyKind::Tuple(parts) => parts.len() == 1,
        _ => {
            let def = types.as_adt_of(ty, AdtKind::Struct)?;
            def.fields().len() == 1
        }
    };
    types.part_types(ty).first().copied().filter(|_| holds_one)
}

/// Replaces a type by the type of its only part.
pub(super) fn unwrap(program: &mut Program, ty: Ty) {
    let Some(part) = only_part(&program.types, ty) else {
        return;
    };
    let types = program.types.clone();
    for function in &mut program.functions {
        let shapes = function.clone();
        for statement in function.blocks.iter_mut().flat_map(|b| &mut b.statements) {
            if let Statement::Assign(to, value) = statement
                && shapes.place_ty(&types, to) == Some(ty)
            {
                let inner = match value {
                    Rvalue::Aggregate(_, parts) => parts.first(),
                    Rvalue::Repeat(part, _) => Some(&*part),
                    _ => None,
                };
                if let Some(inner) = inner.cloned() {
                    *value = Rvalue::Use(inner);
                }
            }
        }
        let locals = function.locals.clone();
        let types = &types;
        Shorten { types, locals, ty }.function(function);
    }
    retype::substitute(program, ty, part);
}

/// Removes the steps from a type to its part.
struct Shorten<'a> {
    types: &'a Types,
    locals: Vec<LocalDecl>,
    ty: Ty,
}

impl Rewrite for Shorten<'_> {
    fn place(&mut self, place: &mut Place) {
        let mut from = self.locals.get(place.local.index()).map(|decl| decl.ty);
        place.projection.retain(|step| {
            let now = from;
            from = now.and_then(|ty| self.types.step(ty, *step));
            now != Some(self.ty) || *step == Projection::Deref
        });
    }
}
