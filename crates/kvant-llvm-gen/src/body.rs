//! Bodies of functions in a form that is easy to change.
//!
//! A [`Body`] keeps the instructions of all blocks in one list. In an [`OpenBody`] each block has its own, so that instructions and
//! blocks come and go without a change of any number; [`OpenBody::close`] leaves out everything that is not used any more.

use std::collections::{HashMap, HashSet};

use kvant_llvm::graph::{Definitions, Graph};
use kvant_llvm::syntax::{
    Block, Body, Const, Constants, Instruction, Local, LocalInfo, Op, Type, Types, Value,
};
use kvant_llvm::{Name, Names};

/// The body of a function whose blocks have their own instructions.
///
/// Debug records and orders of uses are left out. Locals keep their numbers until the body is closed.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenBody {
    /// Its locals. The first ones are the parameters.
    pub locals: Vec<LocalInfo>,
    /// Its longer constants.
    pub constants: Constants,
    /// Its blocks, in order.
    pub blocks: Vec<OpenBlock>,
    /// The number of parameters.
    parameters: usize,
    /// The last number in the name of a new local.
    last: u32,
}

/// A block with its own instructions.
#[derive(Clone, Debug, PartialEq)]
pub struct OpenBlock {
    /// Its label.
    pub label: Local,
    /// Its instructions. The last one is its terminator.
    pub instructions: Vec<Instruction>,
}

impl OpenBlock {
    /// The number of phis at its beginning.
    pub fn phis(&self) -> usize {
        let is_phi = |it: &&Instruction| matches!(it.op, Op::Phi(..));
        self.instructions.iter().take_while(is_phi).count()
    }

    /// The terminator.
    pub fn terminator(&self) -> Option<&Op> {
        self.instructions.last().map(|it| &it.op)
    }
}

impl OpenBody {
    /// The body of a function with so many parameters.
    pub fn open(body: &Body, parameters: usize) -> OpenBody {
        let is_kept = |it: &&Instruction| !matches!(it.op, Op::DebugRecord(..));
        let blocks = body.labelled().map(|(label, instructions)| OpenBlock {
            label,
            instructions: instructions.iter().filter(is_kept).cloned().collect(),
        });
        OpenBody {
            locals: body.locals.clone(),
            constants: body.constants.clone(),
            blocks: blocks.collect(),
            parameters,
            last: 0,
        }
    }

    /// The body without locals and constants that are not used. Locals without a name get new numbers, also
    /// parameters, whose names are in the function too. `None` if something uses a local that is not there any more.
    pub fn close(mut self) -> Option<Body> {
        let mut order: Vec<u32> = (0..self.parameters as u32).collect();
        for block in &self.blocks {
            order.push(block.label.0);
            order.extend(
                block
                    .instructions
                    .iter()
                    .filter_map(|it| it.result)
                    .map(|it| it.0),
            );
        }
        self.prune_constants();
        if !self.reorder(&order) {
            return None;
        }
        let mut next = 0;
        for local in &mut self.locals {
            if local.name.as_number().is_some() {
                local.name = Name::number(next)?;
                next += 1;
            }
        }
        let mut body = Body {
            locals: self.locals,
            constants: self.constants,
            ..Body::default()
        };
        for block in self.blocks {
            let start = body.instructions.len() as u32;
            body.instructions.extend(block.instructions);
            body.blocks.push(Block {
                label: block.label,
                start,
                end: body.instructions.len() as u32,
            });
        }
        Some(body)
    }

    /// The labels of the blocks and their instructions.
    pub fn labelled(&self) -> impl Iterator<Item = (Local, &[Instruction])> + Clone {
        let blocks = self.blocks.iter();
        blocks.map(|block| (block.label, &block.instructions[..]))
    }

    /// The blocks as a graph, with dominance.
    pub fn graph(&self) -> Graph {
        Graph::new(self.locals.len(), self.labelled())
    }

    /// The places of the definitions of all locals.
    pub fn definitions(&self, graph: &Graph) -> Definitions {
        Definitions::new(self.locals.len(), self.labelled(), graph)
    }

    /// The parameters.
    pub fn parameters(&self) -> impl Iterator<Item = Local> + use<> {
        (0..self.parameters as u32).map(Local)
    }

    /// Adds a parameter behind the others. All numbers of other locals change.
    pub fn add_parameter(&mut self, names: &mut Names, stem: &str, ty: Type) -> Local {
        let new = self.local(names, stem, ty);
        self.add_parameters(&[new]);
        Local(self.parameters as u32 - 1)
    }

    /// Makes locals that nothing defines the last parameters. All numbers of locals change. False if one is mentioned twice.
    pub fn add_parameters(&mut self, locals: &[Local]) -> bool {
        let is_new = |n: &u32| locals.contains(&Local(*n));
        let (old, new) = (0..self.parameters as u32, locals.iter().map(|it| it.0));
        let rest = (self.parameters as u32..self.locals.len() as u32).filter(|n| !is_new(n));
        let order: Vec<u32> = old.chain(new).chain(rest).collect();
        self.parameters += locals.len();
        self.reorder(&order)
    }

    /// Takes parameters away. All numbers of locals change. False if one of them is used.
    pub fn remove_parameters(&mut self, is_removed: &dyn Fn(usize) -> bool) -> bool {
        let kept = |n: usize| n >= self.parameters || !is_removed(n);
        let order: Vec<u32> = (0..self.locals.len())
            .filter(|n| kept(*n))
            .map(|n| n as u32)
            .collect();
        self.parameters = (0..self.parameters).filter(|n| kept(*n)).count();
        self.reorder(&order)
    }

    /// The type of a local.
    pub fn ty(&self, local: Local) -> Type {
        let info = self.locals.get(local.0 as usize);
        info.map_or(Types::VOID, |it| it.ty)
    }

    /// A new local. Its name begins with `stem`, and no other local has it.
    pub fn local(&mut self, names: &mut Names, stem: &str, ty: Type) -> Local {
        let name = loop {
            let name = match self.last {
                0 => names.intern(stem),
                number => names.intern(&format!("{stem}.{number}")),
            };
            self.last += 1;
            if self.locals.iter().all(|it| it.name != name) {
                break name;
            }
        };
        self.locals.push(LocalInfo { name, ty });
        Local(self.locals.len() as u32 - 1)
    }

    /// A value that is a longer constant.
    pub fn constant(&mut self, constant: Const) -> Value {
        self.constants.push(constant);
        Value::Const(self.constants.len() as u32 - 1)
    }

    /// Calls `visit` with every operand and its type, also with values in metadata.
    pub fn operands_mut(&mut self, visit: &mut dyn FnMut(Type, &mut Value)) {
        for block in &mut self.blocks {
            for instruction in &mut block.instructions {
                instruction.op.values_mut(visit);
                for attachment in instruction.attachments.iter_mut().flatten() {
                    attachment
                        .node
                        .values_mut(&mut |it| visit(it.ty, &mut it.value));
                }
            }
        }
        for constant in &mut self.constants {
            if let Const::Metadata(node) = constant {
                node.values_mut(&mut |it| visit(it.ty, &mut it.value));
            }
        }
    }

    /// Replaces all uses of a local.
    pub fn replace(&mut self, local: Local, with: Value) {
        self.replace_all(&HashMap::from([(local, with)]));
    }

    /// Replaces all uses of some locals. Values that are replaced themselves are followed. False if they go in a circle; nothing
    /// is replaced then.
    pub fn replace_all(&mut self, with: &HashMap<Local, Value>) -> bool {
        let resolve = |local: Local| {
            let mut value = *with.get(&local)?;
            for _ in 0..with.len() {
                match value {
                    Value::Local(next) if with.contains_key(&next) => value = with[&next],
                    _ => return Some(value),
                }
            }
            None
        };
        let resolved: HashMap<Local, Value> = with
            .keys()
            .filter_map(|it| Some((*it, resolve(*it)?)))
            .collect();
        if resolved.len() < with.len() {
            return false;
        }
        self.operands_mut(&mut |_, value| {
            if let Value::Local(local) = value
                && let Some(new) = resolved.get(local)
            {
                *value = *new;
            }
        });
        true
    }

    /// The number of uses of each local, by its number. Labels count where a terminator or a phi names them.
    pub fn uses(&mut self) -> Vec<u32> {
        let mut uses = vec![0; self.locals.len()];
        let mut count = |local: Local| {
            if let Some(uses) = uses.get_mut(local.0 as usize) {
                *uses += 1;
            }
        };
        self.operands_mut(&mut |_, value| {
            if let Value::Local(local) = value {
                count(*local);
            }
        });
        for instruction in self.blocks.iter().flat_map(|it| &it.instructions) {
            instruction.op.targets(&mut count);
            if let Op::Phi(_, _, incoming) = &instruction.op {
                incoming.iter().for_each(|it| count(it.1));
            }
        }
        uses
    }

    /// Splits a block before an instruction, which becomes the first one of a new block behind it. Returns the index of the new
    /// block. The instruction must not be a phi.
    pub fn split(&mut self, names: &mut Names, block: usize, at: usize) -> usize {
        let label = self.local(names, "split", Types::LABEL);
        let old = &mut self.blocks[block];
        let behind = old.instructions.split_off(at);
        let before = old.label;
        old.instructions.push(plain(Op::Br(label)));
        // Edges now come from the new block.
        let mut targets = Vec::new();
        if let Some(last) = behind.last() {
            last.op.targets(|target| targets.push(target));
        }
        self.blocks.insert(
            block + 1,
            OpenBlock {
                label,
                instructions: behind,
            },
        );
        for target in self
            .blocks
            .iter_mut()
            .filter(|it| targets.contains(&it.label))
        {
            let phis = target.phis();
            for phi in &mut target.instructions[..phis] {
                if let Op::Phi(_, _, incoming) = &mut phi.op {
                    let from = incoming.iter_mut().filter(|it| it.1 == before);
                    from.for_each(|it| it.1 = label);
                }
            }
        }
        block + 1
    }

    /// Replaces the terminator of a block. Phis lose the values of edges that go away; new edges need new values in phis.
    pub fn set_terminator(&mut self, block: usize, op: Op) {
        let label = self.blocks[block].label;
        let mut kept = Vec::new();
        op.targets(|target| kept.push(target));
        let old = self.blocks[block].instructions.pop();
        self.blocks[block].instructions.push(plain(op));
        let mut gone = Vec::new();
        if let Some(old) = old {
            old.op
                .targets(|target| match kept.iter().position(|it| *it == target) {
                    Some(at) => {
                        kept.swap_remove(at);
                    }
                    None => gone.push(target),
                });
        }
        for target in gone {
            self.remove_edge(label, target);
        }
    }

    /// Takes one value for an edge away from the phis of a block.
    pub fn remove_edge(&mut self, from: Local, to: Local) {
        let Some(block) = self.blocks.iter_mut().find(|it| it.label == to) else {
            return;
        };
        let phis = block.phis();
        for phi in &mut block.instructions[..phis] {
            if let Op::Phi(_, _, incoming) = &mut phi.op
                && let Some(at) = incoming.iter().position(|it| it.1 == from)
            {
                let mut rest = std::mem::take(incoming).into_vec();
                rest.remove(at);
                *incoming = rest.into();
            }
        }
    }

    /// Removes blocks that nothing leads to. Uses of their results, in other such blocks only, go with them.
    pub fn remove_unreachable(&mut self) {
        let graph = self.graph();
        self.remove_blocks(&|n, _| !graph.is_reachable(n));
    }

    /// Removes blocks by their numbers and labels. Phis lose their values for the edges from there; edges to there are left as
    /// they are.
    pub fn remove_blocks(&mut self, is_removed: &dyn Fn(usize, Local) -> bool) {
        let mut edges = Vec::new();
        let mut n = 0;
        self.blocks.retain(|block| {
            n += 1;
            let is_gone = is_removed(n - 1, block.label);
            if let Some(last) = block.terminator().filter(|_| is_gone) {
                last.targets(|target| edges.push((block.label, target)));
            }
            !is_gone
        });
        for (from, to) in edges {
            self.remove_edge(from, to);
        }
    }

    /// Replaces phis with one value by that value.
    pub fn remove_single_phis(&mut self) {
        let mut with = HashMap::new();
        for block in &mut self.blocks {
            block.instructions.retain(|it| match (&it.op, it.result) {
                (Op::Phi(_, _, incoming), Some(result)) => match incoming[..] {
                    // In a loop that nothing leads to, a phi may be its own value.
                    [(value, _)] if value != Value::Local(result) => {
                        with.insert(result, value);
                        false
                    }
                    _ => true,
                },
                _ => true,
            });
        }
        if !self.replace_all(&with) {
            // Such phis are in a circle that nothing leads to.
            for value in with.values_mut() {
                *value = Value::Poison;
            }
            self.replace_all(&with);
        }
    }

    /// Lets everything that leads to a block go on to its target at once, if the block only jumps there. Returns false if it
    /// cannot be: then a phi would have two values for one predecessor, for example. The block stays.
    pub fn skip(&mut self, block: usize) -> bool {
        let [Instruction { op: Op::Br(to), .. }] = self.blocks[block].instructions[..] else {
            return false;
        };
        let from = self.blocks[block].label;
        let Some(target) = self.blocks.iter().position(|it| it.label == to) else {
            return false;
        };
        let (mut new, mut is_known) = (Vec::new(), false);
        for block in &self.blocks {
            if let Some(last) = block.terminator() {
                let (mut goes, mut knows) = (0, false);
                last.targets(|it| {
                    goes += usize::from(it == from);
                    knows |= it == to;
                });
                new.extend(std::iter::repeat_n(block.label, goes));
                is_known |= goes > 0 && knows;
            }
        }
        let phis = self.blocks[target].phis();
        if block == 0 || from == to || new.is_empty() || is_known && phis > 0 {
            return false;
        }
        for phi in &mut self.blocks[target].instructions[..phis] {
            if let Op::Phi(_, _, incoming) = &mut phi.op
                && let Some((value, _)) = incoming.iter().find(|it| it.1 == from).copied()
            {
                let mut all = std::mem::take(incoming).into_vec();
                all.extend(new.iter().map(|label| (value, *label)));
                *incoming = all.into();
            }
        }
        for instruction in self.blocks.iter_mut().flat_map(|it| &mut it.instructions) {
            instruction.op.targets_mut(&mut |it| {
                if *it == from {
                    *it = to;
                }
            });
        }
        true
    }

    /// Merges a block with its only successor, if that has no other predecessor and no phis. Returns false if it cannot be.
    pub fn merge(&mut self, block: usize) -> bool {
        let Some(Op::Br(target)) = self.blocks[block].terminator() else {
            return false;
        };
        let target = *target;
        let edges = |it: &OpenBlock| {
            let mut count = 0;
            if let Some(last) = it.terminator() {
                last.targets(|to| count += usize::from(to == target));
            }
            count
        };
        let at = self.blocks.iter().position(|it| it.label == target);
        let Some(at) = at.filter(|at| *at != block && *at != 0) else {
            return false;
        };
        if self.blocks.iter().map(edges).sum::<usize>() != 1 || self.blocks[at].phis() > 0 {
            return false;
        }
        let label = self.blocks[block].label;
        let behind = std::mem::take(&mut self.blocks[at].instructions);
        self.blocks[block].instructions.pop();
        self.blocks[block].instructions.extend(behind);
        self.blocks.remove(at);
        for instruction in self.blocks.iter_mut().flat_map(|it| &mut it.instructions) {
            if let Op::Phi(_, _, incoming) = &mut instruction.op {
                let from = incoming.iter_mut().filter(|it| it.1 == target);
                from.for_each(|it| it.1 = label);
            }
        }
        true
    }

    /// Gives locals the numbers of their places in a list. Those that are not in it go away. False if they are used.
    fn reorder(&mut self, order: &[u32]) -> bool {
        let new: HashMap<u32, u32> = order
            .iter()
            .zip(0..)
            .map(|(old, new)| (*old, new))
            .collect();
        let mut is_complete = new.len() == order.len();
        let mut renumber = |local: &mut Local| match new.get(&local.0) {
            Some(new) => local.0 = *new,
            None => is_complete = false,
        };
        self.operands_mut(&mut |_, value| {
            if let Value::Local(local) = value {
                renumber(local);
            }
        });
        for block in &mut self.blocks {
            renumber(&mut block.label);
            for instruction in &mut block.instructions {
                instruction.result.iter_mut().for_each(&mut renumber);
                instruction.op.targets_mut(&mut |it| renumber(it));
                if let Op::Phi(_, _, incoming) = &mut instruction.op {
                    incoming.iter_mut().for_each(|it| renumber(&mut it.1));
                }
            }
        }
        let locals = order
            .iter()
            .filter_map(|old| self.locals.get(*old as usize));
        self.locals = locals.copied().collect();
        is_complete
    }

    /// Removes constants that nothing refers to.
    fn prune_constants(&mut self) {
        fn visit(value: &mut Value, constants: &Constants, queue: &mut Vec<u32>) {
            if let Value::Const(at) = value
                && (*at as usize) < constants.len()
            {
                queue.push(*at);
            }
        }
        let mut queue = Vec::new();
        let constants = std::mem::take(&mut self.constants);
        self.operands_mut(&mut |_, value| visit(value, &constants, &mut queue));
        let mut used: HashSet<u32> = HashSet::new();
        while let Some(at) = queue.pop() {
            if used.insert(at) {
                let mut constant = constants[at as usize].clone();
                constant.operands_mut(&mut |it| visit(&mut it.value, &constants, &mut queue));
            }
        }
        let is_used = |n: &u32| used.contains(n);
        let kept: Vec<u32> = (0..constants.len() as u32).filter(is_used).collect();
        let new: HashMap<u32, u32> = kept.iter().zip(0..).map(|(old, new)| (*old, new)).collect();
        let renumber = |value: &mut Value| {
            if let Value::Const(at) = value
                && let Some(new) = new.get(at)
            {
                *at = *new;
            }
        };
        self.operands_mut(&mut |_, value| renumber(value));
        let kept = constants.into_iter().zip(0..).filter(|(_, n)| is_used(n));
        self.constants = kept.map(|it| it.0).collect();
        for constant in &mut self.constants {
            constant.operands_mut(&mut |it| renumber(&mut it.value));
        }
    }
}

/// An instruction without a result and without metadata.
pub fn plain(op: Op) -> Instruction {
    Instruction {
        result: None,
        op,
        attachments: None,
    }
}
