//! Control flow: the blocks of a body as a graph, dominance, and the places of definitions.

use crate::syntax::{Body, Instruction, Local, Op};

/// The blocks of a body as a graph. Blocks have the numbers of their order.
#[derive(Clone, Debug)]
pub struct Graph {
    /// For each local the index of the block that it is, or [`NONE`].
    block_of: Vec<u32>,
    /// The predecessors of each block, once for each edge.
    before: Vec<Vec<u32>>,
    /// The successors of each block, once for each edge.
    after: Vec<Vec<u32>>,
    /// The immediate dominator of each block; [`NONE`] if it cannot be reached.
    dominator: Vec<u32>,
    /// The position of each block in reverse postorder.
    order: Vec<u32>,
}

const NONE: u32 = u32::MAX;

/// The place of a definition.
#[derive(Clone, Copy, Debug)]
struct Place {
    block: u32,
    /// The index in the block.
    index: u32,
    /// The block that a result of `invoke` is first known in, or [`NONE`].
    edge: u32,
}

/// The places of the definitions of all locals.
#[derive(Clone, Debug)]
pub struct Definitions(Vec<Place>);

impl Definitions {
    /// The places in blocks that are given with their labels.
    pub fn new<'b>(
        locals: usize,
        blocks: impl Iterator<Item = (Local, &'b [Instruction])>,
        graph: &Graph,
    ) -> Definitions {
        let nowhere = Place {
            block: NONE,
            index: 0,
            edge: NONE,
        };
        let mut places = vec![nowhere; locals];
        for (b, (_, instructions)) in blocks.enumerate() {
            for (n, instruction) in instructions.iter().enumerate() {
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
        Definitions(places)
    }

    /// The block of the instruction with this result and its index there; none for parameters and blocks.
    pub fn place(&self, local: Local) -> Option<(usize, usize)> {
        let place = self.0.get(local.0 as usize)?;
        (place.block != NONE).then_some((place.block as usize, place.index as usize))
    }

    /// True if a local can be used by an instruction: its definition dominates it, or it is a parameter.
    pub fn reaches(&self, graph: &Graph, local: Local, block: usize, index: usize) -> bool {
        let place = self.0[local.0 as usize];
        place.block == NONE || graph.is_before(place, block as u32, index as u32)
    }

    /// True if a local can be used by a phi of a block, for the edge from a predecessor.
    pub fn reaches_phi(&self, graph: &Graph, local: Local, from: usize, block: usize) -> bool {
        let place = self.0[local.0 as usize];
        place.block == NONE
            || place.edge == block as u32 && place.block == from as u32
            || graph.is_before(place, from as u32, u32::MAX)
    }
}

impl Graph {
    /// The graph of a body.
    pub fn of(body: &Body) -> Graph {
        Graph::new(body.locals.len(), body.labelled())
    }

    /// The graph of blocks that are given with their labels.
    pub fn new<'b>(
        locals: usize,
        blocks: impl Iterator<Item = (Local, &'b [Instruction])> + Clone,
    ) -> Graph {
        let mut block_of = vec![NONE; locals];
        let mut count = 0;
        for (label, _) in blocks.clone() {
            block_of[label.0 as usize] = count as u32;
            count += 1;
        }
        let mut before = vec![Vec::new(); count];
        let mut after = vec![Vec::new(); count];
        for (n, (_, instructions)) in blocks.enumerate() {
            if let Some(last) = instructions.last() {
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
        let mut position = vec![NONE; count];
        for (n, block) in order.iter().enumerate() {
            position[*block as usize] = n as u32;
        }
        let mut graph = Graph {
            block_of,
            before,
            after,
            dominator: vec![NONE; count],
            order: position,
        };
        graph.dominators(&order);
        graph
    }

    /// Cooper, Harvey and Kennedy's iteration.
    fn dominators(&mut self, order: &[u32]) {
        let Some(first) = self.dominator.first_mut() else {
            return;
        };
        *first = 0;
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

    /// The block with this label.
    pub fn block_of(&self, label: Local) -> Option<usize> {
        let block = *self.block_of.get(label.0 as usize)?;
        (block != NONE).then_some(block as usize)
    }

    /// The predecessors of a block, once for each edge.
    pub fn predecessors(&self, block: usize) -> &[u32] {
        &self.before[block]
    }

    /// The successors of a block, once for each edge.
    pub fn successors(&self, block: usize) -> &[u32] {
        &self.after[block]
    }

    /// True if a path from the first block leads to this one.
    pub fn is_reachable(&self, block: usize) -> bool {
        self.dominator[block] != NONE
    }

    /// True if each path to a block goes through another one first, or is in it. Nothing leads to a block that is not reachable,
    /// so every block dominates it.
    pub fn dominates(&self, a: usize, b: usize) -> bool {
        let (a, mut b) = (a as u32, b as u32);
        if !self.is_reachable(b as usize) {
            return true;
        }
        if !self.is_reachable(a as usize) {
            return false;
        }
        while self.order[b as usize] > self.order[a as usize] {
            b = self.dominator[b as usize];
        }
        a == b
    }

    /// True if a definition dominates an instruction of a block.
    fn is_before(&self, place: Place, block: u32, index: u32) -> bool {
        let block = block as usize;
        if !self.is_reachable(block) {
            return true;
        }
        if place.edge != NONE {
            // The edge to the block of normal returns dominates, if it is the only way into that block.
            let end = place.edge as usize;
            let mut before = self.before[end].iter();
            let others = before.clone().filter(|it| **it == place.block).count() > 1;
            return self.dominates(end, block)
                && !others
                && before.all(|it| *it == place.block || self.dominates(end, *it as usize));
        }
        let at = place.block as usize;
        match at == block {
            true => place.index < index,
            false => self.dominates(at, block),
        }
    }
}

/// The blocks that can be reached, each behind those that dominate it.
fn reverse_postorder(after: &[Vec<u32>]) -> Vec<u32> {
    let mut order = Vec::with_capacity(after.len());
    let mut seen = vec![false; after.len()];
    let mut stack = Vec::new();
    if let Some(first) = seen.first_mut() {
        *first = true;
        stack.push((0u32, 0usize));
    }
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
