//! The text of a program as a list of locations.

use kvant_mir::{Block, FnId, Location, Operand, Program, Rvalue, Statement, Terminator};

/// A statement or a terminator.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line<'a> {
    Statement(&'a Statement),
    Terminator(&'a Terminator),
}

/// Every statement and terminator of a program, in the order of the text.
pub(super) fn locations(program: &Program) -> impl Iterator<Item = (Location, Line<'_>)> {
    program
        .functions
        .iter()
        .enumerate()
        .flat_map(|(f, function)| {
            function
                .blocks
                .iter()
                .enumerate()
                .flat_map(move |(b, block)| {
                    let statements = block.statements.iter().map(Line::Statement);
                    let lines = statements.chain(block.terminator.iter().map(Line::Terminator));
                    lines.enumerate().map(move |(n, line)| {
                        let at = Location {
                            function: FnId::new(f),
                            block: Block::new(b),
                            statement: n as u32,
                        };
                        (at, line)
                    })
                })
        })
}

/// The terminators of a program, in the order of the text.
pub(super) fn terminators(program: &Program) -> impl Iterator<Item = (Location, &Terminator)> {
    locations(program).filter_map(|(at, line)| match line {
        Line::Terminator(terminator) => Some((at, terminator)),
        Line::Statement(_) => None,
    })
}

/// The location of the first statement of a block.
pub(super) fn beginning(at: Location) -> Location {
    Location { statement: 0, ..at }
}

/// The operands of a statement or terminator, in order.
pub(super) fn operands_at(program: &Program, at: Location) -> Vec<&Operand> {
    let block = &program.function(at.function).blocks[at.block.index()];
    match block.statements.get(at.statement as usize) {
        Some(Statement::Assign(_, rvalue)) => rvalue.operands().collect(),
        Some(Statement::Assume(operand)) => vec![operand],
        Some(_) => Vec::new(),
        None => match &block.terminator {
            Some(Terminator::Switch { scrutinee, .. }) => vec![scrutinee],
            Some(Terminator::Call { arguments, .. }) => arguments.iter().collect(),
            _ => Vec::new(),
        },
    }
}

/// Operand `n` of a statement or terminator, to edit.
pub(super) fn operand_mut(program: &mut Program, at: Location, n: usize) -> Option<&mut Operand> {
    let function = program.functions.get_mut(at.function.index())?;
    let block = function.blocks.get_mut(at.block.index())?;
    match block.statements.get_mut(at.statement as usize) {
        Some(Statement::Assign(_, rvalue)) => match (rvalue, n) {
            (
                Rvalue::Use(x)
                | Rvalue::Unary(_, x)
                | Rvalue::Cast(x, _)
                | Rvalue::Transmute(x, _)
                | Rvalue::Union(_, _, x)
                | Rvalue::Repeat(x, _)
                | Rvalue::Binary(_, x, _)
                | Rvalue::Checked(_, x, _)
                | Rvalue::Offset(x, _),
                0,
            )
            | (Rvalue::Binary(_, _, x) | Rvalue::Checked(_, _, x) | Rvalue::Offset(_, x), 1) => {
                Some(x)
            }
            (Rvalue::Aggregate(_, parts) | Rvalue::Variant(_, _, parts), n) => parts.get_mut(n),
            _ => None,
        },
        Some(Statement::Assume(operand)) => Some(operand).filter(|_| n == 0),
        Some(_) => None,
        None => match &mut block.terminator {
            Some(Terminator::Switch { scrutinee, .. }) => Some(scrutinee).filter(|_| n == 0),
            Some(Terminator::Call { arguments, .. }) => arguments.get_mut(n),
            _ => None,
        },
    }
}
