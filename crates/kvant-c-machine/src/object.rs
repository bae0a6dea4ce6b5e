//! Objects in memory: the object of each allocation, and the creation of objects.

use kvant_c::{FnId, GlobalId, Init, LocalId, Program, Quals, Storage, Type, TypeId};
use kvant_memory::AllocId;

use crate::access::{Base, Path};
use crate::frame::{Change, Slot};
use crate::outcome::Result;
use crate::types::{Shape, Traits};
use crate::{Budget, Extent, Machine, Pointer, Stop, Unsupported, Value};

/// The properties of an allocation.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// The declared type, or for memory of `malloc` the type of its elements, once it has one.
    pub(crate) ty: Option<TypeId>,
    /// The qualifiers of the whole object.
    pub(crate) quals: Quals,
    pub(crate) origin: Origin,
    /// The traits of its type, the qualifiers of the whole object included.
    pub(crate) traits: Traits,
    /// Properties of objects with unions or bit-fields.
    pub(crate) side: Option<Box<Side>>,
}

/// The origin of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Declared,
    /// Declared with static storage duration.
    Static,
    Heap,
    Literal,
    /// An earlier evaluation of a compound literal; the last evaluation ended this object.
    Superseded,
}

/// Properties that only objects with unions or bit-fields need.
#[derive(Clone, Debug, Default)]
pub(crate) struct Side {
    /// For each byte, the last store; empty if there is no union.
    pub(crate) marks: Vec<Mark>,
    /// The masks of known bits of bytes that are known in part, by offset.
    known_bits: Vec<(u32, u8)>,
}

/// The last store to a byte of a union.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mark {
    /// None.
    #[default]
    Nothing,
    /// A scalar, through an lvalue that names the union. The path begins with the member of the outermost union.
    Member(Stored),
    /// A scalar, through a pointer.
    Pointee(Stored),
    /// Characters, which may be read as anything.
    Bytes,
    /// Unknown contents, which can only be read through an lvalue that names the union.
    Opaque,
}

/// A scalar that was stored in a union.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stored {
    pub(crate) ty: TypeId,
    pub(crate) path: Path,
}

impl Mark {
    /// The mark of a byte that was copied from one offset to another.
    pub(crate) fn moved(self, from: u32, to: u32) -> Mark {
        let moved = |stored: Stored| Stored {
            path: Path {
                start: stored.path.start.wrapping_add(to).wrapping_sub(from),
                ..stored.path
            },
            ..stored
        };
        match self {
            Mark::Member(stored) => Mark::Member(moved(stored)),
            Mark::Pointee(stored) => Mark::Pointee(moved(stored)),
            mark => mark,
        }
    }
}

/// The type of memory whose contents can only be read as characters.
pub(crate) const OPAQUE: TypeId = TypeId(u32::MAX);

impl Object {
    /// The mask of known bits of a byte that is known in part.
    pub(crate) fn known_bits(&self, offset: u32) -> u8 {
        let Some(side) = &self.side else { return 0 };
        match side
            .known_bits
            .binary_search_by_key(&offset, |entry| entry.0)
        {
            Ok(n) => side.known_bits[n].1,
            Err(_) => 0,
        }
    }

    pub(crate) fn set_known_bits(&mut self, offset: u32, bits: Option<u8>) {
        let known = &mut self.side.get_or_insert_default().known_bits;
        let found = known.binary_search_by_key(&offset, |entry| entry.0);
        match (found, bits) {
            (Ok(n), Some(bits)) => known[n].1 = bits,
            (Err(n), Some(bits)) => known.insert(n, (offset, bits)),
            (Ok(n), None) => {
                known.remove(n);
            }
            (Err(_), None) => {}
        }
    }

    /// All bytes of a range that are known in part, with their masks.
    pub(crate) fn partly_known(&self, from: u32, to: u32) -> Vec<(u32, u8)> {
        let known = self.side.iter().flat_map(|side| &side.known_bits);
        known
            .copied()
            .filter(|(offset, _)| (from..to).contains(offset))
            .collect()
    }
}

impl Machine {
    pub(crate) fn object(&self, alloc: AllocId) -> Result<&Object> {
        self.objects
            .get(alloc.0 as usize)
            .ok_or_else(|| Stop::ill_formed("there is no such object"))
    }

    /// Creates an uninitialised object.
    pub(crate) fn allocate(
        &mut self,
        size: u64,
        align: u64,
        ty: Option<Type>,
        origin: Origin,
    ) -> Result<AllocId> {
        if size > self.limits.memory || self.memory.live_bytes() + size > self.limits.memory {
            return Err(Budget::Memory(self.limits.memory).into());
        }
        let traits = ty.map_or(Traits::default(), |ty| {
            self.types.info(ty.id).traits.and(Traits::of(ty.quals))
        });
        let alloc = self.memory.allocate(size, align);
        // Objects that were rolled back are gone from the memory, but may still be here.
        self.objects.truncate(alloc.0 as usize);
        self.objects.push(Object {
            ty: ty.map(|ty| ty.id),
            quals: ty.map_or(Quals::NONE, |ty| ty.quals),
            origin,
            traits,
            side: None,
        });
        Ok(alloc)
    }

    /// Creates an object of a type, with at least the requested alignment.
    pub(crate) fn allocate_type(&mut self, ty: Type, asked: Option<u32>) -> Result<AllocId> {
        let info = self.types.info(ty.id);
        match info.shape {
            Shape::Vector => return Err(Unsupported::Vector.into()),
            Shape::Unknown => return Err(Unsupported::TypeTooLarge.into()),
            Shape::Void | Shape::Function => {
                return Err(Stop::ill_formed("there is no object of this type"));
            }
            _ => {}
        }
        let align = info.align.max(asked.unwrap_or(1));
        self.allocate(
            u64::from(info.size),
            u64::from(align),
            Some(ty),
            Origin::Declared,
        )
    }

    /// A pointer to the whole of an object.
    pub(crate) fn whole(&self, alloc: AllocId) -> Pointer {
        let size = self.memory.info(alloc).map_or(0, |info| info.size);
        Pointer {
            alloc,
            offset: 0,
            tag: Extent {
                start: 0,
                end: size as u32,
            }
            .into(),
        }
    }

    /// A declared object as the base of an access.
    pub(crate) fn whole_base(&self, alloc: AllocId) -> Base {
        let object = self.objects.get(alloc.0 as usize);
        Base::of(object.and_then(|object| object.ty).unwrap_or(OPAQUE), 0)
    }

    /// The object of a variable outside of functions. It is created at its first access, which is not observable.
    pub(crate) fn global(&mut self, program: &Program, id: GlobalId) -> Result<AllocId> {
        if let Some(Some(alloc)) = self.globals.get(id.index()) {
            return Ok(*alloc);
        }
        let Some(global) = program.globals.get(id.index()) else {
            return Err(Stop::ill_formed("there is no such variable"));
        };
        let alloc = self.allocate_type(global.ty, global.align)?;
        self.objects[alloc.0 as usize].origin = Origin::Static;
        if self.globals.len() <= id.index() {
            self.globals.resize(id.index() + 1, None);
        }
        self.globals[id.index()] = Some(alloc);
        self.changes.record(|| Change::Global(id));
        self.begin_static(program, alloc, global.ty, global.init.as_ref())?;
        Ok(alloc)
    }

    /// The object of a static variable of a function.
    fn static_local(
        &mut self,
        program: &Program,
        function: FnId,
        id: LocalId,
        init: Option<&Init>,
    ) -> Result<AllocId> {
        if let Some(alloc) = self.statics.get(&(function, id)) {
            return Ok(*alloc);
        }
        let local = program.function(function).local(id);
        let alloc = self.allocate_type(local.ty, local.align)?;
        self.objects[alloc.0 as usize].origin = Origin::Static;
        self.statics.insert((function, id), alloc);
        self.changes.record(|| Change::Static(function, id));
        self.begin_static(program, alloc, local.ty, init)?;
        Ok(alloc)
    }

    /// Initialises an object of static storage duration: the rest is zero (6.7.9p10).
    fn begin_static(
        &mut self,
        program: &Program,
        alloc: AllocId,
        ty: Type,
        init: Option<&Init>,
    ) -> Result {
        // This happens before the program starts, so its accesses are not part of the evaluated expression.
        let logging = std::mem::replace(&mut self.logging, false);
        match init {
            Some(init) => self.initialise(program, alloc, ty, init)?,
            None => self.zero(alloc, 0, ty)?,
        }
        self.logging = logging;
        Ok(())
    }

    /// The array of a string literal. Whether equal literals are the same array is unspecified (6.4.5p7): here they are, and
    /// comparing pointers into them is refused.
    pub(crate) fn literal(&mut self, bytes: &[u8], ty: Type) -> Result<AllocId> {
        if let Some(alloc) = self.literals.get(bytes) {
            return Ok(*alloc);
        }
        let size = bytes.len() as u64 + 1;
        if u64::from(self.types.info(ty.id).size) != size {
            return Err(Stop::ill_formed("a string literal has another size"));
        }
        let alloc = self.allocate(size, 1, Some(ty), Origin::Literal)?;
        self.memory.fill(alloc, 0, size, 0)?;
        for (n, byte) in (0..).zip(bytes) {
            self.memory.store_bits(alloc, n, 1, u128::from(*byte))?;
        }
        let key: Box<[u8]> = bytes.into();
        self.literals.insert(key.clone(), alloc);
        self.changes.record(|| Change::Literal(key));
        Ok(alloc)
    }

    /// The object of a variable of the top frame, or `None` for a variable in its slot.
    #[inline]
    pub(crate) fn local(&mut self, program: &Program, id: LocalId) -> Result<Option<AllocId>> {
        match self.slot(id) {
            Slot::Memory(alloc) => Ok(Some(alloc)),
            Slot::Value(_) => Ok(None),
            slot => self.untouched_local(program, id, slot),
        }
    }

    fn untouched_local(
        &mut self,
        program: &Program,
        id: LocalId,
        slot: Slot,
    ) -> Result<Option<AllocId>> {
        let function = self.top()?.function;
        let functions = program.functions.get(function.index());
        let Some(local) = functions.and_then(|f| f.locals.get(id.index())) else {
            return Err(Stop::ill_formed("there is no such local"));
        };
        if let Storage::Static(init) = &local.storage {
            let alloc = self.static_local(program, function, id, init.as_ref())?;
            return Ok(Some(alloc));
        }
        if slot == Slot::Dead {
            return Err(Unsupported::SkippedDeclaration { local: id }.into());
        }
        if Machine::fits_slot(self.types.shape(local.ty)) {
            return Ok(None);
        }
        let alloc = self.allocate_type(local.ty, local.align)?;
        self.set_slot(id, Slot::Memory(alloc));
        Ok(Some(alloc))
    }

    /// Moves a variable of the top frame to memory, because its address is taken.
    pub(crate) fn spill(&mut self, program: &Program, id: LocalId) -> Result<AllocId> {
        if let Some(alloc) = self.local(program, id)? {
            return Ok(alloc);
        }
        let function = self.top()?.function;
        let local = program.function(function).local(id);
        if local.ty.quals.contains(Quals::RESTRICT) {
            return Err(Unsupported::Restrict.into());
        }
        let alloc = self.allocate_type(local.ty, local.align)?;
        if let Slot::Value(value) = self.slot(id) {
            let info = self.types.info(local.ty.id);
            self.store_scalar(alloc, 0, info, value)?;
        }
        self.set_slot(id, Slot::Memory(alloc));
        self.relocate_accesses(id, alloc);
        Ok(alloc)
    }

    /// The last stores to bytes of an object with unions.
    pub(crate) fn marks(&self, alloc: AllocId, from: u32, to: u32) -> &[Mark] {
        let object = self.objects.get(alloc.0 as usize);
        let side = object.and_then(|object| object.side.as_ref());
        side.and_then(|side| side.marks.get(from as usize..to as usize))
            .unwrap_or(&[])
    }

    /// Sets the last stores to bytes of an object with unions.
    pub(crate) fn set_marks(&mut self, alloc: AllocId, from: u32, to: u32, mark: Mark) {
        let size = self.memory.info(alloc).map_or(0, |info| info.size) as usize;
        let Some(object) = self.objects.get_mut(alloc.0 as usize) else {
            return;
        };
        let side = object.side.get_or_insert_default();
        side.marks.resize(size, Mark::Nothing);
        let Some(marks) = side.marks.get_mut(from as usize..to as usize) else {
            return;
        };
        self.changes.record(|| Change::Marks {
            alloc,
            offset: from,
            old: (&*marks).into(),
        });
        marks.fill(mark);
    }

    /// Forgets the last stores to some bytes.
    pub(crate) fn clear_marks(&mut self, _: &Program, alloc: AllocId, from: u32, to: u32) {
        if !self.marks(alloc, from, to).is_empty() {
            self.set_marks(alloc, from, to, Mark::Nothing);
        }
    }

    pub(crate) fn set_known_bits(&mut self, alloc: AllocId, offset: u32, bits: Option<u8>) {
        let Some(object) = self.objects.get_mut(alloc.0 as usize) else {
            return;
        };
        self.changes.record(|| Change::KnownBits {
            alloc,
            offset,
            old: Some(object.known_bits(offset)),
        });
        object.set_known_bits(offset, bits);
    }

    /// Makes an object, or a part of one, zero: all members, but no padding. For a union it is the first named member
    /// (6.7.9p10).
    pub(crate) fn zero(&mut self, alloc: AllocId, offset: u32, ty: Type) -> Result {
        let info = self.types.info(ty.id);
        if !info.traits.has(Traits::UNEVEN) {
            let size = u64::from(info.size);
            self.memory.fill(alloc, i64::from(offset), size, 0)?;
            return Ok(());
        }
        match info.shape {
            Shape::Array => {
                let step = self.types.info(info.inner.id).size;
                for n in 0..info.count {
                    self.zero(alloc, offset + n * step, info.inner)?;
                }
            }
            Shape::Record(id) => {
                let count = self
                    .types
                    .record(id)
                    .map_or(0, |record| record.fields.len());
                for n in 0..count as u32 {
                    let Some(field) = self.types.field(id, n) else {
                        continue;
                    };
                    let at = offset + field.offset;
                    match field.bits {
                        Some(bits) => self.store_bits_raw(alloc, at, bits, 0)?,
                        None => self.zero(alloc, at, field.ty)?,
                    }
                    if self.types.record(id).is_some_and(|record| record.is_union) {
                        let path = Path {
                            ty: field.ty.id,
                            start: at,
                        };
                        let holder = field.bits.map(|_| ty.id);
                        self.mark_stored(alloc, at, field.ty, holder, Some(path));
                        break;
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Marks the stores of an initialiser, or of a copy of an object without marks, to a union. The path begins with the member
    /// of the outermost union, or with each scalar if there is no union. A bit-field is marked with the type of the struct that
    /// contains it.
    pub(crate) fn mark_stored(
        &mut self,
        alloc: AllocId,
        offset: u32,
        ty: Type,
        holder: Option<TypeId>,
        path: Option<Path>,
    ) {
        let info = self.types.info(ty.id);
        let end = offset + info.size;
        let Some(object) = self.objects.get(alloc.0 as usize) else {
            return;
        };
        if !object.traits.has(Traits::UNION) {
            return;
        }
        match info.shape {
            Shape::Array => {
                let step = self.types.info(info.inner.id).size;
                for n in 0..info.count {
                    self.mark_stored(alloc, offset + n * step, info.inner, None, path);
                }
            }
            Shape::Record(id) => {
                let Some(record) = self.types.record(id).cloned() else {
                    return;
                };
                if record.is_union {
                    self.set_marks(alloc, offset, end, Mark::Opaque);
                    return;
                }
                for field in record.fields.iter().filter(|field| field.named) {
                    let at = offset + field.offset;
                    let holder = field.bits.map(|_| ty.id);
                    self.mark_stored(alloc, at, field.ty, holder, path);
                }
            }
            _ => {
                let own = Path {
                    ty: ty.id,
                    start: offset,
                };
                let stored = Stored {
                    ty: holder.unwrap_or(ty.id),
                    path: path.unwrap_or(own),
                };
                self.set_marks(alloc, offset, end, Mark::Member(stored));
            }
        }
    }

    /// Stores a scalar without any checks.
    pub(crate) fn store_scalar(
        &mut self,
        alloc: AllocId,
        offset: i64,
        info: crate::types::TypeInfo,
        value: Value,
    ) -> Result {
        let size = u64::from(info.size);
        match (value, info.shape) {
            (Value::Int(bits), Shape::Int(_) | Shape::Bool) => {
                self.memory.store_bits(alloc, offset, size, bits)?;
            }
            (Value::Float(x), Shape::Float(_)) => {
                let bits = match size {
                    4 => u128::from((x as f32).to_bits()),
                    _ => u128::from(x.to_bits()),
                };
                self.memory.store_bits(alloc, offset, size, bits)?;
            }
            (Value::Null, Shape::Pointer) => self.memory.store_bits(alloc, offset, size, 0)?,
            (_, Shape::Pointer) => match value.stored_pointer() {
                // A pointer that is based on a `restrict` parameter must not be read elsewhere.
                Some(pointer) if pointer.tag.based.is_some() => {
                    return Err(Unsupported::Restrict.into());
                }
                Some(pointer) => self.memory.store_pointer(alloc, offset, pointer)?,
                None => return Err(Stop::ill_formed("a pointer was needed")),
            },
            _ => return Err(Stop::ill_formed("a value of another type was needed")),
        }
        Ok(())
    }
}
