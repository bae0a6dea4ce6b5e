//! Removal of types, variables and functions, with new numbers for the others.

use kvant_c::{EnumId, Expr, ExprKind, Program, RecordId, Type, TypeId, TypeKind};

use super::node::change_nodes;

/// Replaces each type as `change` says; derived types change with it.
pub(super) fn change_types(program: &mut Program, change: &dyn Fn(TypeKind) -> TypeKind) {
    rebuild(program, &|_| None, change);
}

/// Replaces some types by others. `None` if a replacement is derived from the type itself.
pub(super) fn replace_types(
    program: &mut Program,
    replacement: &dyn Fn(&TypeKind) -> Option<Type>,
) -> Option<()> {
    for n in 0..program.types.len() {
        let ty = Type::plain(TypeId(n as u32));
        if replacement(program.types.kind(ty)).is_some_and(|new| new.id >= ty.id) {
            return None;
        }
    }
    rebuild(program, replacement, &|kind| kind);
    Some(())
}

fn rebuild(
    program: &mut Program,
    replacement: &dyn Fn(&TypeKind) -> Option<Type>,
    change: &dyn Fn(TypeKind) -> TypeKind,
) {
    let old = std::mem::take(&mut program.types);
    let mut ids: Vec<Type> = Vec::with_capacity(old.len());
    for n in 0..old.len() {
        let mut kind = old.kind(Type::plain(TypeId(n as u32))).clone();
        if let Some(new) = replacement(&kind) {
            ids.push(changed(&ids, new));
            continue;
        }
        // A type is derived from types before it.
        match &mut kind {
            TypeKind::Pointer(of) | TypeKind::Array(of, _) => *of = changed(&ids, *of),
            TypeKind::Function(signature) => {
                signature.result = changed(&ids, signature.result);
                for parameter in &mut signature.parameters {
                    *parameter = changed(&ids, *parameter);
                }
            }
            TypeKind::Vector(of, _) => *of = changed(&ids, Type::plain(*of)).id,
            _ => {}
        }
        // Predefined types keep their numbers.
        ids.push(program.types.make(change(kind)));
    }
    each_type(program, &mut |ty| *ty = changed(&ids, *ty));
}

fn changed(ids: &[Type], ty: Type) -> Type {
    ids.get(ty.id.0 as usize)
        .map_or(ty, |new| new.with(ty.quals))
}

/// Calls `change` with every type of a declaration or expression.
pub(super) fn each_type(program: &mut Program, change: &mut dyn FnMut(&mut Type)) {
    for field in program.records.iter_mut().flat_map(|r| &mut r.fields) {
        change(&mut field.ty);
    }
    for typedef in &mut program.typedefs {
        change(&mut typedef.ty);
    }
    for global in &mut program.globals {
        change(&mut global.ty);
    }
    for function in &mut program.functions {
        change(&mut function.result);
        for local in &mut function.locals {
            change(&mut local.ty);
        }
    }
    change_nodes(program, &mut |_, e| {
        change(&mut e.ty);
        if let ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) = &mut e.kind {
            change(ty);
        }
    });
}

/// The parts of a program that are mentioned in it, by number.
struct Mentioned {
    functions: Vec<bool>,
    globals: Vec<bool>,
    records: Vec<bool>,
    enums: Vec<bool>,
    types: Vec<bool>,
}

impl Mentioned {
    fn of(program: &Program) -> Mentioned {
        let mut mentioned = Mentioned {
            functions: vec![false; program.functions.len()],
            globals: vec![false; program.globals.len()],
            records: vec![false; program.records.len()],
            enums: vec![false; program.enums.len()],
            types: vec![false; program.types.len()],
        };
        if let Some(entry) = program.entry() {
            mentioned.function(program, entry.index());
        }
        mentioned
    }

    fn function(&mut self, program: &Program, n: usize) {
        if std::mem::replace(&mut self.functions[n], true) {
            return;
        }
        let function = &program.functions[n];
        self.ty(program, function.result);
        for local in &function.locals {
            self.ty(program, local.ty);
        }
        function.visit(&mut |e| self.expr(program, e));
    }

    fn expr(&mut self, program: &Program, e: &Expr) {
        self.ty(program, e.ty);
        match &e.kind {
            ExprKind::Function(id) => self.function(program, id.index()),
            ExprKind::Global(id) if !std::mem::replace(&mut self.globals[id.index()], true) => {
                let global = program.global(*id);
                self.ty(program, global.ty);
                if let Some(init) = &global.init {
                    init.visit(&mut |e| self.expr(program, e));
                }
            }
            ExprKind::EnumConst(id, _) => self.enums[id.index()] = true,
            ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => self.ty(program, *ty),
            _ => {}
        }
    }

    fn ty(&mut self, program: &Program, ty: Type) {
        if std::mem::replace(&mut self.types[ty.id.0 as usize], true) {
            return;
        }
        match program.types.kind(ty) {
            TypeKind::Pointer(of) | TypeKind::Array(of, _) => self.ty(program, *of),
            TypeKind::Function(signature) => {
                self.ty(program, signature.result);
                for parameter in &signature.parameters {
                    self.ty(program, *parameter);
                }
            }
            TypeKind::Vector(of, _) => self.ty(program, Type::plain(*of)),
            TypeKind::Enum(id) => self.enums[id.index()] = true,
            TypeKind::Record(id) => {
                self.records[id.index()] = true;
                for field in &program.records[id.index()].fields {
                    self.ty(program, field.ty);
                }
            }
            _ => {}
        }
    }
}

/// Removes functions, globals, types and typedefs that are not mentioned. Locals that are not declared are removed by the
/// canonical numbering.
pub(super) fn drop_unmentioned(program: &mut Program) {
    let mentioned = Mentioned::of(program);
    let types = &mentioned.types;
    program
        .typedefs
        .retain(|typedef| types[typedef.ty.id.0 as usize]);
    let all = |kept: &[bool]| kept.iter().all(|kept| *kept);
    if all(&mentioned.functions)
        && all(&mentioned.globals)
        && all(&mentioned.records)
        && all(&mentioned.enums)
    {
        return;
    }
    keep(&mut program.functions, &mentioned.functions);
    keep(&mut program.globals, &mentioned.globals);
    keep(&mut program.records, &mentioned.records);
    keep(&mut program.enums, &mentioned.enums);
    let functions = places(&mentioned.functions);
    let globals = places(&mentioned.globals);
    let records = places(&mentioned.records);
    let enums = places(&mentioned.enums);
    change_types(program, &|kind| match kind {
        TypeKind::Record(id) => TypeKind::Record(RecordId(records[id.index()])),
        TypeKind::Enum(id) => TypeKind::Enum(EnumId(enums[id.index()])),
        kind => kind,
    });
    change_nodes(program, &mut |_, e| match &mut e.kind {
        ExprKind::Function(id) => id.0 = functions[id.index()],
        ExprKind::Global(id) => id.0 = globals[id.index()],
        ExprKind::EnumConst(id, _) => id.0 = enums[id.index()],
        _ => {}
    });
}

fn keep<T>(all: &mut Vec<T>, kept: &[bool]) {
    let mut kept = kept.iter();
    all.retain(|_| kept.next().copied().unwrap_or(true));
}

/// The new numbers of the parts that are kept. Types that are not mentioned may still refer to removed parts; these get the
/// number of another part, and such types are removed by the canonical numbering.
fn places(kept: &[bool]) -> Vec<u32> {
    let mut next = 0;
    let place = |kept: &bool| {
        let place = next;
        next += u32::from(*kept);
        place
    };
    kept.iter().map(place).collect()
}
