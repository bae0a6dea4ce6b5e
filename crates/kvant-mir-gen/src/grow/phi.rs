//! Blocks that are all written at once: the executed ones, and those beside them.
//!
//! Their statements are defined for all data, so it does not matter which of them are executed.

use kvant_mir::{Block, IntTy, Local, Operand, Rvalue, Statement, Terminator, Ty};

use super::{Grower, Result};
use crate::draft::Refusal;

/// The text of one block.
pub(super) struct Piece {
    pub(super) block: Block,
    pub(super) statements: Vec<Statement>,
    pub(super) end: Terminator,
}

impl Piece {
    /// Assigns a value, and continues in `next`.
    pub(super) fn assigning(block: Block, local: Local, rvalue: Rvalue, next: Block) -> Piece {
        Piece {
            block,
            statements: vec![Statement::Assign(local.into(), rvalue)],
            end: Terminator::Goto(next),
        }
    }
}

impl Grower {
    /// Writes blocks between a switch that was just written and `join`: first those that the machine reaches, then
    /// the others. Where nothing is executed, the cursor goes to `join`.
    pub(super) fn write_pieces(&mut self, mut pieces: Vec<Piece>, join: Block) -> Result {
        while self.draft.live
            && let Some(n) = pieces.iter().position(|p| p.block == self.draft.at.1)
        {
            let piece = pieces.remove(n);
            self.write_piece(piece)?;
        }
        let (live, at) = (self.draft.live, self.draft.at);
        self.draft.live = false;
        let mut result = Ok(());
        for piece in pieces {
            self.draft.at.1 = piece.block;
            result = result.and_then(|()| self.write_piece(piece));
        }
        self.draft.live = live;
        self.draft.at = at;
        if !live {
            self.draft.at.1 = join;
        }
        result
    }

    fn write_piece(&mut self, piece: Piece) -> Result {
        for statement in piece.statements {
            self.draft.statement(statement)?;
        }
        self.draft.terminator(piece.end)?;
        Ok(())
    }

    /// `if condition { yes } else { no }`, in a new local that is not in scope yet.
    pub(super) fn choose(
        &mut self,
        ty: Ty,
        condition: Operand,
        [yes, no]: [Rvalue; 2],
    ) -> Result<Local> {
        self.attempt(|this| {
            let local = this.declare(ty, false)?;
            let blocks = [(); 3].map(|()| this.draft.new_block());
            this.draft.terminator(Terminator::Switch {
                scrutinee: condition,
                arms: vec![(0, blocks[1])],
                otherwise: blocks[0],
            })?;
            let pieces = vec![
                Piece::assigning(blocks[0], local, yes, blocks[2]),
                Piece::assigning(blocks[1], local, no, blocks[2]),
            ];
            this.write_pieces(pieces, blocks[2])?;
            Ok(local)
        })
    }

    /// An integer that is unknown to compilers: from the scope, or from the environment.
    pub(super) fn opaque(&mut self, int: IntTy) -> Result<Operand> {
        let ty = self.draft.program.types.int(int);
        let operand = self.operand(ty)?;
        if operand.place().is_some() {
            return Ok(operand);
        }
        let field = IntTy::ALL.iter().position(|&other| other == int);
        let field = field.and_then(|n| self.environment_field(n as u32));
        field.map(Operand::from).ok_or(Refusal::Nothing)
    }
}
