//! The search for inputs on which a function is defined.
//!
//! Inputs are found by execution. A run that fails says what it lacks: memory that is larger, aligned or there at all
//! ([`repair`]). A run that succeeds says which comparisons decided, and with which operands: an input is changed so that they
//! decide otherwise. Of all inputs on which the function is defined, those are taken that together show the most: blocks,
//! outcomes of comparisons, kinds of results.

mod draw;
mod learn;
mod repair;
mod run;
mod watch;

use std::collections::{BTreeMap, HashMap, VecDeque};

use kvant_generate::Rng;
use kvant_llvm::syntax::Body;
use kvant_llvm_machine::{Leaf, Node, Origin, Parameter, Pointer, Scalar, Stop};

use crate::input::{Given, Input, Kind};
use crate::judge::{Expectation, Limits, Side};
use draw::{Draw, mask};
use repair::Repair;
use run::{Run, STEPS_OF_RUN};
use watch::{Catalogue, Set, Watch};

/// Options of a search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of inputs.
    pub inputs: usize,
    /// The seed.
    pub seed: u64,
    /// Limits of each run.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            inputs: 8,
            seed: 0,
            limits: Limits::default(),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Inputs on which the function is defined and executed.
    pub inputs: Vec<Input>,
    /// The parts of the function that they reach together.
    pub coverage: Coverage,
    /// The number of runs.
    pub tried: u32,
    /// The rules that stopped the other runs, with their numbers.
    pub stops: BTreeMap<&'static str, u32>,
    /// True if there is only one input, and the function is not defined on it or does not end.
    pub is_hopeless: bool,
}

/// The parts of a function that inputs reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The number of blocks.
    pub blocks: u32,
    /// The blocks that are reached.
    pub reached: u32,
    /// The number of instructions.
    pub instructions: u32,
    /// The instructions in blocks that are reached.
    pub executed: u32,
}

/// A search makes this many runs for each input that is wanted, and [`MORE_RUNS`] besides.
const RUNS: u32 = 8;
const MORE_RUNS: u32 = 16;

/// All runs of a search together take no more instructions, in units of the limit of one run.
const STEPS: u64 = 6;

/// Repairs of one input.
const REPAIRS: u32 = 24;

/// The search ends if so many runs have shown nothing new.
const PATIENCE: u32 = 32;

/// The feature of a run that ends before the function returns.
const STOPPED: u64 = 1 << 62;

/// A new feature counts as much as so many new kinds of results.
const WORTH: u32 = 6;

/// Finds inputs for a function.
pub fn find(side: Side<'_, '_>, options: &Options) -> Found {
    let mut found = Found::default();
    let body = side.program.function(side.function);
    let Some(body) = body.and_then(|it| it.body.as_ref()) else {
        return found;
    };
    let signature = match side.program.signature(side.function) {
        Ok(signature) => signature,
        Err(stop) => {
            found.stops.insert(stop.rule(), 1);
            return found;
        }
    };
    let mut search = Search {
        side,
        options,
        function: signature.number,
        parameters: signature.parameters,
        draw: Draw {
            rng: Rng::new(options.seed),
            literals: signature.literals,
            has_floats: signature.has_floats,
            is_tame: true,
        },
        catalogue: Catalogue::default(),
        defined: Vec::new(),
        next: VecDeque::new(),
        comparisons: HashMap::new(),
        steps: 0,
        found,
    };
    search.plain();
    let mut chosen = search.chosen();
    search.vague(&mut chosen);
    search.found.coverage = coverage(body, &chosen);
    search.found.inputs = chosen.into_iter().map(|it| it.input).collect();
    search.found
}

struct Search<'s, 'm> {
    side: Side<'s, 'm>,
    options: &'s Options,
    /// The number of the function.
    function: u32,
    parameters: Vec<Parameter>,
    draw: Draw,
    catalogue: Catalogue,
    /// Inputs on which the function is defined.
    defined: Vec<Defined>,
    /// Inputs that are tried next.
    next: VecDeque<Input>,
    /// For each comparison, by its place and the literal that it compares with, the outcomes so far, as bits, and the attempts to
    /// have another one.
    comparisons: HashMap<(Origin, u128), (u8, u32)>,
    steps: u64,
    found: Found,
}

/// An input on which the function is defined.
#[derive(Clone)]
struct Defined {
    input: Input,
    features: Set,
    results: Set,
    entered: Vec<u32>,
    /// False if everything that it returns is poison.
    is_seen: bool,
    /// True if nothing depends on the seed of unknown functions.
    is_closed: bool,
}

/// The last run on an input that was repaired.
struct Attempt {
    input: Input,
    /// The end, or the rule that stopped it.
    end: Result<End, &'static str>,
    watch: Watch,
    /// The objects of the input.
    nodes: Vec<Node>,
}

/// The end of a run.
#[derive(Clone, Copy)]
struct End {
    /// False if everything that it returns is poison.
    is_seen: bool,
    /// True if no unknown function was called.
    is_closed: bool,
    /// True if the program ended before the function returned.
    has_stopped: bool,
}

impl Search<'_, '_> {
    /// Tries plain inputs.
    fn plain(&mut self) {
        let most = self.options.inputs as u32 * RUNS + MORE_RUNS;
        let mut idle = 0;
        loop {
            // Few long runs are enough once there are inputs.
            let is_enough = self.defined.len() >= self.options.inputs;
            let steps = self.options.limits.steps * if is_enough { 1 } else { STEPS };
            if self.found.tried >= most || self.steps >= steps {
                break;
            }
            let proposed = match self.draw.rng.one_in(4) {
                true => None,
                false => self.next.pop_front(),
            };
            let input = proposed.unwrap_or_else(|| self.candidate());
            let tried = self.attempt(input);
            self.learn(&tried);
            let is_new = match tried.end {
                Ok(ended) => self.keep(tried, ended),
                Err(rule) => {
                    *self.found.stops.entry(rule).or_default() += 1;
                    false
                }
            };
            idle = if is_new { 0 } else { idle + 1 };
            if idle > PATIENCE && is_enough && self.next.is_empty() || self.is_only_one() {
                break;
            }
        }
    }

    /// True for a function that does the same in every run.
    fn is_only_one(&self) -> bool {
        self.found.is_hopeless
            || self.parameters.is_empty() && self.defined.first().is_some_and(|it| it.is_closed)
    }

    /// A new input, or one that differs little from one that is defined.
    fn candidate(&mut self) -> Input {
        // Long loops and large indices need tame numbers.
        let is_hard = self.defined.len() * 2 < self.found.tried as usize;
        self.draw.is_tame = match is_hard {
            true => !self.draw.rng.one_in(3),
            false => self.draw.rng.one_in(8),
        };
        if self.draw.rng.one_in(2)
            && let Some(defined) = self.draw.rng.pick(&self.defined)
        {
            let input = defined.input.clone();
            return self.varied(input);
        }
        let mut input = Input {
            seed: self.draw.rng.bits(),
            ..Input::default()
        };
        for n in 0..self.parameters.len() {
            let is_splat = self.draw.rng.one_in(4);
            for lane in 0..self.parameters[n].scalars.len() {
                let given = match input.arguments.last() {
                    Some(last @ Given::Leaf(_)) if is_splat && lane > 0 => last.clone(),
                    _ => self.given(&mut input, n, lane),
                };
                input.arguments.push(given);
            }
        }
        input
    }

    /// An argument.
    fn given(&mut self, input: &mut Input, parameter: usize, lane: usize) -> Given {
        let parameter = &self.parameters[parameter];
        let scalar = parameter.scalars[lane];
        let rng = &mut self.draw.rng;
        match scalar {
            Scalar::Ptr | Scalar::Far(_) => {
                let choice = rng.below(16);
                if choice == 0 && scalar == Scalar::Ptr && parameter.dereferenceable == 0 {
                    return Given::Leaf(Leaf::Ptr(Pointer::NULL));
                }
                if choice < 4 && !parameter.is_alone && !input.objects.is_empty() {
                    let object = rng.below(input.objects.len());
                    let offset = *rng.pick(&[0, 0, 4, 8]).unwrap_or(&0);
                    return Given::Pointer(object, offset);
                }
                let bits = self.side.program.pointer_bits();
                let (size, align) = (parameter.dereferenceable, parameter.align);
                let size = size.clamp(1, 1 << 14);
                let align = align.min(1 << 12).max(1 << rng.below(5));
                let object = Repair::new(&mut self.draw, bits).object(input, size, align);
                Given::Pointer(object, 0)
            }
            _ => {
                // Equal arguments, and nearly equal ones, are rare otherwise.
                if let Scalar::Int(bits @ ..=128) = scalar
                    && rng.one_in(8)
                    && let Some(Given::Leaf(Leaf::Int(other))) = input.arguments.last()
                {
                    let other = match rng.below(4) {
                        0 => other.wrapping_add(1),
                        1 => other.wrapping_neg(),
                        _ => *other,
                    };
                    return Given::Leaf(Leaf::Int(other & mask(bits)));
                }
                Given::Leaf(self.draw.leaf(scalar))
            }
        }
    }

    /// An input with another argument, other contents of an object, or another outside.
    fn varied(&mut self, mut input: Input) -> Input {
        let spots = input.arguments.len() + input.objects.len();
        if spots == 0 || self.draw.rng.one_in(8) {
            input.seed = self.draw.rng.bits();
            return input;
        }
        let spot = self.draw.rng.below(spots);
        if let Some(object) = spot.checked_sub(input.arguments.len()) {
            if let Some(bytes) = &mut input.objects[object].bytes {
                let unit = [1, 2, 4, 8][self.draw.rng.below(4)];
                self.draw.fill(bytes, unit);
            }
            return input;
        }
        let mut first = 0;
        for n in 0..self.parameters.len() {
            let length = self.parameters[n].scalars.len();
            if spot < first + length {
                if matches!(input.arguments[spot], Given::Leaf(_)) {
                    input.arguments[spot] = self.given(&mut input, n, spot - first);
                } else if !self.parameters[n].is_alone && !input.objects.is_empty() {
                    let object = self.draw.rng.below(input.objects.len());
                    input.arguments[spot] = Given::Pointer(object, 0);
                }
                break;
            }
            first += length;
        }
        input
    }

    /// Runs the function, and repairs the input while that helps.
    fn attempt(&mut self, mut input: Input) -> Attempt {
        let bits = self.side.program.pointer_bits();
        let mut repair = Repair::new(&mut self.draw, bits);
        let most = self.steps + 2 * STEPS_OF_RUN;
        let mut repairs = 0;
        let run = loop {
            self.found.tried += u32::from(repairs % 4 == 0);
            let run = Run::new(self.side, self.function, &input, self.options.limits);
            self.steps += run.steps;
            repairs += 1;
            let is_repaired = match &run.end {
                Ok(_) | Err(Stop::Ended(_)) => false,
                Err(stop) => {
                    let (fault, nodes) = (run.fault.as_ref(), &run.nodes);
                    repairs < REPAIRS
                        && self.steps < most
                        && repair.repair(&mut input, stop, fault, nodes, &run.watch.left)
                }
            };
            if !is_repaired {
                break run;
            }
        };
        let end = match &run.end {
            Err(stop) if !matches!(stop, Stop::Ended(_)) => {
                let is_certain = matches!(stop, Stop::Ub(_) | Stop::Budget(_));
                let is_free = input.arguments.is_empty() && run.is_closed && !run.has_choices;
                self.found.is_hopeless |= is_certain && is_free;
                Err(stop.rule())
            }
            end => {
                let leaves = end.as_deref().unwrap_or_default();
                let is_seen = leaves.is_empty() || leaves.iter().any(|it| !it.is_poison());
                let end = End {
                    is_seen: is_seen || !run.is_closed,
                    is_closed: run.is_closed,
                    has_stopped: end.is_err(),
                };
                // With other choices it may be undefined.
                match run.has_choices {
                    false => Ok(end),
                    true => self.with_choices(&input).map(|()| end),
                }
            }
        };
        Attempt {
            input,
            end,
            watch: run.watch,
            nodes: run.nodes,
        }
    }

    /// Executes the source with its first choices and others. The rule, if it is not defined with one of them.
    fn with_choices(&self, input: &Input) -> Result<(), &'static str> {
        let expectation = Expectation::new(self.side, input, self.options.limits);
        expectation.map_or_else(|silence| Err(silence.rule()), |_| Ok(()))
    }

    /// Remembers an input on which the function is defined. True if it shows something new.
    fn keep(&mut self, tried: Attempt, ended: End) -> bool {
        let input = tried.input;
        let is_same = |other: &Defined| {
            let other = &other.input;
            (ended.is_closed || other.seed == input.seed)
                && other.arguments == input.arguments
                && other.objects == input.objects
                && other.links == input.links
        };
        if self.defined.iter().any(is_same) {
            return false;
        }
        // Nothing is seen of results that become poison.
        let (mut features, mut results) = (Vec::new(), Vec::new());
        if ended.is_seen {
            (features, results) = (tried.watch.features, tried.watch.results);
            features.extend(of_arguments(&self.parameters, &input));
            features.extend(ended.has_stopped.then_some(STOPPED));
        }
        let (features, is_new) = self.catalogue.set(&features);
        let (results, has_new_results) = self.catalogue.set(&results);
        self.defined.push(Defined {
            input,
            features,
            results,
            entered: tried.watch.entered,
            is_seen: ended.is_seen,
            is_closed: ended.is_closed,
        });
        is_new || has_new_results
    }

    /// The inputs that together show the most.
    fn chosen(&mut self) -> Vec<Defined> {
        let wanted = match self.options.inputs {
            few @ 0..4 => few,
            // Places for poison and for undef.
            many if !self.parameters.is_empty() => many - 2 * (many / 8).max(1),
            many => many,
        };
        let mut rest = std::mem::take(&mut self.defined);
        let (mut features, mut results) = (Set::default(), Set::default());
        let mut chosen: Vec<Defined> = Vec::new();
        while chosen.len() < wanted && !rest.is_empty() {
            // One whose result is poison: only attributes of the result see it.
            let is_last = chosen.len() + 1 == wanted && wanted > 2;
            let wants_unseen = is_last && chosen.iter().all(|it| it.is_seen);
            let gain = |it: &Defined| {
                let gain = it.features.new_to(&features) * WORTH + it.results.new_to(&results);
                (it.is_seen != wants_unseen, gain)
            };
            // The first of the best.
            let best = (0..rest.len()).rev().max_by_key(|n| gain(&rest[*n]));
            let best = rest.swap_remove(best.unwrap_or(0));
            features.add(&best.features);
            results.add(&best.results);
            chosen.push(best);
        }
        chosen
    }

    /// Adds inputs with poison and with undef.
    fn vague(&mut self, chosen: &mut Vec<Defined>) {
        let wanted = self.options.inputs.saturating_sub(chosen.len());
        let plain = chosen.len();
        if self.options.inputs < 4 || plain == 0 {
            return;
        }
        let parameters = self.parameters.iter();
        let is_possible = parameters.flat_map(|it| it.scalars.iter().map(|_| !it.is_defined));
        let places = is_possible.enumerate().filter(|it| it.1).map(|it| it.0);
        let places: Vec<usize> = places.collect();
        for kind in [Kind::Poison, Kind::Undef] {
            let leaf = match kind {
                Kind::Poison => Leaf::Poison(Origin::OUTSIDE),
                Kind::Plain | Kind::Undef => Leaf::Undef,
            };
            let mut found = 0;
            for _ in 0..wanted * 4 {
                let base = self.draw.rng.below(plain);
                let mut input = chosen[base].input.clone();
                let place = self.draw.rng.pick(&places).copied();
                let object = match kind {
                    Kind::Undef if self.draw.rng.one_in(2) => input.objects.last_mut(),
                    _ => None,
                };
                // Everything at once, or a part of it, of which more can be seen.
                let is_whole =
                    kind == Kind::Poison && !places.is_empty() && self.draw.rng.one_in(2);
                match (object, place) {
                    _ if found == wanted.div_ceil(2) => break,
                    _ if is_whole => {
                        for place in &places {
                            input.arguments[*place] = Given::Leaf(leaf.clone());
                        }
                    }
                    (Some(object), _) => object.bytes = None,
                    (None, Some(place)) => input.arguments[place] = Given::Leaf(leaf.clone()),
                    (None, None) => break,
                }
                input.kind = kind;
                let tried = self.attempt(input);
                if let Ok(ended) = &tried.end
                    && (ended.is_seen || is_whole)
                    && !chosen.iter().any(|it| it.input == tried.input)
                {
                    chosen.push(Defined {
                        input: tried.input,
                        features: Set::default(),
                        results: Set::default(),
                        entered: tried.watch.entered,
                        is_seen: true,
                        is_closed: ended.is_closed,
                    });
                    found += 1;
                }
            }
        }
    }
}

/// The kinds of arguments: their sign and size, the classes of floats, and the alignment and the sharing of objects.
fn of_arguments(parameters: &[Parameter], input: &Input) -> Vec<u64> {
    let scalars = parameters.iter().flat_map(|it| &it.scalars);
    let arguments = scalars.zip(&input.arguments).enumerate();
    let feature = |(n, (scalar, given)): (usize, (&Scalar, &Given))| {
        let kind = match (given, scalar) {
            (Given::Leaf(Leaf::Int(value)), Scalar::Int(bits)) => {
                let top = 1 << (bits - 1).min(127);
                match *value {
                    0 => 0,
                    1 => 1,
                    value if value == top => 2,
                    value if value == top - 1 => 3,
                    value if value == mask(*bits) => 4,
                    value => 5 + u64::from(value & top != 0),
                }
            }
            (Given::Leaf(Leaf::Int(value)), Scalar::Float(kind)) => 8 + draw::class(*kind, *value),
            (Given::Leaf(_), _) => 32,
            (Given::Pointer(object, offset), _) => {
                let align = input.objects[*object].align.trailing_zeros();
                let align = align.min(offset.trailing_zeros()).min(7);
                let is_it = |it: &Given| matches!(it, Given::Pointer(it, _) if it == object);
                let is_shared = input.arguments.iter().filter(|it| is_it(it)).count() > 1;
                40 + u64::from(align) * 2 + u64::from(is_shared)
            }
        };
        1 << 63 | (n as u64) << 8 | kind
    };
    arguments.map(feature).collect()
}

/// The parts of a function that inputs reach together.
fn coverage(body: &Body, chosen: &[Defined]) -> Coverage {
    let mut reached = Set::default();
    for defined in chosen {
        reached.insert(0);
        for instruction in &defined.entered {
            let after = body.blocks.partition_point(|it| it.start <= *instruction);
            reached.insert(after.saturating_sub(1));
        }
    }
    let blocks = body.blocks.iter().enumerate();
    let executed = blocks.filter(|(n, _)| reached.contains(*n));
    Coverage {
        blocks: body.blocks.len() as u32,
        reached: reached.len(),
        instructions: body.instructions.len() as u32,
        executed: executed.map(|(_, it)| it.end - it.start).sum(),
    }
}
