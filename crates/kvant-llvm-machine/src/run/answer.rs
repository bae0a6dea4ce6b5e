//! Results of unknown functions, and contents of unknown variables.

use kvant_llvm::syntax::{Global, Linkage};

use super::Machine;
use super::outside::{Question, Vague};
use crate::constraint::{self, Constraint};
use crate::contract::Kept;
use crate::environment::{Digest, Effect};
use crate::float::format;
use crate::leaf::{Leaf, Node, Origin, Pointer, mask};
use crate::memory::Kind;
use crate::outcome::{Stop, Unsupported};
use crate::shape::Scalar;

impl Machine<'_, '_> {
    /// The result of a function.
    pub(super) fn answer(
        &mut self,
        question: &Question<'_>,
        arguments: &[Leaf],
    ) -> Result<Vec<Leaf>, Stop> {
        let external = question.external;
        let (constraints, kinds) = &external.result;
        if let Some(returned) = external.returned {
            let leaves = Self::leaves_of(question.call, arguments);
            let leaves = leaves.filter(|(n, _)| *n == returned);
            // Its type is that of the result, or one that is cast to it without a change of bits.
            return match question.external.parameters.get(returned) {
                Some(parameter) if parameter.kinds == *kinds => {
                    Ok(leaves.map(|(_, leaf)| leaf.clone()).collect())
                }
                _ => Err(question.refused()),
            };
        }
        if let Some(leaves) = self.passed(question, arguments)? {
            return Ok(leaves);
        }
        let mut result = Vec::new();
        for (n, kind) in (0..).zip(kinds) {
            let alternatives = match kind {
                Scalar::Ptr => self.pointers(question, arguments, constraints, n)?,
                _ => self.numbers(question, *kind, constraints, n),
            };
            let fits = |leaf: &Leaf| {
                let mut leaf = [leaf.clone()];
                let origin = Origin::OUTSIDE;
                constraint::apply(&self.memory, constraints, &[*kind], &mut leaf, origin).is_ok()
                    && !leaf[0].is_poison()
            };
            let leaf = alternatives.into_iter().find(fits);
            result.push(leaf.ok_or_else(|| question.refused())?);
        }
        Ok(result)
    }

    /// An argument of the type of the result, in one of four calls. Pointers are drawn elsewhere.
    fn passed(
        &self,
        question: &Question<'_>,
        arguments: &[Leaf],
    ) -> Result<Option<Vec<Leaf>>, Stop> {
        let external = question.external;
        let (constraints, kinds) = &external.result;
        let drawn = self
            .outside
            .draw(&external.name, question.key, u64::MAX - 1);
        let is_pointer = |kind: &Scalar| matches!(kind, Scalar::Ptr | Scalar::Far(_));
        if kinds.is_empty() || kinds.iter().any(is_pointer) || !drawn.is_multiple_of(4) {
            return Ok(None);
        }
        let parameters = external.parameters.iter().enumerate();
        let fitting = parameters.filter(|(_, it)| it.kinds == *kinds);
        let fitting: Vec<usize> = fitting.map(|(n, _)| n).collect();
        let Some(chosen) = fitting.get((drawn >> 8) as usize % fitting.len().max(1)) else {
            return Ok(None);
        };
        let leaves = Self::leaves_of(question.call, arguments).filter(|(n, _)| n == chosen);
        let mut leaves: Vec<Leaf> = leaves.map(|(_, leaf)| leaf.clone()).collect();
        // The bits of a NaN and the sign of a zero decide about nothing: they may be others after compilation.
        let is_float = |kind: &Scalar| matches!(kind, Scalar::Float(_));
        if kinds.iter().any(is_float) && !constraints.is_empty() {
            return Ok(None);
        }
        if constraints.is_empty() {
            return Ok(Some(leaves));
        }
        if !leaves.iter().all(Leaf::is_defined) {
            return Err(question.refused());
        }
        let origin = Origin::OUTSIDE;
        let fits = constraint::apply(&self.memory, constraints, kinds, &mut leaves, origin).is_ok()
            && !leaves.iter().any(Leaf::is_poison);
        Ok(fits.then_some(leaves))
    }

    /// Numbers for a leaf of a result, in the order in which they are tried.
    fn numbers(
        &self,
        question: &Question<'_>,
        kind: Scalar,
        constraints: &[Constraint],
        n: u64,
    ) -> Vec<Leaf> {
        let name = &question.external.name;
        let draw = |index: u64| self.outside.draw(name, question.key, n << 8 | index);
        let width = kind.bits(64);
        if width > 128 {
            return Vec::new();
        }
        let mut numbers = Vec::new();
        for attempt in 0..8 {
            let (choice, high, low) = (
                draw(3 * attempt),
                draw(3 * attempt + 1),
                draw(3 * attempt + 2),
            );
            numbers.push(number(
                kind,
                choice,
                u128::from(high) << 64 | u128::from(low),
            ));
        }
        for constraint in constraints {
            if let Constraint::Range(ranges) = constraint {
                for (low, _) in ranges {
                    numbers.extend(u128::try_from(low).ok());
                }
            }
        }
        let numbers = numbers.into_iter().map(|it| it & mask(width));
        numbers.map(Leaf::Int).collect()
    }

    /// Pointers for a leaf of a result: null, an argument, or an object that the function makes or knows.
    fn pointers(
        &mut self,
        question: &Question<'_>,
        arguments: &[Leaf],
        constraints: &[Constraint],
        n: u64,
    ) -> Result<Vec<Leaf>, Stop> {
        let external = question.external;
        let drawn = self.outside.draw(&external.name, question.key, n << 8);
        let mut pointers = vec![Leaf::Ptr(Pointer::NULL)];
        if !external.is_fresh {
            for (n, leaf) in Self::leaves_of(question.call, arguments) {
                let is_kept = question.grant(n).result == Kept::Everything;
                if is_kept && matches!(leaf, Leaf::Ptr(pointer) if pointer.node.is_some()) {
                    pointers.push(leaf.clone());
                }
            }
        }
        // A function without effects returns the same object again, which is not new then.
        let is_possible = !external.is_fresh || question.effects.effect() == Effect::Writes;
        let chosen = drawn % (pointers.len() as u64 + 1);
        let is_made = chosen as usize == pointers.len();
        let first = chosen as usize % pointers.len();
        pointers.rotate_left(first);
        if is_possible && is_made {
            pointers.insert(0, self.object(question, constraints, n)?);
        } else if is_possible {
            // Only if no other pointer will do is an object made.
            let memory = &self.memory;
            let fits = |leaf: &Leaf| {
                let mut leaf = [leaf.clone()];
                let applied = constraint::apply(
                    memory,
                    constraints,
                    &[Scalar::Ptr],
                    &mut leaf,
                    Origin::OUTSIDE,
                );
                applied.is_ok() && !leaf[0].is_poison()
            };
            if !pointers.iter().any(fits) {
                pointers.push(self.object(question, constraints, n)?);
            }
        }
        Ok(pointers)
    }

    /// An object from outside with drawn contents.
    fn object(
        &mut self,
        question: &Question<'_>,
        constraints: &[Constraint],
        n: u64,
    ) -> Result<Leaf, Stop> {
        let (mut size, mut align) = (0, 16);
        for constraint in constraints {
            match constraint {
                Constraint::Align(least) => align = align.max(*least),
                Constraint::Dereferenceable(bytes, _) => size = size.max(*bytes),
                _ => {}
            }
        }
        let name = &question.external.name;
        let is_new = question.external.is_fresh;
        // Calls without any effects may be moved: others neither access the object before nor after them.
        let is_known = !is_new && question.effects.effect() == Effect::Writes;
        self.foreign(name, question.key, n, (size, align), (is_new, is_known))
    }

    /// The object that answers a question, with drawn contents.
    fn foreign(
        &mut self,
        name: &str,
        key: u64,
        n: u64,
        (least, align): (u64, u64),
        (is_new, is_known): (bool, bool),
    ) -> Result<Leaf, Stop> {
        let mut id = Digest::new(key);
        id.bytes(name.as_bytes());
        id.number(n);
        let id = id.finish();
        let known = self.outside.made.iter().find(|it| it.0 == id);
        if let Some((_, pointer)) = known {
            return Ok(Leaf::Ptr(*pointer));
        }
        let drawn = self.outside.draw(name, id, 0);
        let size = least.max(8 + drawn % 4 * 8);
        let node = self.memory.allocate(Kind::Data, size, align)?;
        for at in 0..size as usize {
            let byte = Leaf::Int((self.outside.draw(name, id, 1 + at as u64) & 0xff).into());
            self.memory.store(node, at..at + 1, Scalar::Int(8), &byte)?;
        }
        self.memory.make_foreign(node, is_new);
        let pointer = Pointer::to(node);
        self.outside.made.push((id, pointer));
        self.note_first(node);
        // Nothing outside accesses a new object before it is given a pointer to it.
        if is_known {
            self.outside.escaped.push((id, pointer));
        }
        Ok(Leaf::Ptr(pointer))
    }

    /// True if functions outside have changed a variable before the first call.
    pub(super) fn has_changed(&self, global: &Global) -> bool {
        let is_local = matches!(
            global.properties.linkage,
            Some(Linkage::Internal | Linkage::Private)
        );
        let name = self.program.module.names.get(global.name);
        let environment = self.outside.environment;
        let may_change = !global.is_constant && !is_local;
        if may_change && environment.is_some() {
            self.outside.was_asked.set(true);
        }
        may_change && environment.is_some_and(|it| it.has_changed(name))
    }

    /// Fills a variable whose contents are not in the module.
    pub(super) fn draw_variable(&mut self, global: &Global, node: Node) -> Result<(), Stop> {
        let program = self.program;
        let name = program.module.names.get(global.name);
        let linkage = global.properties.linkage;
        if let Some(Linkage::ExternWeak | Linkage::Internal | Linkage::Private) = linkage {
            // It may be null, or a compiler may give it another name.
            return Err(Unsupported::External { name: name.into() }.into());
        }
        let (pieces, _) = program.pieces(global.ty)?;
        let mut leaves = Vec::new();
        for (n, piece) in (0..).zip(&pieces) {
            let draw = |index| self.outside.draw(name, 0, n << 8 | index);
            let choice = draw(0);
            leaves.push(match piece.scalar {
                Scalar::Ptr if choice.is_multiple_of(3) => Leaf::Ptr(Pointer::NULL),
                // A constant may be read first after others were called.
                Scalar::Ptr => self.foreign(name, 0, n, (0, 16), (false, !global.is_constant))?,
                kind if kind.bits(64) > 128 => {
                    return Err(Unsupported::External { name: name.into() }.into());
                }
                kind => {
                    let bits = u128::from(draw(1)) << 64 | u128::from(draw(2));
                    Leaf::Int(number(kind, choice, bits) & mask(kind.bits(64)))
                }
            });
        }
        for (piece, leaf) in pieces.iter().zip(&leaves) {
            let at = piece.at as usize;
            let range = at..at + piece.bytes as usize;
            self.memory.store(node, range, piece.scalar, leaf)?;
        }
        Ok(())
    }
}

/// The result of a function whose arguments or memory are not all defined: anything.
pub(super) fn vaguely(question: &Question<'_>, vague: Vague) -> Result<Vec<Leaf>, Stop> {
    let kinds = &question.external.result.1;
    let leaf = |kind: &Scalar| match (vague.has_poison, kind) {
        (true, _) => Ok(Leaf::Poison(Origin::OUTSIDE)),
        (false, Scalar::Ptr) => Err(question.refused()),
        (false, _) => Ok(Leaf::Undef),
    };
    kinds.iter().map(leaf).collect()
}

/// A number of a kind. Small and extreme ones are frequent, and floats are finite.
fn number(kind: Scalar, choice: u64, bits: u128) -> u128 {
    match kind {
        Scalar::Float(kind) => {
            let value = format::from_int(kind, bits & 1 == 1, bits >> 1 & 0x7f);
            let half = choice.is_multiple_of(2);
            format::scaled(kind, value, if half { -1 } else { 0 })
        }
        kind => match choice % 8 {
            0 => 0,
            1 => 1,
            2 => u128::MAX,
            3 => bits & 15,
            4 => 1 << (bits % u128::from(kind.bits(64))),
            _ => bits,
        },
    }
}
