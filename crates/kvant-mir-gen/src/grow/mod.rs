//! Growth by execution.
//!
//! Text is written at the machine's position. A region (a function's body, an arm, a loop's body) is a list of
//! constructs; each construct leaves the machine at the end of the written text. Arms that are not taken stay
//! unwritten until some later iteration or call reaches them, and are written then, with the data of that execution.
//! A further execution of written text (a further iteration, a further call) is tried first and taken back if the
//! machine refuses it.

mod ahead;
mod alias;
mod call;
mod constant;
mod construct;
mod enumeration;
mod exit;
mod fold;
mod function;
mod idiom;
mod intrinsic;
mod looping;
mod memory;
mod observe;
mod operand;
mod phi;
mod place;
mod pointer;
mod reference;
mod rvalue;
mod splice;
mod switch;
mod switch_shape;
mod template;
mod union;

use std::collections::BTreeMap;
use std::sync::Arc;

use kvant_mir::layout::{FieldOrder, Layouts};
use kvant_mir::{
    Block, BlockData, Constant, FloatTy, FnId, Function, Inline, IntTy, Local, LocalDecl, Operand,
    Place, Program, Projection, Rvalue, Statement, Terminator, Translated, Ty, TyKind, Types,
};
use kvant_mir_machine::arithmetic::truncate;
use kvant_mir_machine::{Limits, Machine, Pause, Resolver};

use self::function::FnInfo;
use crate::config::{GenConfig, Swarm};
use crate::donor::Donor;
use crate::draft::{Arm, Draft, Refusal};
use crate::facts::{FactTable, Facts};
use crate::feature::Feature;
use crate::scope::{Paths, Scope};
use crate::universe::{TRIPS, TRIPS_FIELD, Universe};
use crate::{Generated, TARGET, decoy};
pub(crate) use intrinsic::feature as feature_of_intrinsic;
use kvant_generate::{Rng, Unended};

pub(crate) type Result<T = ()> = std::result::Result<T, Refusal>;

/// Maximum nesting of arms and loops.
const MAX_NESTING: usize = 4;
/// Maximum number of functions that are being written inside of each other.
const MAX_CALL_NESTING: usize = 4;
/// Number of refused proposals in a row after which a region ends early.
const PATIENCE: usize = 30;

/// Number of statements that the entry function writes after everything else.
const LAST_STATEMENTS: usize = 16;
/// Number of steps that a large program may take for each of its statements.
const STEPS_PER_STATEMENT: u64 = 12;
/// A trial gets one part in this many of the remaining steps.
const TRIAL_SHARE: u64 = 10;
/// Maximum number of steps of a trial.
const LONGEST_TRIAL: u64 = 1_500;
/// Percentage of the proposals in code that may be executed again that only the current data make defined.
const DARING: u32 = 1;
/// Approximate number of statements of a decoy.
const DECOY: usize = 6;

pub(crate) struct Grower {
    pub(crate) rng: Rng,
    pub(crate) swarm: Swarm,
    pub(crate) universe: Universe,
    pub(crate) paths: Paths,
    facts: FactTable,
    pub(crate) draft: Draft,
    pub(crate) scope: Scope,
    functions: Vec<FnInfo>,
    splices: Arc<[Donor]>,
    /// The types of donors that were translated to types of this program, by the donor's number.
    translated: BTreeMap<usize, Translated>,
    /// Locals with storage markers whose storage is to be ended, innermost region last.
    marked: Vec<Local>,
    /// Locals of this function whose storage has ended on every path to this point, and may begin again.
    pub(crate) retired: Vec<Local>,
    /// The first entry of the scope that belongs to the innermost region.
    home: usize,
    layouts: Layouts,
    /// The loops whose bodies are being written, innermost last.
    open_loops: Vec<exit::OpenLoop>,
    nesting: usize,
    call_nesting: usize,
    max_steps: u64,
    /// Number of trials over written text that run inside of each other.
    trials: u32,
    site: u32,
    /// A number; literals of this program are often related to it.
    favourite: u128,
}

pub(crate) fn generate(seed: u64, config: &GenConfig) -> std::result::Result<Generated, Unended> {
    let mut grower = Grower::new(seed, config);
    let own_types = grower.draft.program.types.adts().len();
    grower.entry().map_err(|refusal| Unended {
        rule: refusal.rule(),
    })?;
    let trace = grower.draft.machine.trace().clone();
    grower.draft.stats.steps = grower.draft.machine.steps();
    decoy::fill(&mut grower);
    Ok(Generated {
        features: grower.swarm.features(),
        program: grower.draft.program.canonical_without_unused(own_types),
        trace,
        stats: grower.draft.stats,
        authors: grower.draft.authors,
    })
}

impl Grower {
    fn new(seed: u64, config: &GenConfig) -> Grower {
        let mut rng = Rng::new(seed);
        let swarm = Swarm::draw(config, &mut rng);
        let mut types = Types::default();
        let universe = Universe::draw(&mut types, &swarm, &mut rng);
        let (entry, arguments) = entry_function(&mut types, &universe, &mut rng);
        let program = Program {
            types,
            functions: vec![entry],
            entry: FnId(0),
            arguments,
        };
        let limits = Limits {
            steps: u64::MAX,
            frames: 60,
            memory: 1 << 20,
            observations: 5_000,
            borrows: 100,
        };
        let machine = Machine::new(TARGET, Resolver::default(), limits);
        Grower {
            max_steps: config
                .steps
                .max(STEPS_PER_STATEMENT * swarm.statements as u64),
            favourite: u128::from(rng.bits() >> rng.below(60)),
            rng,
            swarm,
            universe,
            paths: Paths::default(),
            facts: FactTable::default(),
            draft: Draft::new(program, machine),
            scope: Scope::default(),
            functions: vec![FnInfo::new(None)],
            splices: Arc::clone(&config.splices),
            translated: BTreeMap::new(),
            marked: Vec::new(),
            retired: Vec::new(),
            home: 0,
            layouts: Layouts::new(TARGET, FieldOrder::Declared),
            open_loops: Vec::new(),
            nesting: 0,
            call_nesting: 0,
            trials: 0,
            site: 0,
        }
    }

    /// Writes the whole program, from the entry function's first statement to its `Return`.
    fn entry(&mut self) -> Result {
        self.draft.start()?;
        self.write_environment()?;
        let region = self.open_region();
        self.call_one_of_each();
        self.fill_region(usize::MAX);
        self.call_again();
        // The last observations are not limited.
        let limits = self.draft.machine.limits();
        self.draft.machine.set_limits(Limits {
            observations: u64::MAX,
            ..limits
        });
        self.observe_unread(8);
        self.observe_environment()?;
        self.close_region(&region)?;
        self.draft.terminator(Terminator::Return)?;
        Ok(())
    }

    /// Collects the hidden arguments of the entry function in the environment.
    fn write_environment(&mut self) -> Result {
        let arguments = self.draft.function().arguments;
        let trips_ty = self
            .draft
            .program
            .types
            .field(self.universe.environment, TRIPS_FIELD)
            .ok_or(Refusal::Nothing)?;
        let operands = |from: u32, to: u32| (from..=to).map(|n| Operand::from(Local(n)));
        let trips = self.draft.new_local(trips_ty, false);
        let environment = self.draft.new_local(self.universe.environment, false);
        let pointer = self
            .draft
            .new_local(self.universe.environment_pointer, false);
        let parts = operands(TRIPS_FIELD + 1, arguments).collect();
        let mut fields: Vec<Operand> = operands(1, TRIPS_FIELD).collect();
        fields.push(trips.into());
        for (local, rvalue) in [
            (trips, Rvalue::Aggregate(trips_ty, parts)),
            (
                environment,
                Rvalue::Aggregate(self.universe.environment, fields),
            ),
            (
                pointer,
                Rvalue::RawRef(kvant_mir::Mutability::Mut, environment.into()),
            ),
        ] {
            self.draft
                .statement(Statement::Assign(local.into(), rvalue))?;
        }
        // The arguments themselves stay out of scope: an optimiser that knows that two values are equal can fold
        // operations on them.
        self.bring_into_scope(pointer, true);
        Ok(())
    }

    /// Writes constructs until `budget` statements are written or the program is large enough.
    pub(crate) fn fill_region(&mut self, budget: usize) {
        let end = self.draft.statements().saturating_add(budget);
        let mut refused = 0;
        while self.draft.statements() < end && refused < PATIENCE {
            if self.draft.live && self.draft.statements() >= self.goal() {
                break;
            }
            refused = if self.construct() { 0 } else { refused + 1 };
        }
    }

    /// The size at which nothing new is written during execution: the rest is for the last observations, and for the
    /// decoys of the arms that are open now.
    fn goal(&self) -> usize {
        let decoys = match self.swarm.has(Feature::Decoys) {
            true => (self.draft.arms.len() * DECOY).min(self.swarm.statements / 4),
            false => 0,
        };
        self.swarm
            .statements
            .saturating_sub(LAST_STATEMENTS + decoys)
    }

    pub(crate) fn open_region(&mut self) -> Region {
        Region {
            scope: self.scope.mark(),
            marked: self.marked.len(),
            home: std::mem::replace(&mut self.home, self.scope.entries().len()),
        }
    }

    /// Hands unread values on, ends the storage of the region's locals and takes them out of scope.
    pub(crate) fn close_region(&mut self, region: &Region) -> Result {
        self.hand_on(region);
        let mut dying = self.marked.split_off(region.marked);
        self.rng.shuffle(&mut dying);
        self.scope.truncate(region.scope);
        self.home = region.home;
        for local in dying {
            self.draft.statement(Statement::StorageDead(local))?;
            self.retired.push(local);
        }
        Ok(())
    }

    /// Runs `work`, and takes everything back if it fails.
    fn attempt<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let mark = self.draft.mark();
        let (scope, marked, nesting) = (self.scope.mark(), self.marked.len(), self.nesting);
        let home = self.home;
        match work(self) {
            Ok(value) => {
                self.draft.commit(mark);
                Ok(value)
            }
            Err(refusal) => {
                self.draft.rollback(mark);
                self.scope.truncate(scope);
                self.marked.truncate(marked);
                // Locals that were taken out of the list meanwhile need not return to it.
                let locals = self.draft.function().locals.len();
                self.retired.retain(|local| local.index() < locals);
                self.functions.truncate(self.draft.program.functions.len());
                self.nesting = nesting;
                self.home = home;
                Err(refusal)
            }
        }
    }

    /// As [`Grower::attempt`], for work that executes written text: it is counted, and gets a share of the remaining
    /// steps. Once too many steps were taken back there are no more trials, so that growing a program takes a bounded
    /// time.
    fn attempt_run<T>(&mut self, work: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.is_exhausted() {
            return Err(Refusal::Nothing);
        }
        let calls: Vec<u32> = self.functions.iter().map(|info| info.calls).collect();
        let outer = self.draft.machine.limits();
        let steps = self.draft.machine.steps();
        let share = self.share();
        self.draft.machine.set_limits(Limits {
            steps: steps + share,
            ..outer
        });
        self.draft.stats.proposed += 1;
        self.trials += 1;
        let result = self.attempt(work);
        self.trials -= 1;
        self.draft.machine.set_limits(outer);
        match &result {
            Ok(_) => self.draft.stats.accepted += 1,
            Err(refusal) => {
                self.draft.stats.refuse(refusal.rule());
                for (info, calls) in self.functions.iter_mut().zip(calls) {
                    info.calls = calls;
                }
            }
        }
        result
    }

    /// Maximum number of steps of a trial now.
    fn share(&self) -> u64 {
        let steps = self.draft.machine.steps();
        let left = self.draft.machine.limits().steps.saturating_sub(steps);
        let share = self.max_steps.saturating_sub(steps) / TRIAL_SHARE;
        left.min(share).min(LONGEST_TRIAL)
    }

    /// Returns true if so many steps were taken back that nothing more is tried.
    fn is_exhausted(&self) -> bool {
        self.draft.stats.undone_steps > self.max_steps / 3
            || self.draft.machine.steps() > self.max_steps
    }

    /// Returns true if the current text may be executed again with other data. A statement that only the current data
    /// make defined is then mostly refused, together with the construct that it is a part of.
    fn is_repeated(&self) -> bool {
        self.draft.live && (self.call_nesting > 0 || self.nesting > 0)
    }

    /// Decides at random to write something that only the current data make defined.
    fn dares(&mut self) -> bool {
        let percent = if self.is_repeated() { DARING } else { 40 };
        self.rng.percent(percent)
    }

    /// Executes written text until the frame at `depth` reaches `block`, and writes the arms that are reached for the
    /// first time on the way. A deeper frame of the same function may reach `block` first: its text is then written
    /// for all of them.
    fn run_to(&mut self, depth: usize, (function, block): (FnId, Block)) -> Result {
        loop {
            match self.draft.run_to(depth, block)? {
                Pause::Arrived => return Ok(()),
                Pause::Frontier if self.draft.at == (function, block) => return Ok(()),
                Pause::Frontier => match self.draft.take_arm() {
                    Some(arm) => self.late_arm(&arm)?,
                    None => return Err(Refusal::Unwritten),
                },
                Pause::Finished => return Err(Refusal::Unwritten),
            }
        }
    }

    /// Brings a local that was just written into scope, with every place that it leads to.
    pub(crate) fn bring_into_scope(&mut self, local: Local, frozen: bool) {
        self.bring_known_into_scope(local, frozen, true);
        self.let_address_escape(local);
    }

    /// Brings a local into scope; `unread` says that its value is still to be read.
    fn bring_known_into_scope(&mut self, local: Local, frozen: bool, unread: bool) {
        let ty = self.local_ty(local);
        self.scope.add(
            &self.draft.program.types,
            &self.universe,
            &mut self.paths,
            (local, ty),
            (frozen, unread),
        );
    }

    pub(crate) fn local_ty(&self, local: Local) -> Ty {
        self.draft.function().locals[local.index()].ty
    }

    fn kind(&self, ty: Ty) -> &TyKind {
        self.draft.program.types.kind(ty)
    }

    /// The integer type that `ty` is.
    fn int_ty(&self, ty: Ty) -> Result<IntTy> {
        let int = self.draft.program.types.as_int(ty);
        int.ok_or(Refusal::Nothing)
    }

    fn is_float(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), TyKind::Float(_))
    }

    /// The properties of a type.
    fn facts(&mut self, ty: Ty) -> Facts {
        self.facts.of(&self.draft.program.types, ty)
    }

    /// A local of type `()` that every function has, for calls without a result.
    fn unit_local(&self) -> Local {
        Local(self.draft.function().arguments + 1)
    }

    /// A field of the environment.
    fn environment_field(&self, n: u32) -> Option<Place> {
        let pointer = self.scope.environment?;
        Some(
            Place::local(pointer)
                .project(Projection::Deref)
                .project(Projection::Field(n)),
        )
    }

    /// The scope of an arm that is written later than the code around it.
    pub(crate) fn scope_of(&mut self, arm: &Arm) -> Scope {
        let now = std::mem::take(&mut self.scope);
        for &(local, frozen) in &arm.visible {
            self.bring_known_into_scope(local, frozen, false);
        }
        self.scope.bounded.clone_from(&arm.bounded);
        std::mem::replace(&mut self.scope, now)
    }
}

/// The state of the scope when a region began.
pub(crate) struct Region {
    scope: crate::scope::ScopeMark,
    marked: usize,
    home: usize,
}

impl Region {
    /// The first entry of the scope that belongs to the region.
    fn first_entry(&self) -> usize {
        self.scope.entries()
    }
}

/// The entry function before anything is written, and its arguments: an opaque scalar of each type, and the trip
/// counts.
fn entry_function(
    types: &mut Types,
    universe: &Universe,
    rng: &mut Rng,
) -> (Function, Vec<Constant>) {
    let decl = |ty| LocalDecl {
        ty,
        name: None,
        marked: false,
    };
    let mut locals = vec![decl(universe.unit)];
    let mut arguments = Vec::new();
    for int in IntTy::ALL {
        let bits = u128::from(rng.bits()) << 64 | u128::from(rng.bits());
        let kept = int.bits(&TARGET) - rng.below(int.bits(&TARGET) as usize / 2) as u32;
        let bits = truncate(bits, kept);
        let bits = if rng.percent(50) { !bits } else { bits };
        arguments.push(Constant::Int(truncate(bits, int.bits(&TARGET)), int));
        locals.push(decl(types.int(int)));
    }
    for float in FloatTy::ALL {
        arguments.push(constant::some_float(rng, float));
        locals.push(decl(types.float(float)));
    }
    arguments.push(Constant::Char(constant::some_char(rng)));
    locals.push(decl(types.char()));
    for trips in TRIPS {
        arguments.push(Constant::Int(trips as u128, IntTy::Usize));
        locals.push(decl(universe.usize));
    }
    let function = Function {
        name: "entry".into(),
        inline: Inline::Never,
        cold: false,
        arguments: arguments.len() as u32,
        locals: {
            locals.push(decl(universe.unit));
            locals
        },
        blocks: vec![BlockData::default()],
    };
    (function, arguments)
}
