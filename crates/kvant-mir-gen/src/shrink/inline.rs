//! Calls replaced by the body of the callee.

use kvant_mir::{
    Block, Callee, FnId, Local, Location, Operand, Place, Program, Rewrite, Rvalue, Statement,
    Terminator,
};

use super::edit::{Act, Edit};
use super::record::Record;
use super::text::terminators;
use super::tidy::called_by;

/// Functions with more calls stay as they are.
const MOST_CALLERS: usize = 4;

/// Inlines calls of functions with few callers.
pub(super) fn calls(program: &Program, _: &Record) -> Vec<Edit> {
    let mut callers = vec![0; program.functions.len()];
    for id in program.functions.iter().flat_map(called_by) {
        callers[id.index()] += 1;
    }
    let mut edits = Vec::new();
    for (at, terminator) in terminators(program) {
        if let Terminator::Call {
            callee: Callee::Function(id),
            ..
        } = terminator
            && callers[id.index()] <= MOST_CALLERS
            && *id != at.function
            && *id != program.entry
        {
            edits.push(Edit::new(at, Act::Inline));
        }
    }
    edits
}

/// Replaces a call by the body of the called function.
pub(super) fn inline(program: &mut Program, at: Location) {
    let block = &program.function(at.function).blocks[at.block.index()];
    let Some(Terminator::Call {
        callee: Callee::Function(id),
        destination,
        arguments,
        target,
    }) = block.terminator.clone()
    else {
        return;
    };
    let mut callee = program.function(id).clone();
    let is_copy = program.types.is_copy(callee.return_ty());
    let has_result = program.types.is_scalar(callee.return_ty())
        || !program.types.part_types(callee.return_ty()).is_empty()
        || program.types.as_adt(callee.return_ty()).is_some();
    let caller = program.function_mut(at.function);
    let (locals, blocks) = (caller.locals.len() as u32, caller.blocks.len() as u32);
    Shift { locals, blocks }.function(&mut callee);
    let result = Local(locals);
    for decl in &mut callee.locals {
        decl.name = None;
    }
    caller.locals.extend(callee.locals);
    for mut block in callee.blocks {
        block.name = None;
        if block.terminator == Some(Terminator::Return) {
            if has_result {
                let value = match is_copy {
                    true => Operand::Copy(result.into()),
                    false => Operand::Move(result.into()),
                };
                let hand_over = Statement::Assign(destination.clone(), Rvalue::Use(value));
                block.statements.push(hand_over);
            }
            block.terminator = Some(Terminator::Goto(target));
        }
        caller.blocks.push(block);
    }
    let block = &mut caller.blocks[at.block.index()];
    for (n, argument) in arguments.into_iter().enumerate() {
        let parameter = Place::local(Local(locals + 1 + n as u32));
        block
            .statements
            .push(Statement::Assign(parameter, Rvalue::Use(argument)));
    }
    block.terminator = Some(Terminator::Goto(Block(blocks)));
    // Numbered names might be taken already among names that were given.
    caller.locals.iter_mut().for_each(|decl| decl.name = None);
    caller.blocks.iter_mut().for_each(|block| block.name = None);
}

/// Shifts locals and blocks to make room for those of the caller.
struct Shift {
    locals: u32,
    blocks: u32,
}

impl Rewrite for Shift {
    fn local(&mut self, local: &mut Local) {
        local.0 += self.locals;
    }

    fn block(&mut self, block: &mut Block) {
        block.0 += self.blocks;
    }

    fn callee(&mut self, _: &mut FnId) {}
}
