//! Control flow: predecessors, dominance and phis.

use super::exception::exceptions;
use super::{Checker, Fault, Rule, ensure};
use crate::syntax::{Body, Function, Instruction, Local, Op, Tail, Value};

/// The blocks of a body as a graph.
pub(super) struct Graph {
    /// For each local the index of the block that it is, or [`NONE`].
    pub(super) block_of: Vec<u32>,
    /// The predecessors of each block, once for each edge.
    pub(super) before: Vec<Vec<u32>>,
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
            let mut is_head = true;
            let instructions = body.instructions_of(block);
            for (n, instruction) in instructions.iter().enumerate() {
                let op = &instruction.op;
                if op.is_terminator() != (n + 1 == instructions.len()) {
                    return Err(at(b, n)("a block ends with its only terminator".into()));
                }
                let rule = match op {
                    Op::DebugRecord(..) => continue,
                    Op::Phi(_, _, incoming) if is_head => graph.phi(b, incoming),
                    Op::Phi(..) => Err("a phi is behind another instruction".to_owned()),
                    _ => exceptions(body, &graph, b, std::mem::take(&mut is_head), op),
                };
                rule.map_err(at(b, n))?;
                must_tail(&instructions[n..]).map_err(at(b, n))?;
                let mut rule: Rule = Ok(());
                let mut visit = |value: Value, from: Option<Local>| {
                    let Value::Local(used) = value else { return };
                    let place = places[used.0 as usize];
                    let is_right = match from {
                        _ if place.block == NONE => {
                            !is_naked || used.0 as usize >= function.parameters.len()
                        }
                        Some(from) => {
                            let from = graph.block_of[from.0 as usize];
                            place.edge == b as u32 && place.block == from
                                || graph.is_before(place, from, u32::MAX)
                        }
                        None => graph.is_before(place, b as u32, n as u32),
                    };
                    if !is_right {
                        rule = Err(format!(
                            "`{}` cannot be used here: its definition does not dominate this use, \
                             or the function is `naked`",
                            self.shown('%', body.locals[used.0 as usize].name)
                        ));
                    }
                };
                match op {
                    Op::Phi(_, _, incoming) => {
                        for (value, from) in incoming {
                            visit(*value, Some(*from));
                        }
                    }
                    op => op.values(|_, value| visit(value, None)),
                }
                rule.map_err(at(b, n))?;
            }
        }
        Ok(())
    }
}

/// A `musttail` call, which is the first of these, is followed by `ret` of its result.
fn must_tail(instructions: &[Instruction]) -> Rule {
    let Some((call, behind)) = instructions.split_first() else {
        return Ok(());
    };
    match &call.op {
        Op::Call(call) if call.tail == Some(Tail::MustTail) => {}
        _ => return Ok(()),
    }
    let mut behind = behind.iter().map(|it| &it.op);
    let is_right = match behind.find(|it| !matches!(it, Op::DebugRecord(..))) {
        Some(Op::Ret(None)) => true,
        Some(Op::Ret(Some(returned))) => {
            matches!(returned.value, Value::Undef | Value::Poison)
                || call.result.map(Value::Local) == Some(returned.value)
        }
        _ => false,
    };
    ensure!(is_right, "`ret` of the result follows a `musttail` call");
    Ok(())
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
                last.op.targets(|label| {
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
