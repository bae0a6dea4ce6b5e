//! The comparison of two behaviours.

use std::collections::{HashMap, HashSet, VecDeque};

use kvant_llvm_machine::{Byte, Effect, Event, Leaf, Node, Pointer, Rich};

use crate::behaviour::Behaviour;

/// The kind of a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Another result.
    Value,
    /// Other contents of memory.
    Memory,
    /// An event is missing, new, or another one.
    Event,
    /// Poison where there was none.
    Poison,
    /// Undefined behaviour where there was none.
    Undefined,
    /// An attribute that is not true.
    Claim,
    /// The target does not end.
    Endless,
}

/// The place of a difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Place {
    /// A scalar of the result.
    Result(usize),
    /// A byte of an allocation.
    Byte(Node, usize),
    /// An event, by its number among those that must be kept.
    Event(usize),
    /// The whole run.
    Run,
}

/// A difference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its kind.
    pub class: Class,
    /// Its place.
    pub place: Place,
}

/// The answer of a comparison.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The target does something that the source does.
    Refines,
    /// It does something else.
    Differs(Difference),
    /// They cannot be compared.
    Unknown,
}

/// Compares the behaviour of a target with one of its source.
pub fn compare(source: &Behaviour, target: &Behaviour) -> Compared {
    let mut comparison = Comparison {
        source,
        target,
        pairs: HashMap::new(),
        taken: HashSet::new(),
        queue: VecDeque::new(),
    };
    match comparison.all() {
        Ok(()) => Compared::Refines,
        Err(Some(difference)) => Compared::Differs(difference),
        Err(None) => Compared::Unknown,
    }
}

/// None if nothing can be said.
type Step = Result<(), Option<Class>>;

struct Comparison<'b> {
    source: &'b Behaviour,
    target: &'b Behaviour,
    /// Allocations of the source that stand for those of the target.
    pairs: HashMap<Node, Node>,
    taken: HashSet<Node>,
    /// Pairs whose contents are still to be compared.
    queue: VecDeque<(Node, Node)>,
}

impl Comparison<'_> {
    fn all(&mut self) -> Result<(), Option<Difference>> {
        let (source, target) = (self.source, self.target);
        let mut theirs = HashMap::new();
        theirs.extend(target.sites.iter().map(|(node, site)| (site, *node)));
        let mut sites: Vec<_> = source.sites.iter().collect();
        sites.sort_by_key(|(_, site)| *site);
        for (node, site) in sites {
            if let Some(other) = theirs.get(site) {
                self.pair(*node, *other);
            }
        }
        self.events()?;
        match (&source.end, &target.end) {
            (Ok(a), Ok(b)) if a.len() == b.len() => {
                for (n, (a, b)) in a.iter().zip(b).enumerate() {
                    self.leaf(a, b).map_err(at(Place::Result(n)))?;
                }
            }
            (Err(a), Err(b)) if a == b => {}
            _ => {
                return Err(Some(Difference {
                    class: Class::Value,
                    place: Place::Run,
                }));
            }
        }
        self.memory()
    }

    /// Lets two allocations stand for each other.
    fn pair(&mut self, source: Node, target: Node) {
        self.pairs.insert(source, target);
        self.taken.insert(target);
        self.queue.push_back((source, target));
    }

    fn memory(&mut self) -> Result<(), Option<Difference>> {
        while let Some((a, b)) = self.queue.pop_front() {
            // Memory that the source freed cannot be seen.
            let Some(before) = self.source.memory.get(&a) else {
                continue;
            };
            let gone = Difference {
                class: Class::Memory,
                place: Place::Byte(a, 0),
            };
            let after = self.target.memory.get(&b).ok_or(Some(gone.clone()))?;
            if before.len() != after.len() {
                return Err(Some(gone));
            }
            for (n, (x, y)) in before.iter().zip(after).enumerate() {
                self.byte(x, y).map_err(|class| {
                    let class = class.map(|class| match class {
                        Class::Value => Class::Memory,
                        class => class,
                    });
                    at(Place::Byte(a, n))(class)
                })?;
            }
        }
        Ok(())
    }

    fn events(&mut self) -> Result<(), Option<Difference>> {
        let (source, target) = (self.source, self.target);
        let must_stay = |event: &&Event| !may_vanish(event);
        let before: Vec<&Event> = source.events.iter().filter(must_stay).collect();
        let after: Vec<&Event> = target.events.iter().filter(must_stay).collect();
        for (n, (a, b)) in before.iter().zip(&after).enumerate() {
            let class = |class: Option<Class>| {
                let class = class.map(|class| match class {
                    Class::Value => Class::Event,
                    class => class,
                });
                at(Place::Event(n))(class)
            };
            self.event(a, b).map_err(class)?;
        }
        match before.len() == after.len() {
            true => Ok(()),
            false => Err(Some(Difference {
                class: Class::Event,
                place: Place::Event(before.len().min(after.len())),
            })),
        }
    }

    fn event(&mut self, source: &Event, target: &Event) -> Step {
        match (source, target) {
            (Event::Call(a), Event::Call(b)) => {
                if a.name != b.name || a.arguments.len() != b.arguments.len() {
                    return Err(Some(Class::Event));
                }
                let arguments = a.arguments.iter().zip(&b.arguments).zip(&a.observed);
                for ((x, y), is_observed) in arguments {
                    if *is_observed {
                        self.leaf(x, y)?;
                    }
                }
                // Objects that the function made.
                let results = a.result.iter().zip(&b.result);
                results.into_iter().try_for_each(|(x, y)| self.leaf(x, y))
            }
            (Event::Load(a), Event::Load(b)) | (Event::Store(a), Event::Store(b)) => {
                if a.value.len() != b.value.len() {
                    return Err(Some(Class::Event));
                }
                if a.observed {
                    self.pointer(a.pointer, b.pointer)?;
                }
                let values = a.value.iter().zip(&b.value);
                values.into_iter().try_for_each(|(x, y)| self.leaf(x, y))
            }
            _ => Err(Some(Class::Event)),
        }
    }

    fn leaf(&mut self, source: &Leaf, target: &Leaf) -> Step {
        let is_equal = match (source, target) {
            (Leaf::Poison(_), _) => true,
            (_, Leaf::Poison(_)) => return Err(Some(Class::Poison)),
            (Leaf::Undef, _) => true,
            (Leaf::Ptr(a), Leaf::Ptr(b)) => return self.pointer(*a, *b),
            (Leaf::Ptr(pointer), Leaf::Int(bits)) | (Leaf::Int(bits), Leaf::Ptr(pointer)) => {
                pointer.node.is_none() && pointer.offset as u64 as u128 == *bits
            }
            (Leaf::Rich(rich), _) => match (&**rich, target) {
                (Rich::Partial { bits, undef }, _) => {
                    let other = target.parts(128);
                    other.is_some_and(|(b, open)| open & !undef == 0 && (b ^ bits) & !undef == 0)
                }
                (wide, Leaf::Rich(other)) => *wide == **other,
                _ => false,
            },
            _ => source == target,
        };
        match is_equal {
            true => Ok(()),
            false => Err(Some(Class::Value)),
        }
    }

    fn pointer(&mut self, source: Pointer, target: Pointer) -> Step {
        if source.offset != target.offset {
            return Err(Some(Class::Value));
        }
        let (a, b) = match (source.node, target.node) {
            (None, None) => return Ok(()),
            (Some(a), Some(b)) => (a, b),
            _ => return Err(Some(Class::Value)),
        };
        let is_new = !self.source.sites.contains_key(&a) && !self.target.sites.contains_key(&b);
        match self.pairs.get(&a) {
            Some(other) if *other == b => Ok(()),
            None if is_new && !self.taken.contains(&b) => {
                self.pair(a, b);
                Ok(())
            }
            _ => Err(Some(Class::Value)),
        }
    }

    fn byte(&mut self, source: &Byte, target: &Byte) -> Step {
        match (source, target) {
            (Byte::Poison, _) => Ok(()),
            (_, Byte::Poison) => Err(Some(Class::Poison)),
            (
                Byte::Bits { bits, undef },
                Byte::Bits {
                    bits: other,
                    undef: open,
                },
            ) => match open & !undef == 0 && (bits ^ other) & !undef == 0 {
                true => Ok(()),
                false => Err(Some(Class::Value)),
            },
            (Byte::Bits { undef: 0xff, .. }, _) => Ok(()),
            (Byte::Pointer(a, n), Byte::Pointer(b, m)) if n == m => self.pointer(*a, *b),
            (Byte::Part, _) | (_, Byte::Part) => Err(None),
            _ => Err(Some(Class::Value)),
        }
    }
}

/// True for a call that a compiler may remove, repeat or add, because it changes nothing.
fn may_vanish(event: &Event) -> bool {
    match event {
        Event::Call(call) => {
            call.effect <= Effect::Reads
                || call.effect == Effect::WritesOnly
                || call.effect <= Effect::Arguments && call.returns
        }
        Event::Load(_) | Event::Store(_) => false,
    }
}

fn at(place: Place) -> impl Fn(Option<Class>) -> Option<Difference> {
    move |class| {
        Some(Difference {
            class: class?,
            place: place.clone(),
        })
    }
}
