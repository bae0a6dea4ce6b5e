//! Crossing: a function of the corpus put into another one.
//!
//! A call of the donor is put at a place of the host that is executed. Its arguments are values of the host, values that the donor was
//! defined on, or new parameters; its result takes the place of an operand. Types that do not fit are bridged. Then the body of the donor
//! takes the place of the call, or the call stays for the inliner.
//!
//! Nothing here knows whether the result is defined: the machine decides.

mod constant;
pub(crate) mod inline;
mod place;

use kvant_generate::Rng;
use kvant_llvm::combine::{Combiner, Naming, Source, extract};
use kvant_llvm::syntax::{
    Argument, BinaryOp, Call, Flags, Function, Item, Linkage, Local, Module, Op, Parameter, Type,
    TypeKind, Typed, Types, Value,
};
use kvant_llvm_refine::{Given, Input, Link};

use crate::body::OpenBody;
use crate::bridge::{bridge, is_bridgeable};
use crate::build::Builder;
use crate::config::Swarm;
use crate::corpus::kept_names;
use crate::feature::Feature;
use place::{Place, available, place};

/// A function under construction, with inputs.
#[derive(Clone)]
pub(crate) struct Draft {
    pub(crate) module: Module,
    /// The name of the function.
    pub(crate) function: String,
    pub(crate) inputs: Vec<Input>,
}

/// The way in which a donor is put into a host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// Its body takes the place of the call.
    Body,
    /// A call of a function that only the host uses.
    Call,
}

/// The choices of a crossing.
pub(crate) struct Crossing<'c> {
    pub(crate) form: Form,
    /// Put before the names of the donor.
    pub(crate) prefix: String,
    /// True for blocks of the host that are executed.
    pub(crate) executed: &'c [bool],
    pub(crate) swarm: &'c Swarm,
}

/// The source of an argument of the donor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// A value of the host.
    Host,
    /// A value that the donor is defined on.
    Donor,
    /// A new parameter.
    Parameter,
}

impl Draft {
    fn find(&self, name: &str) -> Option<usize> {
        let name = self.module.names.find(name)?;
        let is_it = |it: &Item| matches!(it, Item::Function(it) if it.name == name);
        self.module.items.iter().position(is_it)
    }

    /// The function.
    pub(crate) fn host(&self) -> Option<&Function> {
        match &self.module.items[self.find(&self.function)?] {
            Item::Function(function) => Some(function),
            _ => None,
        }
    }

    /// The number of instructions of the function.
    pub(crate) fn size(&self) -> usize {
        let body = self.host().and_then(|it| it.body.as_ref());
        body.map_or(0, |it| it.instructions.len())
    }

    /// A module with another one beside it. Its names begin with `prefix`, but for those of libraries. Returns the new name of
    /// a function of it.
    fn beside(&self, donor: &Draft, prefix: &str) -> Option<(Module, String)> {
        let mut combiner = Combiner::default();
        let host = Source::new(&self.module);
        combiner.add_all(&host, Naming::SAME).ok()?;
        let kept = kept_names(&donor.module);
        let naming = Naming {
            prefix,
            keeps: &|name| kept.contains(name),
        };
        let name = donor.module.names.find(&donor.function)?;
        let names = combiner.add_all(&Source::new(&donor.module), naming).ok()?;
        let name = combiner.names().get(*names.get(&name)?).to_owned();
        Some((combiner.finish(), name))
    }

    /// The module without everything that the function does not need.
    pub(crate) fn pruned(mut self) -> Option<Draft> {
        let name = self.module.names.find(&self.function)?;
        self.module = extract(&Source::new(&self.module), &[name]).ok()?.0;
        Some(self)
    }
}

/// Puts a donor into a host, at a place in a block that is executed. `None` if there is no such place, or the types do not fit.
pub(crate) fn cross(
    host: &Draft,
    donor: &Draft,
    crossing: &Crossing<'_>,
    rng: &mut Rng,
) -> Option<Draft> {
    let (module, name) = host.beside(donor, &crossing.prefix)?;
    let mut draft = Draft {
        module,
        function: host.function.clone(),
        inputs: Vec::new(),
    };
    let (host_at, donor_at) = (draft.find(&host.function)?, draft.find(&name)?);
    let Draft { module, .. } = &mut draft;
    let callee = match &mut module.items[donor_at] {
        Item::Function(callee) if crossing.form == Form::Call => {
            callee.properties.linkage = Some(Linkage::Internal);
            callee.clone()
        }
        Item::Function(callee) if inline::can_inline(callee) => callee.clone(),
        _ => return None,
    };
    let Item::Function(function) = &module.items[host_at] else {
        return None;
    };
    let mut function = function.clone();
    let mut body = OpenBody::open(function.body.as_ref()?, function.parameters.len());
    let put = Put {
        callee: &callee,
        sources: sources(&callee, crossing.swarm, rng),
        input: donor.inputs.first(),
        crossing,
    };
    put.call(module, &mut body, rng)?;
    let kept = put.parameters(&mut function, &mut body)?;
    function.body = Some(body.close()?);
    module.items[host_at] = Item::Function(function);
    draft.inputs = merged(host, donor, &callee, &kept, &draft.module);
    draft.pruned()
}

/// A call of a donor that is put into a host.
struct Put<'p> {
    callee: &'p Function,
    /// The sources of the arguments.
    sources: Vec<From>,
    /// An input of the donor.
    input: Option<&'p Input>,
    crossing: &'p Crossing<'p>,
}

impl Put<'_> {
    /// The parameters of the callee that become new ones of the host.
    fn new_parameters(&self) -> impl Iterator<Item = usize> {
        let sources = self.sources.iter().enumerate();
        sources.filter_map(|(n, source)| (*source == From::Parameter).then_some(n))
    }

    /// Puts the call, or the body of the callee, at a place. `None` if that is not possible.
    fn call(&self, module: &mut Module, body: &mut OpenBody, rng: &mut Rng) -> Option<()> {
        let (callee, swarm) = (self.callee, self.crossing.swarm);
        let new = self.new_parameters().map(|n| {
            let ty = callee.parameters[n].ty;
            body.add_parameter(&mut module.names, "a", ty)
        });
        let new: Vec<Local> = new.collect();
        let is_operand =
            swarm.has(Feature::Operands) && is_bridgeable(&module.types, callee.result);
        let executed = self.crossing.executed;
        let place = place(body, &module.types, executed, is_operand, rng)?;
        let mut values = available(body, &module.types, place);
        values.retain(|it| !matches!(it.value, Value::Local(local) if new.contains(&local)));
        let mut build = Builder {
            names: &mut module.names,
            types: &mut module.types,
            body,
            instructions: Vec::new(),
        };
        let mut arguments = Arguments {
            build: &mut build,
            rng,
            swarm,
            values: &values,
            input: self.input,
            objects: Vec::new(),
        };
        let given = arguments.all(callee, &self.sources, &new)?;
        let call_at = place.at + build.instructions.len();
        let result = called(&mut build, callee, &given);
        if let (Some((number, ty)), Some(result)) = (place.operand, result) {
            if result.ty != ty && !swarm.has(Feature::Bridges) {
                return None;
            }
            let pointers = pointers(&values);
            let result = bridge(&mut build, rng, result, ty, &pointers)?;
            exchange(&mut build, (place, number), |build, old| {
                combined(build, rng, result, old).value
            })?;
        }
        let instructions = build.instructions;
        let block = &mut body.blocks[place.block];
        block.instructions.splice(place.at..place.at, instructions);
        if self.crossing.form == Form::Body {
            let inner = OpenBody::open(callee.body.as_ref()?, callee.parameters.len());
            let names = &mut module.names;
            let call = (&given[..], callee.result);
            inline::inline(body, names, (place.block, call_at), &inner, call);
        }
        Some(())
    }

    /// Gives the host its new parameters, if they are used. Returns their numbers in the callee.
    fn parameters(&self, host: &mut Function, body: &mut OpenBody) -> Option<Vec<usize>> {
        let old = host.parameters.len();
        let uses = body.uses();
        // Parameters are the first locals.
        let is_kept = |n: usize| n < old || uses.get(n).is_some_and(|it| *it > 0);
        let new = self.new_parameters().zip(old..);
        let kept = new.filter(|(_, n)| is_kept(*n)).map(|it| it.0);
        let kept: Vec<usize> = kept.collect();
        body.remove_parameters(&|n| !is_kept(n));
        let mut parameters = host.parameters.to_vec();
        for (n, of_callee) in kept.iter().enumerate() {
            parameters.push(Parameter {
                ty: self.callee.parameters[*of_callee].ty,
                attributes: Box::default(),
                name: Some(body.locals.get(old + n)?.name),
            });
        }
        host.parameters = parameters.into();
        Some(kept)
    }
}

/// Exchanges an operand of the instruction at a place by what `new` makes of it.
fn exchange(
    build: &mut Builder<'_>,
    (place, number): (Place, usize),
    new: impl FnOnce(&mut Builder<'_>, Value) -> Value,
) -> Option<()> {
    let operand = |build: &mut Builder<'_>, change: &mut dyn FnMut(&mut Value)| {
        let (op, mut n) = (
            &mut build.body.blocks[place.block].instructions[place.at].op,
            0,
        );
        op.values_mut(&mut |_, value| {
            if n == number {
                change(value);
            }
            n += 1;
        });
    };
    let mut old = None;
    operand(build, &mut |value| old = Some(*value));
    let new = new(build, old?);
    operand(build, &mut |value| *value = new);
    Some(())
}

/// The pointers among values.
fn pointers(values: &[Typed]) -> Vec<Typed> {
    let values = values.iter().copied();
    values.filter(|it| it.ty == Types::PTR).collect()
}

/// Draws where arguments come from.
fn sources(callee: &Function, swarm: &Swarm, rng: &mut Rng) -> Vec<From> {
    let parameter = if swarm.has(Feature::Parameters) { 2 } else { 0 };
    let weights = [
        (6, From::Host),
        (2, From::Donor),
        (parameter, From::Parameter),
    ];
    let sources = callee.parameters.iter();
    let mut sources: Vec<From> = sources.map(|_| rng.weighted(&weights)).collect();
    // Something of the host should reach the donor.
    if !sources.is_empty() && !sources.contains(&From::Host) {
        let n = rng.below(sources.len());
        sources[n] = From::Host;
    }
    sources
}

/// Larger objects of a donor's input are not copied.
const LARGEST: u64 = 64;

struct Arguments<'s, 'b> {
    build: &'s mut Builder<'b>,
    rng: &'s mut Rng,
    swarm: &'s Swarm,
    /// The values of the host that can be used.
    values: &'s [Typed],
    /// An input of the donor.
    input: Option<&'s Input>,
    /// Memory that was made for objects of that input.
    objects: Vec<(usize, Typed)>,
}

impl Arguments<'_, '_> {
    /// The arguments of a call.
    fn all(&mut self, callee: &Function, sources: &[From], new: &[Local]) -> Option<Vec<Value>> {
        let mut new = new.iter();
        let mut arguments = Vec::new();
        let mut leaf = 0;
        for (parameter, source) in callee.parameters.iter().zip(sources) {
            let count = constant::leaves(self.build.types, parameter.ty);
            let value = match source {
                From::Parameter => new.next().map(|it| Value::Local(*it)),
                From::Host => self
                    .of_host(parameter.ty)
                    .or_else(|| self.of_donor(parameter.ty, leaf)),
                From::Donor => self
                    .of_donor(parameter.ty, leaf)
                    .or_else(|| self.of_host(parameter.ty)),
            };
            leaf += count.unwrap_or(1);
            arguments.push(value?);
        }
        Some(arguments)
    }

    /// A value of the host, of this type or bridged.
    fn of_host(&mut self, ty: Type) -> Option<Value> {
        if ty == Types::PTR && !self.swarm.has(Feature::SharedMemory) {
            return None;
        }
        let same: Vec<Typed> = self
            .values
            .iter()
            .copied()
            .filter(|it| it.ty == ty)
            .collect();
        if !same.is_empty() && !self.rng.one_in(5) {
            // Later values depend on more.
            let n = self.rng.below(same.len()).max(self.rng.below(same.len()));
            let value = same[n];
            if ty == Types::PTR && self.rng.one_in(4) {
                let bytes = self.rng.between(1, 8) as i32;
                let bytes = self.build.int(64, bytes);
                return Some(self.build.offset(value, bytes).value);
            }
            return Some(value.value);
        }
        if !self.swarm.has(Feature::Bridges) {
            return None;
        }
        let pointers = pointers(self.values);
        for _ in 0..4 {
            let value = *self.rng.pick(self.values)?;
            let before = self.build.instructions.len();
            if let Some(bridged) = bridge(self.build, self.rng, value, ty, &pointers) {
                return Some(bridged.value);
            }
            self.build.instructions.truncate(before);
        }
        None
    }

    /// The value of the donor's input, from this leaf on.
    fn of_donor(&mut self, ty: Type, leaf: usize) -> Option<Value> {
        let input = self.input?;
        if ty != Types::PTR {
            let leaves = input.arguments.get(leaf..)?;
            return constant::constant(self.build, ty, &mut leaves.iter());
        }
        match input.arguments.get(leaf)? {
            Given::Leaf(_) => Some(Value::Null),
            Given::Pointer(object, offset) => {
                let base = self.memory(input, *object)?;
                if *offset == 0 {
                    return Some(base.value);
                }
                let bytes = self.build.int(64, i32::try_from(*offset).ok()?);
                Some(self.build.offset(base, bytes).value)
            }
        }
    }

    /// Memory with the contents of an object of the donor's input.
    fn memory(&mut self, input: &Input, number: usize) -> Option<Typed> {
        if let Some((_, made)) = self.objects.iter().find(|it| it.0 == number) {
            return Some(*made);
        }
        let object = input.objects.get(number)?;
        if object.size > LARGEST || input.links.iter().any(|it| it.from.0 == number) {
            return None;
        }
        let memory = self.build.alloca(object.size.max(1), object.align);
        for (n, bytes) in object.bytes.iter().flat_map(|it| it.chunks(4)).enumerate() {
            let mut word = [0; 4];
            word[..bytes.len()].copy_from_slice(bytes);
            let value = self
                .build
                .int(bytes.len() as u32 * 8, i32::from_le_bytes(word));
            let at = self.build.int(64, n as i32 * 4);
            let place = self.build.offset(memory, at);
            self.build.store(value, place, 1);
        }
        self.objects.push((number, memory));
        Some(memory)
    }
}

/// Adds the call of a function. Returns its result.
fn called(build: &mut Builder<'_>, callee: &Function, arguments: &[Value]) -> Option<Typed> {
    let arguments = callee.parameters.iter().zip(arguments);
    let arguments = arguments.map(|(parameter, value)| Argument {
        value: Typed {
            ty: parameter.ty,
            value: *value,
        },
        attributes: parameter.attributes.clone(),
    });
    let call = Call {
        tail: None,
        flags: Flags::default(),
        convention: callee.convention,
        result: Box::default(),
        space: callee.space,
        ty: callee.result,
        callee: Value::Global(callee.name),
        arguments: arguments.collect(),
        forwards: false,
        attributes: Box::default(),
        bundles: Box::default(),
    };
    let op = Op::Call(Box::new(call));
    if callee.result == Types::VOID {
        build.push(None, op);
        return None;
    }
    Some(build.add(op, callee.result))
}

/// A value out of the donor's result and the operand that it replaces.
fn combined(build: &mut Builder<'_>, rng: &mut Rng, result: Typed, old: Value) -> Typed {
    let scalar = build.types.scalar(result.ty);
    let is_int = matches!(build.types.get(scalar), TypeKind::Int(_));
    match rng.below(4) {
        0 | 1 if is_int => {
            let ops = [
                BinaryOp::Add,
                BinaryOp::Sub,
                BinaryOp::Xor,
                BinaryOp::And,
                BinaryOp::Or,
                BinaryOp::Mul,
            ];
            let op = ops[rng.below(ops.len())];
            build.binary(op, result, old)
        }
        _ => result,
    }
}

/// The inputs of the host, with those of the donor for new parameters.
fn merged(
    host: &Draft,
    donor: &Draft,
    callee: &Function,
    kept: &[usize],
    module: &Module,
) -> Vec<Input> {
    let mut inputs = Vec::new();
    for (n, input) in host.inputs.iter().enumerate() {
        let mut input = input.clone();
        if kept.is_empty() {
            inputs.push(input);
            continue;
        }
        let Some(other) = donor.inputs.get(n % donor.inputs.len().max(1)) else {
            continue;
        };
        let shift = input.objects.len();
        input.objects.extend(other.objects.iter().cloned());
        input.links.extend(other.links.iter().map(|it| Link {
            from: (it.from.0 + shift, it.from.1),
            to: (it.to.0 + shift, it.to.1),
        }));
        let mut leaf = 0;
        for (n, parameter) in callee.parameters.iter().enumerate() {
            let count = constant::leaves(&module.types, parameter.ty).unwrap_or(1);
            let range = leaf..leaf + count;
            leaf = range.end;
            if kept.contains(&n) {
                let given = other.arguments.get(range).unwrap_or_default();
                input.arguments.extend(given.iter().map(|it| match it {
                    Given::Pointer(object, offset) => Given::Pointer(object + shift, *offset),
                    given @ Given::Leaf(_) => given.clone(),
                }));
            }
        }
        input.kind = input.kind.max(other.kind);
        inputs.push(input);
    }
    inputs
}
