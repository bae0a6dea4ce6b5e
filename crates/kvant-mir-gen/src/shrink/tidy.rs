//! Superfluous text: unreachable blocks, chains of jumps, and locals, arguments, functions and types that are not
//! referenced. Its removal does not change execution.

use std::collections::BTreeSet;

use kvant_mir::{
    Block, Callee, FnId, Function, Local, Place, Program, Projection, Rewrite, Rvalue, Statement,
    Terminator,
};

use super::signature;
use super::text::{Line, locations};

/// Removes everything that is not referenced. With `join`, also joins blocks and drops arguments, which may matter to
/// a compiler.
pub(super) fn tidy(mut program: Program, join: bool) -> Program {
    loop {
        let before = measure(&program);
        for function in &mut program.functions {
            if join {
                thread(function);
                merge(function);
            }
            drop_blocks(function);
            drop_locals(function);
        }
        if join {
            drop_arguments(&mut program);
        }
        drop_functions(&mut program);
        if measure(&program) == before {
            return program.canonical_without_unused(0);
        }
    }
}

fn measure(program: &Program) -> (usize, usize, usize) {
    let locals = program.functions.iter().map(|f| f.locals.len()).sum();
    (program.statement_count(), program.functions.len(), locals)
}

/// Redirects jumps.
struct Thread<'a>(&'a [Block]);

impl Rewrite for Thread<'_> {
    fn block(&mut self, block: &mut Block) {
        *block = self.0.get(block.index()).copied().unwrap_or(*block);
    }
}

/// Leads around blocks that are only a jump, and replaces switches with only one target by jumps.
fn thread(function: &mut Function) {
    for n in 0..function.blocks.len() {
        let terminator = function.blocks[n].terminator.as_mut();
        if let Some(Terminator::Switch {
            arms, otherwise, ..
        }) = terminator
            && arms.iter().all(|arm| arm.1 == *otherwise)
        {
            function.blocks[n].terminator = Some(Terminator::Goto(*otherwise));
        }
    }
    let next = |function: &Function, block: Block| {
        let data = &function.blocks[block.index()];
        match data.terminator {
            Some(Terminator::Goto(target)) if data.statements.is_empty() => Some(target),
            _ => None,
        }
    };
    let ends: Vec<Block> = (0..function.blocks.len())
        .map(|n| {
            let mut end = Block::new(n);
            for _ in 0..function.blocks.len() {
                match next(function, end) {
                    Some(target) => end = target,
                    None => break,
                }
            }
            end
        })
        .collect();
    Thread(&ends).function(function);
}

/// Joins a block with its only predecessor.
fn merge(function: &mut Function) {
    let mut leading = vec![0_usize; function.blocks.len()];
    leading[Block::ENTRY.index()] = 1;
    for n in reachable(function) {
        let terminator = function.blocks[n].terminator.as_ref();
        for block in terminator.into_iter().flat_map(Terminator::successors) {
            leading[block.index()] += 1;
        }
    }
    for n in reachable(function) {
        while let Some(Terminator::Goto(target)) = function.blocks[n].terminator {
            if target.index() == n || target == Block::ENTRY || leading[target.index()] != 1 {
                break;
            }
            let rest = std::mem::take(&mut function.blocks[target.index()].statements);
            let end = function.blocks[target.index()].terminator.take();
            // The block is unreachable now, but needs a terminator until it is dropped.
            function.blocks[target.index()].terminator = Some(Terminator::Unreachable);
            function.blocks[n].statements.extend(rest);
            function.blocks[n].terminator = end;
        }
    }
}

/// The blocks that are reachable from the entry block, in order.
fn reachable(function: &Function) -> BTreeSet<usize> {
    let mut found = BTreeSet::from([Block::ENTRY.index()]);
    let mut todo = vec![Block::ENTRY];
    while let Some(block) = todo.pop() {
        let terminator = function.blocks[block.index()].terminator.as_ref();
        for next in terminator.into_iter().flat_map(Terminator::successors) {
            if next.index() < function.blocks.len() && found.insert(next.index()) {
                todo.push(next);
            }
        }
    }
    found
}

fn drop_blocks(function: &mut Function) {
    struct Renumber(Vec<u32>);
    impl Rewrite for Renumber {
        fn block(&mut self, block: &mut Block) {
            *block = Block(self.0[block.index()]);
        }
    }
    let kept = reachable(function);
    if kept.len() == function.blocks.len() {
        return;
    }
    let mut numbers = vec![0; function.blocks.len()];
    for (new, old) in kept.iter().enumerate() {
        numbers[*old] = new as u32;
    }
    let mut n = 0;
    function.blocks.retain(|_| {
        n += 1;
        kept.contains(&(n - 1))
    });
    Renumber(numbers).function(function);
}

/// The locals that are named other than by a storage marker.
pub(super) fn named_locals(function: &Function) -> Vec<bool> {
    struct Named(Vec<bool>);
    impl Rewrite for Named {
        fn place(&mut self, place: &mut Place) {
            self.0[place.local.index()] = true;
            for step in &place.projection {
                if let Projection::Index(local) = step {
                    self.0[local.index()] = true;
                }
            }
        }
    }
    let mut named = Named(vec![false; function.locals.len()]);
    named.function(&mut function.clone());
    named.0
}

fn drop_locals(function: &mut Function) {
    struct Renumber(Vec<u32>);
    impl Rewrite for Renumber {
        fn local(&mut self, local: &mut Local) {
            *local = Local(self.0[local.index()]);
        }
    }
    let mut kept = named_locals(function);
    kept[..=function.arguments as usize].fill(true);
    if kept.iter().all(|kept| *kept) {
        return;
    }
    for block in &mut function.blocks {
        block.statements.retain(|statement| match statement {
            Statement::StorageLive(local) | Statement::StorageDead(local) => kept[local.index()],
            _ => true,
        });
    }
    let mut next = 0;
    let numbers = kept.iter().map(|kept| {
        next += u32::from(*kept);
        next.saturating_sub(1)
    });
    let mut renumber = Renumber(numbers.collect());
    let mut n = 0;
    function.locals.retain(|_| {
        n += 1;
        kept[n - 1]
    });
    renumber.function(function);
}

/// The functions that pointers are made to. Their signature is part of a type.
pub(super) fn pointed_to(program: &Program) -> BTreeSet<FnId> {
    let ids = locations(program).filter_map(|(_, line)| match line {
        Line::Statement(Statement::Assign(_, Rvalue::FnPointer(id))) => Some(*id),
        _ => None,
    });
    ids.collect()
}

fn drop_arguments(program: &mut Program) {
    let pointed_to = pointed_to(program);
    for n in 0..program.functions.len() {
        let id = FnId::new(n);
        if pointed_to.contains(&id) {
            continue;
        }
        let named = named_locals(program.function(id));
        for argument in (0..program.function(id).arguments).rev() {
            if !named[argument as usize + 1] {
                signature::drop(program, id, argument, None);
            }
        }
    }
}

fn drop_functions(program: &mut Program) {
    struct Renumber(Vec<u32>);
    impl Rewrite for Renumber {
        fn callee(&mut self, id: &mut FnId) {
            *id = FnId(self.0[id.index()]);
        }
    }
    let mut kept = vec![false; program.functions.len()];
    kept[program.entry.index()] = true;
    let mut todo = vec![program.entry];
    while let Some(id) = todo.pop() {
        for called in called_by(program.function(id)) {
            if !std::mem::replace(&mut kept[called.index()], true) {
                todo.push(called);
            }
        }
    }
    if kept.iter().all(|kept| *kept) {
        return;
    }
    let mut next = 0;
    let numbers = kept.iter().map(|kept| {
        next += u32::from(*kept);
        next.saturating_sub(1)
    });
    let mut renumber = Renumber(numbers.collect());
    renumber.callee(&mut program.entry);
    let mut n = 0;
    program.functions.retain(|_| {
        n += 1;
        kept[n - 1]
    });
    for function in &mut program.functions {
        renumber.function(function);
    }
}

/// The functions that a function calls or makes pointers to.
pub(super) fn called_by(function: &Function) -> Vec<FnId> {
    let mut ids = Vec::new();
    for block in &function.blocks {
        for statement in &block.statements {
            if let Statement::Assign(_, Rvalue::FnPointer(id)) = statement {
                ids.push(*id);
            }
        }
        if let Some(Terminator::Call {
            callee: Callee::Function(id),
            ..
        }) = &block.terminator
        {
            ids.push(*id);
        }
    }
    ids
}
