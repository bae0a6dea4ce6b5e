//! Statements and blocks.

use super::{BlockId, Expr, FnId, Init, LabelId, LocalId};

/// The statements between two braces.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Block {
    /// The statements, in order.
    pub statements: Vec<Stmt>,
    /// True if the block is unfinished: execution that reaches its end waits for more text.
    pub open: bool,
}

/// A statement.
#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    /// The declaration of a local variable. For a static one the initial value is in [`Local`](super::Local), and execution of
    /// the declaration does nothing.
    Declare(LocalId, Option<Init>),
    /// An expression whose value is not used.
    Expr(Expr),
    /// `if`, perhaps with `else`.
    If(Expr, BlockId, Option<BlockId>),
    /// `while`.
    While(Expr, BlockId),
    /// `do … while`.
    DoWhile(BlockId, Expr),
    /// `for`, whose three parts may be missing. The first one is an expression: the variable is declared before.
    For(Option<Expr>, Option<Expr>, Option<Expr>, BlockId),
    /// `switch`. The labels are statements of the block itself, never of one inside of it.
    Switch(Expr, BlockId),
    /// `case`: the value's bits in the promoted type of the switch operand, zero-extended.
    Case(u128),
    /// `default`.
    Default,
    /// A label.
    Label(LabelId),
    /// `goto`.
    Goto(LabelId),
    /// `break`.
    Break,
    /// `continue`.
    Continue,
    /// `return`.
    Return(Option<Expr>),
    /// A nested block.
    Block(BlockId),
    /// Reports a value of arithmetic type, with the number of the site.
    Observe(u32, Expr),
}

/// A place in the text of a program: the statement of a block, which may be the one after its last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The function.
    pub function: FnId,
    /// The block.
    pub block: BlockId,
    /// The statement.
    pub statement: u32,
}

/// The expressions of a statement, by reference or by mutable reference.
macro_rules! exprs {
    ($statement:expr) => {
        match $statement {
            Stmt::Expr(e)
            | Stmt::If(e, ..)
            | Stmt::While(e, _)
            | Stmt::DoWhile(_, e)
            | Stmt::Switch(e, _)
            | Stmt::Return(Some(e))
            | Stmt::Observe(_, e) => [Some(e), None, None],
            Stmt::For(first, condition, step, _) => [first.into(), condition.into(), step.into()],
            _ => [None, None, None],
        }
        .into_iter()
        .flatten()
    };
}

impl Stmt {
    /// The expressions of the statement itself, in the order of the text. Those of initial values and of blocks inside of it
    /// are not among them.
    pub fn exprs(&self) -> impl Iterator<Item = &Expr> {
        exprs!(self)
    }

    /// The same, to be edited.
    pub fn exprs_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        exprs!(self)
    }

    /// True for `if`, `switch` and loops: each is a block, and objects of its head live as long as it (6.8.4p3, 6.8.5p5).
    pub fn has_head(&self) -> bool {
        matches!(
            self,
            Stmt::If(..) | Stmt::While(..) | Stmt::DoWhile(..) | Stmt::For(..) | Stmt::Switch(..)
        )
    }

    /// The blocks inside of it, in order.
    pub fn blocks(&self) -> impl Iterator<Item = BlockId> {
        let (first, second) = match self {
            Stmt::If(_, then, otherwise) => (Some(*then), *otherwise),
            Stmt::While(_, body)
            | Stmt::DoWhile(body, _)
            | Stmt::For(_, _, _, body)
            | Stmt::Switch(_, body)
            | Stmt::Block(body) => (Some(*body), None),
            _ => (None, None),
        };
        first.into_iter().chain(second)
    }
}
