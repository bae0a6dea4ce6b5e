//! The order of declarations.

use crate::{Expr, ExprKind, Init, Program, Type, TypeKind};

/// Returns how many of the program's records have to be complete before a type can be named: an array needs a complete element
/// type, a pointer does not need its pointee.
pub(crate) fn completed_before(program: &Program, ty: Type) -> usize {
    match program.types.get(ty) {
        Some(TypeKind::Pointer(to)) => completed_before(program, *to),
        Some(TypeKind::Array(of, _)) => {
            let element = match program.types.get(*of) {
                Some(TypeKind::Record(id)) => id.index() + 1,
                _ => 0,
            };
            element.max(completed_before(program, *of))
        }
        Some(TypeKind::Function(signature)) => {
            let all = signature.parameters.iter().chain([&signature.result]);
            let needs = all.map(|ty| completed_before(program, *ty));
            needs.max().unwrap_or(0)
        }
        _ => 0,
    }
}

/// True if a record or typedef mentions a record that is not declared yet. If one does, all records are declared first, in
/// order, so that the order in the text is that of the program.
pub(crate) fn needs_forward_declarations(program: &Program) -> bool {
    let typedefs = program.typedefs.iter().map(|typedef| {
        let before = completed_before(program, typedef.ty);
        (before, typedef.ty)
    });
    let fields = program.records.iter().enumerate().flat_map(|(n, record)| {
        // A record can mention a plain pointer to itself.
        let others = record.fields.iter().filter(move |field| {
            let to = program.types.get(field.ty).and_then(|kind| match kind {
                TypeKind::Pointer(to) => Some(*to),
                _ => None,
            });
            !to.is_some_and(|to| is_record(program, to, n))
        });
        others.map(move |field| (n, field.ty))
    });
    typedefs
        .chain(fields)
        .any(|(there, ty)| mentions(program, ty) > there)
}

fn is_record(program: &Program, ty: Type, n: usize) -> bool {
    matches!(program.types.get(ty), Some(TypeKind::Record(id)) if id.index() == n)
}

/// Returns how many records have to be declared before a type can be mentioned.
fn mentions(program: &Program, ty: Type) -> usize {
    match program.types.get(ty) {
        Some(TypeKind::Pointer(to)) => mentions(program, *to),
        Some(TypeKind::Array(of, _)) => mentions(program, *of),
        Some(TypeKind::Function(signature)) => {
            let all = signature.parameters.iter().chain([&signature.result]);
            all.map(|ty| mentions(program, *ty)).max().unwrap_or(0)
        }
        Some(TypeKind::Record(id)) => id.index() + 1,
        _ => 0,
    }
}

/// True if the initial value of a variable names a later variable. If one does, all of them are declared first.
pub(crate) fn refers_ahead(program: &Program) -> bool {
    let globals = program.globals.iter().enumerate();
    globals
        .filter_map(|(n, global)| Some((n, global.init.as_ref()?)))
        .any(|(n, init)| any_in_init(init, &|id| id > n))
}

fn any_in_init(init: &Init, wanted: &impl Fn(usize) -> bool) -> bool {
    match init {
        Init::Expr(e) => any_in_expr(e, wanted),
        Init::List(items) => items.iter().any(|item| any_in_init(&item.value, wanted)),
    }
}

fn any_in_expr(e: &Expr, wanted: &impl Fn(usize) -> bool) -> bool {
    match &e.kind {
        ExprKind::Global(id) => wanted(id.index()),
        ExprKind::Compound(init) => any_in_init(init, wanted),
        _ => e.operands().any(|operand| any_in_expr(operand, wanted)),
    }
}
