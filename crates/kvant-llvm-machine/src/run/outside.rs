//! Unknown functions and variables: their effects and results, within their attributes.

use std::cell::Cell;
use std::collections::{HashMap, HashSet, VecDeque};

use kvant_llvm::syntax::{Linkage, Properties, UnnamedAddr};

use super::Machine;
use super::answer::vaguely;
use super::region::Kept;
use crate::code::Call;
use crate::contract::{self, Access, Effects, Grant};
use crate::environment::{self, Digest, Effect, Environment, Event, Seeded};
use crate::external::{External, Promises};
use crate::float::format;
use crate::leaf::{Leaf, Node, Pointer};
use crate::memory::{Kind, Openness};
use crate::outcome::{Ended, Stop, Unsupported};
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
    /// Objects that were there before the first call. Functions outside know them.
    pub(super) given: Vec<Node>,
    /// Objects that a `noalias` argument of the first function leads to. Of functions that it calls, such an argument only makes the
    /// program undefined, because it is gone where they are inlined.
    pub(super) alone: Vec<Node>,
    pub(super) keeps_regions: bool,
    /// The last contents of allocations in events.
    pub(super) regions: HashMap<Node, Kept>,
    /// The first contents of variables and of objects that were made outside, as digests.
    first: HashMap<Node, u64>,
    /// The number of bytes that were kept in events.
    pub(super) kept_bytes: usize,
    /// The number of events with effects.
    count: u64,
    /// True if the environment has answered a question.
    pub(super) was_asked: Cell<bool>,
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
        self.was_asked.set(true);
        match self.environment {
            Some(environment) => environment.draw(name, key, index),
            None => Seeded::default().draw(name, key, index),
        }
    }
}

/// Functions that can reach more objects are refused.
const MOST: usize = 64;

/// So are functions in a program from which more objects, live or not, were within reach before: each call looks at all of them.
const MOST_ESCAPED: usize = 4096;

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

    /// The promises about an argument.
    pub(super) fn grant(&self, n: usize) -> &Grant {
        static NONE: Grant = Grant::NONE;
        let parameter = self.external.parameters.get(n);
        let grant = parameter.and_then(|it| it.grant.as_deref());
        grant.unwrap_or(&NONE)
    }
}

/// An object that a function can reach.
pub(super) struct Reached {
    /// A number that does not depend on other objects.
    pub(super) path: u64,
    pub(super) pointer: Pointer,
    /// True if only the byte at the pointer is looked at, because others need not belong to the object after compilation.
    pub(super) is_narrow: bool,
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
        let mut question = Question {
            call,
            external,
            effects,
            key: 0,
        };
        if effect == Effect::Writes || effects.inaccessible.reads || effects.other.reads {
            digest.number(self.outside.count);
        }
        if effect != Effect::Writes {
            self.arguments(&mut digest, &mut vague, &question, arguments);
            self.readable(&mut digest, &mut vague, &question, arguments)?;
        }
        question.key = digest.finish();
        let is_vague = vague.has_poison || vague.has_undef;
        // A function that is given poison may do what it does with any pointer in its place.
        let kinds = external.parameters.iter().flat_map(|it| it.kinds.iter());
        let is_lost = |(kind, leaf): (&Scalar, &Leaf)| {
            matches!(kind, Scalar::Ptr | Scalar::Far(_)) && !leaf.is_defined()
        };
        let can_write = effects.arguments.writes || effects.other.writes;
        if is_vague && effect == Effect::Arguments || can_write && kinds.zip(arguments).any(is_lost)
        {
            return Err(question.refused());
        }
        let memory = match self.outside.keeps_regions {
            true => self.regions(&question, arguments),
            false => None,
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
            (vague, _) if is_vague => vaguely(&question, vague)?,
            _ => self.answer(&question, arguments)?,
        };
        let event = Event::Call(environment::Call {
            name: external.name.clone(),
            observed: Self::leaves_of(call, arguments)
                .map(|(n, _)| question.grant(n).keeps_address)
                .collect(),
            arguments: arguments.into(),
            result: result.clone().into(),
            effect,
            returns: promises.returns,
            is_local: !effects.inaccessible.writes && !effects.other.writes,
            types: call
                .constraints
                .iter()
                .flat_map(|(_, kinds)| kinds.iter().copied())
                .collect(),
            memory,
        });
        match effect {
            Effect::Writes => self.outside.push(event),
            _ => self.outside.events.push(event),
        }
        // One that writes nothing but memory of its arguments has no place to keep them.
        if effects.inaccessible.writes || effects.other.writes {
            self.escape(&question, arguments);
        }
        let stays = match self.outside.environment {
            Some(environment) if effect == Effect::Writes && !promises.will_return => {
                !environment.returns(&external.name, question.key)
            }
            _ => false,
        };
        if stays && !promises.is_noreturn && call.contract.as_ref().is_some_and(|it| it.will_return)
        {
            // A compiler may lose the promise of the call.
            return Err(question.refused());
        }
        match promises.is_noreturn || stays {
            true => {
                let name = external.name.clone();
                Err(Ended::NoReturn { name }.into())
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
        question: &Question<'_>,
        arguments: &[Leaf],
    ) {
        let Question { external, call, .. } = question;
        let kinds = external.parameters.iter().flat_map(|it| it.kinds.iter());
        let kinds = kinds.map(Some).chain(std::iter::repeat(None));
        for ((n, leaf), kind) in Self::leaves_of(call, arguments).zip(kinds) {
            match leaf {
                Leaf::Int(bits) => {
                    let bits = match kind {
                        Some(Scalar::Float(kind)) if format::is_nan(*kind, *bits) => u128::MAX,
                        _ => *bits,
                    };
                    digest.number(bits as u64);
                    digest.number((bits >> 64) as u64);
                }
                Leaf::Ptr(pointer) => match question.grant(n).keeps_address {
                    true => self.place(digest, *pointer),
                    false => digest.number(u64::from(*pointer == Pointer::NULL)),
                },
                Leaf::Poison(_) => vague.has_poison = true,
                Leaf::Undef => vague.has_undef = true,
                Leaf::Rich(_) if leaf.parts(128).is_some() => vague.has_undef = true,
                Leaf::Rich(rich) => digest.bytes(format!("{rich:?}").as_bytes()),
            }
        }
    }

    /// Adds a pointer to a key. Objects without a name, or with one that a compiler may change, are told apart by nothing. Of those
    /// that may become a part of another one, not even the offset counts.
    fn place(&self, digest: &mut Digest, pointer: Pointer) {
        let is_renamed =
            |it: &Properties| is_hidden(it.linkage) || it.unnamed_addr == Some(UnnamedAddr::Global);
        let Some(node) = pointer.node else {
            digest.number(pointer.offset as u64);
            return;
        };
        let is_renamed = self.program.has(node, is_renamed);
        if is_renamed || self.is_local(pointer) {
            digest.number(1);
            return;
        }
        digest.number(pointer.offset as u64);
        let name = self.program.symbol_name(node.index);
        digest.bytes(name.unwrap_or_default().as_bytes());
    }

    /// Remembers the first contents of an object from outside.
    pub(super) fn note_first(&mut self, node: Node) {
        if let Some(digest) = self.state(node) {
            self.outside.first.insert(node, digest);
        }
    }

    /// A digest of contents, which is that of equal contents in this run only.
    fn state(&self, node: Node) -> Option<u64> {
        let view = self.memory.view(node)?;
        let mut digest = Digest::new(0);
        let bytes: Vec<u8> = (0..view.bytes.len()).map(|at| view.byte(at)).collect();
        digest.bytes(&bytes);
        for (at, pointer) in view.pointers() {
            digest.number(at);
            digest.number(pointer.offset as u64);
            let node = pointer.node.map(|it| (it.index, it.generation.get()));
            let (index, generation) = node.unwrap_or_default();
            digest.number(u64::from(index) << 32 | u64::from(generation));
        }
        Some(digest.finish())
    }

    /// Adds all memory that a function can read to a key, in any order, without variables and objects from outside that are as they
    /// were first: a compiler drops those that it does not use, and may ask for them elsewhere.
    fn readable(
        &mut self,
        digest: &mut Digest,
        vague: &mut Vague,
        question: &Question<'_>,
        arguments: &[Leaf],
    ) -> Result<(), Stop> {
        let reads = |access: Access| access.reads;
        let roots = self.roots(question, arguments, reads, false)?;
        let reached = self.reach(question, roots, reads(question.effects.other))?;
        let paths: HashMap<Node, u64> = reached
            .iter()
            .filter_map(|it| Some((it.pointer.node?, it.path)))
            .collect();
        let mut sum = 0u64;
        for object in &reached {
            let Reached { path, pointer, .. } = object;
            let Some(view) = pointer.node.and_then(|node| self.memory.view(node)) else {
                continue;
            };
            let mut digest = Digest::new(*path);
            let range = match (object.is_narrow, usize::try_from(pointer.offset)) {
                (false, _) => 0..view.bytes.len(),
                (true, Ok(start)) if start < view.bytes.len() => start..start + 1,
                _ => continue,
            };
            let (has_poison, has_undef) = view.is_vague(range.clone());
            let length = range.len() as u64;
            if length > 0 {
                // It is an access like others: attributes of callers may exclude it or make its result poison.
                let at = Leaf::Ptr(pointer.at(range.start as i64));
                let place = self.access(&at, length, 1, false)?;
                vague.has_poison |= place.hidden.is_some();
            }
            let Some(view) = pointer.node.and_then(|node| self.memory.view(node)) else {
                continue;
            };
            vague.has_poison |= has_poison;
            vague.has_undef |= has_undef;
            let bytes: Vec<u8> = range.map(|at| view.byte(at)).collect();
            digest.bytes(&bytes);
            let inner = match object.is_narrow {
                true => Vec::new(),
                false => view.pointers(),
            };
            for (at, pointer) in inner {
                digest.number(at);
                digest.number(pointer.offset as u64);
                let path = pointer.node.and_then(|node| paths.get(&node));
                digest.number(path.copied().unwrap_or(0));
            }
            let is_first = pointer.node.is_some_and(|node| {
                let first = self.outside.first.get(&node);
                first.is_some() && first.copied() == self.state(node)
            });
            // What an argument points to may be a copy.
            let is_given = |leaf: &Leaf| matches!(leaf, Leaf::Ptr(it) if it.node == pointer.node);
            if !is_first || arguments.iter().any(is_given) {
                sum = sum.wrapping_add(digest.finish());
            }
        }
        digest.number(sum);
        Ok(())
    }

    /// The pointers that a function begins with: its arguments, variables that are visible outside, and what escaped before. Each
    /// has a number that does not depend on other objects.
    pub(super) fn roots(
        &mut self,
        question: &Question<'_>,
        arguments: &[Leaf],
        is_allowed: impl Fn(Access) -> bool,
        is_exclusive: bool,
    ) -> Result<VecDeque<Reached>, Stop> {
        let mut roots = VecDeque::new();
        let effects = &question.effects;
        let mut add = |kind: u64, name: &[u8], pointer: Pointer, is_narrow: bool| {
            let mut path = Digest::new(kind);
            path.bytes(name);
            roots.push_back(Reached {
                path: path.finish(),
                pointer,
                is_narrow,
            });
        };
        if is_allowed(effects.arguments) {
            for (n, leaf) in Self::leaves_of(question.call, arguments) {
                let Leaf::Ptr(pointer) = leaf else { continue };
                let grant = question.grant(n);
                if is_allowed(grant.access) && !(is_exclusive && grant.no_alias) {
                    let is_narrow = !grant.keeps_address;
                    add(0, &(n as u64).to_le_bytes(), *pointer, is_narrow);
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
                add(1, name.as_bytes(), pointer, false);
            }
            if self.outside.escaped.len() > MOST_ESCAPED {
                return Err(question.refused());
            }
            for (id, pointer) in &self.outside.escaped {
                add(2, &id.to_le_bytes(), *pointer, false);
            }
            for (n, node) in (0u64..).zip(&self.outside.given) {
                if !self.outside.alone.contains(node) {
                    add(3, &n.to_le_bytes(), Pointer::to(*node), false);
                }
            }
        }
        Ok(roots)
    }

    /// True for memory of `alloca`, which a compiler may merge with other such memory while its address is not seen.
    pub(super) fn is_local(&self, pointer: Pointer) -> bool {
        let symbols = self.program.symbols.len();
        let node = pointer.node.filter(|node| node.index as usize >= symbols);
        let view = node.and_then(|node| self.memory.view(node));
        view.is_some_and(|view| view.kind == Kind::Data)
    }

    /// The objects that can be reached, each with one pointer to it. Pointers in memory are followed only if the function accesses
    /// more than its arguments point to.
    pub(super) fn reach(
        &mut self,
        question: &Question<'_>,
        mut queue: VecDeque<Reached>,
        follows: bool,
    ) -> Result<Vec<Reached>, Stop> {
        let (mut seen, mut reached) = (HashSet::new(), Vec::new());
        while let Some(object) = queue.pop_front() {
            let Reached { path, pointer, .. } = object;
            let Some(node) = pointer.node else { continue };
            let byte = object.is_narrow.then_some(pointer.offset);
            if !seen.insert((node, byte)) {
                continue;
            }
            // A variable that cannot be made cannot be used by the program either.
            if self.make(node).is_err() {
                continue;
            }
            if reached.len() == MOST {
                return Err(question.refused());
            }
            if let Some(view) = self.memory.view(node) {
                let inner = match object.is_narrow || !follows {
                    true => Vec::new(),
                    false => view.pointers(),
                };
                for (at, pointer) in inner {
                    // Variables that lead to a local one may vanish.
                    let is_local = pointer
                        .node
                        .is_some_and(|it| self.program.has(it, |it| is_hidden(it.linkage)));
                    let mut path = Digest::new(if is_local { 4 } else { path });
                    path.number(if is_local { 0 } else { at });
                    queue.push_back(Reached {
                        path: path.finish(),
                        pointer,
                        is_narrow: false,
                    });
                }
                reached.push(object);
            }
        }
        Ok(reached)
    }

    /// Writes memory that a function can read and write. Only bytes that are defined are written, and those that are partly undef
    /// become undef, so that this program still does all that one with more defined bytes, which it may be compiled to, does.
    fn write(&mut self, question: &Question<'_>, arguments: &[Leaf]) -> Result<(), Stop> {
        let alone: HashSet<Node> = Self::leaves_of(question.call, arguments)
            .filter_map(|(n, leaf)| match leaf {
                Leaf::Ptr(pointer) if question.grant(n).no_alias => pointer.node,
                _ => None,
            })
            .collect();
        let is_full = |access: Access| access == Access::ALL;
        let roots = self.roots(question, arguments, is_full, true)?;
        for object in self.reach(question, roots, is_full(question.effects.other))? {
            let Reached { path, pointer, .. } = object;
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
            let (width, offset) = match 1 << (drawn >> 8 & 3) {
                _ if object.is_narrow => (1, pointer.offset as u64),
                width if width <= size => (width, (drawn >> 16) % (size / width) * width),
                _ => (1, (drawn >> 16) % size),
            };
            if offset >= size {
                continue;
            }
            let value = self.outside.draw(name, question.key, path.wrapping_add(1));
            let to = Leaf::Ptr(pointer.at(offset as i64));
            // If an attribute of a caller excludes it, the program is undefined.
            let place = self.access(&to, width, 1, true)?;
            for (at, byte) in place.range.zip(value.to_le_bytes()) {
                let byte = match self.memory.view(node).map(|view| view.openness(at)) {
                    Some(Openness::Defined) => Leaf::Int(byte.into()),
                    Some(Openness::Partly) => Leaf::Undef,
                    _ => continue,
                };
                self.memory.store(node, at..at + 1, Scalar::Int(8), &byte)?;
            }
        }
        Ok(())
    }

    /// Remembers pointers that a function may have kept.
    fn escape(&mut self, question: &Question<'_>, arguments: &[Leaf]) {
        for (n, leaf) in Self::leaves_of(question.call, arguments) {
            let Leaf::Ptr(pointer) = leaf else { continue };
            let is_kept = question.grant(n).elsewhere == contract::Kept::Everything;
            let escaped = &mut self.outside.escaped;
            if is_kept
                && pointer.node.is_some()
                && !escaped.iter().any(|(_, known)| known.node == pointer.node)
            {
                let mut id = Digest::new(self.outside.count);
                id.number(n as u64);
                escaped.push((id.finish(), *pointer));
            }
        }
    }
}

/// True for a variable or a function that other modules cannot name.
fn is_hidden(linkage: Option<Linkage>) -> bool {
    matches!(linkage, Some(Linkage::Internal | Linkage::Private))
}

impl<'m> crate::program::Program<'m> {
    /// The name of the symbol with a number, if there is one.
    fn symbol_name(&self, number: u32) -> Option<&'m str> {
        let name = match self.symbols.get(number as usize)? {
            Symbol::Function(function, _) => function.name,
            Symbol::Global(global) => global.name,
            Symbol::Alias(alias) => alias.name,
            Symbol::Block(..) => return None,
        };
        Some(self.module.names.get(name))
    }

    /// The name of the symbol that a node is the memory of, without its sigil.
    pub fn symbol_at(&self, node: Node) -> Option<&'m str> {
        self.symbol_name(node.index)
    }

    /// True for the memory of a symbol.
    pub fn is_symbol(&self, node: Node) -> bool {
        (node.index as usize) < self.symbols.len()
    }

    /// The variables that functions outside can name and that may change.
    fn visible_variables(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.symbols).filter_map(|(number, symbol)| {
            let Symbol::Global(global) = symbol else {
                return None;
            };
            let linkage = global.properties.linkage;
            let is_local = is_hidden(linkage);
            let is_null = linkage == Some(Linkage::ExternWeak);
            (!is_local && !is_null && !global.is_constant).then_some(number)
        })
    }
}
