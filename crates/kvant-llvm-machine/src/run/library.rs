//! Executes library functions.
//!
//! Memory is always available. A function on bytes or numbers that are not defined is refused.

use super::Machine;
use crate::leaf::{Leaf, Pointer, mask, signed};
use crate::library::{Family, Routine};
use crate::memory::{Kind, Place};
use crate::outcome::{Budget, Ended, Stop, Ub, Unspecified, Unsupported};
use crate::shape::Scalar;

/// A call that is executed: the name, the arguments, and the width of an integer that is the result.
struct Arguments<'a> {
    name: &'a str,
    leaves: &'a [Leaf],
    width: u32,
}

impl Arguments<'_> {
    fn refused(&self, why: &str) -> Stop {
        let name = format!("{} {why}", self.name).into();
        Unsupported::Library { name }.into()
    }

    fn leaf(&self, n: usize) -> Result<&Leaf, Stop> {
        let leaf = self.leaves.get(n);
        leaf.ok_or_else(|| Stop::IllFormed("a library function lacks an argument".into()))
    }

    fn int(&self, n: usize) -> Result<u128, Stop> {
        match self.leaf(n)? {
            Leaf::Int(value) => Ok(*value),
            _ => Err(self.refused("on a value that is not defined")),
        }
    }

    fn size(&self, n: usize) -> Result<u64, Stop> {
        Ok(u64::try_from(self.int(n)?).unwrap_or(u64::MAX))
    }

    fn pointer(&self, n: usize) -> Result<Pointer, Stop> {
        match self.leaf(n)? {
            Leaf::Ptr(pointer) => Ok(*pointer),
            _ => Err(self.refused("on a pointer that is not defined")),
        }
    }

    /// The result of an integer.
    fn number(&self, value: u64) -> Vec<Leaf> {
        vec![Leaf::Int(u128::from(value) & mask(self.width))]
    }
}

fn pointer(pointer: Pointer, offset: u64) -> Vec<Leaf> {
    let offset = pointer.offset.wrapping_add(offset as i64);
    vec![Leaf::Ptr(pointer.at(offset))]
}

fn null() -> Vec<Leaf> {
    vec![Leaf::Ptr(Pointer::NULL)]
}

impl Machine<'_, '_> {
    /// Executes a library function. Returns the leaves of its result.
    pub(super) fn library(
        &mut self,
        name: &str,
        routine: Routine,
        leaves: &[Leaf],
        kinds: &[Scalar],
    ) -> Result<Vec<Leaf>, Stop> {
        use Routine as R;
        let width = match kinds.first() {
            Some(Scalar::Int(width)) => *width,
            _ => 64,
        };
        let call = Arguments {
            name,
            leaves,
            width,
        };
        match routine {
            R::Allocate { .. }
            | R::Calloc
            | R::Realloc
            | R::PosixMemalign
            | R::StrDup
            | R::StrNDup
            | R::Free(_) => self.heap(routine, &call),
            R::Exit => Err(Ended::Exit {
                code: call.int(0)? as u32,
            }
            .into()),
            R::Abort => Err(Ended::Abort.into()),
            R::Abs | R::Ffs | R::Fls | R::IsDigit | R::IsAscii | R::ToAscii | R::NetworkOrder => {
                self.of_integers(routine, &call)
            }
            R::MemCmp | R::BCmp | R::StrCmp | R::StrNCmp => self.comparison(routine, &call),
            R::MemChr
            | R::MemRChr
            | R::StrLen
            | R::StrNLen
            | R::StrChr
            | R::StrRChr
            | R::StrStr
            | R::StrSpn
            | R::StrCSpn
            | R::StrPBrk => self.search(routine, &call),
            _ => self.copies(routine, &call),
        }
    }

    fn heap(&mut self, routine: Routine, call: &Arguments<'_>) -> Result<Vec<Leaf>, Stop> {
        // That of `max_align_t`.
        let natural = u64::from(self.program.pointer_bits() / 4);
        let malloc = Kind::Heap(Family::Malloc);
        match routine {
            Routine::Allocate {
                family,
                size,
                align,
            } => {
                let align = match align {
                    Some(align) => call.size(align)?,
                    None => natural,
                };
                if !align.is_power_of_two() {
                    return Err(call.refused("with an alignment that is no power of two"));
                }
                let kind = Kind::Heap(family);
                let size = call.size(size)?;
                let node = self.memory.allocate(kind, size, align)?;
                self.charge(size);
                Ok(pointer(Pointer::to(node), 0))
            }
            Routine::Calloc => {
                let limit = self.limits.memory;
                let size = call.size(0)?.checked_mul(call.size(1)?);
                let size = size.ok_or(Budget::Memory { limit })?;
                let node = self.memory.allocate(malloc, size, natural)?;
                self.charge(size);
                self.fill(&Leaf::Ptr(Pointer::to(node)), size, &Leaf::Int(0))?;
                Ok(pointer(Pointer::to(node), 0))
            }
            Routine::Realloc => {
                let size = call.size(1)?;
                if size == 0 {
                    return Err(call.refused("to the size 0"));
                }
                let old = call.pointer(0)?;
                let kept = match old {
                    Pointer::NULL => None,
                    old => Some(self.block(old, Family::Malloc, call)?),
                };
                let node = self.memory.allocate(malloc, size, natural)?;
                self.charge(size);
                if let Some((old, length)) = kept {
                    let range = 0..length.min(size) as usize;
                    self.memory.copy(&(old, range.clone()), &(node, range))?;
                    self.release(call.pointer(0)?, old)?;
                }
                Ok(pointer(Pointer::to(node), 0))
            }
            Routine::PosixMemalign => {
                let (align, size) = (call.size(1)?, call.size(2)?);
                let least = u64::from(self.program.pointer_bits() / 8);
                if !align.is_power_of_two() || align < least {
                    return Err(call.refused("with an alignment that it does not take"));
                }
                let Place {
                    node: to, range, ..
                } = self.access(call.leaf(0)?, least, 1, true)?;
                let node = self.memory.allocate(malloc, size, align)?;
                self.charge(size);
                let block = Leaf::Ptr(Pointer::to(node));
                self.memory.store(to, range, Scalar::Ptr, &block)?;
                Ok(call.number(0))
            }
            Routine::StrDup | Routine::StrNDup => {
                let most = match routine {
                    Routine::StrNDup => call.size(1)?,
                    _ => u64::MAX,
                };
                let from = call.pointer(0)?;
                let length = self.length(from, most, call)?;
                let node = self.memory.allocate(malloc, length + 1, natural)?;
                let to = Pointer::to(node);
                self.copy_bytes(to, from, length)?;
                self.put(to, length, 0)?;
                Ok(pointer(to, 0))
            }
            Routine::Free(family) => {
                match call.pointer(0)? {
                    Pointer::NULL => {}
                    pointer => {
                        let (node, size) = self.block(pointer, family, call)?;
                        // The size that some kinds of `delete` are given.
                        if let Some(Leaf::Int(given)) = call.leaves.get(1)
                            && !call.name.contains("PvSt11align_val_t")
                            && *given != u128::from(size)
                        {
                            return Err(call.refused("with another size"));
                        }
                        self.release(pointer, node)?;
                    }
                }
                Ok(Vec::new())
            }
            _ => Ok(Vec::new()),
        }
    }

    /// The block of the heap that begins at a pointer, and its size.
    fn block(
        &mut self,
        pointer: Pointer,
        family: Family,
        call: &Arguments<'_>,
    ) -> Result<(crate::leaf::Node, u64), Stop> {
        let node = pointer.node.ok_or(Unspecified::Address)?;
        self.make(node)?;
        match self.memory.kind_of(node).map_err(|_| Ub::BadFree)? {
            Kind::Heap(_) if pointer.offset != 0 => Err(Ub::BadFree.into()),
            Kind::Heap(of) if of == family => Ok((node, self.memory.size_of(node)?)),
            Kind::Heap(_) => Err(call.refused("of memory of another allocator")),
            Kind::Foreign => Err(call.refused("of memory from outside")),
            _ => Err(Ub::BadFree.into()),
        }
    }

    fn of_integers(&mut self, routine: Routine, call: &Arguments<'_>) -> Result<Vec<Leaf>, Stop> {
        if let poison @ Leaf::Poison(_) = call.leaf(0)? {
            return Ok(vec![poison.clone()]);
        }
        let value = call.int(0)?;
        let is_it = |holds: bool, machine: &mut Self| match holds {
            true => machine.nonzero(call.width),
            false => 0,
        };
        let value = match routine {
            Routine::Abs => {
                let value = signed(value, call.width);
                if value == signed(1 << (call.width - 1), call.width) {
                    return Ok(vec![Leaf::Poison(self.origin())]);
                }
                value.unsigned_abs()
            }
            Routine::Ffs if value == 0 => 0,
            Routine::Ffs => u128::from(value.trailing_zeros() + 1),
            Routine::Fls => u128::from(128 - value.leading_zeros()),
            Routine::IsDigit => is_it((0x30..0x3a).contains(&value), self),
            Routine::IsAscii => is_it(value < 0x80, self),
            Routine::ToAscii => value & 0x7f,
            _ if self.program.layout.is_big_endian => value,
            _ => value.swap_bytes() >> (128 - call.width),
        };
        Ok(vec![Leaf::Int(value & mask(call.width))])
    }

    /// Any number but zero.
    fn nonzero(&mut self, width: u32) -> u128 {
        1 + self.choices.choose(mask(width))
    }

    fn comparison(&mut self, routine: Routine, call: &Arguments<'_>) -> Result<Vec<Leaf>, Stop> {
        let most = match routine {
            Routine::StrCmp => u64::MAX,
            _ => call.size(2)?,
        };
        let is_of_strings = matches!(routine, Routine::StrCmp | Routine::StrNCmp);
        if !is_of_strings && most > 0 {
            // All of both is there, also behind the difference.
            self.access(call.leaf(0)?, most, 1, false)?;
            self.access(call.leaf(1)?, most, 1, false)?;
        }
        let mut ordering = std::cmp::Ordering::Equal;
        for n in 0..most {
            let a = self.byte(call.pointer(0)?, n, call)?;
            let b = self.byte(call.pointer(1)?, n, call)?;
            ordering = a.cmp(&b);
            if ordering.is_ne() || is_of_strings && a == 0 {
                break;
            }
        }
        // Only the sign is known.
        let half = 1u128 << (call.width - 1);
        let value = match ordering {
            std::cmp::Ordering::Equal => 0,
            _ if routine == Routine::BCmp => self.nonzero(call.width),
            std::cmp::Ordering::Greater => 1 + self.choices.choose(half - 1),
            std::cmp::Ordering::Less => mask(call.width) - self.choices.choose(half),
        };
        Ok(vec![Leaf::Int(value)])
    }

    fn search(&mut self, routine: Routine, call: &Arguments<'_>) -> Result<Vec<Leaf>, Stop> {
        use Routine as R;
        let text = call.pointer(0)?;
        let found = |at: Option<u64>| match at {
            Some(at) => pointer(text, at),
            None => null(),
        };
        Ok(match routine {
            R::StrLen => call.number(self.length(text, u64::MAX, call)?),
            R::StrNLen => call.number(self.length(text, call.size(1)?, call)?),
            R::MemChr | R::MemRChr => {
                let (wanted, most) = (call.int(1)? as u8, call.size(2)?);
                let mut last = None;
                for n in 0..most {
                    if self.byte(text, n, call)? == wanted {
                        last = Some(n);
                        if routine == R::MemChr {
                            break;
                        }
                    }
                }
                found(last)
            }
            R::StrChr | R::StrRChr => {
                let wanted = call.int(1)? as u8;
                let mut last = None;
                for n in 0.. {
                    let byte = self.byte(text, n, call)?;
                    if byte == wanted {
                        last = Some(n);
                    }
                    if byte == 0 || last.is_some() && routine == R::StrChr {
                        break;
                    }
                }
                found(last)
            }
            R::StrStr => {
                let wanted = self.string(call.pointer(1)?, call)?;
                let text = self.string(text, call)?;
                let mut starts = 0..=text.len().saturating_sub(wanted.len());
                let at = starts.find(|at| text[*at..].starts_with(&wanted));
                found(at.map(|at| at as u64))
            }
            _ => {
                let set = self.string(call.pointer(1)?, call)?;
                let bytes = self.string(text, call)?;
                let stops = |byte: &u8| set.contains(byte) != (routine == R::StrSpn);
                let at = bytes.iter().position(stops);
                match routine {
                    R::StrPBrk => found(at.map(|at| at as u64)),
                    _ => call.number(at.unwrap_or(bytes.len()) as u64),
                }
            }
        })
    }

    fn copies(&mut self, routine: Routine, call: &Arguments<'_>) -> Result<Vec<Leaf>, Stop> {
        use Routine as R;
        let to = call.pointer(0)?;
        match routine {
            R::MemCpy | R::MemPCpy | R::MemMove => {
                let (from, bytes) = (call.pointer(1)?, call.size(2)?);
                match routine {
                    R::MemMove => self.move_bytes(to, from, bytes)?,
                    _ => self.copy_bytes(to, from, bytes)?,
                }
                Ok(match routine {
                    R::MemPCpy => pointer(to, bytes),
                    _ => pointer(to, 0),
                })
            }
            R::BCopy => {
                let (to, from) = (call.pointer(1)?, to);
                self.move_bytes(to, from, call.size(2)?)?;
                Ok(Vec::new())
            }
            R::MemSet => {
                let byte = match call.leaf(1)? {
                    Leaf::Int(value) => Leaf::Int(value & 0xff),
                    _ => return Err(call.refused("of a byte that is not defined")),
                };
                self.fill(call.leaf(0)?, call.size(2)?, &byte)?;
                Ok(pointer(to, 0))
            }
            R::BZero => {
                self.fill(call.leaf(0)?, call.size(1)?, &Leaf::Int(0))?;
                Ok(Vec::new())
            }
            R::MemCCpy => {
                let from = call.pointer(1)?;
                let (last, most) = (call.int(2)? as u8, call.size(3)?);
                for n in 0..most {
                    if self.byte(from, n, call)? == last {
                        self.copy_bytes(to, from, n + 1)?;
                        return Ok(pointer(to, n + 1));
                    }
                }
                self.copy_bytes(to, from, most)?;
                Ok(null())
            }
            R::StrCpy | R::StpCpy => {
                let from = call.pointer(1)?;
                let length = self.length(from, u64::MAX, call)?;
                self.copy_bytes(to, from, length + 1)?;
                Ok(pointer(to, if routine == R::StpCpy { length } else { 0 }))
            }
            R::StrNCpy | R::StpNCpy => {
                let (from, most) = (call.pointer(1)?, call.size(2)?);
                let length = self.length(from, most, call)?;
                self.copy_bytes(to, from, length)?;
                let rest = pointer(to, length);
                self.fill(&rest[0], most - length, &Leaf::Int(0))?;
                match routine {
                    R::StpNCpy => Ok(rest),
                    _ => Ok(pointer(to, 0)),
                }
            }
            R::StrCat | R::StrNCat => {
                let from = call.pointer(1)?;
                let most = match routine {
                    R::StrNCat => call.size(2)?,
                    _ => u64::MAX,
                };
                let start = self.length(to, u64::MAX, call)?;
                let length = self.length(from, most, call)?;
                let end = to.at(to.offset.wrapping_add(start as i64));
                self.copy_bytes(end, from, length)?;
                self.put(end, length, 0)?;
                Ok(pointer(to, 0))
            }
            _ => Err(call.refused("is not executed")),
        }
    }

    /// The byte at an offset from a pointer.
    fn byte(&mut self, text: Pointer, offset: u64, call: &Arguments<'_>) -> Result<u8, Stop> {
        // Long strings are no way around the limit.
        self.steps += 1;
        if self.steps > self.limits.steps {
            let limit = self.limits.steps;
            return Err(Budget::Steps { limit }.into());
        }
        let at = pointer(text, offset);
        let place = self.access(&at[0], 1, 1, false)?;
        let loaded = self
            .memory
            .load(place.node, place.range.clone(), Scalar::Int(8));
        match loaded {
            Ok(Leaf::Int(byte)) if place.hidden.is_none() => Ok(byte as u8),
            _ => Err(call.refused("on a byte that is not defined")),
        }
    }

    /// The number of bytes before the first zero, or the most.
    fn length(&mut self, text: Pointer, most: u64, call: &Arguments<'_>) -> Result<u64, Stop> {
        for n in 0..most {
            if self.byte(text, n, call)? == 0 {
                return Ok(n);
            }
        }
        Ok(most)
    }

    fn string(&mut self, text: Pointer, call: &Arguments<'_>) -> Result<Vec<u8>, Stop> {
        let mut bytes = Vec::new();
        for n in 0.. {
            match self.byte(text, n, call)? {
                0 => break,
                byte => bytes.push(byte),
            }
        }
        Ok(bytes)
    }

    fn put(&mut self, to: Pointer, offset: u64, byte: u8) -> Result<(), Stop> {
        let to = pointer(to, offset);
        self.fill(&to[0], 1, &Leaf::Int(byte.into()))
    }

    fn fill(&mut self, to: &Leaf, bytes: u64, value: &Leaf) -> Result<(), Stop> {
        if bytes == 0 {
            return Ok(());
        }
        let Place { node, range, .. } = self.access(to, bytes, 1, true)?;
        for at in range {
            self.memory.store(node, at..at + 1, Scalar::Int(8), value)?;
        }
        Ok(())
    }

    fn copy_bytes(&mut self, to: Pointer, from: Pointer, bytes: u64) -> Result<(), Stop> {
        if bytes > 0 && (to.node, to.offset) == (from.node, from.offset) {
            // Compilers make such copies, although the library excludes them and its declarations say `noalias`.
            let name = "a copy of memory to itself".into();
            return Err(Unsupported::Library { name }.into());
        }
        let length = Leaf::Int(bytes.into());
        let operands = [Leaf::Ptr(to), Leaf::Ptr(from), length, Leaf::Int(0)];
        self.memory_intrinsic(crate::intrinsic::Intrinsic::MemCpy, &operands)
    }

    fn move_bytes(&mut self, to: Pointer, from: Pointer, bytes: u64) -> Result<(), Stop> {
        let length = Leaf::Int(bytes.into());
        let operands = [Leaf::Ptr(to), Leaf::Ptr(from), length, Leaf::Int(0)];
        self.memory_intrinsic(crate::intrinsic::Intrinsic::MemMove, &operands)
    }
}
