//! Fields of structs, unions and tuples that no path names.

use std::collections::BTreeSet;

use kvant_mir::{
    Block, FnId, Function, LocalDecl, Location, Place, Program, Projection, Repr, Rewrite, Rvalue,
    Statement, Ty, TyKind, Types, Variant,
};

use super::edit::{Act, Edit};
use super::record::Record;

/// Removes fields of tuples, structs and unions that no path leads through. The machine decides if the others are
/// still where they are needed.
pub(super) fn unnamed(program: &Program, _: &Record) -> Vec<Edit> {
    let mut named = BTreeSet::new();
    for function in &program.functions {
        for statement in function.blocks.iter().flat_map(|block| &block.statements) {
            if let Statement::Assign(_, Rvalue::Union(ty, n, _)) = statement {
                named.insert((*ty, *n));
            }
        }
        let mut visit = |ty, step: &mut Projection| {
            if let Projection::Field(n) = step {
                named.insert((ty, *n));
            }
        };
        Paths::new(&program.types, function, &mut visit).function(&mut function.clone());
    }
    let mut edits = Vec::new();
    for (ty, _) in program.types.iter() {
        let fields = program.types.field_count(ty).unwrap_or(0) as u32;
        let transparent = program.types.as_adt(ty);
        if transparent.is_some_and(|def| def.repr == Repr::Transparent) {
            continue;
        }
        for n in (0..fields).filter(|n| !named.contains(&(ty, *n))) {
            edits.push(Edit::new(START, Act::Field(ty, n)));
        }
    }
    edits
}

/// Fields belong to the whole program, so their edits have this location.
const START: Location = Location {
    function: FnId(0),
    block: Block::ENTRY,
    statement: 0,
};

/// Removes field `n` of the tuple, struct or union `ty`.
pub(super) fn drop(program: &mut Program, ty: Ty, n: u32) {
    let types = program.types.clone();
    for function in &mut program.functions {
        let shapes = function.clone();
        let mut visit = |of, step: &mut Projection| {
            if let Projection::Field(field) = step
                && of == ty
                && *field > n
            {
                *field -= 1;
            }
        };
        Paths::new(&types, &shapes, &mut visit).function(function);
        for block in &mut function.blocks {
            for statement in &mut block.statements {
                if let Statement::Assign(_, Rvalue::Union(of, field, _)) = statement
                    && *of == ty
                    && *field > n
                {
                    *field -= 1;
                }
                if let Statement::Assign(_, value) = statement
                    && let Rvalue::Aggregate(of, parts) = value
                    && *of == ty
                    && (n as usize) < parts.len()
                {
                    parts.remove(n as usize);
                    if parts.is_empty() && matches!(types.kind(ty), TyKind::Tuple(_)) {
                        *value = Rvalue::Use(kvant_mir::Constant::Unit.into());
                    }
                }
            }
        }
    }
    match types.kind(ty).clone() {
        TyKind::Tuple(parts) => {
            let mut parts = parts.to_vec();
            parts.remove(n as usize);
            let new = program.types.tuple(&parts);
            super::retype::substitute(program, ty, new);
        }
        TyKind::Adt(id) => {
            for variant in &mut program.types.adt_mut(id).variants {
                remove(variant, n);
            }
        }
        _ => {}
    }
}

/// Removes a field of a declaration.
pub(super) fn remove(variant: &mut Variant, n: u32) {
    let by_number = variant.is_tuple_like();
    variant.fields.remove(n as usize);
    for (n, field) in variant.fields.iter_mut().enumerate() {
        if by_number {
            field.name = n.to_string();
        }
    }
}

/// Visits each step of each path, with the type that it begins at.
pub(super) struct Paths<'a, F: FnMut(Ty, &mut Projection)> {
    types: &'a Types,
    locals: &'a [LocalDecl],
    visit: &'a mut F,
}

impl<'a, F: FnMut(Ty, &mut Projection)> Paths<'a, F> {
    /// Paths of a function, whose locals are those of `shapes`.
    pub(super) fn new(types: &'a Types, shapes: &'a Function, visit: &'a mut F) -> Paths<'a, F> {
        let locals = &shapes.locals;
        Paths {
            types,
            locals,
            visit,
        }
    }
}

impl<F: FnMut(Ty, &mut Projection)> Rewrite for Paths<'_, F> {
    fn place(&mut self, place: &mut Place) {
        let mut ty = self.locals.get(place.local.index()).map(|decl| decl.ty);
        for step in &mut place.projection {
            let Some(from) = ty else { return };
            ty = self.types.step(from, *step);
            (self.visit)(from, step);
        }
    }
}
