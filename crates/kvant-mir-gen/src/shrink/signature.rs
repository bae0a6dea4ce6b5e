//! Signatures of functions: fewer arguments, no result.

use kvant_mir::{
    Callee, Constant, FnId, Local, LocalDecl, Program, Rewrite, Rvalue, Statement, Terminator,
    TyKind,
};

use super::edit::{Act, Edit};
use super::record::{Record, Value};
use super::tidy::{named_locals, pointed_to};

/// Replaces arguments that are always the same by constants, and removes others, which works where they are not
/// needed.
pub(super) fn parameters(program: &Program, record: &Record) -> Vec<Edit> {
    let mut edits = Vec::new();
    for id in changeable(program) {
        let named = named_locals(program.function(id));
        for n in 0..program.function(id).arguments {
            let known = record.arguments[id.index()].get(n as usize);
            let constant = known.and_then(Value::constant);
            let constant = constant.filter(|_| named[n as usize + 1]);
            edits.push(Edit::of_function(id, Act::Parameter(n, constant)));
        }
    }
    edits
}

/// Makes functions return `()`.
pub(super) fn results(program: &Program, _: &Record) -> Vec<Edit> {
    let gives = |id: &FnId| {
        let ty = program.function(*id).return_ty();
        !matches!(program.types.kind(ty), TyKind::Tuple(parts) if parts.is_empty())
    };
    let ids = changeable(program).into_iter().filter(gives);
    ids.map(|id| Edit::of_function(id, Act::NoResult)).collect()
}

/// The functions whose signature may change: no pointer is made to them.
fn changeable(program: &Program) -> Vec<FnId> {
    let pointed_to = pointed_to(program);
    let ids = (0..program.functions.len()).map(FnId::new);
    ids.filter(|id| !pointed_to.contains(id)).collect()
}

/// Removes argument `n`, here and at all calls. The local stays, and is initialised with the constant, or not at all.
pub(super) fn drop(program: &mut Program, id: FnId, n: u32, constant: Option<Constant>) {
    struct Renumber {
        dropped: u32,
        arguments: u32,
    }
    impl Rewrite for Renumber {
        fn local(&mut self, local: &mut Local) {
            if local.0 == self.dropped {
                local.0 = self.arguments;
            } else if local.0 > self.dropped && local.0 <= self.arguments {
                local.0 -= 1;
            }
        }
    }
    let function = program.function_mut(id);
    let (dropped, arguments) = (n + 1, function.arguments);
    let decl = function.locals.remove(dropped as usize);
    function.locals.insert(arguments as usize, decl);
    Renumber { dropped, arguments }.function(function);
    function.arguments -= 1;
    if let Some(constant) = constant {
        let value = Rvalue::Use(constant.into());
        let set = Statement::Assign(Local(arguments).into(), value);
        function.blocks[0].statements.insert(0, set);
    }
    if id == program.entry {
        program.arguments.remove(n as usize);
    }
    for terminator in terminators_mut(program) {
        if let Terminator::Call {
            callee: Callee::Function(called),
            arguments,
            ..
        } = terminator
            && *called == id
        {
            arguments.remove(n as usize);
        }
    }
}

/// Makes a function return `()`. The former result goes to a local of its own.
pub(super) fn drop_result(program: &mut Program, id: FnId) {
    struct Redirect(Local);
    impl Rewrite for Redirect {
        fn local(&mut self, local: &mut Local) {
            if *local == Local::RETURN {
                *local = self.0;
            }
        }
    }
    let unit = program.types.unit();
    let function = program.function_mut(id);
    let instead = Local::new(function.locals.len());
    let decl = LocalDecl {
        name: None,
        ..function.locals[0].clone()
    };
    function.locals.push(decl);
    function.locals[0].ty = unit;
    Redirect(instead).function(function);
    for function in &mut program.functions {
        let nothing = Local::new(function.locals.len());
        let mut needed = false;
        for block in &mut function.blocks {
            if let Some(Terminator::Call {
                callee: Callee::Function(called),
                destination,
                ..
            }) = &mut block.terminator
                && *called == id
            {
                *destination = nothing.into();
                needed = true;
            }
        }
        if needed {
            function.locals.push(LocalDecl {
                ty: unit,
                name: None,
                marked: false,
            });
        }
    }
}

fn terminators_mut(program: &mut Program) -> impl Iterator<Item = &mut Terminator> {
    let blocks = program.functions.iter_mut().flat_map(|f| &mut f.blocks);
    blocks.filter_map(|block| block.terminator.as_mut())
}
