//! Pointer arithmetic.

use kvant_memory::AccessError;
use kvant_mir::{BinOp, Program, Ty};

use crate::arithmetic::{Int, sign_extend};
use crate::outcome::Result;
use crate::{Machine, Pointer, Stop, Ub, Unspecified};

impl Machine {
    /// `Offset(p, n)`: advances a pointer by `n` values. Both pointers must be in bounds of the same live allocation, and the
    /// distance in bytes must fit into an `isize`.
    pub(crate) fn offset(
        &mut self,
        program: &Program,
        pointer: Pointer,
        pointee: Ty,
        count: (Int, u128),
    ) -> Result<Pointer> {
        let distance = self.distance_in_bytes(program, pointee, count)?;
        let bits = self.layouts.target().pointer_bits();
        let Ok(distance) = i64::try_from(distance) else {
            return Err(Ub::OffsetOverflow.into());
        };
        if sign_extend(i128::from(distance).cast_unsigned(), bits) != i128::from(distance) {
            return Err(Ub::OffsetOverflow.into());
        }
        let moved = pointer.shifted(distance);
        self.in_bounds(pointer)?;
        self.in_bounds(moved)?;
        Ok(moved)
    }

    /// `arith_offset(p, n)`: advances a pointer by `n` values, also out of bounds. An access through the pointer must be in
    /// bounds.
    pub(crate) fn arith_offset(
        &mut self,
        program: &Program,
        pointer: Pointer,
        pointee: Ty,
        count: (Int, u128),
    ) -> Result<Pointer> {
        let distance = self.distance_in_bytes(program, pointee, count)?;
        let bits = self.layouts.target().pointer_bits();
        let exact = i128::from(pointer.offset).wrapping_add(distance);
        let offset = sign_extend(exact.cast_unsigned(), bits);
        // The number of values after which the offset wraps around depends on their size.
        let alloc = pointer.alloc;
        if offset != exact && !self.layouts.of(&program.types, pointee)?.contents.known {
            return Err(Unspecified::LayoutDependent { alloc }.into());
        }
        Ok(Pointer {
            offset: offset as i64,
            ..pointer
        })
    }

    /// The size of `count` values in bytes. It cannot overflow, because counts have 64 bits and sizes are limited.
    fn distance_in_bytes(
        &mut self,
        program: &Program,
        pointee: Ty,
        (int, bits): (Int, u128),
    ) -> Result<i128> {
        let size = self.layouts.of(&program.types, pointee)?.size;
        let count = match int.signed {
            true => sign_extend(bits, int.bits),
            false => bits.cast_signed(),
        };
        Ok(count.wrapping_mul(i128::from(size)))
    }

    /// Checks that a pointer is in bounds of a live allocation, or one past its end.
    fn in_bounds(&self, pointer: Pointer) -> Result {
        // The answer for pointers beyond a part must not depend on the position of the part.
        let (alloc, offset) = (pointer.alloc, pointer.offset);
        let beyond = !pointer.tag.extent.is_whole() && !pointer.tag.extent.holds(offset, 0);
        match self.memory.check_bounds(alloc, offset, 0) {
            Err(AccessError::Dead { alloc }) => Err(Ub::Dangling { alloc }.into()),
            _ if beyond => Err(Unspecified::LayoutDependent { alloc }.into()),
            Err(_) => Err(Ub::OffsetOutOfBounds { alloc, offset }.into()),
            Ok(()) => Ok(()),
        }
    }

    /// Comparisons of pointers. Only pointers into the same allocation can be compared, and only where the layout promises the
    /// order. The addresses of values of size 0 are not promised.
    pub(crate) fn compare_pointers(
        &mut self,
        program: &Program,
        op: BinOp,
        p: Pointer,
        q: Pointer,
        pointee: Ty,
    ) -> Result<bool> {
        let comparable = p.alloc == q.alloc
            && self.layouts.of(&program.types, pointee)?.size > 0
            && p.tag.extent == q.tag.extent
            && !p.tag.extent.is_empty()
            && self.in_bounds(p).is_ok()
            && self.in_bounds(q).is_ok();
        if !comparable {
            return Err(Unspecified::PointerComparison.into());
        }
        let (p, q) = (p.offset, q.offset);
        Ok(match op {
            BinOp::Eq => p == q,
            BinOp::Ne => p != q,
            BinOp::Lt => p < q,
            BinOp::Le => p <= q,
            BinOp::Gt => p > q,
            BinOp::Ge => p >= q,
            _ => return Err(Stop::ill_formed("pointers do not have this operator")),
        })
    }

    /// `ptr_offset_from(p, q)`: the distance from `q` to `p` in values, both in bounds of the same allocation. The unsigned form
    /// is undefined for negative distances.
    pub(crate) fn pointer_distance(
        &mut self,
        program: &Program,
        p: Pointer,
        q: Pointer,
        pointee: Ty,
        signed: bool,
    ) -> Result<i64> {
        if p.alloc != q.alloc {
            return Err(Ub::DifferentAllocations {
                allocs: (p.alloc, q.alloc),
            }
            .into());
        }
        self.in_bounds(p)?;
        self.in_bounds(q)?;
        if p.tag.extent != q.tag.extent || p.tag.extent.is_empty() {
            return Err(Unspecified::LayoutDependent { alloc: p.alloc }.into());
        }
        let size = self.layouts.of(&program.types, pointee)?.size as i64;
        let bytes = p.offset - q.offset;
        if size == 0 || bytes % size != 0 {
            return Err(Ub::InexactDistance { bytes, size }.into());
        }
        if !signed && bytes < 0 {
            return Err(Ub::NegativeDistance { bytes }.into());
        }
        Ok(bytes / size)
    }
}
