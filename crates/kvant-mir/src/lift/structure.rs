//! Structured control flow: a body's graph as nested blocks, loops and branches.
//!
//! This is Ramsey's *Beyond Relooper*: a block is written at its immediate dominator, after a labelled block if it has
//! several predecessors. The exits of a loop are written after it, although their dominator is inside. An irreducible graph
//! becomes a loop over a `match` of the number of the next block.

use super::graph::{Graph, Way};
use crate::syntax::{Block, Function, Local, Terminator};

/// A piece of a body.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Node {
    /// A statement of a block, by its number.
    Statement(Block, usize),
    /// The call that a block ends with.
    Call(Block),
    /// The switch that a block ends with: the arms with their values, and the default.
    Switch {
        block: Block,
        arms: Vec<(Vec<u128>, Vec<Node>)>,
        otherwise: Vec<Node>,
    },
    /// A loop that begins with this block.
    Loop(Block, Vec<Node>),
    /// A labelled block that is followed by this block.
    Labelled(Block, Vec<Node>),
    /// Leaves the loop that begins with this block.
    BreakLoop(Block),
    /// Leaves the labelled block that is followed by this block.
    BreakTo(Block),
    /// Continues the loop that begins with this block.
    Continue(Block),
    /// Returns the value of the return place.
    Return,
    /// Returns the value that the statement or call would write to the return place.
    ReturnValue(Box<Node>),
    Unreachable,
    /// Declares a local.
    Declare(Local),
    /// All blocks as arms of one `match` in a loop.
    States(Vec<(Block, Vec<Node>)>),
    /// Sets the next block of [`Node::States`].
    Next(Block),
}

impl Node {
    /// The lists of nodes inside of this one.
    pub(super) fn lists(&self) -> Vec<&Vec<Node>> {
        match self {
            Node::Switch {
                arms, otherwise, ..
            } => arms.iter().map(|arm| &arm.1).chain([otherwise]).collect(),
            Node::Loop(_, body) | Node::Labelled(_, body) => vec![body],
            Node::States(states) => states.iter().map(|state| &state.1).collect(),
            _ => Vec::new(),
        }
    }

    /// The same, to edit.
    pub(super) fn lists_mut(&mut self) -> Vec<&mut Vec<Node>> {
        match self {
            Node::Switch {
                arms, otherwise, ..
            } => {
                let arms = arms.iter_mut().map(|arm| &mut arm.1);
                arms.chain([otherwise]).collect()
            }
            Node::Loop(_, body) | Node::Labelled(_, body) => vec![body],
            Node::States(states) => states.iter_mut().map(|state| &mut state.1).collect(),
            _ => Vec::new(),
        }
    }

    /// True if `holds` is true of this node or any node inside of it.
    pub(super) fn any(&self, holds: &impl Fn(&Node) -> bool) -> bool {
        holds(self)
            || self
                .lists()
                .into_iter()
                .flatten()
                .any(|node| node.any(holds))
    }
}

/// The body with this graph, as [`Node::States`] if it is irreducible or `as_states` is set. `folded` has the statement of
/// each block that is written as part of its switch.
pub(super) fn structure(
    function: &Function,
    graph: &Graph,
    folded: &[Option<usize>],
    as_states: bool,
) -> Vec<Node> {
    let mut builder = Builder {
        function,
        graph,
        folded,
        merges: vec![Vec::new(); function.blocks.len()],
        exits: vec![Vec::new(); function.blocks.len()],
        inline: vec![false; function.blocks.len()],
        frames: Vec::new(),
        nested: 0,
        failed: !graph.is_reducible || as_states,
    };
    let mut body = Vec::new();
    if !builder.failed {
        builder.place();
        builder.tree(Block::ENTRY, None, &mut body);
    }
    if builder.failed {
        return vec![builder.states()];
    }
    body
}

/// The depth of nested branches from which on an arm that ends early ends with a jump, so that the rest needs no nesting.
const MOST_NESTED: usize = 8;

enum Frame {
    /// A loop with this header, followed by that block.
    Loop(Block, Option<Block>),
    /// A labelled block, followed by this block.
    Labelled(Block),
}

/// Writes the innermost of nested blocks, given the block that follows.
type Inner<'a, B> = dyn FnMut(&mut B, Option<Block>, &mut Vec<Node>) + 'a;

struct Builder<'a> {
    function: &'a Function,
    graph: &'a Graph,
    folded: &'a [Option<usize>],
    /// For each block, the blocks that follow labelled blocks around its end, first to last.
    merges: Vec<Vec<Block>>,
    /// For each header, the blocks that follow its loop, first to last.
    exits: Vec<Vec<Block>>,
    /// The blocks that are written at the one jump to them.
    inline: Vec<bool>,
    frames: Vec<Frame>,
    /// The number of branches around the current node.
    nested: usize,
    /// True if the graph cannot be structured: it is irreducible, or a jump has no label.
    failed: bool,
}

impl Builder<'_> {
    /// Chooses the position of each block.
    fn place(&mut self) {
        let graph = self.graph;
        let mut by_loop: Vec<Vec<Block>> = vec![Vec::new(); graph.loops.len()];
        for &block in graph.order.iter().skip(1) {
            let idom = graph.idom(block);
            // Loops are in the order of their headers, so the first loop that the edge leaves is the outermost one.
            let left = graph
                .loops
                .iter()
                .position(|(_, members)| members[idom.index()] && !members[block.index()]);
            match left {
                Some(left) => by_loop[left].push(block),
                None if graph.ways_in(block) > 1 => self.merges[idom.index()].push(block),
                None => self.inline[block.index()] = true,
            }
        }
        for (n, exits) in by_loop.into_iter().enumerate() {
            let header = graph.loops[n].0;
            let is_short = |block: Block| {
                let ends = matches!(graph.ways[block.index()], Way::Return | Way::Unreachable);
                ends && graph.ways_in(block) == 1
            };
            // An exit that only returns is written inside of the loop, if another block can follow the loop.
            let mut long: Vec<Block> = exits.iter().copied().filter(|b| !is_short(*b)).collect();
            if long.is_empty() {
                let returns = |b: &&Block| matches!(graph.ways[b.index()], Way::Return);
                long.extend(exits.iter().rev().find(returns));
            }
            for block in exits {
                match long.contains(&block) {
                    true => self.exits[header.index()].push(block),
                    false => self.inline[block.index()] = true,
                }
            }
        }
    }

    /// Writes a block and the blocks that it dominates. Control that reaches the end of `out` continues with `next`.
    fn tree(&mut self, block: Block, next: Option<Block>, out: &mut Vec<Node>) {
        let is_header = self.graph.loops.iter().any(|each| each.0 == block);
        if !is_header {
            return self.contents(block, next, out);
        }
        let exits = std::mem::take(&mut self.exits[block.index()]);
        self.nest(&exits, next, out, &mut |builder, next, out| {
            let mut body = Vec::new();
            builder.frames.push(Frame::Loop(block, next));
            builder.contents(block, Some(block), &mut body);
            builder.frames.pop();
            out.push(Node::Loop(block, body));
        });
    }

    /// Writes the nodes of `inner` in labelled blocks, each followed by one of `behind`.
    fn nest(
        &mut self,
        behind: &[Block],
        next: Option<Block>,
        out: &mut Vec<Node>,
        inner: &mut Inner<'_, Self>,
    ) {
        let Some((&last, rest)) = behind.split_last() else {
            return inner(self, next, out);
        };
        let mut body = Vec::new();
        self.frames.push(Frame::Labelled(last));
        self.nest(rest, Some(last), &mut body, inner);
        self.frames.pop();
        out.push(Node::Labelled(last, body));
        self.tree(last, next, out);
    }

    fn contents(&mut self, block: Block, next: Option<Block>, out: &mut Vec<Node>) {
        self.statements(block, out);
        let merges = std::mem::take(&mut self.merges[block.index()]);
        self.nest(&merges, next, out, &mut |builder, next, out| {
            builder.ending(block, next, out);
        });
    }

    /// Writes the statements of a block, and its call.
    fn statements(&self, block: Block, out: &mut Vec<Node>) {
        let data = &self.function.blocks[block.index()];
        let numbers = (0..data.statements.len()).filter(|n| self.folded[block.index()] != Some(*n));
        out.extend(numbers.map(|n| Node::Statement(block, n)));
        if let Some(Terminator::Call { .. }) = data.terminator {
            out.push(Node::Call(block));
        }
    }

    fn ending(&mut self, block: Block, next: Option<Block>, out: &mut Vec<Node>) {
        match &self.graph.ways[block.index()] {
            Way::Goto(target) => self.jump(block, *target, next, out),
            Way::Return => out.push(Node::Return),
            Way::Unreachable => out.push(Node::Unreachable),
            Way::Switch { arms, otherwise } => {
                let mut written = Vec::new();
                self.nested += 1;
                for (values, target) in arms {
                    written.push((values.clone(), self.arm(block, *target, next)));
                }
                let rest = self.arm(block, *otherwise, next);
                self.nested -= 1;
                out.push(Node::Switch {
                    block,
                    arms: written,
                    otherwise: rest,
                });
            }
        }
    }

    /// The body of an arm.
    fn arm(&mut self, from: Block, to: Block, next: Option<Block>) -> Vec<Node> {
        let mut body = Vec::new();
        match self.nested > MOST_NESTED && next == Some(to) {
            true => self.leave(from, to, &mut body),
            false => self.jump(from, to, next, &mut body),
        }
        body
    }

    fn jump(&mut self, from: Block, to: Block, next: Option<Block>, out: &mut Vec<Node>) {
        if next == Some(to) {
            return;
        }
        if self.inline[to.index()] && !self.graph.is_back(from, to) {
            return self.tree(to, next, out);
        }
        self.leave(from, to, out);
    }

    /// Writes an explicit jump.
    fn leave(&mut self, from: Block, to: Block, out: &mut Vec<Node>) {
        if self.graph.is_back(from, to) {
            return out.push(Node::Continue(to));
        }
        let mut is_near = true;
        let found = self.frames.iter().rev().find_map(|frame| match frame {
            Frame::Loop(header, Some(behind)) if *behind == to => Some(Node::BreakLoop(*header)),
            Frame::Labelled(behind) if *behind == to => Some(Node::BreakTo(to)),
            _ => {
                is_near &= !matches!(frame, Frame::Loop(..));
                None
            }
        });
        match found {
            Some(Node::BreakLoop(header)) if is_near => out.push(Node::BreakLoop(header)),
            // A jump to a block that only returns becomes a return.
            Some(_) if self.only_returns(to) => out.push(Node::Return),
            Some(node) => out.push(node),
            None => self.failed = true,
        }
    }

    fn only_returns(&self, block: Block) -> bool {
        matches!(self.graph.ways[block.index()], Way::Return)
            && self.function.blocks[block.index()].statements.is_empty()
    }

    /// Every block as an arm of one `match`.
    fn states(&self) -> Node {
        let mut states = Vec::new();
        for &block in &self.graph.order {
            let mut body = Vec::new();
            self.statements(block, &mut body);
            body.push(match &self.graph.ways[block.index()] {
                Way::Goto(target) => Node::Next(*target),
                Way::Return => Node::Return,
                Way::Unreachable => Node::Unreachable,
                Way::Switch { arms, otherwise } => Node::Switch {
                    block,
                    arms: arms
                        .iter()
                        .map(|(values, target)| (values.clone(), vec![Node::Next(*target)]))
                        .collect(),
                    otherwise: vec![Node::Next(*otherwise)],
                },
            });
            states.push((block, body));
        }
        states.sort_by_key(|state| state.0);
        Node::States(states)
    }
}
