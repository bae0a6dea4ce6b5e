//! The comparison of two behaviours.

use std::collections::{HashMap, HashSet, VecDeque};

use kvant_llvm_machine::{
    Access, Byte, Call, Event, Leaf, Node, Pointer, Program, Region, Rich, Scalar,
};

use crate::behaviour::Behaviour;
use crate::event;
use crate::float;

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
    /// An event, by its number among all events of the source and among those of the target; none on the side that lacks it.
    Event(Option<usize>, Option<usize>),
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

/// Compares the behaviour of a target with one of its source, whose program this is.
pub fn compare(program: &Program<'_>, source: &Behaviour, target: &Behaviour) -> Compared {
    let mut comparison = Comparison {
        program,
        source,
        target,
        pairs: HashMap::new(),
        taken: HashSet::new(),
        merged: HashSet::new(),
        queue: VecDeque::new(),
        known: HashSet::new(),
        has_doubt: false,
        is_merged: false,
    };
    match comparison.all() {
        _ if comparison.is_merged => Compared::Unknown,
        Ok(()) if comparison.has_doubt => Compared::Unknown,
        Ok(()) => Compared::Refines,
        Err(difference) => Compared::Differs(difference),
    }
}

type Step = Result<(), Class>;

#[derive(Clone)]
struct Comparison<'b, 'm> {
    program: &'b Program<'m>,
    source: &'b Behaviour,
    target: &'b Behaviour,
    /// Allocations of the source, with those of the target that stand for them.
    pairs: HashMap<Node, Node>,
    /// The allocations of the target among them.
    taken: HashSet<Node>,
    /// Constants of the target that became one with another of the source.
    merged: HashSet<Node>,
    /// Pairs whose contents are still to be compared.
    queue: VecDeque<(Node, Node)>,
    /// Contents at events that were compared, by their addresses. Events share those that do not change.
    known: HashSet<(*const Byte, *const Byte, i64)>,
    /// True once something was left out because nothing can be said about it.
    has_doubt: bool,
    /// True once a local variable may be a part of a larger one, so that unknown functions are given one object instead of several.
    is_merged: bool,
}

impl Comparison<'_, '_> {
    fn all(&mut self) -> Result<(), Difference> {
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
                let types = source.types.iter().copied().map(Some);
                let types = types.chain(std::iter::repeat(None));
                for (n, ((a, b), ty)) in a.iter().zip(b).zip(types).enumerate() {
                    self.leaf(a, b, ty).map_err(at(Place::Result(n)))?;
                }
                self.memory()
            }
            // What can be read of memory then is in the last event.
            (Err(a), Err(b)) if a == b => Ok(()),
            _ => Err(at(Place::Run)(Class::Value)),
        }
    }

    /// Nothing can be said about a part.
    #[allow(clippy::unnecessary_wraps)] // It is the result of a step.
    fn doubt(&mut self) -> Step {
        self.has_doubt = true;
        Ok(())
    }

    /// Lets two allocations stand for each other.
    fn pair(&mut self, source: Node, target: Node) {
        self.pairs.insert(source, target);
        self.taken.insert(target);
        self.queue.push_back((source, target));
    }

    fn memory(&mut self) -> Result<(), Difference> {
        let (source, target) = (self.source, self.target);
        while let Some((a, b)) = self.queue.pop_front() {
            // Memory that the source freed cannot be seen.
            let Some(before) = source.memory.get(&a) else {
                continue;
            };
            let gone = at(Place::Byte(a, 0))(Class::Memory);
            let after = match target.memory.get(&b) {
                Some(after) => after,
                None if target.gone.contains(&b) => return Err(gone),
                // Nothing has accessed it.
                None => {
                    self.has_doubt |= !before.is_empty();
                    continue;
                }
            };
            if before.len() > after.len() {
                return Err(gone);
            }
            self.bytes(before, after, 0, |_| true)
                .map_err(|(n, class)| at(Place::Byte(a, n))(class.or(Class::Memory)))?;
        }
        Ok(())
    }

    /// Compares bytes of the source with those of the target that lie `shift` behind, if they are there.
    fn bytes(
        &mut self,
        before: &[Byte],
        after: &[Byte],
        shift: i64,
        is_compared: impl Fn(usize) -> bool,
    ) -> Result<(), (usize, Class)> {
        let (float_choices, is_big_endian) = (self.source.float_choices, self.source.is_big_endian);
        // Where a float that may be another one ends.
        let mut end = 0;
        for (n, x) in before.iter().enumerate() {
            let there = usize::try_from(n as i64 + shift).ok();
            let Some((m, y)) = there.and_then(|m| Some((m, after.get(m)?))) else {
                continue;
            };
            if n < end || !is_compared(n) {
                continue;
            }
            if let Err(class) = self.byte(*x, *y) {
                match float::chosen_end(float_choices, is_big_endian, (before, n), (after, m)) {
                    Some(behind) => end = behind,
                    None => return Err((n, class)),
                }
            }
        }
        Ok(())
    }

    fn events(&mut self) -> Result<(), Difference> {
        let (source, target) = (self.source, self.target);
        let before = event::sequence(&source.events);
        let after = event::sequence(&target.events);
        let wrong = |before, after| at(Place::Event(before, after));
        for ((n, a), (m, b)) in before.iter().zip(&after) {
            self.event(a, b)
                .map_err(|class| wrong(Some(*n), Some(*m))(class.or(Class::Event)))?;
        }
        let common = before.len().min(after.len());
        let further = |events: &[(usize, &Event)]| events.get(common).map(|it| it.0);
        if before.len() != after.len() {
            return Err(wrong(further(&before), further(&after))(Class::Event));
        }
        let quiet = (event::quiet(&source.events), event::quiet(&target.events));
        let (Some(before), Some(after)) = quiet else {
            self.has_doubt = true;
            return Ok(());
        };
        // A function that returns calls others that return.
        if !source.progresses {
            let is_there = |call| after.iter().any(|(_, it)| self.may_stand_for(it, call));
            if let Some((n, _)) = before.iter().find(|(_, call)| !is_there(call)) {
                return Err(wrong(Some(*n), None)(Class::Event));
            }
        }
        let was_there = |call| before.iter().any(|(_, it)| self.may_stand_for(call, it));
        match after.iter().find(|(_, call)| !was_there(call)) {
            Some((n, _)) => Err(wrong(None, Some(*n))(Class::Event)),
            None => Ok(()),
        }
    }

    /// True if a call of the target may be one of the source.
    fn may_stand_for(&self, target: &Event, source: &Event) -> bool {
        event::may_be_same(source, target) && self.clone().event(source, target).is_ok()
    }

    fn event(&mut self, source: &Event, target: &Event) -> Step {
        match (source, target) {
            (Event::Call(a), Event::Call(b)) => {
                if a.name != b.name || a.arguments.len() != b.arguments.len() {
                    return Err(Class::Event);
                }
                let arguments = a.arguments.iter().zip(&b.arguments).zip(&a.observed);
                for (n, ((x, y), is_observed)) in arguments.enumerate() {
                    match (x, y) {
                        // Null is seen, and memory is compared below.
                        (Leaf::Ptr(_), Leaf::Ptr(_)) if !is_observed => {}
                        _ => self.leaf(x, y, a.types.get(n).copied())?,
                    }
                }
                self.readable(a, b)
                    .map_err(|class| class.or(Class::Memory))?;
                // Objects that the function made.
                let mut results = a.result.iter().zip(&b.result);
                results.try_for_each(|(x, y)| self.leaf(x, y, None))
            }
            (Event::Load(a), Event::Load(b)) | (Event::Store(a), Event::Store(b)) => {
                self.volatile(a, b)
            }
            _ => Err(Class::Event),
        }
    }

    fn volatile(&mut self, a: &Access, b: &Access) -> Step {
        if a.value.len() != b.value.len() {
            return Err(Class::Event);
        }
        if a.observed {
            self.pointer(a.pointer, b.pointer)?;
        }
        let values = a.value.iter().zip(&b.value).enumerate();
        for (n, (x, y)) in values {
            self.leaf(x, y, a.types.get(n).copied())?;
        }
        Ok(())
    }

    /// Compares the memory that a function can read.
    fn readable(&mut self, a: &Call, b: &Call) -> Step {
        let (Some(before), Some(after)) = (&a.memory, &b.memory) else {
            return Ok(());
        };
        // Memory that arguments point to, wherever it lies. An `alloca` may have become a part of something else.
        let arguments = a.arguments.iter().zip(&b.arguments);
        let arguments = arguments.filter_map(|pair| match pair {
            (Leaf::Ptr(x), Leaf::Ptr(y)) => Some((*x, *y)),
            _ => None,
        });
        let mut places: Vec<(Pointer, Pointer)> = arguments.collect();
        let mut done = HashSet::new();
        loop {
            for (x, y) in places.drain(..) {
                let own = before.iter().find(|it| Some(it.node) == x.node);
                let theirs = after.iter().find(|it| Some(it.node) == y.node);
                let Some((own, theirs)) = own.zip(theirs) else {
                    continue;
                };
                done.insert(own.node);
                self.region(own, theirs, y.offset.wrapping_sub(x.offset))?;
            }
            // Pointers that were compared may have made new pairs.
            let pairs = before.iter().filter(|it| !done.contains(&it.node));
            let pairs = pairs.filter_map(|it| {
                let other = *self.pairs.get(&it.node)?;
                Some((Pointer::to(it.node), Pointer::to(other)))
            });
            places.extend(pairs);
            if places.is_empty() {
                return Ok(());
            }
            done.extend(places.iter().filter_map(|it| it.0.node));
        }
    }

    /// Compares the contents of one allocation with those that lie `shift` behind in another one.
    fn region(&mut self, own: &Region, theirs: &Region, shift: i64) -> Step {
        let contents = (own.bytes.as_ptr(), theirs.bytes.as_ptr(), shift);
        if own.unread.is_empty() && !self.known.insert(contents) {
            return Ok(());
        }
        let is_compared = |n: usize| !own.unread.iter().any(|range| range.contains(&n));
        self.bytes(&own.bytes, &theirs.bytes, shift, is_compared)
            .map_err(|(_, class)| class)
    }

    fn leaf(&mut self, source: &Leaf, target: &Leaf, ty: Option<Scalar>) -> Step {
        let is_equal = match (source, target) {
            (Leaf::Poison(_), _) => true,
            (_, Leaf::Poison(_)) => return Err(Class::Poison),
            (Leaf::Undef, _) => true,
            (Leaf::Ptr(a), Leaf::Ptr(b)) => return self.pointer(*a, *b),
            (Leaf::Ptr(pointer), Leaf::Int(bits)) | (Leaf::Int(bits), Leaf::Ptr(pointer)) => {
                if pointer.node.is_some() {
                    // Its address is not known.
                    return self.doubt();
                }
                let address = pointer.offset as u64;
                let short = u128::from(address as u32);
                u128::from(address) == *bits || short == *bits
            }
            (Leaf::Int(a), Leaf::Int(b)) => {
                let float_choices = self.source.float_choices;
                a == b || ty.is_some_and(|ty| float::may_be_same(float_choices, ty, *a, *b))
            }
            (Leaf::Rich(rich), _) => match (&**rich, target) {
                (Rich::Partial { .. }, Leaf::Ptr(_)) => return self.doubt(),
                (Rich::Partial { bits, undef }, _) => {
                    let other = target.parts(128);
                    other.is_some_and(|(b, open)| open & !undef == 0 && (b ^ bits) & !undef == 0)
                }
                (Rich::Wide(wide), Leaf::Int(bits)) => *wide == (*bits).into(),
                (wide, Leaf::Rich(other)) => *wide == **other,
                _ => false,
            },
            (Leaf::Int(bits), Leaf::Rich(rich)) => match &**rich {
                Rich::Wide(wide) => *wide == (*bits).into(),
                Rich::Partial { .. } => false,
            },
            _ => false,
        };
        match is_equal {
            true => Ok(()),
            false => Err(Class::Value),
        }
    }

    fn pointer(&mut self, source: Pointer, target: Pointer) -> Step {
        let (a, b) = match (source.node, target.node) {
            (None, None) if source.offset == target.offset => return Ok(()),
            (Some(a), _) if self.is_gone(a) => match target.node {
                Some(b) => (a, b),
                None => return self.doubt(),
            },
            (Some(a), Some(b)) => (a, b),
            // LLVM writes 1 for the address of a block that it removes. Null would be seen.
            (Some(a), None) if self.is_block(a) && target.offset != 0 => return self.doubt(),
            _ => return Err(Class::Value),
        };
        if self.program.is_interchangeable(a) {
            return self.constant(source, target);
        }
        self.is_merged |= self.may_be_part(a, b);
        let is_new = !self.source.sites.contains_key(&a) && !self.target.sites.contains_key(&b);
        let is_same = source.offset == target.offset;
        match self.pairs.get(&a) {
            Some(other) if *other == b && is_same => Ok(()),
            None if is_new && !self.taken.contains(&b) && is_same => {
                self.pair(a, b);
                Ok(())
            }
            None if is_same && self.may_merge(a, b) && self.merged.insert(b) => {
                self.pair(a, b);
                Ok(())
            }
            // Memory of `alloca` may have become a part of something else.
            _ if self.is_gone(a) => self.doubt(),
            _ => Err(Class::Value),
        }
    }

    /// True if a local variable of the source may have become a part of one of the target.
    fn may_be_part(&self, a: Node, b: Node) -> bool {
        let size = |it: &Behaviour, node| it.memory.get(&node).map(Vec::len);
        !self.source.sites.contains_key(&a)
            && !self.target.sites.contains_key(&b)
            && self.program.is_symbol(a)
            && size(self.source, a) < size(self.target, b)
    }

    /// True if a local constant of the source may become one with a visible constant of the target: the address of the latter meant
    /// nothing in the source (`unnamed_addr`), and is that of the local one now. Their contents are compared.
    fn may_merge(&self, a: Node, b: Node) -> bool {
        let (source, program) = (self.source, self.program);
        let is_it = |(own, other): (&Node, &Node)| {
            *other == b && program.is_interchangeable(*own) && program.is_constant(*own)
        };
        !source.sites.contains_key(&a)
            && program.is_constant(a)
            && self.target.sites.contains_key(&b)
            && self.pairs.iter().any(is_it)
    }

    /// True for memory of the source that is of `alloca`, or was freed.
    fn is_gone(&self, node: Node) -> bool {
        self.source.gone.contains(&node)
    }

    /// True for the address of a block of the source.
    fn is_block(&self, node: Node) -> bool {
        self.program.is_block(node)
    }

    /// Compares pointers to a symbol that others may take the place of: the contents count.
    fn constant(&mut self, source: Pointer, target: Pointer) -> Step {
        let (Some(a), Some(b)) = (source.node, target.node) else {
            return Err(Class::Value);
        };
        if self.pairs.get(&a) == Some(&b) && source.offset == target.offset {
            return Ok(());
        }
        let memory = (self.source.memory.get(&a), self.target.memory.get(&b));
        let (Some(before), Some(after)) = memory else {
            return self.doubt();
        };
        if before.is_empty() {
            return self.doubt();
        }
        // Pairs of pointers would be found once more in each constant.
        let plain = |byte: &Byte| matches!(byte, Byte::Bits { .. });
        if !before.iter().all(plain) || !after.iter().all(plain) {
            return self.doubt();
        }
        let shift = target.offset.wrapping_sub(source.offset);
        self.bytes(before, after, shift, |_| true)
            .map_err(|_| Class::Value)
    }

    fn byte(&mut self, source: Byte, target: Byte) -> Step {
        match (source, target) {
            (Byte::Poison, _) => Ok(()),
            (_, Byte::Poison) => Err(Class::Poison),
            (
                Byte::Bits { bits, undef },
                Byte::Bits {
                    bits: other,
                    undef: open,
                },
            ) => match open & !undef == 0 && (bits ^ other) & !undef == 0 {
                true => Ok(()),
                false => Err(Class::Value),
            },
            (Byte::Bits { undef: 0xff, .. }, _) => Ok(()),
            (Byte::Pointer(a, n), Byte::Pointer(b, m)) if n == m => self.pointer(a, b),
            (Byte::Pointer(a, _), _) if a.node.is_some_and(|it| self.is_gone(it)) => self.doubt(),
            (Byte::Pointer(a, _), _) if a.node.is_some_and(|it| self.is_block(it)) => self.doubt(),
            (Byte::Part, _) | (_, Byte::Part) => self.doubt(),
            _ => Err(Class::Value),
        }
    }
}

impl Class {
    /// The name in records of benchmarks and in lists of known findings.
    pub fn name(self) -> &'static str {
        match self {
            Class::Value => "value",
            Class::Memory => "memory",
            Class::Event => "event",
            Class::Poison => "poison",
            Class::Undefined => "undefined",
            Class::Claim => "claim",
            Class::Endless => "endless",
        }
    }

    /// The class of a wrong value in a place.
    fn or(self, place: Class) -> Class {
        match self {
            Class::Value => place,
            class => class,
        }
    }
}

fn at(place: Place) -> impl Fn(Class) -> Difference {
    move |class| Difference {
        class,
        place: place.clone(),
    }
}
