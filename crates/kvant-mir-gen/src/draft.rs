//! A program that is being written while the machine runs it.
//!
//! Everything written can be taken back together with the machine's steps since then. The draft makes no choices of
//! its own.

use std::collections::BTreeMap;

use kvant_memory::{Journal, Mark};
use kvant_mir::{
    Block, BlockData, FnId, Function, Local, LocalDecl, Location, Operand, Place, Program,
    Statement, Terminator, Ty, check,
};
use kvant_mir_machine::{Machine, MachineMark, Pause, Scalar, Spot, Stop};

use crate::feature::Feature;
use crate::interest::{Depth, Interest};
use crate::stats::{Author, Grown, Stats};

/// An arm of a switch that no execution has reached yet. It is written when one does.
#[derive(Clone, Debug)]
pub(crate) struct Arm {
    /// The block in which execution continues after the arm.
    pub(crate) join: Block,
    /// The locals that it may use, and for each a flag that is true if it is read-only.
    pub(crate) visible: Vec<(Local, bool)>,
    /// The indices among them that are always below a bound.
    pub(crate) bounded: Vec<(Local, u64)>,
    /// Depth of its nesting in other arms and loops.
    pub(crate) nesting: usize,
    /// An enum, and its variant where the arm begins.
    pub(crate) known: Option<(Place, u32)>,
    /// In the arm in which a function calls itself: the argument that counts down.
    pub(crate) fuel: Option<Local>,
}

/// The program, the machine that runs it, and the position of both.
pub(crate) struct Draft {
    pub(crate) program: Program,
    pub(crate) machine: Machine,
    /// The block that the next statement is appended to.
    pub(crate) at: (FnId, Block),
    /// True if written text is executed at once. Otherwise it is only checked for types.
    pub(crate) live: bool,
    pub(crate) arms: BTreeMap<(FnId, Block), Arm>,
    pub(crate) stats: Stats,
    /// The construct that is being written, and its feature, if the text does not show it.
    pub(crate) author: (&'static str, Option<Feature>),
    /// The author of each statement and terminator.
    pub(crate) authors: Vec<Author>,
    interest: Interest,
    statements: usize,
    edits: Journal<Edit>,
}

enum Edit {
    Statement((FnId, Block)),
    Terminator((FnId, Block)),
    Block(FnId),
    Local(FnId),
    Function,
    ArmOpened((FnId, Block)),
    ArmTaken((FnId, Block), Arm),
}

/// The reason why something was not written.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// The machine refused it.
    Machine(Stop),
    /// Execution reached a block that is still being written.
    Unwritten,
    /// The generator found nothing that fits.
    Nothing,
}

impl Refusal {
    pub(crate) fn rule(&self) -> &'static str {
        match self {
            Refusal::Machine(stop) => stop.rule(),
            Refusal::Unwritten => "unwritten",
            Refusal::Nothing => "nothing-fits",
        }
    }
}

impl From<Stop> for Refusal {
    fn from(stop: Stop) -> Refusal {
        Refusal::Machine(stop)
    }
}

/// A state of the draft to go back to.
pub(crate) struct DraftMark {
    machine: MachineMark,
    edits: Mark,
    at: (FnId, Block),
    steps: u64,
    grown: Grown,
    authors: usize,
}

impl Draft {
    pub(crate) fn new(program: Program, mut machine: Machine) -> Draft {
        machine.watch(true);
        Draft {
            at: (program.entry, Block::ENTRY),
            statements: program.statement_count(),
            program,
            machine,
            live: true,
            arms: BTreeMap::new(),
            stats: Stats::default(),
            author: ("entry", None),
            authors: Vec::new(),
            interest: Interest::default(),
            edits: Journal::default(),
        }
    }

    /// Number of statements and terminators written so far.
    pub(crate) fn statements(&self) -> usize {
        self.statements
    }

    /// The function that is being written.
    pub(crate) fn function(&self) -> &Function {
        self.program.function(self.at.0)
    }

    pub(crate) fn mark(&mut self) -> DraftMark {
        DraftMark {
            machine: self.machine.mark(),
            edits: self.edits.mark(),
            at: self.at,
            steps: self.machine.steps(),
            grown: self.stats.grown,
            authors: self.authors.len(),
        }
    }

    pub(crate) fn rollback(&mut self, mark: DraftMark) {
        self.stats.undone_steps += self.machine.steps() - mark.steps;
        self.machine.rollback(mark.machine);
        while let Some(edit) = self.edits.pop(&mark.edits) {
            self.undo(edit);
        }
        self.edits.close(mark.edits);
        self.at = mark.at;
        self.stats.grown = mark.grown;
        self.authors.truncate(mark.authors);
    }

    pub(crate) fn commit(&mut self, mark: DraftMark) {
        self.machine.commit(mark.machine);
        self.edits.close(mark.edits);
    }

    /// Writes a statement if the machine accepts it.
    pub(crate) fn statement(&mut self, statement: Statement) -> Result<(), Stop> {
        let at = self.at;
        let location = self.end_of(at);
        debug_assert_eq!(
            check::statement(&self.program, location, &crate::TARGET, &statement),
            Ok(())
        );
        self.stats.proposed += u64::from(self.live);
        self.block(at).statements.push(statement);
        if self.live {
            debug_assert_eq!(self.machine.location(), Some(location));
            let mark = self.machine.mark();
            if let Err(stop) = self.machine.step(&self.program) {
                self.machine.rollback(mark);
                self.stats.refuse(stop.rule());
                self.block(at).statements.pop();
                return Err(stop);
            }
            self.machine.commit(mark);
            self.absorb();
            self.interest.end_step();
            self.stats.accepted += 1;
        }
        self.statements += 1;
        self.sign(location);
        self.edits.record(|| Edit::Statement(at));
        Ok(())
    }

    /// Writes a terminator and executes it. The cursor follows the machine; in text that is not executed, the caller
    /// sets it.
    pub(crate) fn terminator(&mut self, terminator: Terminator) -> Result<(), Stop> {
        let at = self.at;
        let location = self.end_of(at);
        debug_assert_eq!(
            check::terminator(&self.program, location, &crate::TARGET, &terminator),
            Ok(())
        );
        self.block(at).terminator = Some(terminator);
        self.sign(location);
        self.edits.record(|| Edit::Terminator(at));
        if self.live {
            debug_assert_eq!(self.machine.location(), Some(location));
            self.machine.step(&self.program)?;
            self.absorb();
            self.interest.end_step();
            self.follow();
        }
        Ok(())
    }

    /// Records the author of the statement or terminator at `at`.
    fn sign(&mut self, at: Location) {
        let (construct, feature) = self.author;
        self.authors.push(Author {
            at,
            construct,
            feature,
        });
    }

    /// Moves the cursor to the machine's position.
    pub(crate) fn follow(&mut self) {
        if let Some(location) = self.machine.location() {
            self.at = (location.function, location.block);
        }
    }

    /// Executes written text until the frame at `depth` reaches `block`, or any frame reaches the end of the written
    /// text.
    pub(crate) fn run_to(&mut self, depth: usize, block: Block) -> Result<Pause, Stop> {
        let pause = self.machine.run_to(&self.program, depth, block);
        self.absorb();
        self.follow();
        pause
    }

    /// Starts the program. Its arguments are opaque.
    pub(crate) fn start(&mut self) -> Result<(), Stop> {
        self.machine.start(&self.program)?;
        self.absorb();
        for local in self.function().argument_locals().collect::<Vec<_>>() {
            self.interest.make_opaque(Spot::Slot { depth: 0, local });
        }
        Ok(())
    }

    /// Updates the depths from the machine's last reads and writes.
    fn absorb(&mut self) {
        self.interest.absorb(self.machine.touched());
        self.machine.clear_touched();
    }

    /// Depth of the computation in a place; unknown in code that is not executed.
    pub(crate) fn depth_of(&mut self, place: &Place) -> Depth {
        let spot = match self.live {
            true => self.machine.spot_of(&self.program, place),
            false => None,
        };
        spot.map_or(Depth::UNKNOWN, |spot| self.interest.of(spot))
    }

    /// The current value of a scalar operand; unknown in code that is not executed.
    pub(crate) fn peek(&mut self, operand: &Operand) -> Option<u128> {
        if !self.live {
            return None;
        }
        match self.machine.peek(&self.program, operand)? {
            Scalar::Bits(bits) => Some(bits),
            Scalar::Stained(_) | Scalar::Pointer(_) => None,
        }
    }

    /// Returns true if a place can be read now, and always in code that is not executed.
    pub(crate) fn can_read(&mut self, place: &Place) -> bool {
        !self.live || self.machine.can_read(&self.program, place)
    }

    pub(crate) fn new_block(&mut self) -> Block {
        let id = self.at.0;
        let function = self.program.function_mut(id);
        function.blocks.push(BlockData::default());
        self.statements += 1;
        self.edits.record(|| Edit::Block(id));
        Block::new(self.program.function(id).blocks.len() - 1)
    }

    pub(crate) fn new_local(&mut self, ty: Ty, marked: bool) -> Local {
        let id = self.at.0;
        let function = self.program.function_mut(id);
        function.locals.push(LocalDecl {
            ty,
            name: None,
            marked,
        });
        self.edits.record(|| Edit::Local(id));
        Local::new(self.program.function(id).locals.len() - 1)
    }

    pub(crate) fn new_function(&mut self, function: Function) -> FnId {
        self.statements += function.statement_count();
        self.program.functions.push(function);
        self.edits.record(|| Edit::Function);
        FnId::new(self.program.functions.len() - 1)
    }

    pub(crate) fn open_arm(&mut self, block: Block, arm: Arm) {
        let key = (self.at.0, block);
        self.arms.insert(key, arm);
        self.edits.record(|| Edit::ArmOpened(key));
    }

    /// The arm at the cursor, if execution has never reached it.
    pub(crate) fn take_arm(&mut self) -> Option<Arm> {
        let arm = self.arms.remove(&self.at)?;
        let (key, copy) = (self.at, arm.clone());
        self.edits.record(|| Edit::ArmTaken(key, copy));
        Some(arm)
    }

    fn end_of(&self, at: (FnId, Block)) -> Location {
        let block = &self.program.function(at.0).blocks[at.1.index()];
        Location {
            function: at.0,
            block: at.1,
            statement: block.statements.len() as u32,
        }
    }

    fn block(&mut self, at: (FnId, Block)) -> &mut BlockData {
        &mut self.program.function_mut(at.0).blocks[at.1.index()]
    }

    fn undo(&mut self, edit: Edit) {
        match edit {
            Edit::Statement(at) => {
                self.block(at).statements.pop();
                self.statements -= 1;
            }
            Edit::Terminator(at) => self.block(at).terminator = None,
            Edit::Block(id) => {
                self.program.function_mut(id).blocks.pop();
                self.statements -= 1;
            }
            Edit::Local(id) => {
                self.program.function_mut(id).locals.pop();
            }
            Edit::Function => {
                if let Some(function) = self.program.functions.pop() {
                    self.statements -= function.statement_count();
                }
            }
            Edit::ArmOpened(key) => {
                self.arms.remove(&key);
            }
            Edit::ArmTaken(key, arm) => {
                self.arms.insert(key, arm);
            }
        }
    }
}
