//! The behaviour of one run.

use std::collections::{HashMap, HashSet};

use kvant_llvm::syntax::Linkage;
use kvant_llvm_machine::{
    Byte, Choices, Ended, Event, First, Leaf, Limits, Machine, Node, Observer, Program, Scalar,
    Seeded, Stop, Ub,
};

use crate::choices::FloatChoices;
use crate::input::Input;

/// Everything that can be seen of a run from outside.
#[derive(Clone, Debug)]
pub struct Behaviour {
    /// The leaves of the result, or the way in which the program ended itself.
    pub end: Result<Vec<Leaf>, Ended>,
    /// The types of the leaves of the result.
    pub types: Vec<Scalar>,
    /// The events.
    pub events: Vec<Event>,
    /// Memory that is there at the end and can be reached from outside.
    pub memory: HashMap<Node, Vec<Byte>>,
    /// The allocations that both sides know.
    pub sites: HashMap<Node, Site>,
    /// Memory that pointers lead to and that is not there at the end, or is of `alloca` and would not be if the function returned.
    pub gone: HashSet<Node>,
    /// True if the first byte of a number in memory is its highest one.
    pub is_big_endian: bool,
    /// The kinds of choices about floats that it made.
    pub float_choices: FloatChoices,
    /// True if the function says that it always returns or makes progress.
    pub progresses: bool,
    /// The number of instructions.
    pub steps: u64,
}

/// An allocation that both sides know.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Site {
    /// An object of the input, by its number.
    Object(usize),
    /// A function or a variable of the module that others may know, by its name.
    Symbol(Box<str>),
}

/// The outcome of a run.
#[derive(Clone, Debug)]
pub enum Ran {
    /// It returned, or ended the program.
    Behaves(Box<Behaviour>),
    /// It is undefined.
    Undefined(Ub),
    /// It was refused, or took too long.
    Silent(Stop),
}

/// Runs a function on an input.
pub fn run(
    program: &Program<'_>,
    function: &str,
    input: &Input,
    limits: Limits,
    choices: &mut dyn Choices,
) -> Ran {
    observed(program, function, input, limits, choices, None)
}

/// Runs a function on an input under an observer.
pub(crate) fn observed(
    program: &Program<'_>,
    function: &str,
    input: &Input,
    limits: Limits,
    choices: &mut dyn Choices,
    observer: Option<&mut dyn Observer>,
) -> Ran {
    let environment = Seeded(input.seed);
    let mut machine = Machine::new(program, limits, choices);
    machine.surround_with(&environment);
    machine.keep_regions();
    if let Some(observer) = observer {
        machine.observe_with(observer);
    }
    match execute(&mut machine, program, function, input) {
        Ok(behaviour) => Ran::Behaves(Box::new(behaviour)),
        Err(Stop::Ub(rule)) => Ran::Undefined(rule),
        Err(stop) => Ran::Silent(stop),
    }
}

fn execute(
    machine: &mut Machine<'_, '_>,
    program: &Program<'_>,
    function: &str,
    input: &Input,
) -> Result<Behaviour, Stop> {
    let objects = input.make(machine)?;
    let begun = machine.begin(function, &input.leaves(&objects));
    let end = match begun.and_then(|()| machine.run()) {
        Ok(leaves) => Ok(leaves),
        Err(stopped) => match stopped.stop {
            Stop::Ended(ended) => Err(ended),
            stop => return Err(stop),
        },
    };
    let mut sites = HashMap::new();
    for (n, pointer) in objects.iter().enumerate() {
        sites.extend(pointer.node.map(|node| (node, Site::Object(n))));
    }
    let symbols = machine.made_symbols();
    let known = symbols.filter(|(name, _)| is_known(program, name));
    sites.extend(known.map(|(name, node)| (node, Site::Symbol(name.into()))));
    let events = machine.events().to_vec();
    let mut next: Vec<Node> = sites.keys().copied().collect();
    let leaves = end.iter().flatten();
    let leaves = leaves.chain(events.iter().flat_map(leaves_of));
    next.extend(leaves.filter_map(|leaf| match leaf {
        Leaf::Ptr(pointer) => pointer.node,
        _ => None,
    }));
    let memory = reachable(machine, next);
    let seen = seen(&end, &events, &memory);
    name_symbols(program, &seen, &mut sites);
    let is_gone = |node: &Node| {
        !program.is_symbol(*node) && (!memory.contains_key(node) || machine.is_alloca(*node))
    };
    let gone = seen.into_iter().filter(is_gone).collect();
    let types = program.function(function).map(|it| it.result);
    let types = types.and_then(|ty| program.leaf_types(ty));
    let is_promise = |word: &str| matches!(word, "willreturn" | "mustprogress");
    Ok(Behaviour {
        end,
        types: types.unwrap_or_default(),
        events,
        memory,
        sites,
        gone,
        is_big_endian: program.is_big_endian(),
        float_choices: FloatChoices::default(),
        progresses: program.words_of(function).any(is_promise),
        steps: machine.steps(),
    })
}

/// The leaves of an event.
pub(crate) fn leaves_of(event: &Event) -> &[Leaf] {
    match event {
        Event::Call(call) => &call.arguments,
        Event::Load(access) | Event::Store(access) => &access.value,
    }
}

/// The allocations that pointers in results, events and memory lead to.
fn seen(
    end: &Result<Vec<Leaf>, Ended>,
    events: &[Event],
    memory: &HashMap<Node, Vec<Byte>>,
) -> HashSet<Node> {
    let mut seen: HashSet<Node> = HashSet::new();
    let of_leaf = |leaf: &Leaf| match leaf {
        Leaf::Ptr(pointer) => pointer.node,
        _ => None,
    };
    seen.extend(end.iter().flatten().filter_map(of_leaf));
    seen.extend(pointed(memory));
    // Events share contents that do not change.
    let mut known = HashSet::new();
    for event in events {
        seen.extend(leaves_of(event).iter().filter_map(of_leaf));
        match event {
            Event::Call(call) => {
                seen.extend(call.result.iter().filter_map(of_leaf));
                for region in call.memory.iter().flatten() {
                    if known.insert(region.bytes.as_ptr()) {
                        seen.extend(region.bytes.iter().filter_map(of_byte));
                    }
                }
            }
            Event::Load(access) | Event::Store(access) => seen.extend(access.pointer.node),
        }
    }
    seen
}

/// The allocation that a pointer leads to whose first byte this is.
fn of_byte(byte: &Byte) -> Option<Node> {
    match byte {
        Byte::Pointer(pointer, 0) => pointer.node,
        _ => None,
    }
}

/// The allocations that pointers in memory lead to.
fn pointed(memory: &HashMap<Node, Vec<Byte>>) -> HashSet<Node> {
    memory.values().flatten().filter_map(of_byte).collect()
}

/// The contents of allocations, and of those that pointers in them lead to.
fn reachable(machine: &Machine<'_, '_>, mut next: Vec<Node>) -> HashMap<Node, Vec<Byte>> {
    let mut memory = HashMap::new();
    while let Some(node) = next.pop() {
        if memory.contains_key(&node) {
            continue;
        }
        let Some(bytes) = machine.contents(node) else {
            continue;
        };
        next.extend(bytes.iter().filter_map(of_byte));
        memory.insert(node, bytes);
    }
    memory
}

/// Adds the symbols that pointers lead to and that both sides know.
fn name_symbols(program: &Program<'_>, nodes: &HashSet<Node>, sites: &mut HashMap<Node, Site>) {
    for node in nodes {
        if let Some(name) = program.symbol_at(*node)
            && is_known(program, name)
        {
            sites.entry(*node).or_insert(Site::Symbol(name.into()));
        }
    }
}

/// True for a symbol that has a meaning outside of the module.
fn is_known(program: &Program<'_>, name: &str) -> bool {
    let linkage = program.linkage(name);
    !matches!(linkage, Some(Linkage::Internal | Linkage::Private))
}

impl Behaviour {
    /// Adds the contents of symbols that only the other side needed. They are the initial ones here.
    pub(crate) fn complete(&mut self, program: &Program<'_>, seed: u64, other: &Behaviour) {
        let needed = other.sites.iter();
        let needed = needed.filter(|(node, _)| other.memory.contains_key(*node));
        let needed: Vec<&Site> = needed.map(|(_, site)| site).collect();
        let own: HashMap<&Site, Node> = self.sites.iter().map(|(node, it)| (it, *node)).collect();
        let has = |site: &&Site| {
            let node = own.get(*site);
            node.is_some_and(|node| self.memory.contains_key(node))
        };
        let missing: Vec<Site> = needed.into_iter().filter(|it| !has(it)).cloned().collect();
        if missing.is_empty() {
            return;
        }
        let environment = Seeded(seed);
        let mut first = First::default();
        let mut machine = Machine::new(program, Limits::default(), &mut first);
        machine.surround_with(&environment);
        let mut initial = HashMap::new();
        for site in missing {
            if let Site::Symbol(name) = &site
                && let Ok(Some(node)) = machine.make_symbol(name)
            {
                initial.extend(reachable(&machine, vec![node]));
                self.sites.insert(node, site);
            }
        }
        name_symbols(program, &pointed(&initial), &mut self.sites);
        // Other objects of this machine are none of the run.
        let number = self.memory.len() as u32;
        let renamed = |node: Node| match program.is_symbol(node) {
            true => node,
            false => node.elsewhere(number),
        };
        for (node, mut bytes) in initial {
            for byte in &mut bytes {
                if let Byte::Pointer(pointer, _) = byte {
                    pointer.node = pointer.node.map(renamed);
                }
            }
            self.memory.entry(renamed(node)).or_insert(bytes);
        }
    }
}
