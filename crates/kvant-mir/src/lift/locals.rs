//! Declarations of locals: their places and initial values.
//!
//! In Rust a variable must be initialised on every path to a use, and it ends with the block of its declaration. So a local
//! is declared in the innermost block that contains all of its uses; if its address is taken, in one that ends no sooner
//! than its storage. If it is not initialised on some path, which is then never executed, its initial value is zero, or it
//! becomes a pointer to uninitialised memory.

use std::collections::HashMap;

use super::graph::Graph;
use super::structure::Node;
use crate::syntax::{
    AdtKind, Block, Function, Local, Mutability, Place, Program, Rvalue, Statement, Terminator, Ty,
    TyKind,
};
use crate::uses::{self, Use};

/// The form of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// No declaration: the local is never used, or it is a unit value.
    Absent,
    /// An argument.
    Argument,
    /// A declaration by the first assignment.
    AtAssignment,
    /// A declaration without a value.
    Later,
    /// A declaration with a zero.
    Zero,
    /// A pointer to uninitialised memory.
    Memory,
}

/// Facts about a local.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub(super) form: Form,
    /// True if it must be declared `mut`.
    pub(super) is_mut: bool,
    /// True if moves from it must be hidden from the borrow checker.
    pub(super) moves_unseen: bool,
    /// True if all of its uses are dereferences: then an argument that is a reference needs no lifetime.
    pub(super) only_followed: bool,
}

/// Counts of the uses of each local in a body.
pub(super) struct Census {
    borrowed: Vec<bool>,
    writes: Vec<u32>,
    reads: Vec<u32>,
    others: Vec<u32>,
    follows: Vec<u32>,
    wants_mut: Vec<bool>,
}

impl Census {
    pub(super) fn of(function: &Function, graph: &Graph) -> Census {
        let count = function.locals.len();
        let mut census = Census {
            borrowed: vec![false; count],
            writes: vec![0; count],
            reads: vec![0; count],
            others: vec![0; count],
            follows: vec![0; count],
            wants_mut: vec![false; count],
        };
        for block in &graph.order {
            each_use(function, *block, &mut |local, how| census.note(local, how));
        }
        census
    }

    fn note(&mut self, local: Local, how: Use) {
        let n = local.index();
        match how {
            Use::Read | Use::Move => self.reads[n] += 1,
            Use::Write => self.writes[n] += 1,
            Use::Follow => self.follows[n] += 1,
            Use::Mark => {}
            Use::MovePart | Use::WritePart | Use::Borrow(_) => self.others[n] += 1,
        }
        self.borrowed[n] |= matches!(how, Use::Borrow(_));
        self.wants_mut[n] |= matches!(how, Use::WritePart | Use::Borrow(Mutability::Mut));
    }

    /// True if the address of `local` is taken somewhere.
    pub(super) fn is_borrowed(&self, local: Local) -> bool {
        self.borrowed[local.index()]
    }

    /// The statements that are folded into a switch, by block: each computes the scrutinee, which has no other use.
    pub(super) fn folded(&self, function: &Function) -> Vec<Option<usize>> {
        let blocks = function.blocks.iter();
        blocks
            .map(|block| {
                let Some(Terminator::Switch { scrutinee, .. }) = &block.terminator else {
                    return None;
                };
                let is_marker = |s: &Statement| {
                    matches!(s, Statement::StorageLive(_) | Statement::StorageDead(_))
                };
                let last = block.statements.iter().rposition(|s| !is_marker(s))?;
                let Statement::Assign(place, value) = &block.statements[last] else {
                    return None;
                };
                let n = place.local.index();
                let simple = matches!(
                    value,
                    Rvalue::Use(_)
                        | Rvalue::Unary(..)
                        | Rvalue::Binary(..)
                        | Rvalue::Cast(..)
                        | Rvalue::Discriminant(_)
                );
                let once = self.writes[n] == 1
                    && self.reads[n] == 1
                    && self.others[n] + self.follows[n] == 0;
                let is_tested =
                    scrutinee.place() == Some(place) && *place == Place::local(place.local);
                (simple && once && is_tested && !function.is_parameter_or_return(place.local))
                    .then_some(last)
            })
            .collect()
    }
}

fn each_use(function: &Function, block: Block, see: &mut impl FnMut(Local, Use)) {
    let block = &function.blocks[block.index()];
    for statement in &block.statements {
        uses::statement(statement, see);
    }
    if let Some(terminator) = &block.terminator {
        uses::terminator(terminator, see);
    }
}

/// Chooses the form of every local, and inserts declarations that cannot be part of an assignment into the body.
pub(super) fn declare(
    program: &Program,
    function: &Function,
    graph: &Graph,
    census: &Census,
    folded: &[Option<usize>],
    body: &mut Vec<Node>,
) -> Vec<Known> {
    let types = &program.types;
    let in_states = matches!(body.as_slice(), [Node::States(_)]);
    let unset = used_unset(program, function, graph);
    let rewritten = written_again(function, graph);
    let live = live_at_headers(function, graph);
    let mut finder = Finder {
        function,
        folded,
        census,
        sites: vec![None; function.locals.len()],
        path: Vec::new(),
        loops: Vec::new(),
    };
    finder.list(body);
    let mut declarations: HashMap<Vec<usize>, Vec<Local>> = HashMap::new();
    let mut all = Vec::new();
    for (n, site) in finder.sites.into_iter().enumerate() {
        let (local, ty) = (Local::new(n), function.locals[n].ty);
        let is_argument = n > 0 && function.is_parameter_or_return(local);
        let is_unit = matches!(types.get(ty), Some(TyKind::Tuple(fields)) if fields.is_empty());
        let mut known = Known {
            form: Form::Absent,
            is_mut: census.wants_mut[n],
            moves_unseen: unset[n] || in_states,
            only_followed: census.reads[n] + census.writes[n] + census.others[n] == 0,
        };
        if is_argument {
            known.form = Form::Argument;
            known.is_mut = census.wants_mut[n] || census.writes[n] > 0;
        } else if let Some(mut site) = site.filter(|_| !is_unit || census.borrowed[n])
            && let Some(first) = site.first.take()
        {
            if census.borrowed[n] && site.ends_too_soon(function.locals[n].marked, &live[n]) {
                site.list.clear();
            }
            let lost = unset[n] || (in_states && site.list.is_empty());
            if lost {
                site.list.clear();
            }
            let depth = site.list.len();
            known.form = match lost {
                true if can_be_zero(program, ty) => Form::Zero,
                true => Form::Memory,
                false if site.is_assignment && first.len() == depth + 1 => Form::AtAssignment,
                false => Form::Later,
            };
            known.is_mut |= match known.form {
                Form::AtAssignment => census.writes[n] > 1,
                Form::Later => rewritten[n],
                _ => true,
            };
            if known.form != Form::AtAssignment {
                let at = first[..=depth].to_vec();
                declarations.entry(at).or_default().push(local);
            }
        }
        all.push(known);
    }
    insert(body, &mut Vec::new(), &mut declarations);
    all
}

/// True if `zeroed` is defined for `ty`.
fn can_be_zero(program: &Program, ty: Ty) -> bool {
    let types = &program.types;
    !types.any_part(ty, |ty, kind| match kind {
        TyKind::Ref(..) | TyKind::FnPtr { .. } => true,
        TyKind::Adt(_) => types.as_adt_of(ty, AdtKind::Enum).is_some(),
        _ => false,
    })
}

/// The position of the uses of a local.
#[derive(Clone)]
struct Site {
    /// The path to the first use that is not a storage statement.
    first: Option<Vec<usize>>,
    /// True if the first use only assigns it.
    is_assignment: bool,
    /// The path to the innermost list with all uses.
    list: Vec<usize>,
    /// The loops around the first use, with the lengths of the paths to their bodies.
    loops: Vec<(Option<Block>, usize)>,
}

impl Site {
    /// True if the list may end before the storage of a local whose address is taken. That is so if the local is live at the
    /// header of the innermost loop around the list.
    fn ends_too_soon(&self, is_marked: bool, live_at: &[Block]) -> bool {
        let around = self.loops.iter().rfind(|each| each.1 <= self.list.len());
        match (is_marked, around) {
            (false, _) => !self.list.is_empty(),
            (true, None) => false,
            (true, Some((Some(header), _))) => live_at.contains(header),
            (true, Some((None, _))) => true,
        }
    }
}

/// Finds the uses of locals. A path is the number of a node, of a list in it, of a node in that, and so on.
struct Finder<'a> {
    function: &'a Function,
    folded: &'a [Option<usize>],
    census: &'a Census,
    sites: Vec<Option<Site>>,
    path: Vec<usize>,
    loops: Vec<(Option<Block>, usize)>,
}

impl Finder<'_> {
    fn list(&mut self, nodes: &[Node]) {
        for (n, node) in nodes.iter().enumerate() {
            self.path.push(n);
            self.node(node);
            let header = match node {
                Node::Loop(header, _) => Some(Some(*header)),
                Node::States(_) => Some(None),
                _ => None,
            };
            for (n, list) in node.lists().into_iter().enumerate() {
                self.path.push(n);
                if let Some(header) = header {
                    self.loops.push((header, self.path.len()));
                }
                self.list(list);
                if header.is_some() {
                    self.loops.pop();
                }
                self.path.pop();
            }
            self.path.pop();
        }
    }

    fn node(&mut self, node: &Node) {
        let mut found = Vec::new();
        self.uses(node, &mut |local, how| found.push((local, how)));
        for &(local, how) in &found {
            if how == Use::Mark && !self.census.is_borrowed(local) {
                continue;
            }
            let is_alone = found.iter().filter(|each| each.0 == local).count() == 1;
            self.note(local, how, how == Use::Write && is_alone);
        }
    }

    fn uses(&self, node: &Node, see: &mut impl FnMut(Local, Use)) {
        match node {
            Node::Statement(block, n) => {
                uses::statement(&self.function.blocks[block.index()].statements[*n], see);
            }
            Node::Call(block) => self.terminator(*block, see),
            Node::Switch { block, .. } => match self.folded[block.index()] {
                Some(n) => {
                    let statement = &self.function.blocks[block.index()].statements[n];
                    if let Statement::Assign(_, value) = statement {
                        uses::rvalue(value, see);
                    }
                }
                None => self.terminator(*block, see),
            },
            Node::Return => see(Local::RETURN, Use::Read),
            Node::ReturnValue(made) => {
                let mut found = Vec::new();
                match &**made {
                    Node::Statement(block, n) => {
                        let statement = &self.function.blocks[block.index()].statements[*n];
                        uses::statement(statement, &mut |local, how| found.push((local, how)));
                    }
                    Node::Call(block) => {
                        self.terminator(*block, &mut |local, how| found.push((local, how)));
                    }
                    _ => {}
                }
                // The last use is the write to the return place.
                found.pop();
                for (local, how) in found {
                    see(local, how);
                }
            }
            _ => {}
        }
    }

    fn terminator(&self, block: Block, see: &mut impl FnMut(Local, Use)) {
        if let Some(terminator) = &self.function.blocks[block.index()].terminator {
            uses::terminator(terminator, see);
        }
    }

    fn note(&mut self, local: Local, how: Use, is_assignment: bool) {
        let here = &self.path;
        let site = self.sites[local.index()].get_or_insert_with(|| Site {
            first: None,
            is_assignment: false,
            list: here[..here.len() - 1].to_vec(),
            loops: self.loops.clone(),
        });
        if site.first.is_none() && how != Use::Mark {
            site.first = Some(here.clone());
            site.is_assignment = is_assignment;
        }
        let common = site
            .list
            .iter()
            .zip(here)
            .take_while(|(a, b)| a == b)
            .count();
        // The path to a list has an even length.
        site.list.truncate(common / 2 * 2);
    }
}

/// Inserts declarations before the nodes with these paths.
fn insert(list: &mut Vec<Node>, path: &mut Vec<usize>, all: &mut HashMap<Vec<usize>, Vec<Local>>) {
    let mut done = Vec::with_capacity(list.len());
    for (n, mut node) in std::mem::take(list).into_iter().enumerate() {
        path.push(n);
        done.extend(all.remove(path).into_iter().flatten().map(Node::Declare));
        for (n, inner) in node.lists_mut().into_iter().enumerate() {
            path.push(n);
            insert(inner, path, all);
            path.pop();
        }
        path.pop();
        done.push(node);
    }
    *list = done;
}

/// The locals with a use at which they may be uninitialised, according to the flow analysis of a compiler.
fn used_unset(program: &Program, function: &Function, graph: &Graph) -> Vec<bool> {
    let count = function.locals.len();
    let can_move = |local: Local| !program.types.is_copy(function.locals[local.index()].ty);
    let mut unset = vec![false; count];
    let mut at_end: Vec<Option<Vec<bool>>> = vec![None; function.blocks.len()];
    loop {
        let mut changed = false;
        for &block in &graph.order {
            let mut set = match block {
                Block::ENTRY => {
                    let argument = |n: usize| n > 0 && n <= function.arguments as usize;
                    (0..count).map(argument).collect()
                }
                _ => vec![true; count],
            };
            for from in &graph.predecessors[block.index()] {
                if let Some(end) = &at_end[from.index()] {
                    set.iter_mut().zip(end).for_each(|(set, end)| *set &= *end);
                }
            }
            each_use(function, block, &mut |local, how| {
                let n = local.index();
                match how {
                    Use::Mark => {}
                    Use::Write => set[n] = true,
                    _ => {
                        unset[n] |= !set[n];
                        set[n] &= !(how == Use::Move && can_move(local));
                    }
                }
            });
            if at_end[block.index()].as_ref() != Some(&set) {
                at_end[block.index()] = Some(set);
                changed = true;
            }
        }
        if !changed {
            return unset;
        }
    }
}

/// The locals with an assignment at which they may be initialised already.
fn written_again(function: &Function, graph: &Graph) -> Vec<bool> {
    let count = function.locals.len();
    let mut again = vec![false; count];
    let mut at_end = vec![vec![false; count]; function.blocks.len()];
    loop {
        let mut changed = false;
        for &block in &graph.order {
            let mut set = union_of_predecessors(graph, &at_end, block);
            each_use(function, block, &mut |local, how| {
                if how == Use::Write {
                    again[local.index()] |= std::mem::replace(&mut set[local.index()], true);
                }
            });
            if at_end[block.index()] != set {
                at_end[block.index()] = set;
                changed = true;
            }
        }
        if !changed {
            return again;
        }
    }
}

/// The union of the facts at the end of all predecessors.
fn union_of_predecessors(graph: &Graph, at_end: &[Vec<bool>], block: Block) -> Vec<bool> {
    let mut all = vec![false; at_end[block.index()].len()];
    for from in &graph.predecessors[block.index()] {
        let end = &at_end[from.index()];
        all.iter_mut().zip(end).for_each(|(all, end)| *all |= *end);
    }
    all
}

/// For each local, the headers of loops at which its storage may be live.
fn live_at_headers(function: &Function, graph: &Graph) -> Vec<Vec<Block>> {
    let mut at_end = vec![vec![false; function.locals.len()]; function.blocks.len()];
    loop {
        let mut changed = false;
        for &block in &graph.order {
            let mut live = union_of_predecessors(graph, &at_end, block);
            for statement in &function.blocks[block.index()].statements {
                match statement {
                    Statement::StorageLive(local) => live[local.index()] = true,
                    Statement::StorageDead(local) => live[local.index()] = false,
                    _ => {}
                }
            }
            if at_end[block.index()] != live {
                at_end[block.index()] = live;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    let mut headers = vec![Vec::new(); function.locals.len()];
    for (header, _) in &graph.loops {
        let live = union_of_predecessors(graph, &at_end, *header);
        for (n, live) in live.into_iter().enumerate() {
            if live {
                headers[n].push(*header);
            }
        }
    }
    headers
}
