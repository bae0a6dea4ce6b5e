//! Memory and pointers.

use super::{Machine, leaf};
use crate::choice;
use crate::code::{Code, Gep, Instruction, Piece, Source, Step};
use crate::int;
use crate::leaf::{Leaf, Node, Pointer, signed};
use crate::memory::{Kind, Place};
use crate::outcome::{Stop, Ub, Unspecified, Unsupported};
use crate::program::Symbol;
use crate::shape::Scalar;
use crate::walk::{Stepped, Walk};

impl Machine<'_, '_> {
    /// Makes the memory of a symbol when it is needed first.
    pub(super) fn make(&mut self, node: Node) -> Result<(), Stop> {
        let number = node.index;
        if number as usize >= self.program.symbols.len() || self.memory.has_symbol(number) {
            return Ok(());
        }
        match &self.program.symbols[number as usize] {
            Symbol::Function(..) => {
                let kind = Kind::Function(number);
                self.memory.allocate_symbol(number, kind, 0, 1)
            }
            Symbol::Global(global) => {
                let program = self.program;
                let (size, natural) = program.size(global.ty)?;
                let align = global.tail.iter().find_map(|property| match property {
                    kvant_llvm::syntax::Tailing::Align(align) => Some(*align),
                    _ => None,
                });
                let kind = Kind::Data;
                let align = align.unwrap_or(natural);
                self.memory.allocate_symbol(number, kind, size, align)?;
                let known = global.init.filter(|_| !global.is_externally_initialized);
                let Some(init) = known else {
                    self.draw_variable(global, node)?;
                    if global.is_constant {
                        self.memory.make_constant(node);
                    }
                    return Ok(());
                };
                let leaves = program.constant(global.ty, init, &program.module.constants)?;
                let (pieces, _) = program.pieces(global.ty)?;
                for (piece, leaf) in pieces.iter().zip(&leaves) {
                    let at = piece.at as usize;
                    let range = at..at + piece.bytes as usize;
                    self.memory.store(node, range, piece.scalar, leaf)?;
                }
                if global.is_constant {
                    self.memory.make_constant(node);
                }
                Ok(())
            }
            Symbol::Alias(alias) => {
                let name = self.program.module.names.get(alias.name).into();
                Err(Unsupported::External { name }.into())
            }
        }
    }

    /// Checks an access through the pointer in a leaf.
    pub(super) fn access(
        &mut self,
        leaf: &Leaf,
        bytes: u64,
        align: u64,
        writes: bool,
    ) -> Result<Place, Stop> {
        let Leaf::Ptr(pointer) = leaf else {
            return Err(Ub::BadPointer.into());
        };
        if let Some(node) = pointer.node {
            self.make(node)?;
        }
        self.memory.access(*pointer, bytes, align, writes)
    }

    pub(super) fn load(
        &mut self,
        pieces: &[Piece],
        (bytes, align): (u64, u64),
        to: usize,
        pointer: &Leaf,
    ) -> Result<(), Stop> {
        let place = self.access(pointer, bytes, align, false)?;
        for (n, piece) in pieces.iter().enumerate() {
            let start = place.range.start + piece.at as usize;
            let range = start..start + piece.bytes as usize;
            self.slots[to + n] = match place.hides(&range) {
                true => Leaf::Poison(self.origin()),
                false => self.memory.load(place.node, range, piece.scalar)?,
            };
        }
        Ok(())
    }

    /// An instruction on memory or pointers.
    pub(super) fn memory_step(
        &mut self,
        instruction: &Instruction,
        code: &Code,
        base: usize,
    ) -> Result<(), Stop> {
        match instruction {
            Instruction::Load {
                pieces,
                bytes,
                align,
                to,
                pointer,
                constraints,
            } => {
                let pointer = leaf(&self.slots, code, base, *pointer).clone();
                let to = base + *to as usize;
                self.load(pieces, (*bytes, *align), to, &pointer)?;
                if !constraints.is_empty() {
                    let kinds: Vec<Scalar> = pieces.iter().map(|piece| piece.scalar).collect();
                    let mut values = self.slots[to..to + pieces.len()].to_vec();
                    self.constrain(constraints, &kinds, &mut values)?;
                    self.slots[to..to + pieces.len()].clone_from_slice(&values);
                }
            }
            Instruction::Store {
                pieces,
                bytes,
                align,
                value,
                pointer,
            } => {
                let pointer = leaf(&self.slots, code, base, *pointer).clone();
                let Place { node, range, .. } = self.access(&pointer, *bytes, *align, true)?;
                if pieces.len() > 1 {
                    self.memory.make_undef(node, range.clone())?;
                }
                for (n, piece) in (0..).zip(pieces) {
                    let value = leaf(&self.slots, code, base, value.after(n));
                    let start = range.start + piece.at as usize;
                    let range = start..start + piece.bytes as usize;
                    self.memory.store(node, range, piece.scalar, value)?;
                }
            }
            Instruction::Alloca {
                bytes,
                align,
                count,
                to,
            } => {
                let count = match count {
                    None => 1,
                    Some((count, _)) => match leaf(&self.slots, code, base, *count) {
                        Leaf::Int(count) => u64::try_from(*count).unwrap_or(u64::MAX),
                        _ => return Err(Ub::BadPointer.into()),
                    },
                };
                let node = self
                    .memory
                    .allocate(Kind::Data, bytes.saturating_mul(count), *align)?;
                if let Some(frame) = self.frames.last_mut() {
                    frame.allocas.push(node);
                }
                self.slots[base + *to as usize] = Leaf::Ptr(Pointer::to(node));
            }
            Instruction::Gep(gep) => {
                for lane in 0..gep.lanes {
                    let value = self.gep(gep, lane, code, base)?;
                    self.slots[base + (gep.to + lane) as usize] = value;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// One lane of `getelementptr`.
    pub(super) fn gep(
        &mut self,
        gep: &Gep,
        lane: u32,
        code: &Code,
        base: usize,
    ) -> Result<Leaf, Stop> {
        let of_lane = |(source, is_vector): (Source, bool)| match is_vector {
            true => source.after(lane),
            false => source,
        };
        let pointer = match leaf(&self.slots, code, base, of_lane(gep.base)) {
            Leaf::Ptr(pointer) => *pointer,
            Leaf::Poison(origin) => return Ok(Leaf::Poison(*origin)),
            _ => return Err(Unspecified::Address.into()),
        };
        let mut walk = Walk::new(gep.flags, gep.bits, pointer);
        for step in &gep.steps {
            let stepped = match step {
                Step::Bytes(bytes) => walk.step(i128::from(*bytes), 128, 1),
                Step::Index {
                    index,
                    is_vector,
                    width,
                    scale,
                } => {
                    let index = match leaf(&self.slots, code, base, of_lane((*index, *is_vector))) {
                        Leaf::Int(index) => signed(*index, *width),
                        Leaf::Poison(origin) => return Ok(Leaf::Poison(*origin)),
                        other => match other.parts(*width) {
                            Some((bits, undef)) => {
                                signed(bits | choice::bits(self.choices, undef), *width)
                            }
                            None => return Err(Unspecified::Address.into()),
                        },
                    };
                    walk.step(index, *width, *scale)
                }
            };
            let is_poison = match stepped {
                Stepped::Done => false,
                Stepped::Poison => true,
                Stepped::Ask => {
                    let is_inside = self.is_inside(walk.before, walk.pointer)?;
                    walk.answer(is_inside)?
                }
            };
            if is_poison {
                return Ok(Leaf::Poison(self.origin()));
            }
        }
        Ok(Leaf::Ptr(walk.pointer))
    }

    /// True if both pointers are inside of their allocation or at its end.
    pub(super) fn is_inside(&mut self, from: Pointer, to: Pointer) -> Result<bool, Stop> {
        let Some(node) = from.node else {
            return Ok(false);
        };
        self.make(node)?;
        let size = match (self.memory.size_of(node), self.memory.kind_of(node)) {
            // The size of a function is not known.
            (Ok(_), Ok(Kind::Function(_))) if from != to => {
                return Err(Unspecified::Address.into());
            }
            (Ok(size), _) => size as i64,
            // The bounds of a dead allocation are not kept.
            (Err(_), _) => return Err(Unspecified::Address.into()),
        };
        Ok([from, to].iter().all(|it| (0..=size).contains(&it.offset)))
    }

    /// A comparison of pointers, if both leaves are some.
    pub(super) fn compare_pointers(
        &mut self,
        predicate: kvant_llvm::syntax::IntPredicate,
        [a, b]: [Pointer; 2],
    ) -> Result<Leaf, Stop> {
        use kvant_llvm::syntax::IntPredicate as P;
        let refused = Err(Unspecified::Address.into());
        let ordering = match (a.node, b.node) {
            (None, None) => (a.offset as u64).cmp(&(b.offset as u64)),
            (Some(x), Some(y)) if x == y => {
                let is_equality = matches!(predicate, P::Eq | P::Ne);
                if !is_equality && !self.is_inside(a, b)? {
                    return refused;
                }
                a.offset.cmp(&b.offset)
            }
            (Some(_), None) if b == Pointer::NULL && self.is_inside(a, a)? => {
                std::cmp::Ordering::Greater
            }
            (None, Some(_)) if a == Pointer::NULL && self.is_inside(b, b)? => {
                std::cmp::Ordering::Less
            }
            // Live objects that are not empty have different addresses, inside of them.
            (Some(_), Some(_)) if matches!(predicate, P::Eq | P::Ne) => {
                let one = a.at(a.offset.saturating_add(1));
                let other = b.at(b.offset.saturating_add(1));
                match self.is_inside(a, one)? && self.is_inside(b, other)? {
                    true => std::cmp::Ordering::Less,
                    false => return refused,
                }
            }
            _ => return refused,
        };
        // The sign of an address is not known.
        let is_signed = matches!(predicate, P::Slt | P::Sgt | P::Sle | P::Sge);
        if is_signed && (a.node.is_some() || b.node.is_some()) && a.node != b.node {
            return refused;
        }
        Ok(Leaf::Int(int::holds(predicate, ordering).into()))
    }

    /// The lanes of a comparison from the first one on that compares pointers.
    pub(super) fn compare_lanes(
        &mut self,
        code: &Code,
        base: usize,
        predicate: kvant_llvm::syntax::IntPredicate,
        first: [Pointer; 2],
        (n, lanes, to, [a, b]): (u32, u32, u32, [Source; 2]),
    ) -> Result<(), Stop> {
        let mut pointers = Some(first);
        for n in n..lanes {
            let pair = pointers.take().or_else(|| {
                let leaves = [a, b].map(|it| leaf(&self.slots, code, base, it.after(n)));
                match leaves {
                    [Leaf::Ptr(x), Leaf::Ptr(y)] => Some([*x, *y]),
                    _ => None,
                }
            });
            let value = match pair {
                Some(pair) => self.compare_pointers(predicate, pair)?,
                None => {
                    let leaves =
                        [a, b].map(|it| leaf(&self.slots, code, base, it.after(n)).clone());
                    match leaves.into_iter().find(Leaf::is_poison) {
                        Some(poison) => poison,
                        None => return Err(Unspecified::Address.into()),
                    }
                }
            };
            self.slots[base + (to + n) as usize] = value;
        }
        Ok(())
    }
}
