//! Memory and pointers.

use kvant_llvm::syntax::{BinaryOp, Flag, Flags, Linkage};

use super::{Fault, Machine, leaf, leaves};
use crate::choice;
use crate::code::{Code, Gep, Instruction, Piece, Source, Span, Step};
use crate::compare;
use crate::journal::Touch;
use crate::leaf::{Leaf, Node, Pointer, mask, signed};
use crate::memory::{Kind, Place};
use crate::outcome::{Stop, Ub, Unspecified, Unsupported};
use crate::program::Symbol;
use crate::shape::Scalar;
use crate::walk::Walk;

/// LLVM aligns variables of more bytes to this number of them, if no alignment is written.
const LARGE: u64 = 16;

impl Machine<'_, '_> {
    /// Counts work on many bytes as instructions, so that their limit is one of time too.
    pub(super) fn charge(&mut self, bytes: u64) {
        self.steps = self.steps.saturating_add(bytes / 64);
    }

    /// Makes the memory of a symbol when it is needed first.
    pub(super) fn make(&mut self, node: Node) -> Result<(), Stop> {
        let number = node.index;
        if number as usize >= self.program.symbols.len() || self.memory.has_symbol(number) {
            return Ok(());
        }
        match &self.program.symbols[number as usize] {
            Symbol::Function(..) | Symbol::Block(..) => {
                let kind = Kind::Function(number);
                self.memory.allocate_symbol(number, kind, 0, 1)
            }
            Symbol::Global(global) => {
                let program = self.program;
                if global.properties.linkage == Some(Linkage::AvailableExternally) {
                    // A compiler may drop the value.
                    let name = program.module.names.get(global.name).into();
                    return Err(Unsupported::External { name }.into());
                }
                let (size, natural) = program.size(global.ty)?;
                let align = global.tail.iter().find_map(|property| match property {
                    kvant_llvm::syntax::Tailing::Align(align) => Some(*align),
                    _ => None,
                });
                let kind = Kind::Data;
                // LLVM gives variables that no other module can replace their preferred alignment.
                let is_replaceable = !matches!(
                    global.properties.linkage,
                    None | Some(Linkage::Internal | Linkage::Private | Linkage::External)
                );
                let preferred = program.sizes.of(global.ty).map(|it| it.align.preferred);
                let natural = match (global.init, preferred) {
                    (Some(_), Some(preferred)) if !is_replaceable => {
                        let least = if size > LARGE { LARGE } else { 1 };
                        preferred.max(natural).max(least)
                    }
                    _ => natural,
                };
                let align = align.unwrap_or(natural);
                self.memory.allocate_symbol(number, kind, size, align)?;
                let is_open = global.is_externally_initialized || self.has_changed(global);
                let known = global.init.filter(|_| !is_open);
                let Some(init) = known else {
                    self.draw_variable(global, node)?;
                    if global.is_constant {
                        self.memory.make_constant(node);
                    }
                    self.note_first(node);
                    return Ok(());
                };
                let leaves = program.constant(global.ty, init, &program.module.constants)?;
                let (pieces, _) = program.pieces(global.ty)?;
                self.memory.store_pieces(node, 0, &pieces, &leaves)?;
                if global.is_constant {
                    self.memory.make_constant(node);
                }
                self.memory.journal.note(|| Touch::Initialised(node));
                self.note_first(node);
                Ok(())
            }
            Symbol::Alias(alias) => {
                let name = self.program.module.names.get(alias.name).into();
                Err(Unsupported::External { name }.into())
            }
        }
    }

    /// The bytes behind the pointer in a leaf, for a copy that is no access. Code generators may assume the alignment.
    pub(super) fn passed_bytes(
        &mut self,
        leaf: &Leaf,
        bytes: u64,
        align: u64,
    ) -> Result<Place, Stop> {
        let Leaf::Ptr(pointer) = leaf else {
            return Err(Ub::BadPointer.into());
        };
        if let Some(node) = pointer.node {
            self.make(node)?;
        }
        let checked = self.memory.check(*pointer, bytes, align, false);
        if checked.is_err() {
            self.fault = Some(Fault {
                pointer: leaf.clone(),
                bytes,
                align,
            });
        }
        let (node, range) = checked.map_err(|stop| match stop == Ub::Misaligned.into() {
            true => Unsupported::Attribute {
                name: "byval".into(),
            }
            .into(),
            false => stop,
        })?;
        Ok(Place {
            node,
            range,
            hidden: None,
        })
    }

    /// Checks an access through the pointer in a leaf.
    pub(super) fn access(
        &mut self,
        leaf: &Leaf,
        bytes: u64,
        align: u64,
        writes: bool,
    ) -> Result<Place, Stop> {
        let accessed = match leaf {
            Leaf::Ptr(pointer) => {
                if let Some(node) = pointer.node {
                    self.make(node)?;
                }
                self.memory.access(*pointer, bytes, align, writes)
            }
            _ => Err(Ub::BadPointer.into()),
        };
        if accessed.is_err() {
            let pointer = leaf.clone();
            self.fault = Some(Fault {
                pointer,
                bytes,
                align,
            });
        }
        accessed
    }

    #[inline]
    pub(super) fn load_pieces(
        &mut self,
        pieces: &[Piece],
        (bytes, align): (u64, u64),
        to: usize,
        pointer: &Leaf,
    ) -> Result<(), Stop> {
        let place = self.access(pointer, bytes, align, false)?;
        if let ([piece], None) = (pieces, &place.hidden)
            && piece.lanes == 1
        {
            let start = place.range.start + piece.at as usize;
            let range = start..start + piece.bytes as usize;
            self.slots[to] = self.memory.load(place.node, range, piece.scalar)?;
            return Ok(());
        }
        self.load_row(pieces, &place, to)
    }

    /// Loads a value of several leaves, or with bytes that must not be seen.
    fn load_row(&mut self, pieces: &[Piece], place: &Place, mut to: usize) -> Result<(), Stop> {
        for piece in pieces {
            let start = place.range.start + piece.at as usize;
            let range = start..start + piece.bytes as usize;
            let is_hidden = place.hides(&range);
            if piece.lanes == 1 {
                self.slots[to] = match is_hidden {
                    true => Leaf::Poison(self.origin()),
                    false => self.memory.load(place.node, range, piece.scalar)?,
                };
                to += 1;
                continue;
            }
            if is_hidden {
                let name = "a vector with bytes that are poison in part".into();
                return Err(Unsupported::Type { name }.into());
            }
            let width = piece.scalar.bits(0);
            let leaves = self
                .memory
                .load_packed(place.node, range, piece.lanes, width)?;
            for leaf in leaves {
                self.slots[to] = leaf;
                to += 1;
            }
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
                let to = base + *to as usize;
                if let Leaf::Ptr(pointer) = leaf(&self.slots, code, base, *pointer)
                    && let Some(bytes) = plain_bytes(pieces, *bytes)
                    && constraints.is_empty()
                    && let Some(bits) = self.memory.load_plain(*pointer, bytes, *align)
                {
                    self.slots[to] = Leaf::Int(bits.into());
                    return Ok(());
                }
                let pointer = leaf(&self.slots, code, base, *pointer).clone();
                self.load_pieces(pieces, (*bytes, *align), to, &pointer)?;
                if !constraints.is_empty() {
                    let kinds = pieces.iter();
                    let kinds = kinds.flat_map(|it| vec![it.scalar; it.lanes as usize]);
                    let kinds: Vec<Scalar> = kinds.collect();
                    let mut values = self.slots[to..to + kinds.len()].to_vec();
                    self.constrain(constraints, &kinds, &mut values)?;
                    self.slots[to..to + kinds.len()].clone_from_slice(&values);
                }
            }
            Instruction::Store {
                pieces,
                bytes,
                align,
                value,
                pointer,
            } => {
                // A value without leaves has no place.
                if let Leaf::Ptr(pointer) = leaf(&self.slots, code, base, *pointer)
                    && let Some(bytes) = plain_bytes(pieces, *bytes)
                    && let Leaf::Int(bits) = leaf(&self.slots, code, base, *value)
                    && self
                        .memory
                        .store_plain(*pointer, bytes, *align, *bits as u64)
                {
                    return Ok(());
                }
                let pointer = leaf(&self.slots, code, base, *pointer).clone();
                let Place { node, range, .. } = self.access(&pointer, *bytes, *align, true)?;
                if let [
                    Piece {
                        scalar,
                        lanes: 1,
                        bytes: of_piece,
                        ..
                    },
                ] = **pieces
                    && of_piece == *bytes
                {
                    let value = leaf(&self.slots, code, base, *value);
                    return self.memory.store(node, range, scalar, value);
                }
                self.memory.make_undef(node, range.clone())?;
                let length = pieces.iter().map(|it| it.lanes).sum();
                let span = Span {
                    source: *value,
                    length,
                };
                let leaves = leaves(&self.slots, code, base, span);
                self.memory
                    .store_pieces(node, range.start, pieces, leaves)?;
            }
            Instruction::Alloca {
                bytes,
                align,
                count,
                is_dead,
                to,
            } => {
                let count = count.map(|(count, _)| leaf(&self.slots, code, base, count));
                let count = match count {
                    None => 1,
                    Some(Leaf::Int(count)) => u64::try_from(*count).unwrap_or(u64::MAX),
                    Some(Leaf::Ptr(_)) => return Err(Unspecified::Address.into()),
                    Some(_) => return Err(Ub::BadPointer.into()),
                };
                let node = self.alloca(bytes.saturating_mul(count), *align, *is_dead)?;
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

    /// Makes memory that ends with the function.
    fn alloca(&mut self, bytes: u64, align: u64, is_dead: bool) -> Result<Node, Stop> {
        self.charge(bytes);
        let node = self.memory.allocate(Kind::Data, bytes, align)?;
        if is_dead {
            self.memory.end(node, self.origin())?;
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.allocas.push(node);
        }
        Ok(node)
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
            if walk.is_poison(stepped, |a, b| self.is_inside(a, b))? {
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
        let is_inside = [from, to].iter().all(|it| (0..=size).contains(&it.offset));
        if !is_inside && self.observer.is_some() {
            let at = self.origin();
            if let Some(observer) = &mut self.observer {
                observer.left(at, to);
            }
        }
        Ok(is_inside)
    }

    /// Arithmetic on integers that were made of pointers, where the allocation decides: bits that its alignment fixes, and
    /// additions and subtractions inside of it, which do not wrap.
    pub(super) fn address(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        width: u32,
        [a, b]: [Pointer; 2],
    ) -> Result<Option<Leaf>, Stop> {
        let only_unsigned = flags.has(Flag::Nuw) && !flags.has(Flag::Nsw);
        match (op, a.node, b.node) {
            (BinaryOp::And, Some(node), None) => self.masked_address(node, a, b.offset, width),
            (BinaryOp::And, None, Some(node)) => self.masked_address(node, b, a.offset, width),
            (BinaryOp::Add, Some(_), None) if only_unsigned && b.offset >= 0 => {
                let sum = a.at(a.offset.saturating_add(b.offset));
                Ok(self.is_inside(a, sum)?.then_some(Leaf::Ptr(sum)))
            }
            (BinaryOp::Sub, Some(one), Some(other)) if one == other && only_unsigned => {
                let is_known = self.is_inside(a, b)? && a.offset >= b.offset;
                let distance = a.offset.wrapping_sub(b.offset) as u128;
                Ok(is_known.then_some(Leaf::Int(distance)))
            }
            _ => Ok(None),
        }
    }

    /// Bits of an address, if the alignment of the allocation decides about those that are cleared or about those that are left.
    fn masked_address(
        &mut self,
        node: Node,
        pointer: Pointer,
        bits: i64,
        width: u32,
    ) -> Result<Option<Leaf>, Stop> {
        self.make(node)?;
        let bits = bits as u64 as u128 & mask(width);
        let is_known = |bits: u128| {
            let align = (bits + 1).checked_next_power_of_two();
            let align = align.and_then(|it| u64::try_from(it).ok());
            align.is_some_and(|it| self.memory.promises(Pointer::to(node), it) == Ok(true))
        };
        let cleared = !bits & mask(width);
        if width <= 64 && is_known(bits) {
            return Ok(Some(Leaf::Int(u128::from(pointer.offset as u64) & bits)));
        }
        let is_rounded = width <= 64 && is_known(cleared);
        let rounded = pointer.at(pointer.offset & !(cleared as i64));
        Ok(is_rounded.then_some(Leaf::Ptr(rounded)))
    }

    /// A comparison of pointers, if both leaves are some.
    pub(super) fn compare_pointers(
        &mut self,
        predicate: kvant_llvm::syntax::IntPredicate,
        pair: [Pointer; 2],
    ) -> Result<Leaf, Stop> {
        let program = self.program;
        compare::pointers(program, predicate, pair, |a, b| self.is_inside(a, b))
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
        let mut first = Some(first);
        for n in n..lanes {
            let pair = first.take().or_else(|| {
                compare::pair([a, b].map(|it| leaf(&self.slots, code, base, it.after(n))))
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

/// The number of bytes of a value that is one number of one to eight whole bytes.
fn plain_bytes(pieces: &[Piece], bytes: u64) -> Option<usize> {
    let [piece] = pieces else { return None };
    let width = match piece.scalar {
        Scalar::Int(width) => width,
        Scalar::Float(kind) => kind.bits(),
        _ => return None,
    };
    let is_plain = u64::from(width) == 8 * bytes && bytes <= 8 && piece.lanes == 1;
    is_plain.then_some(bytes as usize)
}
