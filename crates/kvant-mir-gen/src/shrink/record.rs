//! What one run of a program shows: how often each statement is executed, which values it reads and makes, and where
//! each block goes on.

use std::collections::BTreeMap;

use kvant_mir::{
    BlockData, Callee, Constant, FloatTy, FnId, Function, IntTy, Location, Operand, Place, Program,
    Projection, Statement, Terminator, Ty, TyKind, Types,
};
use kvant_mir_machine::{Limits, Machine, Pause, Resolver, Scalar};

use super::text::operands_at;
use crate::TARGET;

/// Of a value with more parts than this nothing is remembered.
const MOST_PARTS: usize = 16;

/// How many places of a caller are looked at to find out what a call has changed.
const MOST_PLACES: usize = 96;

/// A value that is met again and again.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Value {
    /// Not met.
    #[default]
    Unseen,
    /// Always this one: one constant, or those that a tuple or struct is made of.
    Always(Vec<Constant>),
    /// Different ones, or nothing that constants can say.
    Varies,
}

impl Value {
    fn meet(&mut self, now: Option<Vec<Constant>>) {
        *self = match (&*self, now) {
            (Value::Unseen, Some(now)) => Value::Always(now),
            (Value::Always(before), Some(now)) if *before == now => return,
            _ => Value::Varies,
        };
    }

    /// The constant that it always was.
    pub(super) fn constant(&self) -> Option<Constant> {
        match self {
            Value::Always(parts) => parts.first().copied().filter(|_| parts.len() == 1),
            _ => None,
        }
    }
}

/// What became of one statement or terminator.
#[derive(Clone, Debug, Default)]
pub(super) struct Seen {
    pub(super) runs: u64,
    /// After how many steps it was executed first.
    pub(super) first: u64,
    /// The call that it was executed in first, among [`Record::calls`].
    within: Option<usize>,
    /// What it assigned.
    pub(super) result: Value,
    /// What its operands were.
    pub(super) operands: Vec<Value>,
    /// For a switch, the blocks it went on in, each once.
    pub(super) went: Vec<kvant_mir::Block>,
}

/// What a run has shown.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// By function, block and statement.
    seen: Vec<Vec<Vec<Seen>>>,
    /// What the arguments of each function were.
    pub(super) arguments: Vec<Vec<Value>>,
    /// For calls of functions that happened once: what the caller could see change, beside the result.
    pub(super) effects: BTreeMap<Location, Vec<(Place, Constant)>>,
    /// The calls that happened, each with the one that it happened in.
    calls: Vec<(Option<usize>, Location)>,
    /// Whether values are remembered, not only where the run goes.
    values: bool,
}

/// A call that is running.
struct Call {
    at: Location,
    /// Its number among [`Record::calls`].
    number: usize,
    /// What places of the caller were before, if this is the first time.
    before: Option<Vec<(Place, Option<Constant>)>>,
}

impl Record {
    /// Runs a program that is defined. `steps` bounds the run.
    pub(super) fn of(program: &Program, steps: u64) -> Record {
        Record::watching(program, steps, true)
    }

    /// As [`Record::of`], without values.
    pub(super) fn of_paths(program: &Program, steps: u64) -> Record {
        Record::watching(program, steps, false)
    }

    fn watching(program: &Program, steps: u64, values: bool) -> Record {
        let mut record = Record {
            arguments: vec![Vec::new(); program.functions.len()],
            values,
            ..Record::default()
        };
        for function in &program.functions {
            let lines = |block: &BlockData| vec![Seen::default(); block.statements.len() + 1];
            record
                .seen
                .push(function.blocks.iter().map(lines).collect());
        }
        let limits = Limits {
            steps,
            ..Limits::default()
        };
        let mut machine = Machine::new(TARGET, Resolver::default(), limits);
        if machine.start(program).is_ok() {
            record.entered(program, program.entry, &mut machine);
            record.follow(program, &mut machine);
        }
        record
    }

    /// What became of the statement or terminator at `at`.
    pub(super) fn at(&self, at: Location) -> Option<&Seen> {
        let block = self.seen.get(at.function.index())?.get(at.block.index())?;
        block.get(at.statement as usize)
    }

    fn at_mut(&mut self, at: Location) -> Option<&mut Seen> {
        let function = self.seen.get_mut(at.function.index())?;
        let block = function.get_mut(at.block.index())?;
        block.get_mut(at.statement as usize)
    }

    /// How often something was executed.
    pub(super) fn runs(&self, at: Location) -> u64 {
        self.at(at).map_or(0, |seen| seen.runs)
    }

    /// The calls that were running when something was executed first, the last one first.
    pub(super) fn callers(&self, at: Location) -> Vec<Location> {
        let mut call = self.at(at).and_then(|seen| seen.within);
        let mut callers = Vec::new();
        while let Some((outer, at)) = call.and_then(|n| self.calls.get(n)) {
            callers.push(*at);
            call = *outer;
        }
        callers
    }

    fn follow(&mut self, program: &Program, machine: &mut Machine) {
        let mut calls: Vec<Call> = Vec::new();
        while let Some(at) = machine.location() {
            let function = program.function(at.function);
            let block = &function.blocks[at.block.index()];
            let statement = block.statements.get(at.statement as usize);
            self.read(program, at, calls.last().map(|call| call.number), machine);
            let call = match (statement, &block.terminator) {
                (None, Some(Terminator::Call { callee, .. })) => {
                    matches!(callee, Callee::Function(_) | Callee::Pointer(_))
                }
                _ => false,
            };
            if call {
                let first = self.values && self.runs(at) == 1;
                let before = first.then(|| watched(program, function, machine));
                let outer = calls.last().map(|call| call.number);
                let number = self.calls.len();
                self.calls.push((outer, at));
                calls.push(Call { at, number, before });
            }
            let returns = statement.is_none() && block.terminator == Some(Terminator::Return);
            match machine.step(program) {
                Ok(None) => {}
                Ok(Some(Pause::Finished | Pause::Frontier | Pause::Arrived)) | Err(_) => break,
            }
            match (statement, &block.terminator) {
                (Some(Statement::Assign(place, _)), _) => {
                    self.result(program, at, place, machine);
                }
                (None, Some(Terminator::Switch { .. })) => {
                    if let (Some(now), Some(seen)) = (machine.location(), self.at_mut(at))
                        && !seen.went.contains(&now.block)
                    {
                        seen.went.push(now.block);
                    }
                }
                (None, Some(Terminator::Call { destination, .. })) if !call => {
                    self.result(program, at, destination, machine);
                }
                _ => {}
            }
            if call && let Some(now) = machine.location() {
                self.entered(program, now.function, machine);
            }
            if returns && let Some(call) = calls.pop() {
                self.returned(program, call, machine);
            }
        }
    }

    /// What the operands are that are about to be used.
    fn read(
        &mut self,
        program: &Program,
        at: Location,
        within: Option<usize>,
        machine: &mut Machine,
    ) {
        let function = program.function(at.function);
        let values = self.values;
        let Some(seen) = self.at_mut(at) else {
            return;
        };
        seen.runs += 1;
        if seen.runs == 1 {
            seen.first = machine.steps();
            seen.within = within;
        }
        if !values {
            return;
        }
        for (n, operand) in operands_at(program, at).into_iter().enumerate() {
            if seen.operands.len() <= n {
                seen.operands.push(Value::Unseen);
            }
            if seen.operands[n] != Value::Varies {
                let value = scalar(program, function, machine, operand);
                seen.operands[n].meet(value.map(|value| vec![value]));
            }
        }
    }

    /// What a place holds that was just assigned.
    fn result(&mut self, program: &Program, at: Location, place: &Place, machine: &mut Machine) {
        let values = self.values;
        if let Some(seen) = self.at_mut(at)
            && values
            && seen.result != Value::Varies
        {
            let function = program.function(at.function);
            seen.result.meet(parts(program, function, machine, place));
        }
    }

    fn entered(&mut self, program: &Program, id: FnId, machine: &mut Machine) {
        if !self.values {
            return;
        }
        let function = program.function(id);
        for (n, local) in function.argument_locals().enumerate() {
            let value = scalar(program, function, machine, &local.into());
            let known = &mut self.arguments[id.index()];
            if known.len() <= n {
                known.push(Value::Unseen);
            }
            known[n].meet(value.map(|value| vec![value]));
        }
    }

    fn returned(&mut self, program: &Program, call: Call, machine: &mut Machine) {
        let function = program.function(call.at.function);
        let block = &function.blocks[call.at.block.index()];
        if let Some(Terminator::Call { destination, .. }) = &block.terminator {
            self.result(program, call.at, destination, machine);
        }
        let Some(before) = call.before else {
            self.effects.remove(&call.at);
            return;
        };
        let mut changes = Vec::new();
        for (place, old) in before {
            let now = scalar(program, function, machine, &place.clone().into());
            if let Some(now) = now
                && old != Some(now)
            {
                changes.push((place, now));
            }
        }
        self.effects.insert(call.at, changes);
    }
}

/// The numbers that the function which is running can name: in its locals, and behind its pointers.
fn watched(
    program: &Program,
    function: &Function,
    machine: &mut Machine,
) -> Vec<(Place, Option<Constant>)> {
    let mut places = Vec::new();
    for (n, decl) in function.locals.iter().enumerate() {
        let local = Place::local(kvant_mir::Local::new(n));
        match program.types.pointee(decl.ty) {
            Some(_) => leaves(
                &program.types,
                function,
                local.project(Projection::Deref),
                &mut places,
            ),
            None => leaves(&program.types, function, local, &mut places),
        }
    }
    let value = |place: Place| {
        let now = scalar(program, function, machine, &place.clone().into());
        (place, now)
    };
    places.into_iter().map(value).collect()
}

/// The numbers in a place that can be named without an index.
pub(super) fn leaves(types: &Types, function: &Function, place: Place, into: &mut Vec<Place>) {
    let Some(ty) = function.place_ty(types, &place) else {
        return;
    };
    if into.len() >= MOST_PLACES {
        return;
    }
    if types.is_observable(ty) {
        into.push(place);
        return;
    }
    let is_record = matches!(types.kind(ty), TyKind::Tuple(_))
        || types.as_adt_of(ty, kvant_mir::AdtKind::Struct).is_some();
    if is_record {
        for n in 0..types.field_count(ty).unwrap_or(0) {
            let field = place.clone().project(Projection::Field(n as u32));
            leaves(types, function, field, into);
        }
    }
}

/// What a place holds: a number, or a tuple or struct of numbers.
fn parts(
    program: &Program,
    function: &Function,
    machine: &mut Machine,
    place: &Place,
) -> Option<Vec<Constant>> {
    let ty = function.place_ty(&program.types, place)?;
    let mut places = Vec::new();
    let flat = match program.types.is_observable(ty) {
        true => vec![ty],
        false => flat_parts(&program.types, ty)?,
    };
    leaves(&program.types, function, place.clone(), &mut places);
    if places.len() != flat.len() {
        return None;
    }
    let value = |place: Place| scalar(program, function, machine, &place.into());
    places.into_iter().map(value).collect()
}

/// The types of the parts of a tuple or struct of numbers.
fn flat_parts(types: &Types, ty: Ty) -> Option<Vec<Ty>> {
    if matches!(types.kind(ty), TyKind::Array(..)) {
        return None;
    }
    let parts = types.part_types(ty);
    let flat = parts.iter().all(|part| types.is_observable(*part));
    (flat && !parts.is_empty() && parts.len() <= MOST_PARTS).then_some(parts)
}

/// What an operand of the function that is running is, if a constant can say it.
fn scalar(
    program: &Program,
    function: &Function,
    machine: &mut Machine,
    operand: &Operand,
) -> Option<Constant> {
    let ty = match operand {
        Operand::Const(constant) => return Some(*constant),
        Operand::Copy(place) | Operand::Move(place) => function.place_ty(&program.types, place)?,
    };
    if !program.types.is_observable(ty) {
        return None;
    }
    let Some(Scalar::Bits(bits)) = machine.peek(program, operand) else {
        return None;
    };
    constant_of(&program.types, ty, bits)
}

/// A constant of a type from its bits.
pub(super) fn constant_of(types: &Types, ty: Ty, bits: u128) -> Option<Constant> {
    let constant = match types.get(ty)? {
        TyKind::Int(int) => Constant::Int(bits, *int),
        TyKind::Float(float) => Constant::Float(bits as u64, *float),
        TyKind::Bool => Constant::Bool(bits != 0),
        TyKind::Char => Constant::Char(char::from_u32(bits as u32)?),
        _ => return None,
    };
    (!constant.is_nan()).then_some(constant)
}

/// The simplest constants of the type of another one.
pub(super) fn simplest(like: Constant) -> [Constant; 2] {
    match like {
        Constant::Int(_, int) => [Constant::Int(0, int), Constant::Int(1, int)],
        Constant::Float(_, FloatTy::F32) => {
            let bits = |x: f32| Constant::Float(x.to_bits().into(), FloatTy::F32);
            [bits(0.0), bits(1.0)]
        }
        Constant::Float(_, FloatTy::F64) => {
            let bits = |x: f64| Constant::Float(x.to_bits(), FloatTy::F64);
            [bits(0.0), bits(1.0)]
        }
        Constant::Bool(_) => [Constant::Bool(false), Constant::Bool(true)],
        Constant::Char(_) => [Constant::Char('a'), Constant::Char('b')],
        Constant::Unit => [Constant::Unit, Constant::Unit],
    }
}

/// A smaller integer that has the same lowest bits, and the same sign.
pub(super) fn nearer_zero(like: Constant) -> Option<Constant> {
    let Constant::Int(bits, int) = like else {
        return None;
    };
    let value = signed(bits, int);
    let smaller = match value {
        -128..=127 => value / 2,
        _ => value % 128,
    };
    Some(Constant::int(smaller, int, &TARGET))
}

/// The number that the bits of an integer stand for. A large `u128` counts as negative.
pub(super) fn signed(bits: u128, int: IntTy) -> i128 {
    let above = 128 - int.bits(&TARGET);
    match int.is_signed() {
        true => bits.cast_signed() << above >> above,
        false => bits.cast_signed(),
    }
}
