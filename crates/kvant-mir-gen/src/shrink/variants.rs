//! Variants of enums that are never constructed nor accessed, and fields of variants that no path names.

use std::collections::BTreeSet;

use kvant_mir::{
    AdtKind, Block, FnId, Location, Place, Program, Projection, Repr, Rvalue, Statement, Ty, TyKind,
};

use super::edit::{Act, Edit};
use super::fields::Paths;
use super::record::Record;
use kvant_mir::Rewrite as _;

/// Removes variants that are not constructed and that no path leads through.
pub(super) fn unused(program: &Program, _: &Record) -> Vec<Edit> {
    let used = used(program);
    let mut edits = Vec::new();
    for (ty, n, _) in variants(program) {
        if !used.contains(&(ty, n, None)) && may_go(program, ty, n) {
            edits.push(Edit::new(START, Act::Variant(ty, n)));
        }
    }
    edits
}

/// Removes fields of variants that no path leads to.
pub(super) fn unnamed(program: &Program, _: &Record) -> Vec<Edit> {
    let used = used(program);
    let mut edits = Vec::new();
    for (ty, variant, fields) in variants(program) {
        for field in (0..fields).filter(|field| !used.contains(&(ty, variant, Some(*field)))) {
            edits.push(Edit::new(START, Act::VariantField(ty, variant, field)));
        }
    }
    edits
}

/// Types belong to the whole program, so their edits have this location.
const START: Location = Location {
    function: FnId(0),
    block: Block::ENTRY,
    statement: 0,
};

/// Every variant, with the number of its fields.
fn variants(program: &Program) -> impl Iterator<Item = (Ty, u32, u32)> {
    let enums = program
        .types
        .iter()
        .filter_map(|(ty, _)| Some((ty, program.types.as_adt_of(ty, AdtKind::Enum)?)));
    enums.flat_map(|(ty, def)| {
        let variants = def.variants.iter().enumerate();
        variants.map(move |(n, variant)| (ty, n as u32, variant.fields.len() as u32))
    })
}

/// Returns true if the other variants keep their discriminants without this one.
fn may_go(program: &Program, ty: Ty, n: u32) -> bool {
    let Some(def) = program.types.as_adt_of(ty, AdtKind::Enum) else {
        return false;
    };
    let counted = def.field_types().next().is_some() && !matches!(def.repr, Repr::Int(_));
    let last = n as usize + 1 == def.variants.len();
    def.variants.len() > 1 && (!counted || last)
}

/// The variants that are constructed or accessed, and those of their fields that are named.
fn used(program: &Program) -> BTreeSet<(Ty, u32, Option<u32>)> {
    let mut used = BTreeSet::new();
    for function in &program.functions {
        for statement in function.blocks.iter().flat_map(|block| &block.statements) {
            match statement {
                Statement::Assign(_, Rvalue::Variant(ty, n, _)) => {
                    used.insert((*ty, *n, None));
                }
                Statement::SetDiscriminant(place, n) => {
                    let ty = function.place_ty(&program.types, place);
                    used.extend(ty.map(|ty| (ty, *n, None)));
                }
                _ => {}
            }
        }
        let mut visit = |ty, step: &mut Projection| {
            if let Projection::VariantField { variant, field } = *step {
                used.insert((ty, variant, None));
                used.insert((ty, variant, Some(field)));
            }
        };
        Paths::new(&program.types, function, &mut visit).function(&mut function.clone());
    }
    used
}

/// Removes variant `n` of an enum.
pub(super) fn drop(program: &mut Program, ty: Ty, n: u32) {
    let types = program.types.clone();
    for function in &mut program.functions {
        let shapes = function.clone();
        let of = |place: &Place| shapes.place_ty(&types, place);
        for statement in function.blocks.iter_mut().flat_map(|b| &mut b.statements) {
            match statement {
                Statement::Assign(_, Rvalue::Variant(of, variant, _))
                    if *of == ty && *variant > n =>
                {
                    *variant -= 1;
                }
                Statement::SetDiscriminant(place, variant)
                    if of(place) == Some(ty) && *variant > n =>
                {
                    *variant -= 1;
                }
                _ => {}
            }
        }
        let mut visit = |of, step: &mut Projection| {
            if let Projection::VariantField { variant, .. } = step
                && of == ty
                && *variant > n
            {
                *variant -= 1;
            }
        };
        Paths::new(&types, &shapes, &mut visit).function(function);
    }
    if let TyKind::Adt(id) = *types.kind(ty) {
        program.types.adt_mut(id).variants.remove(n as usize);
    }
}

/// Removes a field of a variant.
pub(super) fn drop_field(program: &mut Program, ty: Ty, variant: u32, field: u32) {
    let types = program.types.clone();
    for function in &mut program.functions {
        for statement in function.blocks.iter_mut().flat_map(|b| &mut b.statements) {
            if let Statement::Assign(_, Rvalue::Variant(of, n, parts)) = statement
                && (*of, *n) == (ty, variant)
                && (field as usize) < parts.len()
            {
                parts.remove(field as usize);
            }
        }
        let shapes = function.clone();
        let mut visit = |of, step: &mut Projection| {
            if let Projection::VariantField {
                variant: n,
                field: named,
            } = step
                && (of, *n) == (ty, variant)
                && *named > field
            {
                *named -= 1;
            }
        };
        Paths::new(&types, &shapes, &mut visit).function(function);
    }
    if let TyKind::Adt(id) = *types.kind(ty) {
        let shape = &mut program.types.adt_mut(id).variants[variant as usize];
        super::fields::remove(shape, field);
    }
}
