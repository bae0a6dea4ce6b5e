//! Control flow of a program: functions with loops, and sites that every execution reaches.
//!
//! Programs are defined and terminate, so a block on every path through a function is executed whenever the function is.

use crate::text::{End, Function, Program, Site};

impl Function<'_> {
    /// Returns true if the control-flow graph has a cycle.
    pub(crate) fn has_loop(&self) -> bool {
        let blocks = self.blocks.iter().enumerate();
        let mut edges =
            blocks.flat_map(|(from, block)| block.targets.iter().map(move |to| (from, *to)));
        // Every cycle has an edge to an earlier block or to itself.
        edges.any(|(from, to)| to <= from && self.reachable(to, None)[from])
    }

    /// The blocks that every execution reaches, in the order of the text.
    fn unavoidable(&self) -> Vec<usize> {
        let returns = |without: Option<usize>| {
            let reachable = self.reachable(0, without);
            let mut blocks = self.blocks.iter().zip(reachable);
            blocks.any(|(block, is_reachable)| is_reachable && block.end == End::Return)
        };
        if !returns(None) {
            return Vec::new();
        }
        let blocks = 0..self.blocks.len();
        blocks.filter(|block| !returns(Some(*block))).collect()
    }

    /// For each block, true if it can be reached from `from` on a path that avoids `without`.
    fn reachable(&self, from: usize, without: Option<usize>) -> Vec<bool> {
        let mut reachable = vec![false; self.blocks.len()];
        let mut open = vec![from];
        while let Some(block) = open.pop() {
            if Some(block) != without && !reachable[block] {
                reachable[block] = true;
                open.extend(&self.blocks[block].targets);
            }
        }
        reachable
    }
}

impl<'a> Program<'a> {
    /// The sites that every execution reaches, each with the number of its function: first those of the entry function, in the
    /// order of the text.
    pub(crate) fn certain_sites(&self) -> Vec<(usize, Site<'a>)> {
        let mut sites = Vec::new();
        let mut functions = vec![self.entry];
        let mut n = 0;
        while let Some(&function) = functions.get(n) {
            n += 1;
            let Function { blocks, .. } = &self.functions[function];
            for block in self.functions[function].unavoidable() {
                match blocks[block].end {
                    End::Observe(site) => sites.push((function, site)),
                    End::Call(callee) => {
                        let callee = self.functions.iter().position(|each| each.name == callee);
                        functions.extend(callee.filter(|callee| !functions.contains(callee)));
                    }
                    End::Return | End::Other => {}
                }
            }
        }
        sites
    }
}
