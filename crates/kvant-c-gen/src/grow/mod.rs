//! Growth: text is written at the machine's position, and stays if the machine executes it.
//!
//! Text can be added to open blocks. The end of an open block is a frontier: the machine waits there, and the grower writes.
//! [`Grower::settle`] lets the machine run until it is back at the end of the block that is being written; any other frontier
//! that it reaches before (the body of a new function, an arm that was never taken) is written then and there, by
//! [`Grower::fill`].

mod aggregate;
mod alias;
mod branch;
mod call;
mod decoy;
mod expr;
mod guard;
mod idiom;
mod looping;
mod memory;
mod observe;
mod place;
mod plain;
mod pointer;
mod template;
mod variadic;

use std::collections::{BTreeSet, HashMap, HashSet};

use kvant_c::{
    Attribute, Block, BlockId, CTarget, Expr, ExprKind, FnId, Function, Init, Local, LocalId,
    Program, Stmt, Storage, Type, Types,
};
use kvant_c_machine::{Limits, Machine, Pause, Stop, Value};
use kvant_generate::{Rng, Unended};

use crate::Generated;
use crate::config::{GenConfig, Swarm};
use crate::feature::Feature;
use crate::scope::{self, Outline, Variable};
use crate::stats::Stats;
use crate::universe::{HIDDEN_NAME, Maker, Universe};

use call::Known;
use variadic::Variadic;

pub(crate) fn generate(
    seed: u64,
    config: &GenConfig,
    target: &CTarget,
) -> Result<Generated, Unended> {
    let mut rng = Rng::new(seed);
    let swarm = Swarm::draw(config, &mut rng);
    let mut program = Program::default();
    let universe = Maker {
        program: &mut program,
        target,
        swarm: &swarm,
        rng: &mut rng,
        universe: Universe::default(),
    }
    .make();
    let mut entry = Function::new(Program::ENTRY.to_owned(), Types::INT);
    entry.blocks[0].open = true;
    program.functions.push(entry);
    let steps = config.steps.max(40 * swarm.statements as u64);
    let limits = Limits {
        steps,
        ..Limits::default()
    };
    let mut grower = Grower {
        machine: Machine::new(*target, limits),
        program,
        target: *target,
        swarm,
        rng,
        universe,
        stats: Stats::default(),
        here: Here::default(),
        known: Vec::new(),
        variadics: Vec::new(),
        calls: BTreeSet::new(),
        reserved: HashSet::new(),
        recursion: HashMap::new(),
        unread: Vec::new(),
        written: 0,
        outline: Outline::default(),
        names: 0,
        sites: 0,
        indices: 0,
        arguments: 0,
        steps,
        nesting: 0,
    };
    grower.whole()?;
    let mut stats = grower.stats;
    stats.steps = grower.machine.steps();
    Ok(Generated {
        trace: grower.machine.trace().clone(),
        program: grower.program,
        features: grower.swarm.features(),
        stats,
    })
}

/// A program that is being grown.
pub(crate) struct Grower {
    program: Program,
    machine: Machine,
    target: CTarget,
    swarm: Swarm,
    rng: Rng,
    universe: Universe,
    stats: Stats,
    /// The position where text is being written.
    here: Here,
    /// The complete functions, which may be called again.
    known: Vec<Known>,
    /// The variadic functions.
    variadics: Vec<Variadic>,
    /// The calls in the text: caller and callee.
    calls: BTreeSet<(FnId, FnId)>,
    /// Locals that statements must not write to: counters of loops.
    reserved: HashSet<(FnId, LocalId)>,
    /// The arms with recursive calls.
    recursion: HashMap<(FnId, BlockId), LocalId>,
    /// Locals of the current function that were not read since they were written.
    unread: Vec<LocalId>,
    /// Number of statements.
    written: usize,
    /// The declarations and the nesting of blocks.
    outline: Outline,
    names: u32,
    sites: u32,
    /// Nesting of the indices that are being made.
    indices: u32,
    /// Nesting of the calls that are being made.
    arguments: u32,
    /// Maximal number of steps of the program.
    steps: u64,
    /// Nesting of the regions that are being written.
    nesting: u32,
}

/// The position where text is being written: the end of the block that the machine executes.
#[derive(Clone, Debug)]
pub(crate) struct Here {
    function: FnId,
    block: BlockId,
    /// Number of frames.
    depth: usize,
    /// Number of blocks around it.
    level: u32,
    /// Number of loops of this function around it.
    loops: u32,
    /// The variables in scope.
    variables: Vec<Variable>,
    /// The promise of the function: nothing outside is written (`pure`), or even read (`const`). The machine would refuse it
    /// anyway.
    promised: Option<Attribute>,
}

impl Default for Here {
    fn default() -> Self {
        Here {
            function: FnId(0),
            block: Function::BODY,
            depth: 1,
            level: 1,
            loops: 0,
            variables: Vec::new(),
            promised: None,
        }
    }
}

/// The constructs that can be written next.
#[derive(Clone, Copy)]
enum Construct {
    Assign,
    Declare,
    Branch,
    Switch,
    Loop,
    Goto,
    Exit,
    NewFunction,
    KnownFunction,
    Pointer,
    Memory,
    Idiom,
    Template,
    Alias,
    Variadic,
    Aggregate,
    Observe,
}

impl Construct {
    const fn name(self) -> &'static str {
        match self {
            Construct::Assign => "assign",
            Construct::Declare => "declare",
            Construct::Branch => "branch",
            Construct::Switch => "switch",
            Construct::Loop => "loop",
            Construct::Goto => "goto",
            Construct::Exit => "loop-exit",
            Construct::NewFunction => "new-function",
            Construct::KnownFunction => "known-function",
            Construct::Pointer => "pointer",
            Construct::Memory => "memory",
            Construct::Idiom => "idiom",
            Construct::Template => "template",
            Construct::Alias => "alias",
            Construct::Variadic => "variadic",
            Construct::Aggregate => "aggregate",
            Construct::Observe => "observe",
        }
    }
}

impl Grower {
    /// Writes the whole program, from the entry function on.
    fn whole(&mut self) -> Result<(), Unended> {
        let unended = |stop: Stop| Unended { rule: stop.rule() };
        self.machine.start(&self.program).map_err(unended)?;
        self.machine.run(&self.program).map_err(unended)?;
        self.enter();
        self.fill_variables();
        while !self.is_full() {
            self.construct();
        }
        self.use_unread();
        self.report();
        self.push(Stmt::Return(Some(Expr::int(Types::INT, 0))));
        self.close();
        self.machine.set_limits(Limits {
            steps: u64::MAX,
            ..self.machine.limits()
        });
        loop {
            match self.machine.run(&self.program).map_err(unended)? {
                Pause::Finished => break,
                _ => self.fill(),
            }
        }
        self.decoys();
        Ok(())
    }

    /// True if the program has its intended size, or nearly its maximal number of steps.
    fn is_full(&self) -> bool {
        self.written >= self.swarm.statements || self.machine.steps() >= self.steps - self.steps / 8
    }

    /// True if so many steps were rolled back that large constructs are no longer tried: the time to grow a program is
    /// proportional to its size.
    fn is_over_effort(&self) -> bool {
        self.stats.undone_steps > self.steps / 4
    }

    /// Sets `here` to the machine's position and the variables in scope there.
    fn enter(&mut self) {
        let Some(place) = self.machine.place() else {
            return;
        };
        let around = self.machine.entered();
        let promised = self.machine.promised();
        let mut variables = match promised {
            Some(Attribute::Const) => Vec::new(),
            _ => self.globals(),
        };
        let function = self.program.function(place.function);
        self.outline
            .locals(function, place.function, &around, &mut variables);
        let loops = self.outline.loops(place.function, &around);
        forget_old(&mut variables);
        self.here = Here {
            function: place.function,
            block: place.block,
            depth: self.machine.depth(),
            level: around.len() as u32,
            loops,
            variables,
            promised,
        };
    }

    fn globals(&self) -> Vec<Variable> {
        let globals = self.program.globals.iter().enumerate();
        let named = globals.filter(|(_, global)| global.name != HIDDEN_NAME);
        let variable = |(n, global): (usize, &kvant_c::Global)| Variable {
            expr: Expr {
                kind: ExprKind::Global(kvant_c::GlobalId(n as u32)),
                ty: global.ty,
            },
            level: 0,
        };
        named.map(variable).collect()
    }

    /// True if the current text will probably be executed more than once.
    fn repeats(&self) -> bool {
        self.here.loops > 0 || self.here.function != FnId(0)
    }

    /// Lets the machine run until it is back at the end of the current block.
    fn settle(&mut self) -> Result<(), Stop> {
        loop {
            match self.machine.run(&self.program)? {
                Pause::Finished => return Ok(()),
                _ if self.is_here() => return Ok(()),
                _ => self.fill(),
            }
            // A recursive function reaches this block in a frame of its own and writes the rest of it there. That text is a
            // trial for the current frame, and nothing more is written here.
            if !self.is_open() {
                self.machine.run_to_depth(&self.program, self.here.depth)?;
                return Ok(());
            }
        }
    }

    /// True if text may be added to the current block.
    fn is_open(&self) -> bool {
        let function = self.program.function(self.here.function);
        function.block(self.here.block).open
    }

    fn is_here(&self) -> bool {
        let place = self.machine.place();
        self.machine.depth() == self.here.depth
            && place.is_some_and(|place| {
                place.function == self.here.function && place.block == self.here.block
            })
    }

    /// Writes and closes the block that the machine has reached, which is not the current one.
    fn fill(&mut self) {
        let outer = self.here.clone();
        let unread = std::mem::take(&mut self.unread);
        self.enter();
        self.nesting += 1;
        let (function, block) = (self.here.function, self.here.block);
        if block == Function::BODY {
            self.body();
        } else {
            if let Some(fuel) = self.recursion.remove(&(function, block)) {
                self.recursive_call(fuel);
            }
            let size = self.rng.between(1, 5);
            self.region(size);
        }
        self.close();
        self.nesting -= 1;
        self.unread = unread;
        self.here = outer;
    }

    /// Writes a few constructs, and mixes their results into variables that live on.
    fn region(&mut self, size: usize) {
        for _ in 0..size {
            if self.is_full() || !self.is_open() {
                break;
            }
            self.construct();
        }
        if self.is_open() {
            self.use_unread();
        }
    }

    fn has(&self, feature: Feature) -> bool {
        self.swarm.has(feature)
    }

    /// Writes one construct, if the machine accepts it.
    fn construct(&mut self) {
        let weights = &self.swarm.weights;
        let deep = self.nesting > 4 || self.here.level > 6;
        let if_shallow = |weight: u32| if deep { 0 } else { weight };
        let in_loop = self.here.loops > 0 && self.swarm.has(Feature::LoopExits);
        let choices = [
            (weights.assign, Construct::Assign),
            (weights.declare, Construct::Declare),
            (if_shallow(weights.branch), Construct::Branch),
            (if_shallow(weights.switch), Construct::Switch),
            (if_shallow(weights.looping), Construct::Loop),
            (if_shallow(weights.goto), Construct::Goto),
            (if in_loop { 10 } else { 0 }, Construct::Exit),
            (if_shallow(weights.new_function), Construct::NewFunction),
            (weights.known_function, Construct::KnownFunction),
            (weights.pointer, Construct::Pointer),
            (weights.memory, Construct::Memory),
            (weights.idiom, Construct::Idiom),
            (if_shallow(weights.template), Construct::Template),
            (if_shallow(weights.alias), Construct::Alias),
            (weights.variadic, Construct::Variadic),
            (weights.aggregate, Construct::Aggregate),
            (weights.observe, Construct::Observe),
        ];
        let construct = self.rng.weighted(&choices);
        let written = match construct {
            Construct::Assign => self.assign(),
            Construct::Declare => self.declare_any(),
            Construct::Branch => self.branch(),
            Construct::Switch => self.switch(),
            Construct::Loop => self.looping(),
            Construct::Goto => self.goto(),
            Construct::Exit => self.exit(),
            Construct::NewFunction => self.new_function(),
            Construct::KnownFunction => self.known_function(),
            Construct::Pointer => self.pointer(),
            Construct::Memory => self.memory(),
            Construct::Idiom => self.idiom(),
            Construct::Template => self.template(),
            Construct::Alias => self.alias(),
            Construct::Variadic => self.variadic(),
            Construct::Aggregate => self.aggregate(),
            Construct::Observe => self.observe_any(),
        };
        self.stats.count(construct.name(), written);
    }

    /// Adds a statement to the text, without executing it.
    fn push(&mut self, statement: Stmt) {
        self.written += 1;
        let (function, block) = (self.here.function, self.here.block);
        let length = self.length();
        self.outline.add(function, block, length, &statement);
        let block = self.program.function_mut(function).block_mut(block);
        block.statements.push(statement);
    }

    /// Closes the current block.
    fn close(&mut self) {
        let (function, block) = (self.here.function, self.here.block);
        self.program.function_mut(function).block_mut(block).open = false;
    }

    /// Number of statements of the current block.
    fn length(&self) -> usize {
        let function = self.program.function(self.here.function);
        function.block(self.here.block).statements.len()
    }

    fn truncate(&mut self, length: usize) {
        let (function, block) = (self.here.function, self.here.block);
        self.outline.truncate(function, block, length);
        let block = self.program.function_mut(function).block_mut(block);
        block.statements.truncate(length);
    }

    /// A new block of the current function.
    fn new_block(&mut self, open: bool) -> BlockId {
        let function = self.program.function_mut(self.here.function);
        let id = BlockId(function.blocks.len() as u32);
        function.blocks.push(Block {
            statements: Vec::new(),
            open,
        });
        id
    }

    /// A block of these statements.
    fn block_of(&mut self, statements: Vec<Stmt>) -> BlockId {
        let id = self.new_block(false);
        self.written += statements.len();
        for (n, statement) in statements.iter().enumerate() {
            self.outline.add(self.here.function, id, n, statement);
        }
        let function = self.program.function_mut(self.here.function);
        function.block_mut(id).statements = statements;
        id
    }

    /// A new local of the current function.
    fn new_local(&mut self, letter: &str, ty: Type, storage: Storage) -> LocalId {
        let name = self.name(letter);
        let function = self.program.function_mut(self.here.function);
        let id = LocalId(function.locals.len() as u32);
        function.locals.push(Local {
            name,
            ty,
            storage,
            align: None,
        });
        id
    }

    fn name(&mut self, letter: &str) -> String {
        self.names += 1;
        format!("{letter}{}", self.names)
    }

    /// Writes a statement and executes it. A refused one is mended at the fault, a few times.
    fn propose(&mut self, mut statement: Stmt) -> bool {
        for _ in 0..4 {
            let length = self.length();
            match self.trial(vec![statement.clone()]) {
                Ok(()) => return true,
                Err(stop) => self.stats.refuse(stop.rule()),
            }
            let fault = self.machine.fault().cloned();
            let here = fault.filter(|fault| {
                let place = fault.place;
                place.function == self.here.function
                    && place.block == self.here.block
                    && place.statement as usize == length
            });
            let mended = here.is_some_and(|fault| self.mend(&mut statement, &fault.path));
            if !mended {
                return false;
            }
        }
        false
    }

    /// Proposes an expression as a statement, if there is one.
    fn compute(&mut self, e: Option<Expr>) -> bool {
        e.is_some_and(|e| self.propose(Stmt::Expr(e)))
    }

    /// Writes statements and executes them: all of them stay, or none.
    fn trial(&mut self, statements: Vec<Stmt>) -> Result<(), Stop> {
        let (length, written) = (self.length(), self.written);
        let mark = self.machine.mark();
        let before = self.machine.steps();
        for statement in statements {
            self.push(statement);
        }
        let settled = self.settle();
        match &settled {
            Ok(()) => self.machine.commit(mark),
            Err(_) => {
                self.stats.undone_steps += self.machine.steps().saturating_sub(before);
                self.machine.rollback(mark);
                self.truncate(length);
                self.written = written;
            }
        }
        settled
    }

    /// The same for text that takes more steps. True if it stays.
    fn on_trial(&mut self, statements: Vec<Stmt>) -> bool {
        let share = self.share();
        let ended = self.with_steps(share, |grower| grower.trial(statements));
        if let Err(stop) = &ended {
            self.stats.refuse(stop.rule());
        }
        ended.is_ok()
    }

    /// Declares a local and adds it to the scope, if its initial value is defined.
    fn declare(&mut self, letter: &str, ty: Type, init: Option<Init>) -> Option<LocalId> {
        let id = self.new_local(letter, ty, Storage::Automatic);
        self.propose(Stmt::Declare(id, init)).then(|| {
            self.add_to_scope(id);
            id
        })
    }

    /// Adds a local of the current block to the scope.
    fn add_to_scope(&mut self, id: LocalId) {
        let local = self.program.function(self.here.function).local(id);
        let level = match local.storage {
            Storage::Automatic => self.here.level,
            Storage::Static(_) => 0,
        };
        let expr = scope::name(id, local.ty);
        if level > 0 && self.program.types.is_arithmetic(local.ty) {
            self.unread.push(id);
        }
        self.here.variables.push(Variable { expr, level });
        forget_old(&mut self.here.variables);
    }

    /// The current value of an expression, whose effects are rolled back.
    fn peek(&mut self, e: &Expr) -> Option<Value> {
        let mark = self.machine.mark();
        let value = self.machine.evaluate(&self.program, e);
        self.machine.rollback(mark);
        value.ok()
    }

    /// Builds an expression, if its operands have suitable types.
    fn make(&mut self, kind: ExprKind) -> Option<Expr> {
        let (target, function) = (self.target, self.here.function);
        self.program.expr(&target, function, kind).ok()
    }

    /// Runs with at most this many more steps.
    fn with_steps<T>(&mut self, most: u64, run: impl FnOnce(&mut Self) -> T) -> T {
        let limits = self.machine.limits();
        let steps = limits.steps.min(self.machine.steps() + most);
        self.machine.set_limits(Limits { steps, ..limits });
        let result = run(self);
        self.machine.set_limits(limits);
        result
    }

    /// Maximal number of steps of a trial.
    fn share(&self) -> u64 {
        let most = if self.is_over_effort() { 200 } else { 1_500 };
        (self.steps.saturating_sub(self.machine.steps()) / 6).clamp(100, most)
    }
}

/// Number of locals that are kept in scope. Locals that were declared long ago are rarely used, and large functions would have
/// thousands of them.
const LOCALS: usize = 80;

/// Forgets the oldest locals.
fn forget_old(variables: &mut Vec<Variable>) {
    let is_local = |v: &Variable| matches!(v.expr.kind, ExprKind::Local(_));
    let first = variables.partition_point(|v| !is_local(v));
    let locals = variables.len() - first;
    if locals > LOCALS + LOCALS / 4 {
        variables.drain(first..first + locals - LOCALS);
    }
}
