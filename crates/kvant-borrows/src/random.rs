//! Long random lives of trees, checked against the naive implementation, with going back in between.

use std::ops::Range;

use crate::naive::{Op, Pair};
use crate::{Access, Borrow, BorrowKind, BorrowTag};

#[test]
fn random_lives_agree_with_the_naive_model() {
    let mut allowed = 0;
    let mut refused = 0;
    for seed in 1..=1500_u64 {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let size = random.below(7);
        let mut pair = Pair::new(size);
        let mut snapshots = vec![];
        for _ in 0..60 {
            match random.below(12) {
                0 => snapshots.push(pair.snapshot()),
                1 if random.below(3) == 0 => {
                    if let Some(snapshot) = snapshots.pop() {
                        pair.restore(snapshot);
                    }
                }
                _ => match pair.apply(&random.op(&pair, size)) {
                    true => allowed += 1,
                    false => refused += 1,
                },
            }
        }
        while let Some(snapshot) = snapshots.pop() {
            pair.restore(snapshot);
        }
    }
    // Both kinds must be common for the comparison to say anything.
    assert!(allowed > 20_000 && refused > 10_000, "{allowed} {refused}");
}

/// Xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) % limit
    }

    fn op(&mut self, pair: &Pair, size: u64) -> Op {
        let tag = BorrowTag(self.below(pair.tree.tag_count() as u64) as u32);
        match self.below(20) {
            0..=6 if pair.tree.tag_count() < 14 => Op::Reborrow(
                tag,
                Borrow {
                    range: self.range(size),
                    kind: [BorrowKind::Shared, BorrowKind::Mutable][self.below(2) as usize],
                    protected: self.below(3) == 0,
                },
            ),
            7..=8 => Op::Exit(tag),
            9 => Op::Unprotect(tag),
            10 => Op::Free(tag),
            // Writes end a life quickly, so there are fewer of them.
            11..=13 => Op::Access(tag, self.range(size), Access::Write),
            _ => Op::Access(tag, self.range(size), Access::Read),
        }
    }

    fn range(&mut self, size: u64) -> Range<u64> {
        let (a, b) = (self.below(size + 1), self.below(size + 1));
        a.min(b)..a.max(b)
    }
}
