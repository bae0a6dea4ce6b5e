//! The control flow graph of a body, its dominators and its loops.

use crate::syntax::{Block, Function, Operand, Program, Terminator, TyKind};

/// The end of a block, without redundant arms.
pub(super) enum Way {
    Goto(Block),
    /// The arms, grouped by target. No arm leads to `otherwise`.
    Switch {
        arms: Vec<(Vec<u128>, Block)>,
        otherwise: Block,
    },
    Return,
    Unreachable,
}

impl Way {
    /// The end of `block`; `None` if it has no terminator. A call counts as a jump to its target.
    pub(super) fn of(program: &Program, function: &Function, block: Block) -> Option<Way> {
        let block = function.blocks.get(block.index())?;
        Some(match block.terminator.as_ref()? {
            Terminator::Goto(target) | Terminator::Call { target, .. } => Way::Goto(*target),
            Terminator::Return => Way::Return,
            Terminator::Unreachable => Way::Unreachable,
            Terminator::Switch {
                scrutinee,
                arms,
                otherwise,
            } => {
                let is_bool = scrutinee_kind(program, function, scrutinee) == Some(&TyKind::Bool);
                Way::switch(arms, *otherwise, is_bool)
            }
        })
    }

    fn switch(arms: &[(u128, Block)], otherwise: Block, is_bool: bool) -> Way {
        // If both values of a `bool` have an arm, `otherwise` is never reached.
        let (arms, otherwise) = match arms {
            [_, second] if is_bool => (&arms[..1], second.1),
            _ => (arms, otherwise),
        };
        let mut groups: Vec<(Vec<u128>, Block)> = Vec::new();
        for &(bits, target) in arms.iter().filter(|arm| arm.1 != otherwise) {
            match groups.iter_mut().find(|group| group.1 == target) {
                Some(group) => group.0.push(bits),
                None => groups.push((vec![bits], target)),
            }
        }
        match groups.is_empty() {
            true => Way::Goto(otherwise),
            false => Way::Switch {
                arms: groups,
                otherwise,
            },
        }
    }

    fn targets(&self) -> Vec<Block> {
        match self {
            Way::Goto(target) => vec![*target],
            Way::Switch { arms, otherwise } => {
                let arms = arms.iter().map(|arm| arm.1);
                arms.chain([*otherwise]).collect()
            }
            Way::Return | Way::Unreachable => Vec::new(),
        }
    }
}

fn scrutinee_kind<'a>(
    program: &'a Program,
    function: &Function,
    scrutinee: &Operand,
) -> Option<&'a TyKind> {
    let ty = match scrutinee {
        Operand::Copy(place) | Operand::Move(place) => function.place_ty(&program.types, place)?,
        Operand::Const(constant) => constant.ty(&program.types)?,
    };
    program.types.get(ty)
}

/// The control flow graph of the reachable blocks.
pub(super) struct Graph {
    /// The ends of all blocks.
    pub(super) ways: Vec<Way>,
    /// The blocks in reverse postorder: the entry first, and a block before those it dominates.
    pub(super) order: Vec<Block>,
    /// The position of each block in that order.
    position: Vec<Option<usize>>,
    /// The predecessors of each block, each once.
    pub(super) predecessors: Vec<Vec<Block>>,
    /// The immediate dominators; the entry's is itself.
    idom: Vec<Block>,
    /// The loops: header, and membership of each block.
    pub(super) loops: Vec<(Block, Vec<bool>)>,
    /// True if every loop has one entry.
    pub(super) is_reducible: bool,
}

impl Graph {
    /// The graph of a body; `None` if a reachable block is missing or has no terminator.
    pub(super) fn of(program: &Program, function: &Function) -> Option<Graph> {
        let mut ways = Vec::new();
        for n in 0..function.blocks.len() {
            // An unfinished block is an error only if it is reachable.
            let way = Way::of(program, function, Block::new(n));
            ways.push(way.unwrap_or(Way::Goto(Block(u32::MAX))));
        }
        let order = reverse_postorder(&ways)?;
        let mut position = vec![None; ways.len()];
        let mut predecessors = vec![Vec::new(); ways.len()];
        for (n, &block) in order.iter().enumerate() {
            position[block.index()] = Some(n);
            for target in ways[block.index()].targets() {
                predecessors[target.index()].push(block);
            }
        }
        let mut graph = Graph {
            idom: vec![Block::ENTRY; ways.len()],
            ways,
            order,
            position,
            predecessors,
            loops: Vec::new(),
            is_reducible: true,
        };
        graph.find_dominators();
        graph.find_loops();
        Some(graph)
    }

    fn position(&self, block: Block) -> usize {
        self.position[block.index()].unwrap_or(usize::MAX)
    }

    /// True for a back edge.
    pub(super) fn is_back(&self, from: Block, to: Block) -> bool {
        self.position(to) <= self.position(from)
    }

    pub(super) fn idom(&self, block: Block) -> Block {
        self.idom[block.index()]
    }

    /// The number of predecessors by forward edges.
    pub(super) fn ways_in(&self, block: Block) -> usize {
        let from = self.predecessors[block.index()].iter();
        from.filter(|from| !self.is_back(**from, block)).count()
    }

    /// Computes dominators by the algorithm of Cooper, Harvey and Kennedy.
    fn find_dominators(&mut self) {
        let mut known = vec![false; self.ways.len()];
        known[Block::ENTRY.index()] = true;
        loop {
            let mut changed = false;
            for &block in self.order.iter().skip(1) {
                let from = self.predecessors[block.index()].iter().copied();
                let from = from.filter(|from| known[from.index()]);
                let Some(idom) = from.reduce(|a, b| self.common_dominator(a, b)) else {
                    continue;
                };
                if !known[block.index()] || self.idom[block.index()] != idom {
                    known[block.index()] = true;
                    self.idom[block.index()] = idom;
                    changed = true;
                }
            }
            if !changed {
                return;
            }
        }
    }

    fn common_dominator(&self, mut a: Block, mut b: Block) -> Block {
        while a != b {
            while self.position(a) > self.position(b) {
                a = self.idom(a);
            }
            while self.position(b) > self.position(a) {
                b = self.idom(b);
            }
        }
        a
    }

    fn dominates(&self, above: Block, mut block: Block) -> bool {
        while self.position(block) > self.position(above) {
            block = self.idom(block);
        }
        block == above
    }

    /// Finds natural loops: a header, and all blocks that reach one of its back edges.
    fn find_loops(&mut self) {
        for &header in &self.order {
            let from = self.predecessors[header.index()].iter().copied();
            let mut todo: Vec<Block> = from.filter(|from| self.is_back(*from, header)).collect();
            if todo.is_empty() {
                continue;
            }
            if !todo.iter().all(|from| self.dominates(header, *from)) {
                self.is_reducible = false;
                return;
            }
            let mut members = vec![false; self.ways.len()];
            members[header.index()] = true;
            while let Some(block) = todo.pop() {
                if !members[block.index()] {
                    members[block.index()] = true;
                    todo.extend(&self.predecessors[block.index()]);
                }
            }
            self.loops.push((header, members));
        }
    }
}

fn reverse_postorder(ways: &[Way]) -> Option<Vec<Block>> {
    let mut seen = vec![false; ways.len()];
    let mut postorder = Vec::new();
    *seen.first_mut()? = true;
    // The first target comes first in the end, so it is visited last.
    let todo_of = |block: Block| Some((block, ways.get(block.index())?.targets()));
    let mut stack = vec![todo_of(Block::ENTRY)?];
    while let Some((block, targets)) = stack.last_mut() {
        if let Some(target) = targets.pop() {
            let seen = seen.get_mut(target.index())?;
            if !std::mem::replace(seen, true) {
                stack.push(todo_of(target)?);
            }
        } else {
            postorder.push(*block);
            stack.pop();
        }
    }
    postorder.reverse();
    Some(postorder)
}
