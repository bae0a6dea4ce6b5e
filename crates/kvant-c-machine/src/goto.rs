//! `goto` (6.8.6.1): from anywhere in a function to a label of it.

use kvant_c::{BlockId, Function, LabelId, Program, Stmt};

use crate::frame::{Cursor, Phase};
use crate::outcome::Result;
use crate::{Machine, Stop};

impl Machine {
    /// Leaves the blocks that do not contain the label, and enters those that do.
    pub(crate) fn goto(&mut self, program: &Program, label: LabelId) -> Result {
        let id = self.top()?.function;
        let function = program.function(id);
        let known = self.labels.get(&(id, label));
        let known = known.filter(|path| leads_to(function, path, label));
        let path = if let Some(path) = known {
            path.clone()
        } else {
            let Some(path) = find(function, label) else {
                return Err(Stop::ill_formed("there is no such label"));
            };
            self.labels.insert((id, label), path.clone());
            path
        };
        let cursors = &self.top()?.position.cursors;
        let common = cursors
            .iter()
            .zip(&path)
            .take_while(|(cursor, (block, _))| cursor.block == *block)
            .count();
        self.leave(common as u32)?;
        let last = self.top()?.position.cursors.last();
        let stays_inside = last.zip(path.get(common.wrapping_sub(1)));
        if stays_inside.is_none_or(|(cursor, step)| cursor.statement != step.1) {
            self.end_head_lifetimes()?;
        }
        let cursors = &mut self.top_mut()?.position.cursors;
        for (n, (block, statement)) in path.iter().enumerate() {
            let inside = path.get(n + 1).is_some();
            let phase = match function.block(*block).statements.get(*statement as usize) {
                Some(Stmt::DoWhile(..)) if inside => Phase::Condition,
                Some(Stmt::For(..)) if inside => Phase::Step,
                _ => Phase::Begin,
            };
            let cursor = Cursor {
                phase,
                ..Cursor::at(*block, *statement)
            };
            match cursors.get_mut(n) {
                Some(old) => *old = cursor,
                None => cursors.push(cursor),
            }
        }
        Ok(())
    }
}

/// True if a cached path into a function's blocks still ends at a label.
fn leads_to(function: &Function, path: &[(BlockId, u32)], label: LabelId) -> bool {
    let statement = |(block, n): (BlockId, u32)| {
        let block = function.blocks.get(block.index())?;
        block.statements.get(n as usize)
    };
    let mut expected = Some(Function::BODY);
    for (n, &step) in path.iter().enumerate() {
        if expected != Some(step.0) {
            return false;
        }
        let Some(statement) = statement(step) else {
            return false;
        };
        match path.get(n + 1) {
            None => return *statement == Stmt::Label(label),
            Some((next, _)) => expected = statement.blocks().find(|block| block == next),
        }
    }
    false
}

/// The path to a label: the blocks around it, each with the statement that contains the next one.
fn find(function: &Function, label: LabelId) -> Option<Vec<(BlockId, u32)>> {
    // The block that each block is in, with the statement.
    let mut parents: Vec<Option<(BlockId, u32)>> = vec![None; function.blocks.len()];
    let mut end = None;
    for (id, block) in (0..).map(BlockId).zip(&function.blocks) {
        for (n, statement) in (0..).zip(&block.statements) {
            if *statement == Stmt::Label(label) {
                end = Some((id, n));
            }
            for inner in statement.blocks() {
                *parents.get_mut(inner.index())? = Some((id, n));
            }
        }
    }
    let mut path = vec![end?];
    while let Some(&(block, _)) = path.last()
        && block != Function::BODY
    {
        path.push(parents[block.index()]?);
        if path.len() > function.blocks.len() {
            return None;
        }
    }
    path.reverse();
    Some(path)
}
