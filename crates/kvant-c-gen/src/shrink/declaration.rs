//! Simplification of variables and types.

use std::collections::HashSet;

use kvant_c::{
    EnumId, ExprKind, FnId, GlobalId, Init, IntKind, Linkage, LocalId, Program, Quals, Stmt,
    Storage, Type, TypeKind, parts,
};

use super::edit::{Edit, Simplify, Var};
use super::forward::variable;
use super::node::{Node, change_nodes, nodes, statements};
use super::pass::Known;

/// A variable with its declaration.
struct Declared<'p> {
    var: Var,
    ty: Type,
    align: Option<u32>,
    init: Option<&'p Init>,
    is_internal: bool,
    is_static: bool,
}

fn variables(program: &Program) -> Vec<Declared<'_>> {
    let mut all = Vec::new();
    for (n, global) in program.globals.iter().enumerate() {
        all.push(Declared {
            var: Var::Global(GlobalId(n as u32)),
            ty: global.ty,
            align: global.align,
            init: global.init.as_ref(),
            is_internal: global.linkage == Linkage::Internal,
            is_static: false,
        });
    }
    for (f, function) in program.functions.iter().enumerate() {
        for (n, local) in function.locals.iter().enumerate() {
            let (is_static, init) = match &local.storage {
                Storage::Automatic => (false, None),
                Storage::Static(init) => (true, init.as_ref()),
            };
            all.push(Declared {
                var: Var::Local(FnId(f as u32), LocalId(n as u32)),
                ty: local.ty,
                align: local.align,
                init,
                is_internal: false,
                is_static,
            });
        }
    }
    all
}

/// True if a variable or its elements have qualifiers.
fn is_qualified(program: &Program, ty: Type) -> bool {
    ty.quals != Quals::NONE
        || matches!(program.types.kind(ty), TypeKind::Array(of, _) if is_qualified(program, *of))
}

pub(super) fn qualifiers(known: &Known) -> Vec<Edit> {
    let all = variables(known.program).into_iter();
    let special =
        all.filter(|it| is_qualified(known.program, it.ty) || it.align.is_some() || it.is_internal);
    special
        .map(|it| Edit::Variable(it.var, Simplify::Plain))
        .collect()
}

pub(super) fn statics(known: &Known) -> Vec<Edit> {
    let all = variables(known.program).into_iter();
    let statics = all.filter(|it| it.is_static);
    statics
        .map(|it| Edit::Variable(it.var, Simplify::Automatic))
        .collect()
}

/// Removes initial values of globals and locals.
pub(super) fn initial_values(known: &Known) -> Vec<Edit> {
    let all = variables(known.program).into_iter();
    let kept = all.filter(|it| it.init.is_some());
    let mut edits: Vec<Edit> = kept
        .map(|it| Edit::Variable(it.var, Simplify::Uninitialised))
        .collect();
    for (place, statement) in statements(known.program) {
        if let Stmt::Declare(id, Some(init)) = statement
            && !has_effects(init)
        {
            edits.push(Edit::Statements(place, vec![Stmt::Declare(*id, None)]));
        }
    }
    edits
}

fn has_effects(init: &Init) -> bool {
    match init {
        Init::Expr(e) => e.has_effects(),
        Init::List(items) => items.iter().any(|item| has_effects(&item.value)),
    }
}

/// Removes parts of initialiser lists.
pub(super) fn items(known: &Known) -> Vec<Edit> {
    let mut edits = Vec::new();
    let mut list = |var: Var, init: &Init| {
        if let Init::List(items) = init {
            let item = |n: usize| Edit::Variable(var, Simplify::Item(n));
            edits.extend((0..items.len()).map(item));
        }
    };
    for it in variables(known.program) {
        it.init.iter().for_each(|init| list(it.var, init));
    }
    for (place, statement) in statements(known.program) {
        if let Stmt::Declare(id, Some(init)) = statement {
            list(Var::Local(place.function, *id), init);
        }
    }
    edits
}

/// Halves arrays.
pub(super) fn halves(known: &Known) -> Vec<Edit> {
    lengths(known, |length| length.div_ceil(2))
}

/// Shortens arrays by one element.
pub(super) fn ends(known: &Known) -> Vec<Edit> {
    lengths(known, |length| length - 1)
}

fn lengths(known: &Known, shorter: impl Fn(u64) -> u64) -> Vec<Edit> {
    let all = variables(known.program).into_iter();
    let shorter = all.filter_map(|it| match known.program.types.kind(it.ty) {
        TypeKind::Array(_, length) if *length > 1 => {
            Some(Edit::Variable(it.var, Simplify::Length(shorter(*length))))
        }
        _ => None,
    });
    shorter.collect()
}

/// Replaces structs, unions and arrays of which only one part is used by that part.
pub(super) fn parts(known: &Known) -> Vec<Edit> {
    let all = nodes(known.program);
    let mut edits = Vec::new();
    for it in variables(known.program) {
        let mut found = HashSet::new();
        let mut whole = false;
        for node in &all {
            if !it.var.is(node.site.function(), node.e) {
                continue;
            }
            match node.parent.map(|parent| (&parent.kind, node.position)) {
                Some((ExprKind::Member(_, n), 0)) => {
                    found.insert(u64::from(*n));
                }
                Some((ExprKind::Index(_, i), 0)) => match i.kind {
                    ExprKind::Int(n) => {
                        found.insert(n as u64);
                    }
                    _ => whole = true,
                },
                _ => whole = true,
            }
        }
        if let (1, false) = (found.len(), whole) {
            let part = found.into_iter().next().unwrap_or_default();
            edits.push(Edit::Variable(it.var, Simplify::Part(part)));
        } else if let TypeKind::Array(_, 1) = known.program.types.kind(it.ty) {
            edits.push(Edit::Variable(it.var, Simplify::Element));
        }
    }
    edits
}

/// Applies an edit to a variable.
pub(super) fn simplify_variable(program: &mut Program, var: Var, less: Simplify) -> Option<()> {
    let (ty, init) = match var {
        Var::Global(id) => {
            let global = program.globals.get(id.index())?;
            (global.ty, global.init.clone())
        }
        Var::Local(function, id) => {
            let local = program.function(function).locals.get(id.index())?;
            let init = match &local.storage {
                Storage::Static(init) => init.clone(),
                Storage::Automatic => None,
            };
            (local.ty, init)
        }
    };
    match less {
        Simplify::Plain => {
            let ty = unqualified(program, ty);
            set_type(program, var, ty);
            match var {
                Var::Global(id) => {
                    program.globals[id.index()].align = None;
                    program.globals[id.index()].linkage = Linkage::External;
                }
                Var::Local(function, id) => {
                    program.function_mut(function).locals[id.index()].align = None;
                }
            }
        }
        Simplify::Automatic => {
            let Var::Local(function, id) = var else {
                return None;
            };
            let function = program.function_mut(function);
            function.locals[id.index()].storage = Storage::Automatic;
            each_declaration(program, var, &mut |old| old.clone_from(&init));
        }
        Simplify::Uninitialised => match var {
            Var::Global(id) => program.globals[id.index()].init = None,
            Var::Local(function, id) => {
                let local = &mut program.function_mut(function).locals[id.index()];
                local.storage = Storage::Static(None);
            }
        },
        Simplify::Length(length) => {
            let TypeKind::Array(of, _) = *program.types.kind(ty) else {
                return None;
            };
            let ty = program.types.array(of, length).with(ty.quals);
            set_type(program, var, ty);
            each_init(program, var, &mut |init| {
                if let Some(Init::List(items)) = init {
                    items.truncate(length as usize);
                }
            });
        }
        Simplify::Item(n) => each_init(program, var, &mut |init| {
            let Some(Init::List(items)) = init else {
                return;
            };
            let last = n + 1 == items.len();
            match items.get_mut(n).map(|item| &mut item.value) {
                Some(Init::List(inner)) if !inner.is_empty() => inner.clear(),
                Some(_) if last => {
                    items.pop();
                }
                _ => {}
            }
        }),
        Simplify::Part(part) => only_part(program, var, ty, part)?,
        Simplify::Element => only_element(program, var, ty)?,
    }
    Some(())
}

/// Replaces a variable by one of its parts.
fn only_part(program: &mut Program, var: Var, ty: Type, part: u64) -> Option<()> {
    let of = parts::part_type(program, ty, part)?;
    let of = program.types.qualified(of, ty.quals);
    let old = program.clone();
    set_type(program, var, of);
    let is_part = |node: &Node| match &node.e.kind {
        ExprKind::Member(base, _) | ExprKind::Index(base, _) => {
            variable(node.site.function(), base) == Some(var)
        }
        _ => false,
    };
    let all = nodes(&old);
    change_nodes(program, &mut |number, e| {
        if let ExprKind::Member(base, _) | ExprKind::Index(base, _) = &e.kind
            && is_part(&all[number])
        {
            *e = base.as_ref().clone();
        }
    });
    // The last step, because expressions are renumbered when initial values are removed.
    each_init(program, var, &mut |init| {
        *init = init.take().and_then(|init| part_of(&old, ty, init, part));
    });
    Some(())
}

/// Replaces an array of one element by that element.
fn only_element(program: &mut Program, var: Var, ty: Type) -> Option<()> {
    let of = parts::part_type(program, ty, 0)?;
    let of = program.types.qualified(of, ty.quals);
    let old = program.clone();
    set_type(program, var, of);
    let all = nodes(&old);
    change_nodes(program, &mut |number, e| {
        let node = &all[number];
        // Types are computed again.
        if var.is(node.site.function(), node.e) {
            match node.parent.map(|parent| &parent.kind) {
                Some(ExprKind::Index(..) | ExprKind::SizeofExpr(_) | ExprKind::AddrOf(_)) => {}
                _ => e.kind = ExprKind::AddrOf(Box::new(e.clone())),
            }
        } else if let ExprKind::Index(base, _) = &e.kind
            && var.is(node.site.function(), base)
        {
            *e = base.as_ref().clone();
        }
    });
    each_init(program, var, &mut |init| {
        *init = init.take().and_then(|init| part_of(&old, ty, init, 0));
    });
    Some(())
}

/// The initial value of one part in an initialiser list.
fn part_of(program: &Program, ty: Type, init: Init, part: u64) -> Option<Init> {
    let Init::List(items) = init else {
        return None;
    };
    let mut next = 0;
    for item in items {
        let here = parts::named_part(program, ty, item.designator.unwrap_or(next));
        if here == part {
            return Some(item.value);
        }
        next = here + 1;
    }
    None
}

fn unqualified(program: &mut Program, ty: Type) -> Type {
    match *program.types.kind(ty) {
        TypeKind::Array(of, length) => {
            let of = unqualified(program, of);
            program.types.array(of, length)
        }
        _ => ty.unqualified(),
    }
}

fn set_type(program: &mut Program, var: Var, ty: Type) {
    match var {
        Var::Global(id) => program.globals[id.index()].ty = ty,
        Var::Local(function, id) => {
            program.function_mut(function).locals[id.index()].ty = ty;
        }
    }
}

/// Calls `change` with the initial value of a variable, wherever it is written.
fn each_init(program: &mut Program, var: Var, change: &mut dyn FnMut(&mut Option<Init>)) {
    match var {
        Var::Global(id) => change(&mut program.globals[id.index()].init),
        Var::Local(function, id) => {
            let local = &mut program.function_mut(function).locals[id.index()];
            if let Storage::Static(init) = &mut local.storage {
                change(init);
            }
            each_declaration(program, var, change);
        }
    }
}

fn each_declaration(program: &mut Program, var: Var, change: &mut dyn FnMut(&mut Option<Init>)) {
    let Var::Local(function, id) = var else {
        return;
    };
    let blocks = &mut program.function_mut(function).blocks;
    for statement in blocks.iter_mut().flat_map(|block| &mut block.statements) {
        if let Stmt::Declare(declared, init) = statement
            && *declared == id
        {
            change(init);
        }
    }
}

/// Removes typedefs and enumerations.
pub(super) fn type_names(known: &Known) -> Vec<Edit> {
    let typedefs = (0..known.program.typedefs.len()).map(Edit::Typedef);
    let enums = 0..known.program.enums.len() as u32;
    let enums = enums.map(|n| Edit::Enumeration(EnumId(n)));
    typedefs.chain(enums).collect()
}

/// Replaces each integer type other than `int`.
pub(super) fn integers(known: &Known) -> Vec<Edit> {
    let mut used = HashSet::new();
    for it in variables(known.program) {
        let mut ty = it.ty;
        while let TypeKind::Array(of, _) | TypeKind::Pointer(of) = known.program.types.kind(ty) {
            ty = *of;
        }
        if let TypeKind::Int(kind) = known.program.types.kind(ty) {
            used.insert(*kind);
        }
    }
    known.program.visit(&mut |e| {
        if let (ExprKind::Cast(_), TypeKind::Int(kind)) = (&e.kind, known.program.types.kind(e.ty))
        {
            used.insert(*kind);
        }
    });
    let strange = IntKind::ALL.into_iter().rev();
    let strange = strange.filter(|kind| *kind != IntKind::Int && used.contains(kind));
    strange
        .map(|kind| Edit::Integer(kind, IntKind::Int))
        .collect()
}
