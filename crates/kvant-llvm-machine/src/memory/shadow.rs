//! Bytes that are not plain bits.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Allocation, NUMBER, PLAIN, POISON, REST, WORD};
use crate::leaf::{Leaf, Origin, Pointer};
use crate::outcome::{Stop, Unspecified};
use crate::shape::Scalar;

/// The bytes of an allocation that are not plain.
#[derive(Clone)]
pub(super) struct Shadow {
    /// The undef bits of each byte.
    pub(super) undef: Vec<u8>,
    pub(super) state: Vec<u8>,
    /// Pointers by their offset. Bytes of the states [`WORD`] and [`NUMBER`] belong to one.
    pub(super) pointers: BTreeMap<u64, Pointer>,
    /// The origin of the last poison that was stored.
    pub(super) poison: Origin,
}

/// The shadow of an allocation, which is made if there is none.
pub(super) fn shadow_of(allocation: &mut Allocation) -> &mut Shadow {
    let length = allocation.bytes.len();
    allocation.shadow.get_or_insert_with(|| {
        Box::new(Shadow {
            undef: vec![0; length],
            state: vec![PLAIN; length],
            pointers: BTreeMap::new(),
            poison: Origin::OUTSIDE,
        })
    })
}

/// The size of small allocations.
pub(super) const SMALL: usize = 16;

/// Drops the shadow of a small allocation in which everything is defined.
pub(super) fn shadow_ends(allocation: &mut Allocation) {
    if allocation.bytes.len() > SMALL {
        return;
    }
    let is_plain = |shadow: &Shadow| {
        shadow.undef.iter().all(|undef| *undef == 0) && shadow.state.iter().all(|it| *it == PLAIN)
    };
    if allocation.shadow.as_deref().is_some_and(is_plain) {
        allocation.shadow = None;
    }
}

impl Shadow {
    /// Makes a range plain bits. The other bytes of a pointer that is cut by it are of no use.
    pub(super) fn make_plain(&mut self, range: Range<usize>, pointer_bytes: u64) {
        if !self.pointers.is_empty() {
            let first = (range.start as u64 + 1).saturating_sub(pointer_bytes);
            let cut: Vec<u64> = self
                .pointers
                .range(first..range.end as u64)
                .map(|it| *it.0)
                .collect();
            for at in cut {
                self.pointers.remove(&at);
                let bytes = at as usize..(at + pointer_bytes) as usize;
                self.state[bytes].fill(REST);
            }
        }
        self.state[range].fill(PLAIN);
    }

    /// Loads a scalar from a range that is not plain.
    pub(super) fn special(
        &self,
        range: Range<usize>,
        scalar: Scalar,
        pointer_bytes: u64,
    ) -> Result<Leaf, Stop> {
        let states = &self.state[range.clone()];
        if states.contains(&POISON) {
            return Ok(Leaf::Poison(self.poison));
        }
        let is_whole = range.len() as u64 == pointer_bytes;
        match self.pointers.get(&(range.start as u64)) {
            Some(pointer) if is_whole => match (scalar, states[0]) {
                (Scalar::Ptr, WORD) | (Scalar::Int(_), NUMBER) => Ok(Leaf::Ptr(*pointer)),
                (Scalar::Far(space), state @ WORD..) if u32::from(state - WORD) == space.number => {
                    Ok(Leaf::Ptr(*pointer))
                }
                (Scalar::Ptr | Scalar::Far(_), WORD..) => Err(Unspecified::AddressSpace.into()),
                // Memory would make a pointer of an integer or the reverse, which is disputed.
                _ => Err(Unspecified::PointerAsInteger.into()),
            },
            _ => Err(Unspecified::PointerAsInteger.into()),
        }
    }

    /// A copy of a range, with offsets from its beginning.
    pub(super) fn part(&self, range: Range<usize>, pointer_bytes: u64) -> Result<Shadow, Stop> {
        let (start, end) = (range.start as u64, range.end as u64);
        let first = (start + 1).saturating_sub(pointer_bytes);
        let mut pointers = BTreeMap::new();
        for (at, pointer) in self.pointers.range(first..end) {
            if *at < start || at + pointer_bytes > end {
                return Err(Unspecified::PointerAsInteger.into());
            }
            pointers.insert(at - start, *pointer);
        }
        Ok(Shadow {
            undef: self.undef[range.clone()].to_vec(),
            state: self.state[range].to_vec(),
            pointers,
            poison: self.poison,
        })
    }
}
