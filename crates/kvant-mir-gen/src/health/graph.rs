//! Data dependences: a graph that grows with each step, and a shadow of the state with the node that wrote each byte.
//!
//! Edges lead to earlier nodes only, so all live nodes are found in one pass from the last node to the first.

use kvant_memory::AllocId;
use kvant_mir_machine::{Spot, Touch};

use crate::shadow::Shadow;

/// A node; 0 stands for bytes that no step has written.
pub(super) type NodeId = u32;

/// The kind of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A value that a step wrote.
    Result,
    /// A value that a call passed as an argument.
    Argument,
    /// The place that a call will write its result to.
    Destination,
    /// A value that the program reports or decides by.
    Root,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    /// The execution that it belongs to.
    run: u32,
    kind: Kind,
    /// The index of its first edge; the edges end where those of the next node begin.
    edges: u32,
}

/// The properties of a step that determine the meaning of its touches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The execution that its writes belong to.
    pub(super) run: u32,
    /// True if it calls a function: its operands are independent of each other.
    pub(super) is_call: bool,
    /// A node that all its writes depend on.
    pub(super) on: NodeId,
}

/// The live executions.
pub(super) struct Liveness {
    /// True for executions whose result is read by any other one.
    pub(super) read: Vec<bool>,
    /// True for executions whose result is live.
    pub(super) results: Vec<bool>,
    /// True for executions with a live argument.
    pub(super) arguments: Vec<bool>,
}

/// The graph, and the shadow of the state.
#[derive(Default)]
pub(super) struct Graph {
    nodes: Vec<Node>,
    edges: Vec<NodeId>,
    /// The node that wrote each slot and each byte.
    writers: Shadow<NodeId>,
    /// The nodes that the step has read so far, each with its strand.
    reads: Vec<(u32, NodeId)>,
    /// The nodes of the step so far: the strand of each, the number of reads when it was made, and the node.
    made: Vec<(u32, usize, NodeId)>,
    /// The shadow of the bytes that are being copied.
    copied: Vec<NodeId>,
}

impl Graph {
    pub(super) fn new() -> Graph {
        let mut graph = Graph::default();
        graph.node(0, Kind::Destination, &[]);
        graph
    }

    /// Records the touches of a step.
    pub(super) fn step(&mut self, step: Step, touches: &[Touch]) {
        self.reads.clear();
        self.made.clear();
        self.add_read(0, step.on);
        let mut strand = 0;
        for touch in touches {
            match *touch {
                Touch::Read(spot) => self.read(strand, spot),
                Touch::Write(spot) => {
                    let node = self.writer(step, strand);
                    self.set(spot, node);
                }
                Touch::Clear(spot) => self.set(spot, 0),
                Touch::Copy {
                    from,
                    from_start,
                    to,
                    to_start,
                    length,
                } => {
                    let (from, to) = ((from, from_start), (to, to_start));
                    self.copy(step, strand, from, to, length);
                }
                Touch::Promote {
                    depth,
                    local,
                    to,
                    length,
                } => {
                    let node = std::mem::take(self.writers.slot(depth, local));
                    self.writers.bytes(to, 0, length).fill(node);
                }
                Touch::Strand(n) => strand = n,
            }
        }
    }

    /// Turns the nodes that the step read in some strands into a root.
    pub(super) fn root(&mut self, run: u32, is_wanted: impl Fn(u32) -> bool) -> NodeId {
        let reads = std::mem::take(&mut self.reads);
        let edges: Vec<NodeId> = reads
            .iter()
            .filter(|r| is_wanted(r.0))
            .map(|r| r.1)
            .collect();
        self.reads = reads;
        self.node(run, Kind::Root, &edges)
    }

    /// Number of nodes.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The execution that a node belongs to.
    pub(super) fn run_of(&self, node: NodeId) -> u32 {
        self.nodes[node as usize].run
    }

    /// Returns true if a node is a value that a step wrote itself.
    pub(super) fn is_result(&self, node: NodeId) -> bool {
        self.nodes[node as usize].kind == Kind::Result
    }

    /// The node of the place that a call will write its result to; 0 if it does not depend on anything.
    pub(super) fn destination(&mut self, run: u32) -> NodeId {
        let reads = self.reads.iter().filter(|read| read.0 == 0);
        let edges: Vec<NodeId> = reads.map(|read| read.1).collect();
        match edges.is_empty() {
            true => 0,
            false => self.node(run, Kind::Destination, &edges),
        }
    }

    /// Removes the slots of frames that have ended.
    pub(super) fn truncate_frames(&mut self, depth: usize) {
        self.writers.truncate_frames(depth);
    }

    /// Determines which of `runs` executions are live.
    pub(super) fn liveness(&self, runs: usize) -> Liveness {
        let mut found = Liveness {
            read: vec![false; runs],
            results: vec![false; runs],
            arguments: vec![false; runs],
        };
        let mut live = vec![false; self.nodes.len()];
        let mut read = vec![false; self.nodes.len()];
        for n in (1..self.nodes.len()).rev() {
            let node = self.nodes[n];
            let is_live = live[n] || node.kind == Kind::Root;
            for &edge in self.edges_of(n) {
                live[edge as usize] |= is_live;
                // A step that reads its own result does not count as a reader.
                read[edge as usize] |= self.nodes[edge as usize].run != node.run || read[n];
            }
            let run = node.run as usize;
            match node.kind {
                Kind::Result => {
                    found.results[run] |= is_live;
                    found.read[run] |= read[n];
                }
                Kind::Argument => found.arguments[run] |= is_live,
                Kind::Destination | Kind::Root => {}
            }
        }
        found
    }

    /// The nodes that a node depends on.
    pub(super) fn edges_of(&self, n: usize) -> &[NodeId] {
        let end = self.nodes.get(n + 1).map(|next| next.edges as usize);
        &self.edges[self.nodes[n].edges as usize..end.unwrap_or(self.edges.len())]
    }

    fn node(&mut self, run: u32, kind: Kind, edges: &[NodeId]) -> NodeId {
        self.nodes.push(Node {
            run,
            kind,
            edges: self.edges.len() as u32,
        });
        self.edges.extend_from_slice(edges);
        self.nodes.len() as u32 - 1
    }

    fn add_read(&mut self, strand: u32, node: NodeId) {
        if node != 0 && self.reads.last() != Some(&(strand, node)) {
            self.reads.push((strand, node));
        }
    }

    fn read(&mut self, strand: u32, spot: Spot) {
        let mut copied = std::mem::take(&mut self.copied);
        copied.clear();
        copied.extend_from_slice(self.writers.of(spot));
        for &node in &copied {
            self.add_read(strand, node);
        }
        self.copied = copied;
    }

    fn set(&mut self, spot: Spot, node: NodeId) {
        self.writers.of(spot).fill(node);
    }

    /// The node for a step's writes in a strand, with everything that was read for them so far.
    fn writer(&mut self, step: Step, strand: u32) -> NodeId {
        let seen = self.reads.len();
        let made = self
            .made
            .iter()
            .find(|made| made.0 == strand && made.1 == seen);
        if let Some(&(_, _, node)) = made {
            return node;
        }
        let common = !step.is_call;
        let is_read = |of: u32| of == strand || (common && of == 0);
        let reads = self.reads.iter().filter(|read| is_read(read.0));
        let edges: Vec<NodeId> = reads.map(|read| read.1).collect();
        let node = self.node(step.run, kind_of(step, strand), &edges);
        self.made.push((strand, seen, node));
        node
    }

    /// Copies the shadow of bytes. Bytes that come from different nodes stay distinct.
    fn copy(
        &mut self,
        step: Step,
        strand: u32,
        from: (AllocId, u32),
        to: (AllocId, u32),
        length: u32,
    ) {
        let writer = self.writer(step, strand);
        let mut copied = std::mem::take(&mut self.copied);
        copied.clear();
        copied.extend_from_slice(self.writers.bytes(from.0, from.1, length));
        let mut last = (0, writer);
        for byte in &mut copied {
            if *byte != last.0 {
                let node = match *byte {
                    0 => writer,
                    source => self.node(step.run, kind_of(step, strand), &[source, writer]),
                };
                last = (*byte, node);
            }
            *byte = last.1;
        }
        self.writers
            .bytes(to.0, to.1, length)
            .copy_from_slice(&copied);
        self.copied = copied;
    }
}

fn kind_of(step: Step, strand: u32) -> Kind {
    match step.is_call && strand > 0 {
        true => Kind::Argument,
        false => Kind::Result,
    }
}
