//! Arguments of variadic functions, as the System V ABI for x86-64 passes them. Clang reads them out of memory that
//! `llvm.va_start` describes, so that the IR depends on the ABI. Other targets are not supported.

use kvant_llvm::syntax::{Argument, Attributes, Function, Item, Type, TypeKind};

use crate::code::Piece;
use crate::outcome::Stop;
use crate::program::Program;
use crate::shape::Scalar;

/// The number of registers for integers and pointers, and for floats.
pub(crate) const GENERAL: u64 = 6;
pub(crate) const FLOATS: u64 = 8;

/// The way in which an argument is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passing {
    /// In so many registers for integers and pointers.
    General(u64),
    /// In a register for floats.
    Float,
    /// In memory, with this size and alignment.
    Memory(u64, u64),
    /// The bytes behind a pointer, in memory.
    Copy(u64, u64),
}

/// An argument.
pub(crate) struct Passed {
    pub(crate) passing: Passing,
    pub(crate) pieces: Box<[Piece]>,
}

/// The registers and the bytes of memory that arguments use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Used {
    pub(crate) general: u64,
    pub(crate) floats: u64,
    pub(crate) memory: u64,
}

/// The place of an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Slot {
    /// In the area for registers.
    Register(u64),
    /// In the area for the rest.
    Memory(u64),
}

impl Used {
    /// The place of the next argument.
    pub(crate) fn next(&mut self, passing: Passing) -> Slot {
        let (size, align) = match passing {
            Passing::General(count) if self.general + count <= GENERAL => {
                self.general += count;
                return Slot::Register(8 * (self.general - count));
            }
            Passing::Float if self.floats < FLOATS => {
                self.floats += 1;
                return Slot::Register(8 * GENERAL + 16 * (self.floats - 1));
            }
            Passing::General(count) => (8 * count, 8 * count),
            Passing::Float => (8, 8),
            Passing::Memory(size, align) | Passing::Copy(size, align) => (size, align.max(8)),
        };
        let start = self.memory.next_multiple_of(align);
        self.memory = (start + size).next_multiple_of(8);
        Slot::Memory(start)
    }
}

impl Program<'_> {
    fn has_known_abi(&self) -> bool {
        let triple = self.module.items.iter().find_map(|item| match item {
            Item::Triple(triple) => Some(self.module.names.get(*triple)),
            _ => None,
        });
        triple.is_some_and(|it| it.starts_with("x86_64-") && !it.contains("windows"))
    }

    fn passed(&self, ty: Type, attributes: &Attributes) -> Result<Option<Passed>, Stop> {
        let pieces = self.pieces(ty)?.0.into();
        let passing = match self.type_attribute("byval", attributes) {
            Some(ty) => {
                let (size, natural) = self.size(ty)?;
                Passing::Copy(size, self.alignment(attributes).unwrap_or(natural))
            }
            None => match self.shapes.kind(ty) {
                TypeKind::Struct { .. } | TypeKind::Array { .. } | TypeKind::Vector { .. } => {
                    return Ok(None);
                }
                _ => match self.shapes.lanes(ty)?.1 {
                    Scalar::Int(..=64) | Scalar::Ptr => Passing::General(1),
                    Scalar::Int(..=128) => Passing::General(2),
                    Scalar::Float(kind) if kind.bits() <= 64 => Passing::Float,
                    // `long double`.
                    Scalar::Float(kind) if kind.bits() == 80 => Passing::Memory(16, 16),
                    _ => return Ok(None),
                },
            },
        };
        Ok(Some(Passed { passing, pieces }))
    }

    /// The way in which arguments of a call are passed; none if one of them is of an unknown kind.
    pub(crate) fn passed_all(&self, arguments: &[Argument]) -> Option<Box<[Passed]>> {
        let all = arguments.iter();
        let all = all.map(|it| self.passed(it.value.ty, &it.attributes).ok()?);
        self.has_known_abi().then(|| all.collect()).flatten()
    }

    /// The registers and the memory that the parameters of a variadic function use; none if they are of an unknown kind.
    pub(crate) fn used_by_parameters(&self, function: &Function) -> Option<Used> {
        let mut used = Used::default();
        for parameter in &function.parameters {
            let passed = self.passed(parameter.ty, &parameter.attributes).ok()??;
            used.next(passed.passing);
        }
        (function.is_variadic && self.has_known_abi()).then_some(used)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_have_places() {
        let mut used = Used::default();
        assert_eq!(used.next(Passing::General(1)), Slot::Register(0));
        assert_eq!(used.next(Passing::Float), Slot::Register(48));
        assert_eq!(used.next(Passing::General(2)), Slot::Register(8));
        assert_eq!(used.next(Passing::Copy(12, 4)), Slot::Memory(0));
        assert_eq!(used.next(Passing::General(1)), Slot::Register(24));
        assert_eq!(used.next(Passing::General(1)), Slot::Register(32));
        // One register is left, and it needs two. Later arguments still use it.
        assert_eq!(used.next(Passing::General(2)), Slot::Memory(16));
        assert_eq!(used.next(Passing::General(1)), Slot::Register(40));
        assert_eq!(used.next(Passing::General(1)), Slot::Memory(32));
        assert_eq!(used.next(Passing::Memory(16, 16)), Slot::Memory(48));
    }
}
