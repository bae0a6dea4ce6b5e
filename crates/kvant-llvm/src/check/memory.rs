//! Instructions that access memory or compute addresses.

use super::{Checker, Rule, Scope, ensure};
use crate::syntax::{
    Access, Alloca, AtomicRmw, CmpXchg, Const, Ordering, RmwOp, Type, TypeKind, Typed, Value,
};

impl Checker<'_> {
    pub(super) fn alloca(&self, alloca: &Alloca) -> Rule {
        ensure!(
            self.is_sized(alloca.ty) && !self.is_amx(alloca.ty) && !self.is_no_local(alloca.ty),
            "an allocation of a type without a size"
        );
        if let Some(count) = &alloca.count {
            let is_int = matches!(self.types.get(count.ty), TypeKind::Int(_));
            ensure!(is_int, "the number of elements is an integer");
        }
        if alloca.is_swifterror {
            ensure!(
                self.is_scalar_pointer(alloca.ty) && alloca.count.is_none(),
                "a `swifterror` allocation is one pointer"
            );
        }
        Ok(())
    }

    pub(super) fn access(&self, ty: Type, access: &Access, is_load: bool) -> Rule {
        ensure!(self.is_sized(ty), "an access of a type without a size");
        let Some((_, ordering)) = access.atomic else {
            return Ok(());
        };
        let refused = match is_load {
            true => Ordering::Release,
            false => Ordering::Acquire,
        };
        ensure!(
            ordering != refused && ordering != Ordering::AcqRel,
            "an access of this kind is not `{}`",
            ordering.text()
        );
        ensure!(access.align.is_some(), "an atomic access has an alignment");
        let is_scalar = matches!(
            self.types.get(self.types.scalar(ty)),
            TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Float(_) | TypeKind::Ptr(_)
        );
        ensure!(is_scalar, "an atomic access of this type");
        self.atomic_size(ty)
    }

    fn atomic_size(&self, ty: Type) -> Rule {
        // The size of a scalable vector is a multiple of this one.
        let bits = self.size_in_bits(ty).unwrap_or(8);
        ensure!(
            bits >= 8 && bits.is_power_of_two(),
            "an atomic access has a power of two of bytes"
        );
        Ok(())
    }

    pub(super) fn cmpxchg(&self, parts: &CmpXchg) -> Rule {
        let [pointer, expected, new] = parts.operands;
        ensure!(
            self.is_scalar_pointer(pointer.ty),
            "an address is a pointer"
        );
        ensure!(
            self.same(expected.ty, new.ty),
            "the operands of `cmpxchg` have different types"
        );
        ensure!(
            matches!(
                self.types.get(new.ty),
                TypeKind::Int(_) | TypeKind::Byte(_) | TypeKind::Ptr(_)
            ),
            "`cmpxchg` on a type that is no integer or pointer"
        );
        let success = parts.access.atomic.map(|(_, ordering)| ordering);
        ensure!(
            success != Some(Ordering::Unordered),
            "`cmpxchg` is at least `monotonic`"
        );
        ensure!(
            !matches!(
                parts.failure,
                Ordering::Unordered | Ordering::Release | Ordering::AcqRel
            ),
            "the ordering of a failure is not `{}`",
            parts.failure.text()
        );
        self.atomic_size(new.ty)
    }

    pub(super) fn atomic_rmw(&self, parts: &AtomicRmw) -> Rule {
        use RmwOp::{FAdd, FMax, FMaximum, FMaximumNum, FMin, FMinimum, FMinimumNum, FSub};
        let [pointer, operand] = parts.operands;
        ensure!(
            self.is_scalar_pointer(pointer.ty),
            "an address is a pointer"
        );
        let ordering = parts.access.atomic.map(|(_, ordering)| ordering);
        ensure!(
            ordering != Some(Ordering::Unordered),
            "`atomicrmw` is at least `monotonic`"
        );
        let lanes = self.vector(operand.ty);
        ensure!(
            lanes.is_none_or(|(is_scalable, _)| !is_scalable),
            "`atomicrmw` on a scalable vector"
        );
        if parts.access.is_elementwise {
            ensure!(lanes.is_some(), "`elementwise` on a type that is no vector");
            ensure!(
                ordering != Some(Ordering::SeqCst),
                "`elementwise` is not `seq_cst`"
            );
        }
        let is_right = match parts.op {
            RmwOp::Xchg => {
                (lanes.is_none() || parts.access.is_elementwise)
                    && matches!(
                        self.types.get(self.types.scalar(operand.ty)),
                        TypeKind::Int(_) | TypeKind::Float(_) | TypeKind::Ptr(_)
                    )
            }
            FAdd | FSub | FMax | FMin | FMaximum | FMinimum | FMaximumNum | FMinimumNum => {
                self.is_float(operand.ty)
            }
            _ => self.is_int(operand.ty),
        };
        ensure!(
            is_right,
            "`atomicrmw {}` on the type `{}`",
            parts.op.text(),
            self.shown_type(operand.ty)
        );
        self.atomic_size(operand.ty)
    }

    /// The operands of `getelementptr`: indices that the source has, and vectors of one length.
    pub(super) fn gep(
        &self,
        scope: Scope,
        source: Type,
        operands: &[Typed],
        is_const: bool,
    ) -> Rule {
        let Some((base, indices)) = operands.split_first() else {
            return Err("`getelementptr` without a base".into());
        };
        ensure!(self.is_pointer(base.ty), "the base is no pointer");
        ensure!(
            self.is_sized(source),
            "`getelementptr` into a type without a size"
        );
        ensure!(
            !matches!(self.shape(source), TypeKind::Struct { .. }) || !self.is_scalable(source),
            "`getelementptr` into a struct with scalable vectors"
        );
        let mut lanes = self.vector(base.ty);
        let mut ty = source;
        for (n, index) in indices.iter().enumerate() {
            ensure!(self.is_int(index.ty), "an index is no integer");
            if let Some(found) = self.vector(index.ty) {
                ensure!(
                    lanes.is_none_or(|lanes| lanes == found),
                    "an index is a vector of another length"
                );
                lanes = Some(found);
            }
            if n == 0 {
                continue;
            }
            ty = match self.shape(ty) {
                TypeKind::Struct { fields, .. } => {
                    ensure!(
                        self.int_bits(index.ty) == Some(32),
                        "the index of a field is an `i32`"
                    );
                    let field = self.splatted(scope, *index);
                    let field = field.and_then(|n| fields.get(usize::try_from(n).ok()?));
                    match field {
                        Some(field) => *field,
                        None => return Err("the struct has no field at this index".into()),
                    }
                }
                TypeKind::Array { element, .. } => *element,
                TypeKind::Vector { element, .. } => {
                    let bits = self.size_in_bits(*element).unwrap_or(8);
                    ensure!(
                        is_const || bits.is_multiple_of(8),
                        "an index of a vector whose elements are no bytes"
                    );
                    *element
                }
                _ => {
                    return Err(format!("the type `{}` has no index", self.shown_type(ty)));
                }
            };
        }
        Ok(())
    }

    /// The number that an index is, in each lane of a vector.
    fn splatted(&self, scope: Scope, index: Typed) -> Option<i128> {
        if self
            .vector(index.ty)
            .is_some_and(|(is_scalable, _)| is_scalable)
        {
            return None;
        }
        if let Value::Const(n) = index.value {
            match scope.constants.get(n as usize)? {
                Const::Splat(value) => return self.number(scope, value.value),
                Const::Aggregate(_, elements) => {
                    let mut numbers = elements.iter().map(|it| self.number(scope, it.value));
                    let first = numbers.next()??;
                    return numbers.all(|it| it == Some(first)).then_some(first);
                }
                _ => {}
            }
        }
        self.number(scope, index.value)
    }
}
