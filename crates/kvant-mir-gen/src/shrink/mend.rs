//! Programs that are nearly defined, repaired while they run.
//!
//! The machine stops at a step that is not defined, that statement is removed, and the machine continues from there.
//! The steps before are still those of the program, unless the statement had been executed before: then the run
//! begins again.

use kvant_mir::{BlockData, Location, Program, Statement, Terminator, check};
use kvant_mir_machine::{Machine, Pause, Resolver, Stop, Unspecified};

use super::edit::{Act, Edit, edit};
use super::limits;
use crate::TARGET;

/// Maximum number of repairs of one program.
const MOST_MENDS: usize = 60;

/// Removes statements and calls that are not defined any more, one after the other, until the program is defined
/// again.
pub(super) fn mend(program: Program, steps: u64) -> Option<Program> {
    Mend::new(program, true).done(steps)
}

/// Ends the storage that is still live where a function returns now, if nothing else is wrong with a program.
pub(super) fn end_storage(program: Program, steps: u64) -> Option<Program> {
    Mend::new(program, false).done(steps)
}

struct Mend {
    program: Program,
    /// True if statements and calls may be removed.
    removes: bool,
    /// Number of repairs.
    mended: usize,
    /// True for executed statements, by function, block and statement.
    executed: Vec<Vec<Vec<bool>>>,
}

/// The result of a repair.
enum Mended {
    /// The machine can continue from its position.
    Here,
    /// The steps of the machine are not those of the repaired program.
    Anew,
}

impl Mend {
    fn new(program: Program, removes: bool) -> Mend {
        Mend {
            program,
            removes,
            mended: 0,
            executed: Vec::new(),
        }
    }

    fn done(mut self, steps: u64) -> Option<Program> {
        while let Err(wrong) = check::program(&self.program, &TARGET) {
            let at = wrong.location.filter(|_| self.removes)?;
            self.forget();
            self.remove(at)?;
        }
        while !self.run(steps)? {}
        Some(self.program)
    }

    fn forget(&mut self) {
        let lines = |block: &BlockData| vec![false; block.statements.len() + 1];
        let functions = self.program.functions.iter();
        self.executed = functions
            .map(|function| function.blocks.iter().map(lines).collect())
            .collect();
    }

    /// Runs the program from the beginning, and returns true if it reached the end.
    fn run(&mut self, steps: u64) -> Option<bool> {
        self.forget();
        let mut machine = Machine::new(TARGET, Resolver::default(), limits(steps));
        machine.start(&self.program).ok()?;
        loop {
            let at = machine.location()?;
            let mark = machine.mark();
            match machine.step(&self.program) {
                Ok(pause) => {
                    machine.commit(mark);
                    *self.was_executed(at) = true;
                    match pause {
                        None => {}
                        Some(Pause::Finished) => return Some(true),
                        Some(Pause::Frontier | Pause::Arrived) => return None,
                    }
                }
                Err(stop) => {
                    machine.rollback(mark);
                    if let Mended::Anew = self.mend(&stop, at)? {
                        return Some(false);
                    }
                }
            }
        }
    }

    fn mend(&mut self, stop: &Stop, at: Location) -> Option<Mended> {
        match stop {
            Stop::Unspecified(Unspecified::StorageLiveAtReturn { local }) => {
                self.count()?;
                let function = self.program.function_mut(at.function);
                let block = &mut function.blocks[at.block.index()];
                block.statements.push(Statement::StorageDead(*local));
                let lines = &mut self.executed[at.function.index()][at.block.index()];
                let again = lines[at.statement as usize];
                lines.insert(at.statement as usize, false);
                Some(if again { Mended::Anew } else { Mended::Here })
            }
            // It is not known which statements keep the program from ending.
            Stop::Budget(_) => None,
            _ if self.removes => self.remove(at),
            _ => None,
        }
    }

    /// Removes a statement or a call.
    fn remove(&mut self, at: Location) -> Option<Mended> {
        self.count()?;
        let block = &self.program.function(at.function).blocks[at.block.index()];
        let statement = block.statements.get(at.statement as usize);
        if statement.is_none() && !matches!(block.terminator, Some(Terminator::Call { .. })) {
            return None;
        }
        let marker = matches!(
            statement,
            Some(Statement::StorageLive(_) | Statement::StorageDead(_))
        );
        let is_statement = statement.is_some();
        let again = *self.was_executed(at);
        edit(&mut self.program, &Edit::new(at, Act::Remove));
        if is_statement {
            let lines = &mut self.executed[at.function.index()][at.block.index()];
            lines.remove(at.statement as usize);
        }
        if marker {
            self.program.function_mut(at.function).find_marked();
        }
        Some(match again || marker {
            true => Mended::Anew,
            false => Mended::Here,
        })
    }

    fn was_executed(&mut self, at: Location) -> &mut bool {
        &mut self.executed[at.function.index()][at.block.index()][at.statement as usize]
    }

    /// Counts a repair; `None` if there were too many.
    fn count(&mut self) -> Option<()> {
        self.mended += 1;
        (self.mended < MOST_MENDS).then_some(())
    }
}
