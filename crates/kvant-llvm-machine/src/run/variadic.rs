//! Memory with the arguments of variadic functions.

use super::Machine;
use crate::leaf::{Leaf, Node, Pointer};
use crate::memory::{Kind, Place};
use crate::outcome::{Stop, Unsupported};
use crate::shape::Scalar;
use crate::variadic::{FLOATS, GENERAL, Passed, Passing, Slot, Used};

/// The arguments of a variadic function behind its parameters.
#[derive(Clone, Copy)]
pub(super) struct Rest {
    used: Used,
    /// The area for registers, and that for the rest.
    registers: Node,
    memory: Node,
}

/// The size of a `va_list`: the offsets of the next registers, and pointers to the rest and to the area for registers.
const LIST: u64 = 24;

impl Machine<'_, '_> {
    /// Makes the areas with the arguments behind the parameters.
    pub(super) fn pass_rest(
        &mut self,
        used: Used,
        passed: &[Passed],
        mut leaves: &[Leaf],
    ) -> Result<Rest, Stop> {
        let mut end = used;
        let slots: Vec<Slot> = passed.iter().map(|it| end.next(it.passing)).collect();
        let size = 8 * GENERAL + 16 * FLOATS;
        let registers = self.memory.allocate(Kind::Data, size, 16)?;
        let memory = self.memory.allocate(Kind::Data, end.memory, 16)?;
        for (passed, slot) in passed.iter().zip(slots) {
            let (own, rest) = leaves.split_at(passed.pieces.len().min(leaves.len()));
            leaves = rest;
            let (node, start) = match slot {
                Slot::Register(at) => (registers, at as usize),
                Slot::Memory(at) => (memory, at as usize),
            };
            if let (Passing::Copy(size, _), [pointer]) = (passed.passing, own) {
                let from = self.passed_bytes(pointer, size, 1)?;
                let to = Place {
                    node,
                    range: start..start + size as usize,
                    hidden: None,
                };
                self.copy(&from, &to)?;
                continue;
            }
            for (piece, leaf) in passed.pieces.iter().zip(own) {
                let at = start + piece.at as usize;
                let range = at..at + piece.bytes as usize;
                self.memory.store(node, range, piece.scalar, leaf)?;
            }
        }
        Ok(Rest {
            used,
            registers,
            memory,
        })
    }

    /// `llvm.va_start`.
    pub(super) fn va_start(&mut self, list: &Leaf) -> Result<(), Stop> {
        let rest = self.frames.last().and_then(|frame| frame.rest);
        let Some(rest) = rest else {
            let name = "llvm.va_start on this target".into();
            return Err(Unsupported::Intrinsic { name }.into());
        };
        let Place { node, range, .. } = self.access(list, LIST, 8, true)?;
        let start = range.start;
        let offset = |number: u64| Leaf::Int(number.into());
        let pointer = |node, offset: u64| Leaf::Ptr(Pointer::to(node).at(offset as i64));
        let int = Scalar::Int(32);
        for (at, bytes, scalar, leaf) in [
            (0, 4, int, offset(8 * rest.used.general)),
            (4, 4, int, offset(8 * GENERAL + 16 * rest.used.floats)),
            (8, 8, Scalar::Ptr, pointer(rest.memory, rest.used.memory)),
            (16, 8, Scalar::Ptr, pointer(rest.registers, 0)),
        ] {
            let at = start + at;
            self.memory.store(node, at..at + bytes, scalar, &leaf)?;
        }
        Ok(())
    }

    /// `llvm.va_copy`.
    pub(super) fn va_copy(&mut self, to: &Leaf, from: &Leaf) -> Result<(), Stop> {
        let from = self.access(from, LIST, 8, false)?;
        let to = self.access(to, LIST, 8, true)?;
        self.copy(&from, &to)
    }

    /// The allocations of the arguments, which end with the function.
    pub(super) fn areas(rest: Rest) -> [Node; 2] {
        [rest.registers, rest.memory]
    }
}
