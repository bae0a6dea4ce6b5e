//! Places in a function where something can be put in.

use kvant_generate::Rng;
use kvant_llvm::syntax::{Local, Op, Type, Typed, Types, Value};

use crate::body::OpenBody;
use crate::bridge::is_bridgeable;

/// A place: before an instruction, and an operand of it that may be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) block: usize,
    pub(super) at: usize,
    /// The operand, by its number, with its type.
    pub(super) operand: Option<(usize, Type)>,
}

/// Draws a place among blocks that are executed. `wants_operand` asks for one with an operand.
pub(super) fn place(
    body: &OpenBody,
    types: &Types,
    executed: &[bool],
    wants_operand: bool,
    rng: &mut Rng,
) -> Option<Place> {
    let mut places: Vec<(u32, Place)> = Vec::new();
    let graph = body.graph();
    for (block, it) in body.blocks.iter().enumerate() {
        if !executed.get(block).copied().unwrap_or(true) || !graph.is_reachable(block) {
            continue;
        }
        // A block of a loop is worth more: its values change.
        let in_loop = graph
            .successors(block)
            .iter()
            .any(|next| graph.dominates(*next as usize, block));
        let weight = if in_loop { 3 } else { 1 };
        for at in it.phis()..it.instructions.len() {
            let op = &it.instructions[at].op;
            if !wants_operand {
                let operand = None;
                places.push((weight, Place { block, at, operand }));
                continue;
            }
            for (number, (ty, value)) in operands(op).into_iter().enumerate() {
                if is_replaceable(op, number, value) && is_bridgeable(types, ty) {
                    let operand = Some((number, ty));
                    let weight = weight * weight_of(op);
                    places.push((weight, Place { block, at, operand }));
                }
            }
        }
    }
    if places.is_empty() {
        return None;
    }
    Some(rng.weighted(&places))
}

/// The operands of an operation, in the order in which [`Op::values_mut`] visits them.
fn operands(op: &Op) -> Vec<(Type, Value)> {
    let mut operands = Vec::new();
    let mut op = op.clone();
    op.values_mut(&mut |ty, value| operands.push((ty, *value)));
    operands
}

/// True if any value of the type may stand in place of an operand. Constants are replaced only where no constant is demanded.
fn is_replaceable(op: &Op, number: usize, value: Value) -> bool {
    match op {
        // The callee comes first.
        Op::Call(call) => number > 0 && number <= call.arguments.len() && is_local(value),
        Op::Binary(..)
        | Op::ICmp(..)
        | Op::FCmp(..)
        | Op::Select(..)
        | Op::Ret(_)
        | Op::CondBr(..)
        | Op::Cast(..)
        | Op::FNeg(..)
        | Op::Freeze(_)
        | Op::InsertValue(..) => true,
        Op::Store(_) | Op::InsertElement(_) => number == 0 || is_local(value),
        Op::Switch(_) => number == 0,
        _ => is_local(value),
    }
}

fn is_local(value: Value) -> bool {
    matches!(value, Value::Local(_))
}

/// Places where values decide about control count more.
fn weight_of(op: &Op) -> u32 {
    match op {
        Op::CondBr(..) | Op::Switch(_) | Op::ICmp(..) | Op::Select(..) => 3,
        Op::Ret(_) => 1,
        _ => 2,
    }
}

/// The values that can be used at a place: parameters, and results that dominate it.
pub(super) fn available(body: &OpenBody, types: &Types, place: Place) -> Vec<Typed> {
    let graph = body.graph();
    let definitions = body.definitions(&graph);
    let parameters = body.parameters();
    let results = body.blocks.iter().flat_map(|it| &it.instructions);
    let results = results.filter_map(|it| it.result);
    let locals = parameters.chain(results);
    let reaching = locals.filter(|it: &Local| {
        definitions.reaches(&graph, *it, place.block, place.at)
            && is_bridgeable(types, body.ty(*it))
    });
    let typed = reaching.map(|it| Typed {
        ty: body.ty(it),
        value: Value::Local(it),
    });
    typed.collect()
}
