//! Bodies of functions put in place of calls.

use std::collections::HashMap;

use kvant_llvm::Names;
use kvant_llvm::syntax::{Const, Flags, Function, Instruction, Local, Op, Type, Types, Value};

use crate::body::{OpenBlock, OpenBody, plain};

/// True if the body of a function can be put in place of a call: it returns, has a fixed number of parameters, and nothing in it is
/// about the function itself.
pub(crate) fn can_inline(function: &Function) -> bool {
    let Some(body) = &function.body else {
        return false;
    };
    let is_bound = |it: &Instruction| match &it.op {
        Op::Call(call) => call.tail == Some(kvant_llvm::syntax::Tail::MustTail) || call.forwards,
        Op::IndirectBr(_)
        | Op::CallBr(_)
        | Op::Invoke(..)
        | Op::Resume(_)
        | Op::LandingPad(_)
        | Op::CatchPad(..)
        | Op::CatchSwitch(_)
        | Op::CleanupPad(..)
        | Op::VaArg(..) => true,
        _ => false,
    };
    let returns = body
        .instructions
        .iter()
        .any(|it| matches!(it.op, Op::Ret(_)));
    let has_addresses = body
        .constants
        .iter()
        .any(|it| matches!(it, Const::BlockAddress(..) | Const::Metadata(_)));
    returns
        && !function.is_variadic
        && !has_addresses
        && !body.instructions.iter().any(is_bound)
        && function
            .parameters
            .iter()
            .all(|it| it.ty != Types::METADATA)
}

/// Replaces the call at an instruction of a block by the body of its callee. `arguments` are those of the call.
pub(crate) fn inline(
    host: &mut OpenBody,
    names: &mut Names,
    (block, at): (usize, usize),
    callee: &OpenBody,
    (arguments, result_type): (&[Value], Type),
) {
    let result = host.blocks[block].instructions[at].result;
    let behind = host.split(names, block, at);
    host.blocks[behind].instructions.remove(0);
    let shift = host.constants.len() as u32;
    let mut constants = callee.constants.clone();
    for constant in &mut constants {
        constant.operands_mut(&mut |it| moved(&mut it.value, shift));
    }
    host.constants.extend(constants);
    let mut locals: HashMap<Local, Value> = HashMap::new();
    let parameters: Vec<Local> = callee.parameters().collect();
    for (parameter, argument) in parameters.iter().zip(arguments) {
        locals.insert(*parameter, *argument);
    }
    let mut labels: HashMap<Local, Local> = HashMap::new();
    for block in &callee.blocks {
        labels.insert(block.label, host.local(names, "b", Types::LABEL));
        for result in block.instructions.iter().filter_map(|it| it.result) {
            let new = host.local(names, "i", callee.ty(result));
            locals.insert(result, Value::Local(new));
        }
    }
    let end = host.blocks[behind].label;
    let mut returned: Vec<(Value, Local)> = Vec::new();
    let mut blocks: Vec<OpenBlock> = Vec::new();
    for block in &callee.blocks {
        let label = labels[&block.label];
        let mut instructions = block.instructions.clone();
        for instruction in &mut instructions {
            let new = instruction.result.and_then(|it| locals.get(&it));
            instruction.result = new.and_then(|it| match it {
                Value::Local(local) => Some(*local),
                _ => None,
            });
            let replace = |value: &mut Value| match value {
                Value::Local(local) => *value = locals.get(local).copied().unwrap_or(*value),
                value => moved(value, shift),
            };
            instruction.op.values_mut(&mut |_, value| replace(value));
            for attachment in instruction.attachments.iter_mut().flatten() {
                let node = &mut attachment.node;
                node.values_mut(&mut |it| replace(&mut it.value));
            }
            instruction.op.targets_mut(&mut |it| {
                if let Some(new) = labels.get(it) {
                    *it = *new;
                }
            });
            match &mut instruction.op {
                Op::Phi(_, _, incoming) => {
                    for (_, from) in incoming.iter_mut() {
                        *from = labels.get(from).copied().unwrap_or(*from);
                    }
                }
                // Memory of the caller may be among its arguments now.
                Op::Call(call) => call.tail = None,
                Op::Ret(value) => {
                    returned.extend(value.iter().map(|it| (it.value, label)));
                    *instruction = plain(Op::Br(end));
                }
                _ => {}
            }
        }
        blocks.push(OpenBlock {
            label,
            instructions,
        });
    }
    if let (Some(first), Some(last)) = (
        blocks.first().map(|it| it.label),
        host.blocks[block].instructions.last_mut(),
    ) {
        last.op = Op::Br(first);
    }
    if let Some(result) = result {
        match returned[..] {
            [(value, _)] => host.replace(result, value),
            _ => {
                let phi = Op::Phi(Flags::default(), result_type, returned.into());
                host.blocks[behind].instructions.insert(
                    0,
                    Instruction {
                        result: Some(result),
                        op: phi,
                        attachments: None,
                    },
                );
            }
        }
    }
    host.blocks.splice(behind..behind, blocks);
}

/// Moves the index of a constant.
fn moved(value: &mut Value, shift: u32) {
    if let Value::Const(at) = value {
        *at += shift;
    }
}
