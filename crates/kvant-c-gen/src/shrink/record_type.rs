//! Simplification of structs and unions.

use std::collections::HashSet;

use kvant_c::{Expr, ExprKind, Init, Program, RecordId, Stmt, Storage, Type, TypeKind, parts};

use super::edit::Edit;
use super::node::{change_nodes, nodes};
use super::pass::Known;
use super::renumber::replace_types;

/// Removes fields that are not used.
pub(super) fn fields(known: &Known) -> Vec<Edit> {
    let mut named = HashSet::new();
    known.program.visit(&mut |e| {
        if let Some(named_field) = field_of(known.program, e) {
            named.insert(named_field);
        }
    });
    let mut edits = Vec::new();
    for (r, record) in known.program.records.iter().enumerate() {
        let id = RecordId(r as u32);
        for n in 0..record.fields.len() as u32 {
            if !named.contains(&(id, n)) && record.fields.len() > 1 {
                edits.push(Edit::Field(id, n));
            }
        }
        // At least one field stays.
        let all = edits
            .iter()
            .filter(|e| matches!(e, Edit::Field(of, _) if *of == id));
        if all.count() == record.fields.len() {
            edits.pop();
        }
    }
    edits
}

fn field_of(program: &Program, e: &Expr) -> Option<(RecordId, u32)> {
    let (record, n) = match &e.kind {
        ExprKind::Member(of, n) => (of.ty, *n),
        ExprKind::Arrow(of, n) => match program.types.kind(of.ty) {
            TypeKind::Pointer(to) | TypeKind::Array(to, _) => (*to, *n),
            _ => return None,
        },
        _ => return None,
    };
    match program.types.kind(record) {
        TypeKind::Record(id) => Some((*id, n)),
        _ => None,
    }
}

/// Removes a field.
pub(super) fn drop_field(program: &mut Program, id: RecordId, n: u32) {
    let old = program.clone();
    each_init(program, &|ty, init| without_field(&old, ty, init, id, n));
    change_nodes(program, &mut |_, e| {
        // Operands still have their old types.
        if let Some((of, m)) = field_of(&old, e)
            && of == id
            && m > n
            && let ExprKind::Member(_, m) | ExprKind::Arrow(_, m) = &mut e.kind
        {
            *m -= 1;
        }
    });
    program.records[id.index()].fields.remove(n as usize);
}

/// Calls `change` with every initial value and the type of its object.
fn each_init(program: &mut Program, change: &dyn Fn(Type, &mut Init)) {
    for global in &mut program.globals {
        let init = global.init.iter_mut();
        init.for_each(|init| change(global.ty, init));
    }
    for function in &mut program.functions {
        let types: Vec<Type> = function.locals.iter().map(|local| local.ty).collect();
        for local in &mut function.locals {
            if let Storage::Static(Some(init)) = &mut local.storage {
                change(local.ty, init);
            }
        }
        for statement in function.blocks.iter_mut().flat_map(|b| &mut b.statements) {
            if let Stmt::Declare(local, Some(init)) = statement {
                change(types[local.index()], init);
            }
        }
    }
    change_nodes(program, &mut |_, e| {
        if let ExprKind::Compound(init) = &mut e.kind {
            change(e.ty, init);
        }
    });
}

/// Removes the initial value of a field from an initialiser list.
fn without_field(program: &Program, ty: Type, init: &mut Init, id: RecordId, n: u32) {
    let Init::List(items) = init else {
        return;
    };
    let here = *program.types.kind(ty) == TypeKind::Record(id);
    let mut next = 0;
    items.retain_mut(|item| {
        let part = parts::named_part(program, ty, item.designator.unwrap_or(next));
        next = part + 1;
        if let Some(of) = parts::part_type(program, ty, part) {
            without_field(program, of, &mut item.value, id, n);
        }
        if let Some(designator) = &mut item.designator
            && here
            && part > u64::from(n)
        {
            *designator -= 1;
        }
        !(here && part == u64::from(n))
    });
}

/// Removes `packed`, alignments and bit-fields.
pub(super) fn layouts(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    for (r, record) in known.program.records.iter().enumerate() {
        let id = RecordId(r as u32);
        if record.packed || record.align.is_some() {
            edits.push(Edit::Layout(id));
        }
        for (n, field) in record.fields.iter().enumerate() {
            if field.bits.is_some() && !field.is_unnamed() {
                edits.push(Edit::NoBits(id, n as u32));
            }
        }
    }
    edits
}

/// Unwraps records with a single field.
pub(super) fn wrappers(known: &Known) -> Vec<Edit> {
    let records = known.program.records.iter().enumerate();
    let wrappers = records.filter(|(_, record)| {
        let [field] = record.fields.as_slice() else {
            return false;
        };
        field.bits.is_none()
    });
    wrappers
        .map(|(n, _)| Edit::Unwrap(RecordId(n as u32)))
        .collect()
}

/// Replaces a record by its only field.
pub(super) fn unwrap(program: &mut Program, id: RecordId) -> Option<()> {
    let inside = program.records.get(id.index())?.fields.first()?.ty;
    let old = program.clone();
    each_init(program, &|ty, init| without_wrapper(&old, ty, init, id));
    let all = nodes(&old);
    change_nodes(program, &mut |number, e| {
        // The operands have been changed already.
        if field_of(&old, all[number].e).is_some_and(|(of, _)| of == id) {
            match &e.kind {
                ExprKind::Member(of, _) => *e = of.as_ref().clone(),
                ExprKind::Arrow(of, _) => e.kind = ExprKind::Deref(of.clone()),
                _ => {}
            }
        }
    });
    replace_types(program, &|kind| match kind {
        TypeKind::Record(of) if *of == id => Some(inside),
        _ => None,
    })
}

/// Removes the braces of a record from initial values.
fn without_wrapper(program: &Program, ty: Type, init: &mut Init, id: RecordId) {
    let Init::List(items) = init else {
        return;
    };
    let mut next = 0;
    for item in items.iter_mut() {
        let part = parts::named_part(program, ty, item.designator.unwrap_or(next));
        next = part + 1;
        if let Some(of) = parts::part_type(program, ty, part) {
            without_wrapper(program, of, &mut item.value, id);
        }
    }
    if *program.types.kind(ty) == TypeKind::Record(id)
        && let Some(item) = items.pop()
    {
        *init = item.value;
    }
}
