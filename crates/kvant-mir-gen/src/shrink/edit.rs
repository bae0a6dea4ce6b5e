//! Edits: the smallest steps of a pass. The edits of one pass can be applied together.

use kvant_mir::{
    Block, Callee, Constant, FnId, IntTy, Local, Location, Operand, Place, Program, Rvalue,
    Statement, Terminator, Ty,
};

use super::text::operand_mut;
use super::{
    control, fields, forward, inline, lengths, loops, narrow, observe, signature, unwrap, variants,
};

/// One edit.
#[derive(Clone, Debug)]
pub struct Edit {
    /// The location of the edit. Edits are applied from the last one to the first, so that none moves the location of
    /// another.
    pub(super) at: Location,
    pub(super) act: Act,
}

/// The action of an edit.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Removes a statement or a call; execution continues after it.
    Remove,
    /// Replaces a statement or a call by assignments.
    Assign(Vec<(Place, Rvalue)>),
    /// Makes the block jump to this one.
    Goto(Block),
    /// Removes everything from a block and declares it unreachable.
    Empty,
    /// Declares the end of a block unreachable.
    Unreachable,
    /// Appends the successor of a block to it, if it has no other predecessor.
    Join,
    /// Leads around a block that is only a jump.
    Around,
    /// Removes an arm of a switch: its value goes to the default.
    Arm(usize),
    /// Makes the target of the last arm of a switch the default.
    Otherwise,
    /// Replaces operand `n` by another one.
    Operand(usize, Operand),
    /// Replaces a call by the body of the called function.
    Inline,
    /// Calls this function by its name.
    Call(FnId),
    /// Replaces a loop by copies of these blocks of it, one after the other.
    Unroll(Vec<Block>),
    /// Removes argument `n`; the local is this constant instead, or uninitialised.
    Parameter(u32, Option<Constant>),
    /// Makes a function return `()`.
    NoResult,
    /// Replaces a local by an operand, and removes its assignment.
    Forward(Local, Operand),
    /// Replaces the dereferenced pointer by the place that it points to.
    Through(Local, Place),
    /// Removes a field of a tuple, struct or union.
    Field(Ty, u32),
    /// Removes a variant of an enum.
    Variant(Ty, u32),
    /// Removes a field of a variant of an enum.
    VariantField(Ty, u32, u32),
    /// Replaces an integer type by another one.
    Integer(IntTy, IntTy),
    /// Shortens an array.
    Length(Ty, u64),
    /// Observes this place after an assignment, and nothing else. The function then returns, and so do these calls.
    Observe(Place, Vec<Location>),
    /// Observes this place after an assignment, and nothing else.
    ObserveOn(Place),
    /// Makes the block end its function.
    Return,
    /// Removes the storage markers of a local.
    Unmark(Local),
    /// Replaces a type by the type of its only part.
    Unwrap(Ty),
    /// Starts the program with another constant as argument `n`.
    Start(usize, Constant),
}

impl Edit {
    pub(super) fn new(at: Location, act: Act) -> Edit {
        Edit { at, act }
    }

    /// An edit of a whole function.
    pub(super) fn of_function(function: FnId, act: Act) -> Edit {
        let at = Location {
            function,
            block: Block::ENTRY,
            statement: 0,
        };
        Edit { at, act }
    }

    /// The order of edits at one location.
    fn rank(&self) -> u64 {
        match self.act {
            Act::Arm(n) => 1 + n as u64,
            Act::Parameter(n, _) => 1 + u64::from(n),
            Act::Field(ty, n) | Act::Variant(ty, n) => u64::from(ty.0) << 32 | u64::from(n),
            Act::VariantField(ty, variant, n) => {
                u64::from(ty.0) << 32 | u64::from(variant) << 16 | u64::from(n)
            }
            _ => 0,
        }
    }
}

/// Applies edits.
pub(super) fn apply<'e>(program: &Program, edits: impl IntoIterator<Item = &'e Edit>) -> Program {
    let mut program = program.clone();
    let mut order: Vec<&Edit> = edits.into_iter().collect();
    order.sort_by_key(|edit| (edit.at, edit.rank()));
    for edit in order.into_iter().rev() {
        self::edit(&mut program, edit);
    }
    program
}

/// Applies one edit.
pub(super) fn edit(program: &mut Program, edit: &Edit) {
    let at = edit.at;
    match &edit.act {
        Act::Remove => replace(program, at, &[]),
        Act::Assign(assignments) => replace(program, at, assignments),
        Act::Goto(target) => set_terminator(program, at, Terminator::Goto(*target)),
        Act::Empty => {
            set_terminator(program, at, Terminator::Unreachable);
            let function = program.function_mut(at.function);
            function.blocks[at.block.index()].statements.clear();
        }
        Act::Unreachable => set_terminator(program, at, Terminator::Unreachable),
        Act::Join => control::join(program, at),
        Act::Around => control::around(program, at),
        Act::Arm(n) => {
            if let Some(Terminator::Switch { arms, .. }) = terminator_mut(program, at)
                && *n < arms.len()
            {
                arms.remove(*n);
            }
        }
        Act::Otherwise => {
            if let Some(Terminator::Switch {
                arms, otherwise, ..
            }) = terminator_mut(program, at)
                && let Some((_, block)) = arms.pop()
            {
                *otherwise = block;
            }
        }
        Act::Operand(n, with) => {
            if let Some(operand) = operand_mut(program, at, *n) {
                *operand = with.clone();
            }
        }
        Act::Inline => inline::inline(program, at),
        Act::Call(id) => {
            if let Some(Terminator::Call { callee, .. }) = terminator_mut(program, at) {
                *callee = Callee::Function(*id);
            }
        }
        Act::Unroll(rounds) => loops::unroll(program, at.function, rounds),
        Act::Parameter(n, constant) => signature::drop(program, at.function, *n, *constant),
        Act::NoResult => signature::drop_result(program, at.function),
        Act::Forward(local, with) => forward::forward(program, at, *local, with),
        Act::Through(local, to) => forward::through(program, at, *local, to),
        Act::Field(ty, n) => fields::drop(program, *ty, *n),
        Act::Variant(ty, n) => variants::drop(program, *ty, *n),
        Act::VariantField(ty, variant, n) => variants::drop_field(program, *ty, *variant, *n),
        Act::Integer(old, new) => narrow::replace(program, *old, *new),
        Act::Length(ty, length) => lengths::shorten(program, *ty, *length),
        Act::Observe(place, callers) => observe::only(program, at, place, Some(callers)),
        Act::ObserveOn(place) => observe::only(program, at, place, None),
        Act::Return => set_terminator(program, at, Terminator::Return),
        Act::Unmark(local) => {
            for block in &mut program.function_mut(at.function).blocks {
                block.statements.retain(|statement| {
                    !matches!(statement, Statement::StorageLive(of) | Statement::StorageDead(of) if of == local)
                });
            }
        }
        Act::Unwrap(ty) => unwrap::unwrap(program, *ty),
        Act::Start(n, constant) => {
            if let Some(argument) = program.arguments.get_mut(*n) {
                *argument = *constant;
            }
        }
    }
}

fn terminator_mut(program: &mut Program, at: Location) -> Option<&mut Terminator> {
    let block = &mut program.function_mut(at.function).blocks[at.block.index()];
    block.terminator.as_mut()
}

fn set_terminator(program: &mut Program, at: Location, terminator: Terminator) {
    let block = &mut program.function_mut(at.function).blocks[at.block.index()];
    block.terminator = Some(terminator);
}

fn replace(program: &mut Program, at: Location, assignments: &[(Place, Rvalue)]) {
    let block = &mut program.function_mut(at.function).blocks[at.block.index()];
    let n = at.statement as usize;
    let new = assignments
        .iter()
        .map(|(place, rvalue)| Statement::Assign(place.clone(), rvalue.clone()));
    if n < block.statements.len() {
        block.statements.splice(n..=n, new);
    } else if let Some(Terminator::Call { target, .. }) = block.terminator {
        block.statements.extend(new);
        block.terminator = Some(Terminator::Goto(target));
    }
}
