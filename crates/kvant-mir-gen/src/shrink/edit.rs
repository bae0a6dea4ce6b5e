//! Edits: the smallest steps that a pass takes. Those of one pass can be made together.

use kvant_mir::{
    Block, Callee, Constant, FnId, IntTy, Local, Location, Operand, Place, Program, Rvalue,
    Statement, Terminator, Ty,
};

use super::text::operand_mut;
use super::{
    control, fields, forward, inline, lengths, loops, narrow, observe, signature, unwrap, variants,
};

/// One step.
#[derive(Clone, Debug)]
pub struct Edit {
    /// What it is about. Edits are made from the last one to the first, so that none moves what another one is
    /// about.
    pub(super) at: Location,
    pub(super) act: Act,
}

/// What a step does.
#[derive(Clone, Debug)]
pub(super) enum Act {
    /// Takes a statement out, or a call; the program goes on behind it.
    Remove,
    /// Puts assignments in the place of a statement or a call.
    Assign(Vec<(Place, Rvalue)>),
    /// Makes the block go on here.
    Goto(Block),
    /// Takes everything out of a block and promises that it is never reached.
    Empty,
    /// Promises that the end of a block is never reached.
    Unreachable,
    /// Puts the block that this one goes on in behind it, if nothing else leads there.
    Join,
    /// Leads around a block that only goes on elsewhere.
    Around,
    /// Takes an arm of a switch away: its value is one of the others.
    Arm(usize),
    /// Makes the last arm of a switch the one of all other values.
    Otherwise,
    /// Puts another operand in the place of operand `n`.
    Operand(usize, Operand),
    /// Puts the body of the called function in the place of the call.
    Inline,
    /// Calls this function by its name.
    Call(FnId),
    /// Puts these blocks, one after the other, in the place of the loop that they are of.
    Unroll(Vec<Block>),
    /// Takes argument `n` away; the local is this constant instead, or nothing.
    Parameter(u32, Option<Constant>),
    /// Lets a function return nothing.
    NoResult,
    /// Puts an operand in the place of a local, which is not assigned any more.
    Forward(Local, Operand),
    /// Puts what a pointer points to in the place of the pointer followed.
    Through(Local, Place),
    /// Takes a field of a tuple, struct or union away.
    Field(Ty, u32),
    /// Takes a variant of an enum away.
    Variant(Ty, u32),
    /// Takes a field of a variant of an enum away.
    VariantField(Ty, u32, u32),
    /// Puts an integer type in the place of another one.
    Integer(IntTy, IntTy),
    /// Shortens an array.
    Length(Ty, u64),
    /// Observes this place behind an assignment, and nothing else. The function returns then, and so do these calls.
    Observe(Place, Vec<Location>),
    /// Observes this place behind an assignment, and nothing else.
    ObserveOn(Place),
    /// Makes the block end its function.
    Return,
    /// Lets a local live as long as the frame.
    Unmark(Local),
    /// Puts what a type holds in its place.
    Unwrap(Ty),
    /// Starts the program with another constant as argument `n`.
    Start(usize, Constant),
}

impl Edit {
    pub(super) fn new(at: Location, act: Act) -> Edit {
        Edit { at, act }
    }

    /// An edit of a function as a whole.
    pub(super) fn of_function(function: FnId, act: Act) -> Edit {
        let at = Location {
            function,
            block: Block::ENTRY,
            statement: 0,
        };
        Edit { at, act }
    }

    /// The order among edits at one place.
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

/// Makes edits.
pub(super) fn apply<'e>(program: &Program, edits: impl IntoIterator<Item = &'e Edit>) -> Program {
    let mut program = program.clone();
    let mut order: Vec<&Edit> = edits.into_iter().collect();
    order.sort_by_key(|edit| (edit.at, edit.rank()));
    for edit in order.into_iter().rev() {
        self::edit(&mut program, edit);
    }
    program
}

/// Makes one edit.
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
