//! Decoys: arms that were never reached get plausible text that is not executed.

use kvant_c::{Attribute, BlockId, ExprKind, FnId, Stmt};

use super::place::Use;
use super::{Grower, Here};
use crate::feature::Feature;

impl Grower {
    /// Closes all open blocks.
    pub(super) fn decoys(&mut self) {
        for n in 0..self.program.functions.len() {
            let function = FnId(n as u32);
            let around = self.surroundings(function);
            for (block, around) in around {
                if !self.program.function(function).block(block).open {
                    continue;
                }
                if self.has(Feature::Decoys) {
                    self.decoy(function, block, &around);
                }
                self.program.function_mut(function).block_mut(block).open = false;
            }
        }
    }

    /// Every block of a function's text, with the blocks around it, outermost first and itself last.
    fn surroundings(&self, function: FnId) -> Vec<(BlockId, Vec<BlockId>)> {
        let body = self.program.function(function);
        let mut found = vec![(kvant_c::Function::BODY, vec![kvant_c::Function::BODY])];
        let mut next = 0;
        while let Some((block, around)) = found.get(next).cloned() {
            next += 1;
            for statement in &body.block(block).statements {
                for inner in statement.blocks() {
                    let mut around = around.clone();
                    around.push(inner);
                    found.push((inner, around));
                }
            }
        }
        found
    }

    fn decoy(&mut self, function: FnId, block: BlockId, around: &[BlockId]) {
        let body = self.program.function(function);
        let says = |promise: &Attribute| body.attributes.contains(promise);
        let promised = [Attribute::Const, Attribute::Pure].into_iter().find(says);
        let mut variables = match promised {
            Some(Attribute::Const) => Vec::new(),
            _ => self.globals(),
        };
        self.outline.locals(body, function, around, &mut variables);
        self.here = Here {
            function,
            block,
            depth: usize::MAX,
            level: around.len() as u32,
            loops: 1,
            variables,
            promised,
        };
        for _ in 0..self.rng.between(1, 3) {
            let made = self.place(Use::Write).and_then(|to| {
                let value = self.value(2);
                let value = self.fitting(value, to.ty)?;
                self.make(ExprKind::Assign(Box::new(to), Box::new(value)))
            });
            if let Some(e) = made {
                self.push(Stmt::Expr(e));
            }
        }
    }
}
