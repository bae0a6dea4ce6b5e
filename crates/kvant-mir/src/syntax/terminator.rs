//! Terminators: how a block ends.

use super::{Block, FnId, Intrinsic, Operand, Place};

/// What a call calls.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A function of the program.
    Function(FnId),
    /// The function that a function pointer points to.
    Pointer(Place),
    /// Something the compiler does itself.
    Intrinsic(Intrinsic),
    /// The prelude's observer for the type of its one argument, a number, a `bool` or a `char`. `site`
    /// tells observations apart in the output.
    Observe {
        /// A number that stands for this place in the text.
        site: u32,
    },
}

/// How a block ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Terminator {
    /// Goes on in another block.
    Goto(Block),
    /// `match scrutinee { value => block, …, _ => otherwise }` on an integer, `bool` or `char`. The values
    /// are bits of the scrutinee's type, zero-extended, and differ from each other.
    Switch {
        scrutinee: Operand,
        arms: Vec<(u128, Block)>,
        otherwise: Block,
    },
    /// Calls, writes the result to `destination`, goes on in `target`.
    Call {
        destination: Place,
        callee: Callee,
        arguments: Vec<Operand>,
        target: Block,
    },
    /// Ends the function with the value of the return place.
    Return,
    /// Promises that this point is never reached.
    Unreachable,
}

impl Terminator {
    /// The blocks this terminator may go on in.
    pub fn successors(&self) -> impl Iterator<Item = Block> {
        let (arms, last): (&[(u128, Block)], Option<Block>) = match self {
            Terminator::Goto(target) | Terminator::Call { target, .. } => (&[], Some(*target)),
            Terminator::Switch {
                arms, otherwise, ..
            } => (arms, Some(*otherwise)),
            Terminator::Return | Terminator::Unreachable => (&[], None),
        };
        arms.iter().map(|arm| arm.1).chain(last)
    }
}
