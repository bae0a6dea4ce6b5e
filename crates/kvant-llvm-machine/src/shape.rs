//! Shapes of types: the scalars that a value consists of.

use kvant_llvm::layout::{DataLayout, PointerLayout};
use kvant_llvm::print;
use kvant_llvm::syntax::{AddrSpace, FloatKind, Module, Type, TypeKind};
use kvant_llvm::{Name, syntax::Item};
use std::collections::HashMap;

use crate::float::format;
use crate::outcome::{Stop, Unsupported};

/// The kind of a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// An integer of this many bits.
    Int(u32),
    /// A float.
    Float(FloatKind),
    /// A pointer of the address space 0.
    Ptr,
    /// A pointer of another address space. None of them is null: what null means there is not known.
    Far(Space),
}

/// An address space.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Space {
    /// Its number.
    pub number: u32,
    /// The bits of its pointers.
    pub bits: u32,
}

impl Scalar {
    /// The number of bits, with this many for a pointer.
    pub fn bits(self, pointer: u32) -> u32 {
        match self {
            Scalar::Int(bits) => bits,
            Scalar::Float(kind) => kind.bits(),
            Scalar::Ptr => pointer,
            Scalar::Far(space) => space.bits,
        }
    }

    /// True for the bits of a NaN of this type.
    pub fn is_nan(self, bits: u128) -> bool {
        matches!(self, Scalar::Float(kind) if format::is_nan(kind, bits))
    }

    /// True for the bits of a zero of this type, which is a float.
    pub fn is_float_zero(self, bits: u128) -> bool {
        matches!(self, Scalar::Float(kind) if format::is_zero(kind, bits))
    }

    /// True for pointers of other address spaces.
    pub(crate) fn is_far(self) -> bool {
        matches!(self, Scalar::Far(_))
    }
}

/// A value may have this many leaves.
const MOST: usize = 1 << 16;

/// The shapes of a module's types.
pub(crate) struct Shapes<'m> {
    module: &'m Module,
    layout: &'m DataLayout,
    named: HashMap<Name, Type>,
    /// The factor of scalable vectors, which are not supported without one.
    pub(crate) vscale: Option<u32>,
}

impl<'m> Shapes<'m> {
    pub(crate) fn new(module: &'m Module, layout: &'m DataLayout) -> Shapes<'m> {
        let definition = |item: &Item| match item {
            Item::Type(name, Some(ty)) => Some((*name, *ty)),
            _ => None,
        };
        Shapes {
            module,
            layout,
            named: module.items.iter().filter_map(definition).collect(),
            vscale: None,
        }
    }

    /// The shape of a type, with names replaced by their definitions.
    pub(crate) fn kind(&self, ty: Type) -> &'m TypeKind {
        let mut kind = self.module.types.get(ty);
        // A struct cannot contain itself, but a name may stand for a name.
        for _ in 0..64 {
            match kind {
                TypeKind::Named(name) => match self.named.get(name) {
                    Some(ty) => kind = self.module.types.get(*ty),
                    None => break,
                },
                _ => break,
            }
        }
        kind
    }

    /// The number of an address space.
    pub(crate) fn space(&self, space: AddrSpace) -> Option<u32> {
        match space {
            AddrSpace::Default => Some(0),
            AddrSpace::Number(number) => Some(number),
            AddrSpace::Named(name) => self.layout.space_of_name(self.module.names.get(name)),
        }
    }

    /// The pointers of the address space of a pointer or a vector of pointers.
    pub(crate) fn pointers(&self, ty: Type) -> PointerLayout {
        self.layout.pointer(match self.lanes(ty) {
            Ok((_, Scalar::Far(space))) => space.number,
            _ => 0,
        })
    }

    /// The factor of the number of lanes, if it is that of scalable vectors; 1 for other types.
    pub(crate) fn scale(&self, ty: Type) -> u32 {
        match self.kind(ty) {
            TypeKind::Vector {
                is_scalable: true, ..
            } => self.vscale.unwrap_or(1),
            _ => 1,
        }
    }

    /// True for vectors.
    pub(crate) fn is_vector(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Vector { .. })
    }

    /// The leaves of a value of this type, in order.
    pub(crate) fn leaves(&self, ty: Type) -> Result<Vec<Scalar>, Stop> {
        let mut leaves = Vec::new();
        self.collect(ty, &mut leaves, 0)?;
        Ok(leaves)
    }

    fn collect(&self, ty: Type, leaves: &mut Vec<Scalar>, depth: u32) -> Result<(), Stop> {
        let unsupported = || {
            let name = print::ty(self.module, ty).into();
            Stop::from(Unsupported::Type { name })
        };
        if depth > 100 {
            return Err(unsupported());
        }
        let (element, count) = match self.kind(ty) {
            TypeKind::Int(bits) => {
                leaves.push(Scalar::Int(*bits));
                return Ok(());
            }
            TypeKind::Float(kind) if *kind != FloatKind::PpcFp128 => {
                leaves.push(Scalar::Float(*kind));
                return Ok(());
            }
            TypeKind::Ptr(space) => {
                leaves.push(match self.space(*space) {
                    Some(0) => Scalar::Ptr,
                    Some(number) => Scalar::Far(Space {
                        number,
                        bits: self.layout.pointer(number).bits,
                    }),
                    None => return Err(unsupported()),
                });
                return Ok(());
            }
            TypeKind::Vector {
                is_scalable,
                length,
                element,
            } => {
                let scale = match (is_scalable, self.vscale) {
                    (false, _) => 1,
                    (true, Some(vscale)) => vscale,
                    (true, None) => return Err(unsupported()),
                };
                (*element, u64::from(*length) * u64::from(scale))
            }
            TypeKind::Array { length, element } => (*element, *length),
            TypeKind::Struct { fields, .. } => {
                for field in fields {
                    self.collect(*field, leaves, depth + 1)?;
                }
                return Ok(());
            }
            _ => return Err(unsupported()),
        };
        let start = leaves.len();
        if count > 0 {
            self.collect(element, leaves, depth + 1)?;
        }
        let one = leaves.len() - start;
        let more = (count.saturating_sub(1)).saturating_mul(one as u64);
        if leaves.len() as u64 + more > MOST as u64 {
            return Err(Unsupported::Large.into());
        }
        // There may be very many elements without scalars.
        let copies = if one == 0 { 0 } else { count.saturating_sub(1) };
        for _ in 0..copies {
            leaves.extend_from_within(start..start + one);
        }
        Ok(())
    }

    /// The first leaf and the type of a member of an aggregate.
    pub(crate) fn member(&self, mut ty: Type, indices: &[u32]) -> Result<(u32, Type), Stop> {
        let mut first = 0;
        for index in indices {
            let (before, member) = match self.kind(ty) {
                TypeKind::Struct { fields, .. } => {
                    let mut before = 0;
                    for field in fields.iter().take(*index as usize) {
                        before += self.leaves(*field)?.len();
                    }
                    (before, fields.get(*index as usize).copied())
                }
                TypeKind::Array { length, element } if u64::from(*index) < *length => {
                    let one = self.leaves(*element)?.len();
                    (one * *index as usize, Some(*element))
                }
                _ => (0, None),
            };
            ty = member.ok_or_else(|| Stop::IllFormed("there is no such member".into()))?;
            first += before as u32;
        }
        Ok((first, ty))
    }

    /// The number of lanes of a vector, or 1, and the kind of a lane.
    pub(crate) fn lanes(&self, ty: Type) -> Result<(u32, Scalar), Stop> {
        let leaves = self.leaves(ty)?;
        let first = leaves.first().copied();
        let first = first.ok_or_else(|| Stop::IllFormed("a value without scalars".into()))?;
        Ok((leaves.len() as u32, first))
    }
}
