//! Decodes atomic operations. With one thread they are accesses like others, but for their alignment.

use kvant_llvm::Name;
use kvant_llvm::syntax::{Access, Flags, Op, Ordering, RmwOp, Type};

use super::{Decoder, unsupported};
use crate::code::{CmpXchg, Instruction, Rmw};
use crate::float::{FloatCall, FloatIntrinsic};
use crate::outcome::{Stop, Unspecified};
use crate::shape::Scalar;

impl Decoder<'_, '_> {
    /// The alignment of an atomic access of a type, which must be at least its size: in older versions anything else was undefined,
    /// and `cmpxchg` still asks for it.
    pub(super) fn atomic_align(&self, ty: Type, access: &Access) -> Result<u64, Stop> {
        let (_, bytes) = self.program.pieces(ty)?;
        match access.align {
            None => Ok(bytes.next_power_of_two()),
            Some(align) if align >= bytes => Ok(align),
            Some(_) => Err(Unspecified::AtomicAlignment.into()),
        }
    }

    /// Notes that an atomic operation of this scope and ordering synchronises with other threads, if it does.
    pub(super) fn synchronise(&mut self, scope: Option<Name>, ordering: Ordering) {
        let is_ordered = !matches!(ordering, Ordering::Unordered | Ordering::Monotonic);
        let is_inside = scope.is_some_and(|it| self.program.module.names.get(it) == "singlethread");
        if is_ordered && !is_inside {
            self.after = Some(Instruction::Fence);
        }
    }

    /// `cmpxchg`, `atomicrmw` or `fence`.
    pub(super) fn atomic(&mut self, op: &Op, (to, _): (u32, u32)) -> Result<Instruction, Stop> {
        Ok(match op {
            Op::Fence(scope, ordering) => {
                self.synchronise(*scope, *ordering);
                Instruction::Copy {
                    to,
                    parts: [].into(),
                }
            }
            Op::CmpXchg(parts) => {
                let [pointer, expected, new] = parts.operands;
                let access = self.atomic_access(&parts.access)?;
                let (pieces, bytes) = self.program.pieces(expected.ty)?;
                let align = self.atomic_align(expected.ty, access)?;
                let [piece] = pieces[..] else {
                    return Err(unsupported("cmpxchg"));
                };
                if let Some((scope, _)) = access.atomic {
                    self.synchronise(scope, parts.failure);
                }
                Instruction::CmpXchg(Box::new(CmpXchg {
                    is_weak: parts.is_weak,
                    piece,
                    bytes,
                    align,
                    to,
                    pointer: self.typed(pointer)?,
                    operands: [self.typed(expected)?, self.typed(new)?],
                }))
            }
            Op::AtomicRmw(parts) => {
                let [pointer, value] = parts.operands;
                let access = self.atomic_access(&parts.access)?;
                let (pieces, bytes) = self.program.pieces(value.ty)?;
                let (lanes, scalar) = self.program.shapes.lanes(value.ty)?;
                Instruction::Rmw(Box::new(Rmw {
                    op: parts.op,
                    extremum: self.extremum(parts.op, scalar)?,
                    scalar,
                    lanes,
                    pieces: pieces.into(),
                    bytes,
                    align: self.atomic_align(value.ty, access)?,
                    to,
                    pointer: self.typed(pointer)?,
                    value: self.typed(value)?,
                }))
            }
            _ => return Err(unsupported("of another kind")),
        })
    }

    /// The properties of an atomic access that is not volatile.
    fn atomic_access<'a>(&mut self, access: &'a Access) -> Result<&'a Access, Stop> {
        if access.is_volatile {
            return Err(unsupported("volatile atomic"));
        }
        if let Some((scope, ordering)) = access.atomic {
            self.synchronise(scope, ordering);
        }
        Ok(access)
    }

    /// The minimum or maximum that an operation on floats takes, if it does. Checks that operations on floats are as elsewhere.
    fn extremum(&mut self, op: RmwOp, scalar: Scalar) -> Result<Option<Box<FloatCall>>, Stop> {
        let name = match op {
            RmwOp::FAdd | RmwOp::FSub => None,
            RmwOp::FMax => Some("llvm.maxnum"),
            RmwOp::FMin => Some("llvm.minnum"),
            RmwOp::FMaximum => Some("llvm.maximum"),
            RmwOp::FMinimum => Some("llvm.minimum"),
            RmwOp::FMaximumNum => Some("llvm.maximumnum"),
            RmwOp::FMinimumNum => Some("llvm.minimumnum"),
            _ => return Ok(None),
        };
        self.default_environment()?;
        let Scalar::Float(kind) = scalar else {
            return Err(Stop::IllFormed("a float operation on another type".into()));
        };
        let intrinsic = name.and_then(FloatIntrinsic::of);
        Ok(intrinsic.map(|intrinsic| {
            Box::new(FloatCall {
                intrinsic,
                flags: Flags::default(),
                sets_errno: false,
                kind,
                width: 1,
                arguments: [].into(),
                to: 0,
            })
        }))
    }
}

#[cfg(test)]
mod tests {
    use kvant_llvm::layout::DataLayout;

    use crate::program::Program;

    /// The number of instructions in a function that synchronise.
    fn synchronising(instructions: &str) -> usize {
        let text = format!("define void @f(ptr %p) {{ {instructions} \n ret void }}");
        let module = kvant_llvm::parse::module(&text).unwrap();
        let layout = DataLayout::default();
        let program = Program::new(&module, &layout);
        let code = program.code(0).unwrap();
        assert_eq!(program.refusals("f"), [], "{instructions}");
        let synchronises = code.instructions.iter().filter(|it| it.synchronises());
        synchronises.count()
    }

    #[test]
    fn orderings_synchronise() {
        for (instructions, expected) in [
            ("load i32, ptr %p", 0),
            ("load atomic i32, ptr %p unordered, align 4", 0),
            ("load atomic i32, ptr %p monotonic, align 4", 0),
            ("load atomic i32, ptr %p acquire, align 4", 1),
            ("store atomic i32 0, ptr %p release, align 4", 1),
            ("fence seq_cst", 1),
            ("fence syncscope(\"singlethread\") seq_cst", 0),
            ("fence syncscope(\"agent\") release", 1),
            ("atomicrmw add ptr %p, i32 1 monotonic", 0),
            ("atomicrmw add ptr %p, i32 1 acq_rel", 1),
            ("cmpxchg ptr %p, i32 1, i32 2 monotonic monotonic", 0),
            ("cmpxchg ptr %p, i32 1, i32 2 monotonic acquire", 1),
            ("cmpxchg ptr %p, i32 1, i32 2 release monotonic", 1),
        ] {
            assert_eq!(synchronising(instructions), expected, "{instructions}");
        }
    }
}
