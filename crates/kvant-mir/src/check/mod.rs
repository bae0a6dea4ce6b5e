//! The type checker, which decides if a program is well formed.
//!
//! `rustc` accepts every well-formed program as custom MIR. Undefined behaviour is no concern of this module.

mod intrinsic;
mod place;
mod rvalue;
mod statement;
mod terminator;
#[cfg(test)]
mod tests;
mod ty;

use std::collections::HashSet;
use std::fmt;

use kvant_memory::Target;

use crate::syntax::truncate;
use crate::{
    AdtDef, Block, Constant, FnId, Function, IntTy, Local, LocalDecl, Location, Operand, Place,
    Program, Statement, Terminator, Ty, TyKind, Types,
};

/// The reason why a program is ill-formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IllFormed {
    /// The statement or terminator at fault, if there is one.
    pub location: Option<Location>,
    /// The message.
    pub message: String,
}

impl fmt::Display for IllFormed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for IllFormed {}

type Result<T = ()> = std::result::Result<T, IllFormed>;

/// An error without a location.
fn global<T>(message: impl Into<String>) -> Result<T> {
    Err(IllFormed {
        location: None,
        message: message.into(),
    })
}

/// Checks a finished program.
pub fn program(program: &Program, target: &Target) -> Result {
    ty::table(&program.types)?;
    ty::declarations(&program.types, target)?;
    let mut names = HashSet::new();
    for function in &program.functions {
        let is_type = |def: &AdtDef| def.name == function.name;
        if !names.insert(&function.name) || program.types.adts().iter().any(is_type) {
            return global(format!(
                "two functions, or a function and a type, are called `{}`",
                function.name
            ));
        }
        let exists = |decl: &LocalDecl| program.types.get(decl.ty).is_some();
        if !function.locals.iter().all(exists) {
            return global(format!(
                "function `{}` has a local without a type",
                function.name
            ));
        }
    }
    entry(program, target)?;
    for n in 0..program.functions.len() {
        body(program, FnId::new(n), target)?;
    }
    Ok(())
}

/// Checks one statement at a location.
pub fn statement(
    program: &Program,
    location: Location,
    target: &Target,
    statement: &Statement,
) -> Result {
    Checker::new(program, location, target)?.statement(statement)
}

/// Checks one terminator at a location.
pub fn terminator(
    program: &Program,
    location: Location,
    target: &Target,
    terminator: &Terminator,
) -> Result {
    Checker::new(program, location, target)?.terminator(terminator)
}

fn entry(program: &Program, target: &Target) -> Result {
    let Some(entry) = program.functions.get(program.entry.index()) else {
        return global("the entry function does not exist");
    };
    if entry.locals.is_empty() || entry.locals.len() <= entry.arguments as usize {
        return global(format!(
            "`{}` lacks its return place or arguments",
            entry.name
        ));
    }
    if !is_unit(&program.types, entry.return_ty()) {
        return global(format!(
            "the entry function `{}` must return `()`, not `{}`",
            entry.name,
            program.types.name(entry.return_ty())
        ));
    }
    if entry.arguments as usize != program.arguments.len() {
        return global(format!(
            "the entry function `{}` takes {} arguments and is started with {}",
            entry.name,
            entry.arguments,
            program.arguments.len()
        ));
    }
    for (local, &argument) in entry.argument_locals().zip(&program.arguments) {
        let expected = entry.locals[local.index()].ty;
        constant(argument, target)?;
        if argument.ty(&program.types) != Some(expected) {
            return global(format!(
                "argument {} of the entry function `{}` is a `{}`, and the program is started with another type there",
                local.0,
                entry.name,
                program.types.name(expected)
            ));
        }
    }
    Ok(())
}

fn is_unit(types: &Types, ty: Ty) -> bool {
    matches!(types.kind(ty), TyKind::Tuple(fields) if fields.is_empty())
}

fn body(program: &Program, id: FnId, target: &Target) -> Result {
    let function = program.function(id);
    if function.blocks.is_empty() {
        return global(format!("function `{}` has no blocks", function.name));
    }
    if function.locals.len() <= function.arguments as usize {
        return global(format!(
            "function `{}` lacks locals for its arguments",
            function.name
        ));
    }
    markers(function)?;
    for (n, block) in function.blocks.iter().enumerate() {
        let mut location = Location {
            function: id,
            block: Block::new(n),
            statement: 0,
        };
        for (n, statement) in block.statements.iter().enumerate() {
            location.statement = n as u32;
            Checker::new(program, location, target)?.statement(statement)?;
        }
        location.statement = block.statements.len() as u32;
        let checker = Checker::new(program, location, target)?;
        match &block.terminator {
            Some(terminator) => checker.terminator(terminator)?,
            None => return checker.fail("the block has no terminator"),
        }
    }
    Ok(())
}

/// Checks that a local is marked if and only if the body has a storage statement for it.
fn markers(function: &Function) -> Result {
    let mut marked = vec![false; function.locals.len()];
    for statement in function.blocks.iter().flat_map(|block| &block.statements) {
        if let Statement::StorageLive(local) | Statement::StorageDead(local) = statement
            && let Some(marked) = marked.get_mut(local.index())
        {
            *marked = true;
        }
    }
    match function
        .locals
        .iter()
        .zip(marked)
        .position(|(decl, marked)| decl.marked != marked)
    {
        Some(n) => global(format!(
            "local _{n} of function `{}` counts as marked without a storage statement, or has one without being marked",
            function.name
        )),
        None => Ok(()),
    }
}

/// Checks that a constant's bits fit its type.
fn constant(constant: Constant, target: &Target) -> Result {
    match constant {
        Constant::Int(bits, int) if !constant_fits(bits, int, target) => global(format!(
            "the constant {bits:#x} does not fit into `{}`",
            int.name()
        )),
        Constant::Float(bits, float) if bits >> (float.bytes() * 8 - 1) > 1 => global(format!(
            "the constant {bits:#x} does not fit into `{}`",
            float.name()
        )),
        _ if constant.is_nan() => global("a NaN is no constant: its bits are not certain"),
        _ => Ok(()),
    }
}

/// True if a constant fits its type on the target. The bits of constants have the width that the type has with pointers of
/// 64 bits, on every target.
fn constant_fits(bits: u128, int: IntTy, target: &Target) -> bool {
    let written = int.bits(&Target::X86_64);
    let above = 128 - written;
    let value = match int.is_signed() {
        true => (bits << above).cast_signed() >> above,
        false => bits.cast_signed(),
    };
    let width = int.bits(target);
    truncate(bits, written) == bits
        && match int.is_signed() {
            true => matches!(value >> (width - 1), 0 | -1),
            false => width == 128 || value >> width == 0,
        }
}

/// The context of the rules for one statement or terminator.
struct Checker<'p> {
    program: &'p Program,
    types: &'p Types,
    function: &'p Function,
    location: Location,
    target: &'p Target,
}

impl<'p> Checker<'p> {
    fn new(program: &'p Program, location: Location, target: &'p Target) -> Result<Self> {
        let Some(function) = program.functions.get(location.function.index()) else {
            return global("the function does not exist");
        };
        Ok(Checker {
            program,
            types: &program.types,
            function,
            location,
            target,
        })
    }

    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(IllFormed {
            location: Some(self.location),
            message: message.into(),
        })
    }

    /// The type of a local that must exist.
    fn local(&self, local: Local) -> Result<Ty> {
        match self.function.locals.get(local.index()) {
            Some(decl) => Ok(decl.ty),
            None => self.fail(format!("local {local:?} does not exist")),
        }
    }

    /// Checks that a type that a statement names exists.
    fn exists(&self, ty: Ty) -> Result {
        match self.types.get(ty) {
            Some(_) => Ok(()),
            None => self.fail(format!("type {ty:?} does not exist")),
        }
    }

    /// Checks that `found` is `expected`; the message calls the value `what`.
    fn same(&self, expected: Ty, found: Ty, what: &str) -> Result {
        if expected == found {
            return Ok(());
        }
        self.fail(format!(
            "{what} is a `{}` where a `{}` is expected",
            self.types.name(found),
            self.types.name(expected)
        ))
    }

    /// Checks that a block may be the target of a terminator.
    fn target_block(&self, block: Block) -> Result {
        if block == Block::ENTRY {
            return self.fail("the entry block cannot be a target: it has no name");
        }
        if block.index() >= self.function.blocks.len() {
            return self.fail(format!("block {block:?} does not exist"));
        }
        Ok(())
    }

    fn show(&self, place: &Place) -> String {
        crate::print::place(self.program, self.location.function, place)
    }

    fn operand(&self, operand: &Operand) -> Result<Ty> {
        match operand {
            Operand::Copy(place) => {
                let ty = self.place(place)?;
                if !self.types.is_copy(ty) {
                    return self.fail(format!(
                        "a `{}` holds a `&mut` and cannot be copied: write `Move({})`",
                        self.types.name(ty),
                        self.show(place)
                    ));
                }
                Ok(ty)
            }
            Operand::Move(place) => self.written_place(place),
            Operand::Const(value) => {
                constant(*value, self.target).or_else(|error| self.fail(error.message))?;
                match value.ty(self.types) {
                    Some(ty) => Ok(ty),
                    // A type that is not interned is not the type of any place of the program.
                    None => self.fail(format!("no place has the type of the constant {value:?}")),
                }
            }
        }
    }
}
