//! Decodes operations on memory and pointers.

use kvant_llvm::syntax::{self, Attachment, Constants, Op, Type, TypeKind, Typed, Value};

use super::{Decoder, unsupported};
use crate::code::{Gep, Instruction, Source, Step};
use crate::constraint;
use crate::leaf::Leaf;
use crate::outcome::{Stop, Unspecified};
use crate::program::Program;
use crate::shape::Scalar;

impl Decoder<'_, '_> {
    /// An operation on memory and pointers.
    pub(super) fn memory(
        &mut self,
        op: &Op,
        (to, length): (u32, u32),
        attachments: &[Attachment],
    ) -> Result<Instruction, Stop> {
        let shapes = &self.program.shapes;
        Ok(match op {
            Op::Load(load) => {
                if let Some((scope, ordering)) = load.access.atomic {
                    self.atomic_align(load.ty, &load.access)?;
                    self.synchronise(scope, ordering);
                }
                let (pieces, bytes) = self.program.pieces(load.ty)?;
                let align = load.access.align;
                Instruction::Load {
                    pieces: pieces.into(),
                    bytes,
                    align: align.map_or_else(|| self.program.size(load.ty).map(|it| it.1), Ok)?,
                    to,
                    pointer: self.typed(load.pointer)?,
                    constraints: constraint::of_metadata(
                        self.program,
                        &self.body.constants,
                        attachments,
                    )
                    .into(),
                }
            }
            Op::Store(store) => {
                let ty = store.value.ty;
                if let Some((scope, ordering)) = store.access.atomic {
                    self.atomic_align(ty, &store.access)?;
                    self.synchronise(scope, ordering);
                }
                let (pieces, bytes) = self.program.pieces(ty)?;
                let align = store.access.align;
                Instruction::Store {
                    pieces: pieces.into(),
                    bytes,
                    align: align.map_or_else(|| self.program.size(ty).map(|it| it.1), Ok)?,
                    value: self.typed(store.value)?,
                    pointer: self.typed(store.pointer)?,
                }
            }
            Op::Alloca(alloca) => {
                // Elsewhere it means what the target says.
                if shapes.space(alloca.space) != Some(self.program.layout.alloca_space) {
                    return Err(Unspecified::AddressSpace.into());
                }
                if alloca.is_inalloca || alloca.is_swifterror {
                    return Err(unsupported("alloca with inalloca or swifterror"));
                }
                let (bytes, natural) = self.program.size(alloca.ty)?;
                let count = match alloca.count {
                    Some(count) => match shapes.lanes(count.ty)? {
                        (1, Scalar::Int(width)) => Some((self.typed(count)?, width)),
                        _ => return Err(unsupported("alloca")),
                    },
                    None => None,
                };
                Instruction::Alloca {
                    bytes,
                    align: alloca.align.unwrap_or(natural),
                    count,
                    is_dead: self.has_lifetime(to),
                    to,
                }
            }
            Op::Gep(gep) => Instruction::Gep(Box::new(self.gep(gep, to, length)?)),
            _ => return Err(unsupported("of another kind")),
        })
    }

    /// True if `llvm.lifetime.start` is called with the local in this slot.
    fn has_lifetime(&mut self, slot: u32) -> bool {
        let (names, body, spans) = (&self.program.module.names, self.body, &self.spans);
        let started = self.started.get_or_insert_with(|| {
            let started = body.instructions.iter().filter_map(|instruction| {
                let Op::Call(call) = &instruction.op else {
                    return None;
                };
                let Value::Global(callee) = call.callee else {
                    return None;
                };
                let is_start = names.get(callee).starts_with("llvm.lifetime.start");
                match call.arguments.last()?.value.value {
                    Value::Local(local) if is_start => Some(spans.get(local.0 as usize)?.0),
                    _ => None,
                }
            });
            started.collect()
        });
        started.contains(&slot)
    }

    pub(super) fn gep(&mut self, gep: &syntax::Gep, to: u32, length: u32) -> Result<Gep, Stop> {
        let program = self.program;
        let Some((base, indices)) = gep.operands.split_first() else {
            return Err(Stop::IllFormed("getelementptr without a base".into()));
        };
        for operand in &gep.operands {
            let lanes = program.shapes.lanes(operand.ty)?.0;
            if program.shapes.is_vector(operand.ty) && lanes != length {
                return Err(Stop::IllFormed("vectors of different lengths".into()));
            }
        }
        let constants = &self.body.constants;
        let steps = program.steps(gep.source, indices, constants, &mut |it| self.typed(it))?;
        Ok(Gep {
            flags: gep.flags,
            lanes: length,
            bits: program.address_bits(base.ty),
            to,
            base: (self.typed(*base)?, program.shapes.is_vector(base.ty)),
            steps,
        })
    }

    /// The size and the alignment of the copy that `byval` makes of an argument.
    pub(super) fn copy_of(
        &self,
        attributes: &syntax::Attributes,
    ) -> Result<Option<(u64, u64)>, Stop> {
        let Some(ty) = self.program.type_attribute("byval", attributes) else {
            return Ok(None);
        };
        let (size, natural) = self.program.size(ty)?;
        let align = self.program.alignment(attributes);
        Ok(Some((size, align.unwrap_or(natural))))
    }
}

impl Program<'_> {
    /// The width of an address in the address space of a pointer or a vector of pointers.
    pub(crate) fn address_bits(&self, ty: Type) -> u32 {
        self.shapes.pointers(ty).index_bits
    }

    /// The steps of a `getelementptr`. `operand` is the place of an index.
    pub(super) fn steps(
        &self,
        source: Type,
        indices: &[Typed],
        constants: &Constants,
        operand: &mut dyn FnMut(Typed) -> Result<Source, Stop>,
    ) -> Result<Box<[Step]>, Stop> {
        let mut steps = Vec::new();
        let mut ty = source;
        for (n, index) in indices.iter().enumerate() {
            if let (1.., TypeKind::Struct { fields, .. }) = (n, self.shapes.kind(ty)) {
                let field = self.constant(index.ty, index.value, constants)?;
                let Some(Leaf::Int(field)) = field.first() else {
                    return Err(Stop::IllFormed(
                        "the index of a field is no constant".into(),
                    ));
                };
                let field = *field as usize;
                let offsets = self.offsets(ty)?;
                let (offset, next) = match (offsets.get(field), fields.get(field)) {
                    (Some(offset), Some(next)) => (*offset, *next),
                    _ => return Err(Stop::IllFormed("there is no such field".into())),
                };
                steps.push(Step::Bytes(offset));
                ty = next;
                continue;
            }
            if n > 0 {
                ty = match self.shapes.kind(ty) {
                    TypeKind::Array { element, .. } => *element,
                    TypeKind::Vector { element, .. } => {
                        // Up to LLVM 17 elements were as far apart as those of an array.
                        let size = self.sizes.of(*element);
                        if size.is_none_or(|it| it.bits != it.alloc_bytes() * 8) {
                            return Err(self.unsupported_type(ty));
                        }
                        *element
                    }
                    _ => return Err(Stop::IllFormed("an index into a scalar".into())),
                };
            }
            let (_, Scalar::Int(width)) = self.shapes.lanes(index.ty)? else {
                return Err(Stop::IllFormed("an index that is no integer".into()));
            };
            steps.push(Step::Index {
                index: operand(*index)?,
                is_vector: self.shapes.is_vector(index.ty),
                width,
                scale: self.size(ty)?.0,
            });
        }
        Ok(steps.into())
    }
}
