//! Explanations: where a run stopped, the values there, the way of poison and undef to them, and the history of memory.
//!
//! They are made by a second run, which keeps what the first one forgets. Runs without explanations pay nothing for them but a
//! test of one flag at each access to memory.

mod names;
mod record;
mod trace;
mod walk;

use std::ops::Range;

use kvant_llvm::syntax::{Body, Instruction, Value};

use crate::leaf::{Leaf, Node, Origin, Rich};
use crate::run::{Machine, Stopped};

use names::Names;
use record::Recorder;

pub use trace::trace;

/// An explanation of a stop.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The reason and the instruction, as in the first run.
    pub stopped: Stopped,
    /// The calls that led to the instruction, from the inside out.
    pub calls: Vec<Origin>,
    /// The locals that the instruction uses, with their values.
    pub operands: Vec<(String, String)>,
    /// The ways of poison and undef to it.
    pub flows: Vec<Flow>,
    /// The histories of the objects that its pointers point to, and of objects in whose bytes undef was read.
    pub memory: Vec<History>,
}

/// The way of poison or undef to an operand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flow {
    /// The operand: `%x`.
    pub operand: String,
    /// True for poison, false for undef.
    pub is_poison: bool,
    /// The way, from its origin on, each instruction once. The middle of a long way is left out.
    pub steps: Vec<FlowStep>,
}

/// A step on the way of poison or undef.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlowStep {
    /// The instruction.
    pub at: Origin,
    /// Its part.
    pub part: Part,
    /// At the origin: the locals that the instruction used, with their values.
    pub operands: Vec<(String, String)>,
}

/// The part of an instruction on the way of poison or undef.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// No instruction: it was given as an argument of the first function.
    Given,
    /// It made it.
    Made,
    /// It loaded bytes that were never written.
    Uninitialised,
    /// It passed it on.
    Passed,
    /// It called a function with it.
    Argument,
    /// It returned it.
    Returned,
    /// It wrote it to memory.
    Stored,
    /// Steps that are left out; `at` is the last of them.
    LeftOut,
}

/// The history of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct History {
    /// The object: `%p`, `@g`.
    pub name: String,
    /// The number of bytes.
    pub size: u64,
    /// The alignment.
    pub align: u64,
    /// The offset of the pointer, if one points to it.
    pub offset: Option<i64>,
    /// The instruction that allocated it; none for symbols and objects that were there before.
    pub made: Option<Origin>,
    /// The last writes to the bytes in question, in the order of bytes.
    pub writes: Vec<Write>,
    /// True if some of these bytes were never written.
    pub has_unwritten: bool,
    /// The instruction that ended its lifetime or freed it.
    pub ended: Option<Origin>,
}

/// A write to memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Write {
    /// The instruction.
    pub at: Origin,
    /// The bytes that have not been written since.
    pub bytes: Range<usize>,
}

/// Explains why a machine stops. It has begun the same call as in the first run, with the same choices, and keeps a
/// [journal](Machine::keep_journal). None if it does not stop. `given` are the names of objects that were there before.
pub fn explain(machine: &mut Machine<'_, '_>, given: &[(Node, String)]) -> Option<Explanation> {
    let mut recorder = Recorder::new(machine.program, given);
    recorder.begin(machine, &machine.memory.journal.take());
    let stopped = walk::walk(machine, &mut recorder).err()?;
    recorder.last(stopped.at, &machine.memory.journal.take());
    Some(recorder.explanation(machine, stopped))
}

/// True for poison and for values with undef bits.
fn is_indefinite(leaf: &Leaf) -> bool {
    match leaf {
        Leaf::Poison(_) | Leaf::Undef => true,
        Leaf::Rich(rich) => matches!(**rich, Rich::Partial { .. }),
        Leaf::Int(_) | Leaf::Ptr(_) => false,
    }
}

/// The locals that an instruction uses, each once.
fn locals(body: &Body, instruction: &Instruction) -> Vec<kvant_llvm::syntax::Local> {
    let mut locals = Vec::new();
    instruction.op.values(|_, value| {
        if let Value::Local(local) = value
            && !locals.contains(&local)
            && (local.0 as usize) < body.locals.len()
        {
            locals.push(local);
        }
    });
    locals
}

/// The object that a leaf points to, and the offset.
fn target(leaf: &Leaf) -> Option<(Node, i64)> {
    match leaf {
        Leaf::Ptr(pointer) => Some((pointer.node?, pointer.offset)),
        _ => None,
    }
}
