//! Unknown functions and variables: their effects and results, within their attributes.

use std::collections::{HashMap, HashSet, VecDeque};

use kvant_llvm::syntax::Linkage;

use super::Machine;
use super::answer::vaguely;
use crate::code::Call;
use crate::contract::{Access, Effects, Grant, Kept};
use crate::environment::{self, Digest, Effect, Environment, Event, Seeded};
use crate::external::{External, Promises};
use crate::float::format;
use crate::leaf::{Leaf, Node, Pointer, mask};
use crate::memory::Kind;
use crate::outcome::{End, Stop, Unsupported};
use crate::program::Symbol;
use crate::shape::Scalar;

/// The outside of the program.
#[derive(Default)]
pub(super) struct Outside<'p> {
    pub(super) environment: Option<&'p dyn Environment>,
    pub(super) events: Vec<Event>,
    /// Pointers that functions outside may have kept, each with a number that does not depend on others.
    pub(super) escaped: Vec<(u64, Pointer)>,
    /// Objects that were made outside, by the question that they answer.
    pub(super) made: Vec<(u64, Pointer)>,
    /// The number of events with effects.
    count: u64,
}

/// The state of the outside: all lists only grow.
#[derive(Clone, Copy)]
pub(super) struct OutsideMark([usize; 3], u64);

impl Outside<'_> {
    pub(super) fn mark(&self) -> OutsideMark {
        let lengths = [self.events.len(), self.escaped.len(), self.made.len()];
        OutsideMark(lengths, self.count)
    }

    pub(super) fn undo(&mut self, mark: OutsideMark) {
        let OutsideMark([events, escaped, made], count) = mark;
        self.events.truncate(events);
        self.escaped.truncate(escaped);
        self.made.truncate(made);
        self.count = count;
    }

    /// An event that has effects.
    pub(super) fn push(&mut self, event: Event) {
        self.events.push(event);
        self.count += 1;
    }

    pub(super) fn draw(&self, name: &str, key: u64, index: u64) -> u64 {
        match self.environment {
            Some(environment) => environment.draw(name, key, index),
            None => Seeded::default().draw(name, key, index),
        }
    }
}

/// Functions that can reach more objects are refused.
const MOST: usize = 64;

/// A question about a call: the function and the key.
pub(super) struct Question<'a> {
    pub(super) call: &'a Call,
    pub(super) external: &'a External,
    pub(super) effects: Effects,
    pub(super) key: u64,
}

impl Question<'_> {
    pub(super) fn refused(&self) -> Stop {
        let name = self.external.name.clone();
        Unsupported::External { name }.into()
    }

    /// The promises about an argument: those of the function, and those of the call.
    pub(super) fn grants(&self, n: usize) -> impl Iterator<Item = &Grant> {
        let own = self.external.parameters.get(n);
        let own = own.and_then(|it| it.grant.as_deref());
        let of_call = self.call.grants.get(n).and_then(Option::as_deref);
        own.into_iter().chain(of_call)
    }
}

/// Memory that a key depends on, and that is not all defined.
#[derive(Clone, Copy, Default)]
pub(super) struct Vague {
    pub(super) has_poison: bool,
    pub(super) has_undef: bool,
}

impl Machine<'_, '_> {
    /// Calls an unknown function. Returns the leaves of its result.
    pub(super) fn unknown(
        &mut self,
        call: &Call,
        external: &External,
        arguments: &[Leaf],
    ) -> Result<Vec<Leaf>, Stop> {
        let promises = Promises::new(external, call);
        let effects = promises.effects;
        let effect = effects.effect();
        let mut vague = Vague::default();
        let mut digest = Digest::new(effect as u64);
        match effect {
            Effect::None => self.arguments(&mut digest, &mut vague, external, call, arguments),
            Effect::Reads => {
                digest.number(self.outside.count);
                self.arguments(&mut digest, &mut vague, external, call, arguments);
                let question = Question {
                    call,
                    external,
                    effects,
                    key: 0,
                };
                self.readable(&mut digest, &mut vague, &question, arguments)?;
            }
            Effect::Writes => digest.number(self.outside.count),
        }
        let question = Question {
            call,
            external,
            effects,
            key: digest.finish(),
        };
        if effects.arguments == Access::ALL || effects.other == Access::ALL {
            let current = self.frames.len() - 1;
            if call.is_tail {
                self.seal(current, true);
            }
            self.write(&question, arguments)?;
            if call.is_tail {
                self.seal(current, false);
            }
        }
        let result = match (vague, promises.is_noreturn) {
            (_, true) => Vec::new(),
            (vague, _) if vague.has_poison || vague.has_undef => vaguely(&question, vague)?,
            _ => self.answer(&question, arguments)?,
        };
        let event = Event::Call(environment::Call {
            name: external.name.clone(),
            arguments: arguments.into(),
            result: result.clone().into(),
            effect,
            returns: promises.returns,
        });
        match effect {
            Effect::Writes => {
                self.outside.push(event);
                self.escape(&question, arguments);
            }
            _ => self.outside.events.push(event),
        }
        match promises.is_noreturn {
            true => {
                let name = external.name.clone();
                Err(End::NoReturn { name }.into())
            }
            false => Ok(result),
        }
    }

    /// The arguments with the numbers of their parameters.
    pub(super) fn leaves_of<'l>(
        call: &Call,
        arguments: &'l [Leaf],
    ) -> impl Iterator<Item = (usize, &'l Leaf)> {
        let spans = call.arguments.iter().enumerate();
        let numbers = spans.flat_map(|(n, span)| (0..span.length).map(move |_| n));
        numbers.collect::<Vec<_>>().into_iter().zip(arguments)
    }

    /// Adds arguments to a key. All NaNs are equal, because their bits are often chosen.
    fn arguments(
        &self,
        digest: &mut Digest,
        vague: &mut Vague,
        external: &External,
        call: &Call,
        arguments: &[Leaf],
    ) {
        let kinds = external.parameters.iter().flat_map(|it| it.kinds.iter());
        let kinds = kinds.map(Some).chain(std::iter::repeat(None));
        for ((_, leaf), kind) in Self::leaves_of(call, arguments).zip(kinds) {
            match leaf {
                Leaf::Int(bits) => {
                    let bits = match kind {
                        Some(Scalar::Float(kind)) if format::is_nan(*kind, *bits) => u128::MAX,
                        _ => *bits,
                    };
                    digest.number(bits as u64);
                    digest.number((bits >> 64) as u64);
                }
                Leaf::Ptr(pointer) => self.place(digest, *pointer),
                Leaf::Poison(_) => vague.has_poison = true,
                Leaf::Undef => vague.has_undef = true,
                Leaf::Rich(_) if leaf.parts(128).is_some() => vague.has_undef = true,
                Leaf::Rich(rich) => digest.bytes(format!("{rich:?}").as_bytes()),
            }
        }
    }

    /// Adds a pointer to a key. Objects without a name are told apart by nothing.
    fn place(&self, digest: &mut Digest, pointer: Pointer) {
        digest.number(pointer.offset as u64);
        match pointer.node {
            None => digest.number(0),
            Some(node) => match self.program.symbol_name(node.index) {
                Some(name) => digest.bytes(name.as_bytes()),
                None => digest.number(1),
            },
        }
    }

    /// Adds all memory that a function can read to a key.
    fn readable(
        &mut self,
        digest: &mut Digest,
        vague: &mut Vague,
        question: &Question<'_>,
        arguments: &[Leaf],
    ) -> Result<(), Stop> {
        let reads = |access: Access| access.reads;
        let roots = self.roots(question, arguments, reads, false)?;
        let reached = self.reach(question, roots)?;
        let paths: HashMap<Node, u64> = reached
            .iter()
            .filter_map(|(path, pointer)| Some((pointer.node?, *path)))
            .collect();
        for (path, pointer) in &reached {
            let Some(view) = pointer.node.and_then(|node| self.memory.view(node)) else {
                continue;
            };
            digest.number(*path);
            let (has_poison, has_undef) = view.is_vague();
            vague.has_poison |= has_poison;
            vague.has_undef |= has_undef;
            let bytes: Vec<u8> = (0..view.bytes.len()).map(|at| view.byte(at)).collect();
            digest.bytes(&bytes);
            for (at, pointer) in view.pointers() {
                digest.number(at);
                digest.number(pointer.offset as u64);
                let path = pointer.node.and_then(|node| paths.get(&node));
                digest.number(path.copied().unwrap_or(0));
            }
        }
        Ok(())
    }

    /// The pointers that a function begins with: its arguments, variables that are visible outside, and what escaped before. Each
    /// has a number that does not depend on other objects.
    fn roots(
        &mut self,
        question: &Question<'_>,
        arguments: &[Leaf],
        is_allowed: impl Fn(Access) -> bool,
        is_exclusive: bool,
    ) -> Result<VecDeque<(u64, Pointer)>, Stop> {
        let mut roots = VecDeque::new();
        let effects = &question.effects;
        let mut add = |kind: u64, name: &[u8], pointer: Pointer| {
            let mut path = Digest::new(kind);
            path.bytes(name);
            roots.push_back((path.finish(), pointer));
        };
        if is_allowed(effects.arguments) {
            for (n, leaf) in Self::leaves_of(question.call, arguments) {
                let Leaf::Ptr(pointer) = leaf else { continue };
                let is_granted = question
                    .grants(n)
                    .all(|it| is_allowed(it.access) && !(is_exclusive && it.no_alias));
                if is_granted {
                    add(0, &(n as u64).to_le_bytes(), *pointer);
                }
            }
        }
        if is_allowed(effects.other) {
            let visible: Vec<u32> = self.program.visible_variables().collect();
            if visible.len() > MOST {
                return Err(question.refused());
            }
            for number in visible {
                let pointer = Pointer::to(crate::memory::Memory::symbol(number));
                let name = self.program.symbol_name(number).unwrap_or_default();
                add(1, name.as_bytes(), pointer);
            }
            for (id, pointer) in &self.outside.escaped {
                add(2, &id.to_le_bytes(), *pointer);
            }
        }
        Ok(roots)
    }

    /// The objects that can be reached, each with one pointer to it.
    fn reach(
        &mut self,
        question: &Question<'_>,
        mut queue: VecDeque<(u64, Pointer)>,
    ) -> Result<Vec<(u64, Pointer)>, Stop> {
        let (mut seen, mut reached) = (HashSet::new(), Vec::new());
        while let Some((path, pointer)) = queue.pop_front() {
            let Some(node) = pointer.node.filter(|node| seen.insert(*node)) else {
                continue;
            };
            // A variable that cannot be made cannot be used by the program either.
            if self.make(node).is_err() {
                continue;
            }
            if reached.len() == MOST {
                return Err(question.refused());
            }
            if let Some(view) = self.memory.view(node) {
                for (at, pointer) in view.pointers() {
                    let mut inner = Digest::new(path);
                    inner.number(at);
                    queue.push_back((inner.finish(), pointer));
                }
                reached.push((path, pointer));
            }
        }
        Ok(reached)
    }

    /// Writes memory that a function can read and write. Only bytes that are defined are written, so that a program with fewer of
    /// them, which this one may be compiled to, sees no other effects.
    fn write(&mut self, question: &Question<'_>, arguments: &[Leaf]) -> Result<(), Stop> {
        let alone: HashSet<Node> = Self::leaves_of(question.call, arguments)
            .filter_map(|(n, leaf)| match leaf {
                Leaf::Ptr(pointer) if question.grants(n).any(|it| it.no_alias) => pointer.node,
                _ => None,
            })
            .collect();
        let is_full = |access: Access| access == Access::ALL;
        let roots = self.roots(question, arguments, is_full, true)?;
        for (path, pointer) in self.reach(question, roots)? {
            let Some(node) = pointer.node.filter(|node| !alone.contains(node)) else {
                continue;
            };
            let name = &question.external.name;
            let drawn = self.outside.draw(name, question.key, path);
            let Some(view) = self.memory.view(node) else {
                continue;
            };
            let size = view.bytes.len() as u64;
            let is_data = matches!(view.kind, Kind::Data | Kind::Heap(_) | Kind::Foreign);
            if !is_data || size == 0 || !drawn.is_multiple_of(3) {
                continue;
            }
            let width = match 1 << (drawn >> 8 & 3) {
                width if width <= size => width,
                _ => 1,
            };
            let offset = (drawn >> 16) % (size / width) * width;
            if !view.is_defined(offset as usize..(offset + width) as usize) {
                continue;
            }
            let value = self.outside.draw(name, question.key, path.wrapping_add(1));
            let to = Leaf::Ptr(pointer.at(offset as i64));
            match self.access(&to, width, 1, true) {
                Ok(place) => {
                    let value = Leaf::Int(u128::from(value) & mask(width as u32 * 8));
                    let scalar = Scalar::Int(width as u32 * 8);
                    self.memory.store(node, place.range, scalar, &value)?;
                }
                // An attribute of a caller excludes it.
                Err(Stop::Ub(_)) => {}
                Err(stop) => return Err(stop),
            }
        }
        Ok(())
    }

    /// Remembers pointers that a function may have kept.
    fn escape(&mut self, question: &Question<'_>, arguments: &[Leaf]) {
        for (n, leaf) in Self::leaves_of(question.call, arguments) {
            let Leaf::Ptr(pointer) = leaf else { continue };
            let mut grants = question.grants(n);
            let is_kept = grants.all(|it| it.elsewhere == Kept::Everything);
            let escaped = &mut self.outside.escaped;
            if is_kept
                && pointer.node.is_some()
                && !escaped.iter().any(|(_, known)| known == pointer)
            {
                let mut id = Digest::new(self.outside.count);
                id.number(n as u64);
                escaped.push((id.finish(), *pointer));
            }
        }
    }
}

impl crate::program::Program<'_> {
    /// The name of the symbol with a number, if there is one.
    fn symbol_name(&self, number: u32) -> Option<&str> {
        let name = match self.symbols.get(number as usize)? {
            Symbol::Function(function, _) => function.name,
            Symbol::Global(global) => global.name,
            Symbol::Alias(alias) => alias.name,
        };
        Some(self.module.names.get(name))
    }

    /// The variables that functions outside can name and that may change.
    fn visible_variables(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.symbols).filter_map(|(number, symbol)| {
            let Symbol::Global(global) = symbol else {
                return None;
            };
            let linkage = global.properties.linkage;
            let is_local = matches!(linkage, Some(Linkage::Private | Linkage::Internal));
            let is_null = linkage == Some(Linkage::ExternWeak);
            (!is_local && !is_null && !global.is_constant).then_some(number)
        })
    }
}
