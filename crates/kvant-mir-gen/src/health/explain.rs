//! Explanations of observations: the steps that a value is computed from, and the decisions that led there.
//!
//! The program is run twice. The first run records dependences; the second one prints the values at the relevant
//! steps. A program that is not defined has no explanations.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use kvant_memory::Target;
use kvant_mir::{
    Block, Callee, FloatTy, FnId, Local, Location, Operand, Place, Program, Projection, Rvalue,
    Statement, Terminator, TyKind, check, print,
};
use kvant_mir_machine::arithmetic::Int;
use kvant_mir_machine::{Limits, Machine, Pause, Resolver, Scalar, Stop};

use super::control::decisions;
use super::graph::{Graph, NodeId, Step};

/// Maximum number of steps that are printed; of more, the first and the last ones.
const MOST_LINES: usize = 200;

/// Explains the observation of this number, counted from 0: a line for each step that it depends on, in the order of
/// their execution, and then the observation. `None` if there are not so many observations.
///
/// Steps that did not happen are not part of it: neither the iteration that a loop did not begin nor the arm that was
/// not taken.
pub fn explain(
    program: &Program,
    target: &Target,
    observation: usize,
) -> Result<Option<String>, Stop> {
    check::program(program, target).map_err(Stop::IllFormed)?;
    let Some(steps) = slice(program, target, observation)? else {
        return Ok(None);
    };
    let printer = Printer { program, target };
    printer.print(&steps, observation).map(Some)
}

/// A function call that is running.
struct Frame {
    /// The execution of the call, and the node of its destination.
    call: Option<(u32, NodeId)>,
    /// The last execution of each block's switch.
    switched: HashMap<Block, u32>,
    /// The execution that decided that the current block is executed.
    decided_by: Option<u32>,
}

impl Frame {
    fn new(call: Option<(u32, NodeId)>) -> Frame {
        Frame {
            call,
            switched: HashMap::new(),
            decided_by: None,
        }
    }
}

/// The data of the first run.
struct Watch {
    graph: Graph,
    frames: Vec<Frame>,
    /// For each execution, the execution that decided that it happens.
    decided_by: Vec<Option<u32>>,
    /// The nodes that executions report or decide by.
    roots: HashMap<u32, Vec<NodeId>>,
    /// For each call, the execution of its return.
    returns: HashMap<u32, u32>,
    /// Control dependences of the blocks of functions.
    decisions: HashMap<FnId, Vec<Vec<Block>>>,
}

/// The steps that an observation depends on, by their numbers, in order.
fn slice(
    program: &Program,
    target: &Target,
    observation: usize,
) -> Result<Option<BTreeSet<u32>>, Stop> {
    let mut machine = start(program, target)?;
    machine.watch(true);
    let mut watch = Watch {
        graph: Graph::new(),
        frames: vec![Frame::new(None)],
        decided_by: Vec::new(),
        roots: HashMap::new(),
        returns: HashMap::new(),
        decisions: HashMap::new(),
    };
    while let Some(at) = machine.location() {
        machine.clear_touched();
        let pause = machine.step(program)?;
        if pause == Some(Pause::Frontier) {
            return Ok(None);
        }
        watch.step(program, at, &machine);
        if machine.trace().observations.len() > observation {
            return Ok(Some(watch.trace_back()));
        }
        if pause.is_some() {
            return Ok(None);
        }
    }
    Ok(None)
}

impl Watch {
    /// Records a step that was just executed.
    fn step(&mut self, program: &Program, at: Location, machine: &Machine) {
        let this = self.decided_by.len() as u32;
        let (statement, terminator) = text(program, at);
        if at.statement == 0 {
            self.begin_block(program, at);
        }
        let frame = self.frames.last();
        self.decided_by
            .push(frame.and_then(|frame| frame.decided_by));
        let called = match terminator {
            Some(Terminator::Call {
                callee: Callee::Function(_) | Callee::Pointer(_),
                arguments,
                ..
            }) => Some(arguments.len() as u32),
            _ => None,
        };
        let returns = match terminator {
            Some(Terminator::Return) => frame.and_then(|frame| frame.call),
            _ => None,
        };
        let (owner, on) = returns.unwrap_or((this, 0));
        let step = Step {
            run: owner,
            is_call: called.is_some(),
            on,
        };
        self.graph.step(step, machine.touched());
        match terminator {
            Some(Terminator::Switch { .. }) => {
                self.root(this, |_| true);
                if let Some(frame) = self.frames.last_mut() {
                    frame.switched.insert(at.block, this);
                }
            }
            Some(Terminator::Call {
                callee: Callee::Observe { .. },
                ..
            }) => self.root(this, |_| true),
            Some(Terminator::Return) => {
                if let Some((call, _)) = returns {
                    self.returns.insert(call, this);
                }
                self.frames.pop();
                self.graph.truncate_frames(self.frames.len());
            }
            _ => {}
        }
        if let (Some(arguments), None) = (called, statement) {
            // A function pointer decides which function is called. It follows the arguments.
            self.root(this, |strand| strand == arguments + 1);
            let destination = self.graph.destination(this);
            self.frames.push(Frame::new(Some((this, destination))));
        }
    }

    /// Determines which execution decided that a block is executed: the last of its switches, or else the call of the
    /// function.
    fn begin_block(&mut self, program: &Program, at: Location) {
        let function = program.function(at.function);
        let known = self.decisions.entry(at.function);
        let decisions = &known.or_insert_with(|| decisions(function))[at.block.index()];
        if let Some(frame) = self.frames.last_mut() {
            let switched = decisions
                .iter()
                .filter_map(|block| frame.switched.get(block));
            let call = frame.call.map(|call| call.0);
            frame.decided_by = switched.max().copied().or(call);
        }
    }

    fn root(&mut self, run: u32, is_wanted: impl Fn(u32) -> bool) {
        let node = self.graph.root(run, is_wanted);
        self.roots.entry(run).or_default().push(node);
    }

    /// All executions that the last step depends on, itself included.
    fn trace_back(&self) -> BTreeSet<u32> {
        let Some(last) = (self.decided_by.len() as u32).checked_sub(1) else {
            return BTreeSet::new();
        };
        let mut found = BTreeSet::new();
        let mut seen = vec![false; self.graph.len()];
        let (mut runs, mut nodes) = (vec![last], Vec::new());
        loop {
            if let Some(node) = nodes.pop() {
                if std::mem::replace(&mut seen[node as usize], true) || node == 0 {
                    continue;
                }
                let run = self.graph.run_of(node);
                runs.push(run);
                if self.graph.is_result(node) {
                    runs.extend(self.returns.get(&run));
                }
                nodes.extend_from_slice(self.graph.edges_of(node as usize));
            } else if let Some(run) = runs.pop() {
                if found.insert(run) {
                    runs.extend(self.decided_by[run as usize]);
                    nodes.extend(self.roots.get(&run).into_iter().flatten());
                }
            } else {
                return found;
            }
        }
    }
}

fn start(program: &Program, target: &Target) -> Result<Machine, Stop> {
    let mut machine = Machine::new(*target, Resolver::default(), Limits::default());
    machine.start(program)?;
    Ok(machine)
}

/// The statement or the terminator at a location.
fn text(program: &Program, at: Location) -> (Option<&Statement>, Option<&Terminator>) {
    let block = &program.function(at.function).blocks[at.block.index()];
    match block.statements.get(at.statement as usize) {
        Some(statement) => (Some(statement), None),
        None => (None, block.terminator.as_ref()),
    }
}

/// Runs the program once more, and prints steps.
struct Printer<'a> {
    program: &'a Program,
    target: &'a Target,
}

impl Printer<'_> {
    /// Prints these steps.
    fn print(&self, steps: &BTreeSet<u32>, observation: usize) -> Result<String, Stop> {
        let mut machine = start(self.program, self.target)?;
        let mut out = String::new();
        let left_out = steps.len().saturating_sub(MOST_LINES);
        let skipped = MOST_LINES / 2..MOST_LINES / 2 + left_out;
        let (mut number, mut wanted) = (0, 0);
        while let Some(at) = machine.location() {
            let is_wanted = steps.contains(&number);
            if is_wanted && left_out > 0 && wanted == skipped.start {
                let _ = writeln!(out, "… {left_out} steps");
            }
            if is_wanted && !skipped.contains(&wanted) {
                self.step(at, &mut machine, &mut out)?;
            } else {
                machine.step(self.program)?;
            }
            wanted += usize::from(is_wanted);
            number += 1;
            if let Some(observed) = machine.trace().observations.get(observation) {
                let _ = writeln!(out, "observes {}", observed.line());
                break;
            }
        }
        Ok(out)
    }

    /// Executes one step, and prints a line on it.
    fn step(&self, at: Location, machine: &mut Machine, out: &mut String) -> Result<(), Stop> {
        let program = self.program;
        let indent = "  ".repeat(machine.depth().saturating_sub(1));
        let _ = write!(out, "{indent}{}", print::location(program, at));
        let (reads, written) = places(program, at);
        let values = reads
            .iter()
            .filter_map(|place| self.value(at, machine, place));
        let values = values.collect::<Vec<String>>().join(", ");
        machine.step(program)?;
        let result = match (text(program, at).1, machine.location()) {
            (Some(Terminator::Switch { .. }), Some(now)) => {
                Some(program.block_name(now.function, now.block))
            }
            _ => written.and_then(|place| self.value(at, machine, &place)),
        };
        let _ = match (values.as_str(), result) {
            ("", None) => writeln!(out),
            ("", Some(result)) => writeln!(out, "   → {result}"),
            (values, None) => writeln!(out, "   {values}"),
            (values, Some(result)) => writeln!(out, "   {values} → {result}"),
        };
        Ok(())
    }

    /// A place and its value, if that is one scalar.
    fn value(&self, at: Location, machine: &mut Machine, place: &Place) -> Option<String> {
        let program = self.program;
        let function = program.function(at.function);
        let ty = function.place_ty(&program.types, place)?;
        let text = match machine.peek(program, &Operand::Copy(place.clone()))? {
            Scalar::Pointer(pointer) => match machine.history(pointer.alloc) {
                Some(history) => {
                    let local = print::place(program, history.function, &history.local.into());
                    match pointer.offset {
                        0 => format!("&{local}"),
                        offset => format!("&{local} and {offset} bytes"),
                    }
                }
                None => "a function".to_owned(),
            },
            Scalar::Bits(bits) | Scalar::Stained(bits) => {
                self.scalar(bits, program.types.get(ty)?)?
            }
        };
        let place = print::place(program, at.function, place);
        Some(format!("{place} = {text}"))
    }

    fn scalar(&self, bits: u128, kind: &TyKind) -> Option<String> {
        Some(match kind {
            TyKind::Int(int) => {
                let int = Int {
                    bits: int.bits(self.target),
                    signed: int.is_signed(),
                };
                int.decimal(bits)
            }
            TyKind::Float(FloatTy::F32) => format!("{:?}", f32::from_bits(bits as u32)),
            TyKind::Float(FloatTy::F64) => format!("{:?}", f64::from_bits(bits as u64)),
            TyKind::Bool => (bits != 0).to_string(),
            TyKind::Char => format!("{:?}", char::from_u32(bits as u32)?),
            _ => return None,
        })
    }
}

/// The places that are read at a location, each once, and the place that is written there, if it is in the same
/// function.
fn places(program: &Program, at: Location) -> (Vec<Place>, Option<Place>) {
    let (mut reads, mut written) = (Vec::new(), None);
    match text(program, at) {
        (Some(Statement::Assign(place, rvalue)), _) => {
            rvalue
                .operands()
                .for_each(|operand| read(operand, &mut reads));
            if let Rvalue::RawRef(_, place) | Rvalue::Ref(_, place) | Rvalue::Discriminant(place) =
                rvalue
            {
                indices(place, &mut reads);
            }
            indices(place, &mut reads);
            written = Some(place.clone());
        }
        (Some(Statement::Assume(operand)), _) => read(operand, &mut reads),
        (None, Some(Terminator::Switch { scrutinee, .. })) => read(scrutinee, &mut reads),
        (None, Some(Terminator::Return)) => reads.push(Local::RETURN.into()),
        (
            None,
            Some(Terminator::Call {
                destination,
                callee,
                arguments,
                ..
            }),
        ) => {
            for argument in arguments {
                read(argument, &mut reads);
            }
            match callee {
                Callee::Pointer(place) => read(&Operand::Copy(place.clone()), &mut reads),
                Callee::Intrinsic(_) => written = Some(destination.clone()),
                Callee::Function(_) | Callee::Observe { .. } => {}
            }
        }
        _ => {}
    }
    let mut once: Vec<Place> = Vec::new();
    for place in reads {
        if !once.contains(&place) {
            once.push(place);
        }
    }
    (once, written)
}

fn read(operand: &Operand, reads: &mut Vec<Place>) {
    if let Some(place) = operand.place() {
        reads.push(place.clone());
        indices(place, reads);
    }
}

fn indices(place: &Place, reads: &mut Vec<Place>) {
    for step in &place.projection {
        if let Projection::Index(local) = step {
            reads.push((*local).into());
        }
    }
}
