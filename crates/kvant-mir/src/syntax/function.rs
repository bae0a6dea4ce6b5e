//! Functions and their bodies.

use super::{Block, FnId, Local, Place, Statement, Terminator, Ty, Types};

/// What a function tells the inliner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Inline {
    /// Nothing.
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
    /// Its name in the text; without one it is called by its number.
    pub name: Option<String>,
    /// Whether statements of the body begin and end its storage. Such a local is dead on entry; the
    /// others live as long as the frame. It follows from the body: [`Function::find_marked`].
    pub marked: bool,
}

/// A basic block. A block without a terminator is still being written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BlockData {
    /// What happens, in order.
    pub statements: Vec<Statement>,
    /// How it ends.
    pub terminator: Option<Terminator>,
    /// Its name in the text; without one it is called by its number. The entry block has none.
    pub name: Option<String>,
}

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name, unlike that of any other function.
    pub name: String,
    /// What it tells the inliner.
    pub inline: Inline,
    /// Whether it says that it is seldom called.
    pub cold: bool,
    /// How many of the locals after the return place are arguments.
    pub arguments: u32,
    /// The return place, the arguments, the rest.
    pub locals: Vec<LocalDecl>,
    /// The blocks; the first is where the function begins.
    pub blocks: Vec<BlockData>,
}

/// A point in a program: before a statement of a block, or before its terminator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Location {
    /// The function.
    pub function: FnId,
    /// The block.
    pub block: Block,
    /// The statement, or as many as there are statements for the terminator.
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

    /// Whether `local` is the return place or an argument, which live as long as the frame.
    pub fn is_parameter_or_return(&self, local: Local) -> bool {
        local.0 <= self.arguments
    }

    /// Sets [`LocalDecl::marked`] to what the body says.
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

    /// The type of a place, if its path makes sense.
    pub fn place_ty(&self, types: &Types, place: &Place) -> Option<Ty> {
        let mut ty = self.locals.get(place.local.index())?.ty;
        for step in &place.projection {
            ty = types.step(ty, *step)?;
        }
        Some(ty)
    }

    /// How many statements the text has, terminators included.
    pub fn statement_count(&self) -> usize {
        self.blocks.iter().map(|b| b.statements.len() + 1).sum()
    }
}
