//! Functions and their bodies.

use super::{Block, FnId, Local, Place, Statement, Terminator, Ty, Types};

/// The `inline` attribute of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inline {
    /// No attribute.
    Free,
    /// `#[inline(never)]`.
    Never,
    /// `#[inline(always)]`.
    Always,
}

/// A local variable.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct LocalDecl {
    /// Its type.
    pub ty: Ty,
    /// Its name in the text; `None` if that is derived from its number.
    pub name: Option<String>,
    /// True if statements of the body begin and end its storage. Such a local is dead on entry; the others live as long as
    /// the frame. The body determines it: [`Function::find_marked`].
    pub marked: bool,
}

/// A basic block. A block without a terminator is still being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockData {
    /// The statements, in order.
    pub statements: Vec<Statement>,
    /// The terminator.
    pub terminator: Option<Terminator>,
    /// Its name in the text; `None` if that is derived from its number. The entry block has none.
    pub name: Option<String>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name, unique in the program.
    pub name: String,
    /// Its `inline` attribute.
    pub inline: Inline,
    /// True if it has the attribute `#[cold]`.
    pub cold: bool,
    /// The number of arguments, which are the locals after the return place.
    pub arguments: u32,
    /// The return place, the arguments, then all other locals.
    pub locals: Vec<LocalDecl>,
    /// The blocks; the first is the entry block.
    pub blocks: Vec<BlockData>,
}

/// A point in a program: before a statement of a block, or before its terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The function.
    pub function: FnId,
    /// The block.
    pub block: Block,
    /// The index of the statement; the number of statements stands for the terminator.
    pub statement: u32,
}

impl Function {
    /// The return type.
    pub fn return_ty(&self) -> Ty {
        self.locals[0].ty
    }

    /// The arguments, in order.
    pub fn argument_locals(&self) -> impl Iterator<Item = Local> + use<> {
        (1..=self.arguments).map(Local)
    }

    /// The types of the arguments, in order.
    pub fn argument_types(&self) -> impl Iterator<Item = Ty> {
        let arguments = self.locals.iter().skip(1).take(self.arguments as usize);
        arguments.map(|decl| decl.ty)
    }

    /// True if `local` is the return place or an argument, which live as long as the frame.
    pub fn is_parameter_or_return(&self, local: Local) -> bool {
        local.0 <= self.arguments
    }

    /// Sets [`LocalDecl::marked`] from the storage statements of the body.
    pub fn find_marked(&mut self) {
        for decl in &mut self.locals {
            decl.marked = false;
        }
        for statement in self.blocks.iter().flat_map(|block| &block.statements) {
            if let Statement::StorageLive(local) | Statement::StorageDead(local) = statement
                && let Some(decl) = self.locals.get_mut(local.index())
            {
                decl.marked = true;
            }
        }
    }

    /// The type of a place; `None` if a projection does not fit the type before it.
    pub fn place_ty(&self, types: &Types, place: &Place) -> Option<Ty> {
        let mut ty = self.locals.get(place.local.index())?.ty;
        for step in &place.projection {
            ty = types.step(ty, *step)?;
        }
        Some(ty)
    }

    /// The number of statements in the text, terminators included.
    pub fn statement_count(&self) -> usize {
        self.blocks.iter().map(|b| b.statements.len() + 1).sum()
    }
}
