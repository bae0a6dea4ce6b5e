//! Loads and stores of scalars, with the conditions on the accessed object.

use kvant_c::layout::BitRange;
use kvant_c::{Expr, ExprKind, LocalId, Quals, RecordId, TypeId, typing};
use kvant_memory::{AllocId, LoadError};

use crate::frame::Slot;
use crate::object::{Origin, Stored};
use crate::outcome::Result;
use crate::promise::Touch;
use crate::sequence::Effect;
use crate::types::{Shape, Traits, TypeInfo, is_character};
use crate::{Extent, Machine, Restricted, Stop, Ub, Unspecified, Unsupported, Value};

/// The object that an lvalue designates.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spot {
    pub(crate) at: At,
    /// The bits, if it is a bit-field.
    pub(crate) bits: Option<BitRange>,
    /// The `restrict` parameter that its address is based on.
    pub(crate) based: Option<Restricted>,
}

/// The location of an lvalue's object.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At {
    /// A scalar variable of the top frame that has no address yet.
    Slot(LocalId),
    Memory {
        alloc: AllocId,
        offset: u32,
        base: Base,
    },
}

/// The object from which member names and indices lead to an lvalue. An element of an array in a union is a base of its own:
/// compilers do not track the union there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Base {
    pub(crate) path: Path,
    /// True if the path names a member of a union.
    pub(crate) through_union: bool,
}

/// The type and the offset of the object with which an access path begins. Type-based alias analysis treats two accesses as
/// independent unless one of the two types contains the other at that place, even if the scalars have the same type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    pub(crate) ty: TypeId,
    pub(crate) start: u32,
}

impl Base {
    /// The base of an access that begins with an object of type `ty`.
    pub(crate) fn of(ty: TypeId, start: u32) -> Base {
        Base {
            path: Path { ty, start },
            through_union: false,
        }
    }
}

impl Spot {
    pub(crate) fn memory(alloc: AllocId, offset: u32, base: Base) -> Spot {
        Spot {
            at: At::Memory {
                alloc,
                offset,
                base,
            },
            bits: None,
            based: None,
        }
    }
}

impl Machine {
    /// Lvalue conversion of a scalar (6.3.2.1p2). Pending writes in the log since `from` come from the operands of the lvalue
    /// itself.
    #[inline]
    pub(crate) fn load(&mut self, e: &Expr, spot: Spot, from: usize) -> Result<Value> {
        let info = self.types.info(e.ty.id);
        if self.logging {
            self.log_scalar(spot, info, e.ty, false, from)?;
        }
        if e.ty.quals != Quals::NONE {
            self.check_qualified(e)?;
        }
        let (alloc, offset, base) = match self.resolve(spot.at) {
            Ok(memory) => memory,
            Err(Slot::Value(value)) => {
                if let Value::Pointer(pointer) = value {
                    self.check_live(pointer.alloc)?;
                    self.log_life(pointer.alloc, Effect::None);
                }
                return Ok(value);
            }
            Err(_) => return Err(Ub::Uninitialised.into()),
        };
        self.check_access(alloc, offset, base, e, spot.bits, false)?;
        self.check_promises(Touch::new(spot, alloc, offset, info.size, false))?;
        if self.object(alloc)?.traits.has(Traits::UNION) {
            self.union_load(alloc, offset, base, e, spot.bits);
        }
        self.last_read = Some(BitSpan::new(alloc, offset, info, spot.bits, e.ty.id));
        if let Some(bits) = spot.bits {
            return self.load_bits(alloc, offset, bits, info.shape);
        }
        let value = self.load_scalar(alloc, i64::from(offset), info)?;
        if let Value::Pointer(pointer) = value {
            self.log_life(pointer.alloc, Effect::None);
        }
        Ok(value)
    }

    /// Checks that an assigned value is not read from an object that overlaps the destination, unless it is the same object
    /// (6.5.16.1p3). Compilers give `u.i = u.s` the obvious meaning, but need not.
    #[inline]
    pub(crate) fn check_overlap(&self, a: &Expr, spot: Spot, b: &Expr) -> Result {
        let (Some(read), At::Memory { alloc, offset, .. }) = (self.last_read, spot.at) else {
            return Ok(());
        };
        if read.alloc != alloc || !is_read(b) {
            return Ok(());
        }
        let info = self.types.info(a.ty.id);
        let written = BitSpan::new(alloc, offset, info, spot.bits, a.ty.id);
        match read == written || read.end <= written.start || written.end <= read.start {
            true => Ok(()),
            false => Err(Unspecified::OverlappingAssignment.into()),
        }
    }

    /// Checks an access by an lvalue with qualifiers: `volatile` is an effect, and `restrict` is supported for parameters only.
    fn check_qualified(&self, e: &Expr) -> Result {
        if e.ty.quals.contains(Quals::VOLATILE) {
            self.check_effect()?;
        }
        match e.kind {
            _ if !e.ty.quals.contains(Quals::RESTRICT) => Ok(()),
            ExprKind::Local(local) if self.is_restrict_parameter(local) => Ok(()),
            _ => Err(Unsupported::Restrict.into()),
        }
    }

    /// The current location of a spot: a variable may have been moved to memory since the lvalue was evaluated.
    #[inline]
    fn resolve(&self, at: At) -> std::result::Result<(AllocId, u32, Base), Slot> {
        match at {
            At::Memory {
                alloc,
                offset,
                base,
            } => Ok((alloc, offset, base)),
            At::Slot(local) => match self.slot(local) {
                Slot::Memory(alloc) => Ok((alloc, 0, self.whole_base(alloc))),
                slot => Err(slot),
            },
        }
    }

    /// Loads a scalar from memory.
    pub(crate) fn load_scalar(&self, alloc: AllocId, offset: i64, info: TypeInfo) -> Result<Value> {
        let size = u64::from(info.size);
        match info.shape {
            Shape::Int(_) => Ok(Value::Int(self.memory.load_bits(alloc, offset, size)?)),
            Shape::Bool => match self.memory.load_bits(alloc, offset, size)? {
                bits @ (0 | 1) => Ok(Value::Int(bits)),
                _ => Err(Ub::InvalidBool.into()),
            },
            Shape::Float(_) => {
                let bits = self.memory.load_bits(alloc, offset, size)?;
                let x = match size {
                    4 => f64::from(f32::from_bits(bits as u32)),
                    _ => f64::from_bits(bits as u64),
                };
                match x.is_nan() {
                    true => Err(Unspecified::NotANumber.into()),
                    false => Ok(Value::Float(x)),
                }
            }
            Shape::Pointer => self.load_pointer(alloc, offset, size),
            Shape::Vector => Err(Unsupported::Vector.into()),
            _ => Err(Stop::ill_formed("only scalars can be loaded")),
        }
    }

    /// Loads a pointer. A pointer to an object whose lifetime has ended has no value any more (6.2.4p2).
    fn load_pointer(&self, alloc: AllocId, offset: i64, size: u64) -> Result<Value> {
        match self.memory.load_pointer(alloc, offset) {
            Ok(pointer) => {
                let value = Value::from_stored(pointer);
                if let Value::Pointer(pointer) = value {
                    self.check_live(pointer.alloc)?;
                }
                Ok(value)
            }
            Err(LoadError::NotAPointer { .. }) => {
                match self.memory.load_bits(alloc, offset, size) {
                    Ok(0) => Ok(Value::Null),
                    Ok(_) | Err(LoadError::PointerAsBits { .. }) => {
                        Err(Unspecified::BrokenPointer.into())
                    }
                    Err(error) => Err(error.into()),
                }
            }
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) fn check_live(&self, alloc: AllocId) -> Result {
        match self.memory.info(alloc) {
            Some(info) if info.live => Ok(()),
            _ if self.object(alloc)?.origin == Origin::Superseded => {
                Err(Unspecified::LiteralAgain { alloc }.into())
            }
            _ => Err(Ub::Dangling { alloc }.into()),
        }
    }

    /// The store of an assignment. The value is converted to the lvalue's type already.
    #[inline]
    pub(crate) fn store(&mut self, e: &Expr, spot: Spot, value: Value, from: usize) -> Result {
        let info = self.types.info(e.ty.id);
        if self.logging {
            self.log_scalar(spot, info, e.ty, true, from)?;
        }
        if e.ty.quals != Quals::NONE {
            self.check_qualified(e)?;
            if e.ty.quals.contains(Quals::RESTRICT) {
                self.check_restrict_store(e, value)?;
            }
        }
        let (alloc, offset, base) = match (self.resolve(spot.at), spot.at) {
            (Ok(memory), _) => memory,
            (Err(Slot::Dead), At::Slot(local)) => {
                return Err(Unsupported::SkippedDeclaration { local }.into());
            }
            (Err(_), At::Slot(local)) => {
                self.set_slot(local, Slot::Value(value));
                return Ok(());
            }
            (Err(_), At::Memory { .. }) => return Err(Stop::ill_formed("there is no object")),
        };
        self.check_access(alloc, offset, base, e, spot.bits, true)?;
        self.check_promises(Touch::new(spot, alloc, offset, info.size, true))?;
        let in_union = self.object(alloc)?.traits.has(Traits::UNION);
        if in_union {
            self.union_store(alloc, offset, base, e, spot.bits)?;
        }
        if let Some(bits) = spot.bits {
            let Value::Int(value) = value else {
                return Err(Stop::ill_formed("a bit-field holds integers"));
            };
            return self.store_bits_raw(alloc, offset, bits, value);
        }
        self.store_scalar(alloc, i64::from(offset), info, value)
    }

    /// Checks of each access: `const` and `volatile` objects must be accessed as such, unions in a way on which compilers
    /// agree, and padding must not be read. Most objects have none of these.
    #[inline]
    pub(crate) fn check_access(
        &self,
        alloc: AllocId,
        offset: u32,
        base: Base,
        e: &Expr,
        bits: Option<BitRange>,
        write: bool,
    ) -> Result {
        let object = self.object(alloc)?;
        // 6.4.5p7.
        if write && object.origin == Origin::Literal {
            return Err(Ub::ConstWritten { alloc }.into());
        }
        if object.traits == Traits::default() {
            return Ok(());
        }
        self.check_traits(alloc, offset, base, e, bits, write)
    }

    fn check_traits(
        &self,
        alloc: AllocId,
        offset: u32,
        base: Base,
        e: &Expr,
        bits: Option<BitRange>,
        write: bool,
    ) -> Result {
        let object = self.object(alloc)?;
        let ty = e.ty;
        let size = self.types.access_size(ty.id, bits);
        let found = self.surroundings(alloc, offset, size, bits);
        // 6.7.3p6.
        if write && found.traits.has(Traits::CONST) {
            return Err(Ub::ConstWritten { alloc }.into());
        }
        if found.traits.has(Traits::VOLATILE) && !ty.quals.contains(Quals::VOLATILE) {
            return Err(Ub::VolatileAccess { alloc }.into());
        }
        if !write
            && is_character(ty.id)
            && let Some(root) = object.ty
            && self
                .types
                .is_padding(root, self.within(alloc, root, offset))
        {
            return Err(Unspecified::Padding.into());
        }
        if let Some(outer) = found.union {
            let stored = Stored {
                ty: self.types.accessed_as(e, bits),
                path: base.path,
            };
            let named = self.types.names(base, outer);
            self.check_union(alloc, offset..offset + size, stored, named, write)?;
        }
        Ok(())
    }
}

/// The bits of a scalar in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BitSpan {
    alloc: AllocId,
    start: u64,
    end: u64,
    ty: TypeId,
}

impl BitSpan {
    fn new(
        alloc: AllocId,
        offset: u32,
        info: TypeInfo,
        bits: Option<BitRange>,
        ty: TypeId,
    ) -> BitSpan {
        let (first, count) = match bits {
            Some(bits) => (bits.start, bits.width),
            None => (0, info.size * 8),
        };
        let start = u64::from(offset) * 8 + u64::from(first);
        BitSpan {
            alloc,
            start,
            end: start + u64::from(count),
            ty,
        }
    }
}

/// True if the value of an expression may be a read of an object, with or without a conversion.
fn is_read(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Cast(a) => is_read(a),
        ExprKind::Comma(_, b) => is_read(b),
        ExprKind::Conditional(_, a, b) => is_read(a) || is_read(b),
        ExprKind::StmtExpr(list) => list.last().is_some_and(is_read),
        _ => typing::is_lvalue(e),
    }
}

/// The context of an access.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Surroundings {
    /// Traits of the accessed object and of everything that contains it.
    pub(crate) traits: Traits,
    /// The outermost union that contains it.
    pub(crate) union: Option<Union>,
}

/// A union around an access.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Union {
    pub(crate) extent: Extent,
    pub(crate) ty: TypeId,
    pub(crate) id: RecordId,
}
