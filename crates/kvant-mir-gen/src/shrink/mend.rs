//! Programs that are nearly defined, made so while they run.
//!
//! The machine stops where something is not defined, that is taken out, and the machine goes on from there. What it did
//! before is still what the program does, unless the statement had been executed: then it begins again.

use kvant_mir::{BlockData, Location, Program, Statement, Terminator, check};
use kvant_mir_machine::{Machine, Pause, Resolver, Stop, Unspecified};

use super::edit::{Act, Edit, edit};
use super::limits;
use crate::TARGET;

/// How often something is mended in one program.
const MOST_MENDS: usize = 60;

/// Takes out what is not defined any more, one after the other, until the program is defined again.
pub(super) fn mend(program: Program, steps: u64) -> Option<Program> {
    Mend::new(program, true).done(steps)
}

/// Ends the storage that is still there where a function returns now, if that is all that stands against a program.
pub(super) fn end_storage(program: Program, steps: u64) -> Option<Program> {
    Mend::new(program, false).done(steps)
}

struct Mend {
    program: Program,
    /// Whether statements and calls may be taken out.
    removes: bool,
    /// How much was mended.
    mended: usize,
    /// What was executed, by function, block and statement.
    executed: Vec<Vec<Vec<bool>>>,
}

/// What came of trying to mend something.
enum Mended {
    /// The machine can go on from where it is.
    Here,
    /// What the machine did is not what the program does now.
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

    /// Runs the program from the beginning, and says whether it came to the end.
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
            // Nobody knows what would have to go for it to end.
            Stop::Budget(_) => None,
            _ if self.removes => self.remove(at),
            _ => None,
        }
    }

    /// Takes a statement or a call out.
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

    /// There is an end to mending.
    fn count(&mut self) -> Option<()> {
        self.mended += 1;
        (self.mended < MOST_MENDS).then_some(())
    }
}
