//! The features that a finished program really has, whatever was drawn for it.

use std::collections::BTreeSet;

use kvant_c::{
    Attribute, Builtin, Expr, ExprKind, Function, Init, Program, Quals, RecordKind, Step, Stmt,
    Storage, TypeKind,
};

use crate::Feature;

/// The features that occur in the text.
pub fn features_of(program: &Program) -> BTreeSet<Feature> {
    let mut found = BTreeSet::new();
    declarations(program, &mut found);
    for function in &program.functions {
        statements(function, &mut found);
    }
    program.visit(&mut |e| expression(program, e, &mut found));
    calls(program, &mut found);
    found
}

fn declarations(program: &Program, found: &mut BTreeSet<Feature>) {
    let mut on = |feature: Feature, is: bool| {
        if is {
            found.insert(feature);
        }
    };
    on(Feature::Typedefs, !program.typedefs.is_empty());
    for record in &program.records {
        let bits = record.fields.iter().any(|field| field.bits.is_some());
        on(Feature::BitFields, bits);
        on(Feature::Packed, record.packed);
        on(Feature::Structs, record.kind == RecordKind::Struct);
        on(Feature::Unions, record.kind == RecordKind::Union);
    }
    let locals = program.functions.iter().flat_map(|f| &f.locals);
    let statics = locals
        .clone()
        .any(|local| local.storage != Storage::Automatic);
    on(Feature::Statics, statics);
    let fields = program.records.iter().flat_map(|record| &record.fields);
    let globals = program.globals.iter().map(|global| global.ty);
    let variables = globals.chain(locals.map(|local| local.ty));
    for ty in variables.chain(fields.map(|field| field.ty)) {
        let mut ty = ty;
        loop {
            on(Feature::Const, ty.quals.contains(Quals::CONST));
            on(Feature::Restrict, ty.quals.contains(Quals::RESTRICT));
            ty = match program.types.kind(ty) {
                TypeKind::Array(of, _) => {
                    on(Feature::Arrays, true);
                    *of
                }
                TypeKind::Pointer(to) => {
                    on(Feature::Pointers, true);
                    on(Feature::DeepPointers, program.types.is_pointer(*to));
                    *to
                }
                TypeKind::Function(_) => {
                    on(Feature::FunctionPointers, true);
                    break;
                }
                TypeKind::Enum(_) => {
                    on(Feature::Enums, true);
                    break;
                }
                TypeKind::Bool => {
                    on(Feature::Bools, true);
                    break;
                }
                TypeKind::Float(_) => {
                    on(Feature::Floats, true);
                    break;
                }
                TypeKind::Int(kind) if kind.is_wide() => {
                    on(Feature::WideInts, true);
                    break;
                }
                _ => break,
            };
        }
    }
    let volatile = |global: &kvant_c::Global| global.ty.quals.contains(Quals::VOLATILE);
    on(Feature::Volatile, program.globals.iter().any(volatile));
    on(Feature::Calls, program.functions.len() > 1);
    let variadic = program.functions.iter().any(|f| f.variadic);
    on(Feature::Variadic, variadic);
    for said in program.functions.iter().flat_map(|f| &f.attributes) {
        on(
            match said {
                Attribute::Pure | Attribute::Const => Feature::PureFunctions,
                _ => Feature::Attributes,
            },
            true,
        );
    }
    let inits = program
        .globals
        .iter()
        .filter_map(|global| global.init.as_ref());
    on(Feature::Designators, inits.clone().any(is_designated));
}

fn is_designated(init: &Init) -> bool {
    match init {
        Init::Expr(_) => false,
        Init::List(items) => items
            .iter()
            .any(|item| item.designator.is_some() || is_designated(&item.value)),
    }
}

fn statements(function: &Function, found: &mut BTreeSet<Feature>) {
    for statement in function.blocks.iter().flat_map(|block| &block.statements) {
        found.insert(match statement {
            Stmt::If(..) => Feature::Branches,
            Stmt::Switch(..) => Feature::Switches,
            Stmt::For(..) => Feature::ForLoops,
            Stmt::While(..) | Stmt::DoWhile(..) => Feature::WhileLoops,
            Stmt::Goto(_) => Feature::Gotos,
            Stmt::Continue => Feature::LoopExits,
            _ => continue,
        });
    }
}

fn expression(program: &Program, e: &Expr, found: &mut BTreeSet<Feature>) {
    if e.operands().any(is_assignment) {
        found.insert(Feature::EmbeddedAssignments);
    }
    if matches!(program.types.kind(e.ty), TypeKind::Int(kind) if kind.is_wide()) {
        found.insert(Feature::WideInts);
    }
    let feature = match &e.kind {
        ExprKind::Str(_) => Feature::Strings,
        ExprKind::Binary(op, a, _) => match op {
            kvant_c::BinOp::Div | kvant_c::BinOp::Rem => Feature::Division,
            _ if program.types.is_pointer(a.ty) => Feature::PointerArithmetic,
            _ => return,
        },
        ExprKind::Logical(..) => Feature::Logical,
        ExprKind::Conditional(..) => Feature::Conditionals,
        ExprKind::Comma(..) => Feature::Commas,
        ExprKind::Cast(_) => Feature::Casts,
        ExprKind::SizeofExpr(_) | ExprKind::SizeofType(_) | ExprKind::AlignofType(_) => {
            Feature::Sizeof
        }
        ExprKind::AssignOp(..) => Feature::CompoundAssignments,
        ExprKind::Step(Step::PreInc | Step::PreDec | Step::PostDec, _) => Feature::Increments,
        ExprKind::Compound(_) => Feature::CompoundLiterals,
        ExprKind::StmtExpr(_) => Feature::StatementExpressions,
        ExprKind::Builtin(builtin, _) => match builtin {
            Builtin::Malloc | Builtin::Calloc | Builtin::Realloc | Builtin::Free => Feature::Heap,
            Builtin::Memcpy | Builtin::Memmove | Builtin::Memset | Builtin::Memcmp => {
                Feature::MemoryFunctions
            }
            Builtin::AddOverflow | Builtin::SubOverflow | Builtin::MulOverflow => {
                Feature::OverflowBuiltins
            }
            Builtin::VaStart | Builtin::VaArg | Builtin::VaEnd => Feature::Variadic,
            _ => Feature::Builtins,
        },
        ExprKind::Call(callee, arguments) => {
            let record = |ty| matches!(program.types.kind(ty), TypeKind::Record(_));
            if record(e.ty) || arguments.iter().any(|argument| record(argument.ty)) {
                found.insert(Feature::StructArguments);
            }
            match callee.kind {
                ExprKind::Function(_) => return,
                _ => Feature::FunctionPointers,
            }
        }
        _ => return,
    };
    found.insert(feature);
}

fn is_assignment(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Assign(..))
}

/// Calls within expressions, and recursive functions.
fn calls(program: &Program, found: &mut BTreeSet<Feature>) {
    for (n, function) in program.functions.iter().enumerate() {
        function.visit(&mut |e| {
            let call = |e: &Expr| matches!(e.kind, ExprKind::Call(..));
            let direct = matches!(e.kind, ExprKind::Assign(..));
            if !direct && e.operands().any(call) {
                found.insert(Feature::NestedCalls);
            }
            if let ExprKind::Call(callee, _) = &e.kind
                && callee.kind == ExprKind::Function(kvant_c::FnId(n as u32))
            {
                found.insert(Feature::Recursion);
            }
        });
    }
}
