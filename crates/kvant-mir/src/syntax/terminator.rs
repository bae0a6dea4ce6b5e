//! Terminators of basic blocks.

use super::{Block, FnId, Intrinsic, Operand, Place};

/// The callee of a call.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Callee {
    /// A function of the program.
    Function(FnId),
    /// The function that a function pointer points to.
    Pointer(Place),
    /// An intrinsic of the compiler.
    Intrinsic(Intrinsic),
    /// The prelude's observer for the type of its one argument, a number, a `bool` or a `char`. `site` identifies the
    /// observation in the output.
    Observe {
        /// The number of this place in the text.
        site: u32,
    },
}

/// The end of a block.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Terminator {
    /// Continues in another block.
    Goto(Block),
    /// `match scrutinee { value => block, …, _ => otherwise }` on an integer, `bool` or `char`. The values
    /// are bits of the scrutinee's type, zero-extended, and differ from each other.
    Switch {
        scrutinee: Operand,
        arms: Vec<(u128, Block)>,
        otherwise: Block,
    },
    /// Calls, writes the result to `destination`, and continues in `target`.
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
    /// The blocks in which execution may continue.
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
