//! Intrinsics on memory and pointers.

use super::{Machine, leaves};
use crate::code::{Call, Callee, Pattern};
use crate::intrinsic::Intrinsic;
use crate::leaf::{Leaf, Pointer, mask};
use crate::memory::{Kind, Place};
use crate::outcome::{Stop, Ub, Unspecified, Unsupported};
use crate::shape::Scalar;

impl Machine<'_, '_> {
    /// A call of an intrinsic on memory.
    pub(super) fn memory_call(&mut self, call: &Call) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let (code, base, current) = (frame.code, frame.base, self.frames.len() - 1);
        let arguments = call.arguments.iter();
        let operands = arguments.map(|span| leaves(&self.slots, code, base, *span).to_vec());
        let operands: Vec<Vec<Leaf>> = operands.collect();
        if call.is_tail {
            self.seal(current, true);
        }
        let result = match &call.callee {
            Callee::Pattern(pattern) => {
                self.pattern(pattern, &operands)?;
                Vec::new()
            }
            Callee::Masked(masked, element) => self.masked(*masked, *element, &operands)?,
            Callee::Intrinsic(intrinsic) => match intrinsic.has_result() {
                true => self.pointer_intrinsic(*intrinsic, &operands, &call.kinds)?,
                false => {
                    self.memory_intrinsic(*intrinsic, &operands.concat())?;
                    Vec::new()
                }
            },
            _ => Vec::new(),
        };
        if call.is_tail {
            self.seal(current, false);
        }
        if !result.is_empty() {
            let to = base + call.result.0 as usize;
            for (slot, value) in self.slots[to..].iter_mut().zip(result) {
                *slot = value;
            }
            if self.observer.is_some() {
                self.observe();
            }
        }
        Ok(())
    }

    /// `llvm.experimental.memset.pattern`: stores of one value, one behind the other.
    fn pattern(&mut self, pattern: &Pattern, operands: &[Vec<Leaf>]) -> Result<(), Stop> {
        let [to, value, count, is_volatile] = operands else {
            return Err(unfit());
        };
        if is_volatile[..] == [Leaf::Int(1)] {
            let name = "llvm.experimental.memset.pattern that is volatile".into();
            return Err(Unsupported::Intrinsic { name }.into());
        }
        let [Leaf::Int(count)] = count[..] else {
            return Err(Ub::BadPointer.into());
        };
        if pattern.stride == 0 {
            return Ok(());
        }
        let mut next = to.first().ok_or_else(unfit)?.clone();
        for _ in 0..count {
            let Place { node, range, .. } = self.access(&next, pattern.bytes, 1, true)?;
            self.memory.make_undef(node, range.clone())?;
            self.memory
                .store_pieces(node, range.start, &pattern.pieces, value)?;
            if let Leaf::Ptr(pointer) = &mut next {
                pointer.offset = pointer.offset.saturating_add_unsigned(pattern.stride);
            }
        }
        Ok(())
    }

    /// An intrinsic that returns a pointer, or something about one.
    fn pointer_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        operands: &[Vec<Leaf>],
        kinds: &[Scalar],
    ) -> Result<Vec<Leaf>, Stop> {
        match (intrinsic, operands) {
            (Intrinsic::PtrMask, _) if kinds.iter().any(|it| it.is_far()) => {
                Err(Unspecified::AddressSpace.into())
            }
            (Intrinsic::PtrMask, [pointers, masks]) => {
                let lanes = pointers.iter().zip(masks);
                lanes.map(|(it, mask)| self.ptrmask(it, mask)).collect()
            }
            (Intrinsic::ThreadLocalAddress, [pointer]) => Ok(pointer.clone()),
            (Intrinsic::ObjectSize, [pointer, flags @ ..]) => {
                let flags: Vec<&Leaf> = flags.iter().flatten().collect();
                let (Some(pointer), Some(Scalar::Int(width))) = (pointer.first(), kinds.first())
                else {
                    return Err(unfit());
                };
                Ok(vec![self.objectsize(pointer, &flags, *width)?])
            }
            (Intrinsic::StackSave, []) => {
                // An empty allocation stands for the place in the stack.
                let node = self.memory.allocate(Kind::Data, 0, 1)?;
                if let Some(frame) = self.frames.last_mut() {
                    frame.allocas.push(node);
                }
                Ok(vec![Leaf::Ptr(Pointer::to(node))])
            }
            _ => Err(unfit()),
        }
    }

    /// `llvm.ptrmask`: bits of an address are cleared. Those that the alignment of the allocation does not fix are not known.
    fn ptrmask(&mut self, pointer: &Leaf, bits: &Leaf) -> Result<Leaf, Stop> {
        let all = mask(self.program.layout.pointer(0).index_bits);
        let (pointer, bits) = match (pointer, bits) {
            (Leaf::Ptr(pointer), Leaf::Int(bits)) => (*pointer, *bits),
            (poison @ Leaf::Poison(_), _) | (_, poison @ Leaf::Poison(_)) => {
                return Ok(poison.clone());
            }
            _ => return Err(Unspecified::Address.into()),
        };
        let cleared = (!bits & all) as u64;
        let offset = pointer.offset as u64;
        if let Some(node) = pointer.node {
            self.make(node)?;
            let needed = cleared
                .checked_add(1)
                .and_then(u64::checked_next_power_of_two);
            let is_known = match needed {
                Some(needed) => self.memory.promises(Pointer::to(node), needed) == Ok(true),
                None => false,
            };
            if !is_known {
                return Err(Unspecified::Address.into());
            }
        }
        Ok(Leaf::Ptr(pointer.at((offset & !cleared) as i64)))
    }

    /// `llvm.objectsize`: any number up to the number of bytes behind the pointer, or from it on.
    fn objectsize(&mut self, pointer: &Leaf, flags: &[&Leaf], width: u32) -> Result<Leaf, Stop> {
        let is_set = |n: usize| flags.get(n) == Some(&&Leaf::Int(1));
        let refused = Unspecified::ObjectSize;
        let size = match pointer {
            Leaf::Ptr(Pointer::NULL) if !is_set(1) => 0,
            Leaf::Ptr(Pointer {
                node: Some(node),
                offset,
                ..
            }) => {
                self.make(*node)?;
                // A dead object has no size, and that of a function is not known.
                let (Ok(size), Ok(Kind::Data | Kind::Constant)) =
                    (self.memory.size_of(*node), self.memory.kind_of(*node))
                else {
                    return Err(refused.into());
                };
                let rest = u64::try_from(*offset).ok();
                let rest = rest.and_then(|offset| size.checked_sub(offset));
                u128::from(rest.ok_or(refused)?)
            }
            _ => return Err(refused.into()),
        };
        let most = mask(width);
        if size > most {
            return Err(Unspecified::ObjectSize.into());
        }
        Ok(Leaf::Int(match is_set(0) {
            true => size - self.choices.choose(size + 1),
            false => size + self.choices.choose((most - size).wrapping_add(1)),
        }))
    }

    /// `llvm.stackrestore`: ends the lifetime of everything that was allocated after a `llvm.stacksave` of this function.
    fn stackrestore(&mut self, saved: &Leaf) -> Result<(), Stop> {
        let frame = self.frames.last_mut();
        let place = match (saved, &frame) {
            (Leaf::Ptr(pointer), Some(frame)) if pointer.offset == 0 => {
                let place = frame
                    .allocas
                    .iter()
                    .position(|it| Some(*it) == pointer.node);
                place.filter(|_| {
                    pointer
                        .node
                        .is_some_and(|it| self.memory.size_of(it) == Ok(0))
                })
            }
            _ => None,
        };
        let (Some(place), Some(frame)) = (place, frame) else {
            let name = "llvm.stackrestore of another value".into();
            return Err(Unsupported::Intrinsic { name }.into());
        };
        for node in frame.allocas.drain(place + 1..) {
            self.memory.free(node);
        }
        Ok(())
    }

    /// An intrinsic on memory, with the leaves of its arguments.
    pub(super) fn memory_intrinsic(
        &mut self,
        intrinsic: Intrinsic,
        operands: &[Leaf],
    ) -> Result<(), Stop> {
        let length = |leaf: &Leaf| match leaf {
            Leaf::Int(length) => Ok(u64::try_from(*length).unwrap_or(u64::MAX)),
            Leaf::Ptr(_) => Err(Stop::from(Unspecified::Address)),
            _ => Err(Stop::from(Ub::BadPointer)),
        };
        if let (Intrinsic::MemCpy | Intrinsic::MemMove | Intrinsic::MemSet, [.., Leaf::Int(1)]) =
            (intrinsic, operands)
        {
            let name = "llvm.memcpy or llvm.memset that is volatile".into();
            return Err(Unsupported::Intrinsic { name }.into());
        }
        if let (Intrinsic::MemCpy | Intrinsic::MemMove | Intrinsic::MemSet, [_, _, _, _, _, ..]) =
            (intrinsic, operands)
        {
            // LLVM makes attributes of the alignment.
            let name = "llvm.memcpy or llvm.memset with an operand for the alignment".into();
            return Err(Unsupported::Intrinsic { name }.into());
        }
        match (intrinsic, operands) {
            (
                Intrinsic::LifetimeStart,
                [
                    ..,
                    Leaf::Ptr(Pointer {
                        node: Some(node), ..
                    }),
                ],
            ) => self.memory.begin(*node),
            (
                Intrinsic::LifetimeEnd,
                [
                    ..,
                    Leaf::Ptr(Pointer {
                        node: Some(node), ..
                    }),
                ],
            ) => {
                let origin = self.origin();
                self.memory.end(*node, origin)
            }
            (Intrinsic::LifetimeStart | Intrinsic::LifetimeEnd, [.., Leaf::Poison(_)])
            | (Intrinsic::VaEnd, [_]) => Ok(()),
            (Intrinsic::VaStart, [list]) => self.va_start(list),
            (Intrinsic::VaCopy, [to, from]) => self.va_copy(to, from),
            (Intrinsic::MemCpy | Intrinsic::MemMove, [to, from, bytes, ..]) => {
                let bytes = length(bytes)?;
                if bytes == 0 {
                    return Ok(());
                }
                self.charge(bytes.min(self.limits.memory));
                let from = self.access(from, bytes, 1, false)?;
                let to = self.access(to, bytes, 1, true)?;
                let (a, b) = (&from.range, &to.range);
                let overlaps = from.node == to.node && a.start < b.end && b.start < a.end;
                if intrinsic == Intrinsic::MemCpy && overlaps && a != b {
                    return Err(Ub::OverlappingCopy.into());
                }
                self.copy(&from, &to)
            }
            (Intrinsic::MemSet, [to, value, bytes, ..]) => {
                let bytes = length(bytes)?;
                if bytes == 0 {
                    return Ok(());
                }
                self.charge(bytes.min(self.limits.memory));
                let Place { node, range, .. } = self.access(to, bytes, 1, true)?;
                for at in range {
                    self.memory.store(node, at..at + 1, Scalar::Int(8), value)?;
                }
                Ok(())
            }
            (Intrinsic::StackRestore, [saved]) => self.stackrestore(saved),
            _ => Err(unfit()),
        }
    }
}

fn unfit() -> Stop {
    Stop::IllFormed("an intrinsic with other arguments".into())
}
