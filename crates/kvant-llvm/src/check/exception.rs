//! Instructions that handle exceptions.

use super::{Rule, ensure};
use crate::graph::Graph;
use crate::syntax::{Body, Local, Op, Unwind, Value};

/// The rules of an operation of a block. `is_first` is false if another one is before it that is no phi.
pub(super) fn exceptions(
    body: &Body,
    graph: &Graph,
    block: usize,
    is_first: bool,
    op: &Op,
) -> Rule {
    if is_pad(op) {
        ensure!(is_first, "a pad is not the first instruction of its block");
        ensure!(block != 0, "the first block of a function has no pad");
        let label = body.blocks[block].label;
        for before in graph.predecessors(block) {
            let last = body.instructions_of(&body.blocks[*before as usize]).last();
            let is_right = match (last.map(|it| &it.op), op) {
                (Some(Op::Invoke(_, [normal, unwind])), _) => {
                    *unwind == label && *normal != label && !matches!(op, Op::CatchPad(..))
                }
                (Some(Op::CatchSwitch(switch)), Op::CatchPad(..)) => {
                    switch.handlers.contains(&label)
                }
                (Some(Op::CleanupRet(..)), _) => true,
                (Some(Op::CatchSwitch(switch)), _) => switch.unwind == Unwind::Block(label),
                _ => false,
            };
            ensure!(
                is_right,
                "a block with a pad is reached without an exception"
            );
        }
    }
    let first = |label: Local| {
        let block = body.blocks.get(graph.block_of(label)?)?;
        let mut ops = body.instructions_of(block).iter().map(|it| &it.op);
        ops.find(|op| !matches!(op, Op::Phi(..) | Op::DebugRecord(..)))
    };
    let definition = |value: Value| {
        let mut all = body.instructions.iter();
        all.find(|it| it.result.map(Value::Local) == Some(value))
            .map(|it| &it.op)
    };
    let is_within = |pad: Value| {
        let is_none = pad == Value::None;
        is_none || matches!(definition(pad), Some(Op::CleanupPad(..) | Op::CatchPad(..)))
    };
    // The pad that an exception out of another pad goes to.
    let goes_on = |unwind: &Unwind| match unwind {
        Unwind::Caller => true,
        Unwind::Block(label) => {
            matches!(first(*label), Some(Op::CleanupPad(..) | Op::CatchSwitch(_)))
        }
    };
    let is_right = match op {
        Op::Invoke(_, [_, unwind]) => first(*unwind).is_some_and(is_pad),
        Op::CleanupRet(pad, unwind) => {
            matches!(definition(*pad), Some(Op::CleanupPad(..))) && goes_on(unwind)
        }
        Op::CatchRet(pad, _) => matches!(definition(*pad), Some(Op::CatchPad(..))),
        Op::CatchPad(within, _) => matches!(definition(*within), Some(Op::CatchSwitch(_))),
        Op::CleanupPad(within, _) => is_within(*within),
        Op::CatchSwitch(switch) => {
            let is_handler = |it: &Local| matches!(first(*it), Some(Op::CatchPad(..)));
            is_within(switch.within)
                && switch.handlers.iter().all(is_handler)
                && goes_on(&switch.unwind)
        }
        _ => true,
    };
    ensure!(
        is_right,
        "an exception goes from or to a pad of another kind"
    );
    Ok(())
}

fn is_pad(op: &Op) -> bool {
    matches!(
        op,
        Op::LandingPad(_) | Op::CatchPad(..) | Op::CleanupPad(..) | Op::CatchSwitch(_)
    )
}
