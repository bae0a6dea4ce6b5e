//! Control flow: predecessors, dominance, phis and exception handling.

use super::{Checker, Fault, Rule, ensure};
use crate::syntax::{Body, Bundle, Call, Function, Local, Op, Tail, Typed, Unwind, Value};

/// The blocks of a body as a graph.
struct Graph {
    /// For each local the index of the block that it is, or [`NONE`].
    block_of: Vec<u32>,
    /// The predecessors of each block, once for each edge.
    before: Vec<Vec<u32>>,
    /// The immediate dominator of each block; [`NONE`] if it cannot be reached.
    dominator: Vec<u32>,
    /// The position of each block in reverse postorder.
    order: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// The place of a definition.
#[derive(Clone, Copy)]
struct Place {
    block: u32,
    /// The index in the block.
    index: u32,
    /// The block that a result of `invoke` is first known in, or [`NONE`].
    edge: u32,
}

impl<'m> Checker<'m> {
    pub(super) fn flow(&self, function: &'m Function, body: &'m Body) -> Result<(), Fault> {
        if body.blocks.is_empty() {
            let message = "a body has at least one block".to_owned();
            return Err(Checker::fault(self.shown('@', function.name), message));
        }
        let graph = Graph::new(body);
        let at = |block: usize, index: usize| {
            move |message| self.fault_at(function, body, block, index, message)
        };
        if !graph.before[0].is_empty() {
            let message = "the first block has no predecessors".to_owned();
            return Err(at(0, usize::MAX)(message));
        }
        let places = places(body, &graph);
        let is_naked = self.has(&self.resolved(&function.attributes), "naked");
        for (b, block) in body.blocks.iter().enumerate() {
            let mut in_head = true;
            let mut is_first = true;
            let instructions = body.instructions_of(block);
            for (n, instruction) in instructions.iter().enumerate() {
                let fault = at(b, n);
                if instruction.op.is_terminator() != (n + 1 == instructions.len()) {
                    return Err(fault("a block ends with its only terminator".into()));
                }
                match &instruction.op {
                    Op::Phi(_, _, incoming) => {
                        let rule = match in_head {
                            true => graph.phi(b, incoming),
                            false => Err("a phi is behind another instruction".to_owned()),
                        };
                        rule.map_err(fault)?;
                    }
                    Op::DebugRecord(..) => {}
                    op => {
                        in_head = false;
                        self.pads(body, &graph, b, is_first, op).map_err(fault)?;
                        if let Op::Call(call) = op
                            && call.tail == Some(Tail::MustTail)
                        {
                            let next = instructions.get(n + 1..).unwrap_or_default();
                            let is_record = |op: &&crate::syntax::Instruction| {
                                !matches!(op.op, Op::DebugRecord(..))
                            };
                            let next = next.iter().find(is_record).map(|it| &it.op);
                            let is_right = match next {
                                Some(Op::Ret(None)) => true,
                                Some(Op::Ret(Some(value))) => {
                                    matches!(value.value, Value::Undef | Value::Poison)
                                        || instruction.result.map(Value::Local) == Some(value.value)
                                }
                                _ => false,
                            };
                            if !is_right {
                                return Err(at(b, n)(
                                    "`ret` of the result follows a `musttail` call".into(),
                                ));
                            }
                        }
                        is_first = false;
                    }
                }
                let uses_itself = |used: Local| instruction.result == Some(used);
                let mut rule: Rule = Ok(());
                let mut visit = |used: Local, from: Option<Local>| {
                    if is_naked && (used.0 as usize) < function.parameters.len() {
                        rule = Err("a `naked` function uses its parameters".into());
                    }
                    let place = places[used.0 as usize];
                    if rule.is_err() || place.block == NONE {
                        return;
                    }
                    let is_right = match from {
                        Some(from) => {
                            let from = graph.block_of[from.0 as usize];
                            place.edge == b as u32 && place.block == from
                                || graph.is_before(place, from, u32::MAX)
                        }
                        None => {
                            !(uses_itself(used) && graph.is_reachable(b as u32))
                                && graph.is_before(place, b as u32, n as u32)
                        }
                    };
                    if !is_right {
                        rule = Err(format!(
                            "the definition of `{}` does not dominate this use",
                            self.shown('%', body.locals[used.0 as usize].name)
                        ));
                    }
                };
                uses(&instruction.op, &mut visit);
                rule.map_err(at(b, n))?;
            }
        }
        Ok(())
    }

    /// The rules of instructions that handle exceptions.
    fn pads(&self, body: &Body, graph: &Graph, block: usize, is_first: bool, op: &Op) -> Rule {
        let first_of = |label: Local| {
            let block = body.blocks.get(graph.block_of[label.0 as usize] as usize)?;
            let mut ops = body.instructions_of(block).iter().map(|it| &it.op);
            ops.find(|op| !matches!(op, Op::Phi(..) | Op::DebugRecord(..)))
        };
        let is_pad = |op: &Op| {
            matches!(
                op,
                Op::LandingPad(_) | Op::CatchPad(..) | Op::CleanupPad(..) | Op::CatchSwitch(_)
            )
        };
        let unwinds_to_pad = |label: Local| {
            ensure!(
                first_of(label).is_some_and(is_pad),
                "the block of exceptions begins with no pad"
            );
            Ok(())
        };
        let definition = |value: Value| match value {
            Value::Local(local) => {
                let mut all = body.instructions.iter();
                all.find(|it| it.result == Some(local)).map(|it| &it.op)
            }
            _ => None,
        };
        if is_pad(op) {
            ensure!(is_first, "a pad is not the first instruction of its block");
            ensure!(block != 0, "the first block of a function has no pad");
            let label = body.blocks[block].label;
            for before in &graph.before[block] {
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
        match op {
            Op::Invoke(_, [_, unwind]) => unwinds_to_pad(*unwind)?,
            Op::CleanupRet(pad, unwind) => {
                ensure!(
                    matches!(definition(*pad), Some(Op::CleanupPad(..))),
                    "`cleanupret` leaves a `cleanuppad`"
                );
                if let Unwind::Block(label) = unwind {
                    unwinds_to_pad(*label)?;
                    ensure!(
                        !matches!(first_of(*label), Some(Op::LandingPad(_))),
                        "`cleanupret` continues at a landing pad"
                    );
                }
            }
            Op::CatchRet(pad, _) => ensure!(
                matches!(definition(*pad), Some(Op::CatchPad(..))),
                "`catchret` leaves a `catchpad`"
            ),
            Op::CatchPad(within, _) => ensure!(
                matches!(definition(*within), Some(Op::CatchSwitch(_))),
                "a `catchpad` is within a `catchswitch`"
            ),
            Op::CleanupPad(within, _) => ensure!(
                matches!(
                    (within, definition(*within)),
                    (Value::None, _) | (_, Some(Op::CleanupPad(..) | Op::CatchPad(..)))
                ),
                "a `cleanuppad` is within another pad or `none`"
            ),
            Op::CatchSwitch(switch) => {
                ensure!(
                    matches!(
                        (switch.within, definition(switch.within)),
                        (Value::None, _) | (_, Some(Op::CleanupPad(..) | Op::CatchPad(..)))
                    ),
                    "a `catchswitch` is within another pad or `none`"
                );
                for handler in &switch.handlers {
                    ensure!(
                        matches!(first_of(*handler), Some(Op::CatchPad(..))),
                        "a handler of `catchswitch` begins with no `catchpad`"
                    );
                }
                if let Unwind::Block(label) = switch.unwind {
                    unwinds_to_pad(label)?;
                    ensure!(
                        !matches!(first_of(label), Some(Op::LandingPad(_) | Op::CatchPad(..))),
                        "`catchswitch` continues at no pad of its kind"
                    );
                }
            }
            _ => {}
        }
        Ok(())
    }
}

/// The place of each local's definition. Parameters and blocks have none.
fn places(body: &Body, graph: &Graph) -> Vec<Place> {
    let nowhere = Place {
        block: NONE,
        index: 0,
        edge: NONE,
    };
    let mut places = vec![nowhere; body.locals.len()];
    for (b, block) in body.blocks.iter().enumerate() {
        for (n, instruction) in body.instructions_of(block).iter().enumerate() {
            let edge = match &instruction.op {
                Op::Invoke(_, [normal, _]) => graph.block_of[normal.0 as usize],
                _ => NONE,
            };
            if let Some(result) = instruction.result {
                places[result.0 as usize] = Place {
                    block: b as u32,
                    index: n as u32,
                    edge,
                };
            }
        }
    }
    places
}

impl Graph {
    fn new(body: &Body) -> Graph {
        let mut block_of = vec![NONE; body.locals.len()];
        for (n, block) in body.blocks.iter().enumerate() {
            block_of[block.label.0 as usize] = n as u32;
        }
        let mut before = vec![Vec::new(); body.blocks.len()];
        let mut after = vec![Vec::new(); body.blocks.len()];
        for (n, block) in body.blocks.iter().enumerate() {
            if let Some(last) = body.instructions_of(block).last() {
                successors(&last.op, |label| {
                    let target = block_of[label.0 as usize];
                    if target != NONE {
                        before[target as usize].push(n as u32);
                        after[n].push(target);
                    }
                });
            }
        }
        let order = reverse_postorder(&after);
        let mut position = vec![NONE; body.blocks.len()];
        for (n, block) in order.iter().enumerate() {
            position[*block as usize] = n as u32;
        }
        let mut graph = Graph {
            block_of,
            before,
            dominator: vec![NONE; body.blocks.len()],
            order: position,
        };
        graph.dominators(&order);
        graph
    }

    /// Cooper, Harvey and Kennedy's iteration.
    fn dominators(&mut self, order: &[u32]) {
        self.dominator[0] = 0;
        let mut is_changed = true;
        while is_changed {
            is_changed = false;
            for block in order.iter().skip(1) {
                let known = self.before[*block as usize].iter().copied();
                let mut known = known.filter(|it| self.dominator[*it as usize] != NONE);
                let Some(first) = known.next() else { continue };
                let new = known.fold(first, |a, b| self.common(a, b));
                if self.dominator[*block as usize] != new {
                    self.dominator[*block as usize] = new;
                    is_changed = true;
                }
            }
        }
    }

    fn common(&self, mut a: u32, mut b: u32) -> u32 {
        while a != b {
            while self.order[a as usize] > self.order[b as usize] {
                a = self.dominator[a as usize];
            }
            while self.order[b as usize] > self.order[a as usize] {
                b = self.dominator[b as usize];
            }
        }
        a
    }

    fn is_reachable(&self, block: u32) -> bool {
        self.dominator[block as usize] != NONE
    }

    fn dominates(&self, a: u32, mut b: u32) -> bool {
        if !self.is_reachable(b) {
            return true;
        }
        if !self.is_reachable(a) {
            return false;
        }
        while self.order[b as usize] > self.order[a as usize] {
            b = self.dominator[b as usize];
        }
        a == b
    }

    /// True if a definition dominates an instruction of a block.
    fn is_before(&self, place: Place, block: u32, index: u32) -> bool {
        if !self.is_reachable(block) {
            return true;
        }
        if place.edge != NONE {
            // The edge to the block of normal returns dominates, if it is the only way into that block.
            let end = place.edge;
            let mut before = self.before[end as usize].iter();
            let others = before.clone().filter(|it| **it == place.block).count() > 1;
            return self.dominates(end, block)
                && !others
                && before.all(|it| *it == place.block || self.dominates(end, *it));
        }
        match place.block == block {
            true => place.index < index,
            false => self.dominates(place.block, block),
        }
    }

    /// The blocks of a phi are the predecessors, and each has one value.
    fn phi(&self, block: usize, incoming: &[(Value, Local)]) -> Rule {
        let of = |it: &(Value, Local)| self.block_of[it.1.0 as usize];
        let before = &self.before[block];
        if incoming.len() != before.len() {
            return Err("a phi has one value for each predecessor".into());
        }
        let mut all: Vec<(u32, Value)> = incoming.iter().map(|it| (of(it), it.0)).collect();
        let mut wanted = before.clone();
        all.sort_unstable_by_key(|it| it.0);
        wanted.sort_unstable();
        ensure!(
            all.iter().map(|it| it.0).eq(wanted),
            "a phi names a block that is no predecessor"
        );
        for pair in all.windows(2) {
            // Equal constants may have different indices.
            let differ = match (pair[0].1, pair[1].1) {
                (Value::Const(_), Value::Const(_)) => false,
                (a, b) => a != b,
            };
            ensure!(
                pair[0].0 != pair[1].0 || !differ,
                "a phi has two values for one predecessor"
            );
        }
        Ok(())
    }
}

/// The blocks that can be reached, each behind those that dominate it.
fn reverse_postorder(after: &[Vec<u32>]) -> Vec<u32> {
    let mut order = Vec::with_capacity(after.len());
    let mut seen = vec![false; after.len()];
    let mut stack = vec![(0u32, 0usize)];
    seen[0] = true;
    while let Some((block, next)) = stack.last_mut() {
        match after[*block as usize].get(*next) {
            Some(target) => {
                *next += 1;
                if !std::mem::replace(&mut seen[*target as usize], true) {
                    stack.push((*target, 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

fn successors(op: &Op, mut visit: impl FnMut(Local)) {
    match op {
        Op::Br(target) | Op::CatchRet(_, target) => visit(*target),
        Op::CondBr(_, targets) | Op::Invoke(_, targets) => targets.iter().for_each(|it| visit(*it)),
        Op::Switch(switch) => {
            visit(switch.default);
            switch.cases.iter().for_each(|(_, it)| visit(*it));
        }
        Op::IndirectBr(parts) => parts.1.iter().for_each(|it| visit(*it)),
        Op::CallBr(parts) => {
            visit(parts.1);
            parts.2.iter().for_each(|it| visit(*it));
        }
        Op::CleanupRet(_, Unwind::Block(target)) => visit(*target),
        Op::CatchSwitch(switch) => {
            switch.handlers.iter().for_each(|it| visit(*it));
            if let Unwind::Block(target) = switch.unwind {
                visit(target);
            }
        }
        _ => {}
    }
}

/// Visits the locals that an operation uses as values, with the incoming block for phis. Metadata does not count.
fn uses(op: &Op, visit: &mut impl FnMut(Local, Option<Local>)) {
    let mut value = |value: Value| {
        if let Value::Local(local) = value {
            visit(local, None);
        }
    };
    let mut all = |operands: &[Typed]| operands.iter().for_each(|it| value(it.value));
    match op {
        Op::Phi(_, _, incoming) => {
            for (value, from) in incoming {
                if let Value::Local(local) = value {
                    visit(*local, Some(*from));
                }
            }
        }
        Op::CondBr(condition, _) => value(*condition),
        Op::Switch(switch) => value(switch.value.value),
        Op::IndirectBr(parts) => value(parts.0.value),
        Op::CleanupRet(pad, _) | Op::CatchRet(pad, _) => value(*pad),
        Op::CatchSwitch(switch) => value(switch.within),
        Op::CatchPad(within, arguments) | Op::CleanupPad(within, arguments) => {
            all(arguments);
            value(*within);
        }
        Op::Ret(Some(operand))
        | Op::Resume(operand)
        | Op::FNeg(_, operand)
        | Op::Cast(_, _, operand, _)
        | Op::Freeze(operand)
        | Op::ExtractValue(operand, _)
        | Op::VaArg(operand, _) => value(operand.value),
        Op::Binary(_, _, _, values) | Op::ICmp(_, _, _, values) | Op::FCmp(_, _, _, values) => {
            values.iter().for_each(|it| value(*it));
        }
        Op::Select(_, operands) | Op::InsertElement(operands) | Op::ShuffleVector(operands) => {
            all(&operands[..]);
        }
        Op::ExtractElement(operands) | Op::InsertValue(operands, _) => all(&operands[..]),
        Op::Call(call) | Op::Invoke(call, _) => call_uses(call, value),
        Op::CallBr(parts) => call_uses(&parts.0, value),
        Op::Alloca(alloca) => alloca.count.iter().for_each(|it| value(it.value)),
        Op::Load(load) => value(load.pointer.value),
        Op::Store(store) => all(&[store.value, store.pointer]),
        Op::CmpXchg(parts) => all(&parts.operands),
        Op::AtomicRmw(parts) => all(&parts.operands),
        Op::Gep(gep) => all(&gep.operands),
        Op::LandingPad(_)
        | Op::Ret(None)
        | Op::Br(_)
        | Op::Unreachable
        | Op::Fence(..)
        | Op::DebugRecord(..) => {}
    }
}

fn call_uses(call: &Call, mut value: impl FnMut(Value)) {
    value(call.callee);
    call.arguments.iter().for_each(|it| value(it.value.value));
    let operands = call.bundles.iter().flat_map(|it: &Bundle| &it.operands);
    operands.for_each(|it| value(it.value));
}
