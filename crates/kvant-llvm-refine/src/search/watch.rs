//! The parts of a run that a search learns from.

use std::collections::HashMap;

use kvant_llvm::syntax::BinaryOp;
use kvant_llvm_machine::{Leaf, Observer, Origin, Pointer, Scalar};

use super::draw::mask;

/// A comparison that was executed.
#[derive(Clone, Copy, Debug)]
pub(super) enum Comparison {
    /// Of numbers of so many bits.
    Numbers(u32, u128, u128, Order),
    Pointers(Pointer, Pointer),
}

/// The order of two numbers, with and without sign. Floats are ordered as numbers are with a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Equal,
    /// In both orders.
    Less,
    /// In both orders.
    More,
    /// Without the sign it is less, with it more: the second one is negative, and the first one is not.
    OnlyRightNegative,
    OnlyLeftNegative,
}

impl Order {
    pub(super) const ALL: [Order; 5] = [
        Order::Equal,
        Order::Less,
        Order::More,
        Order::OnlyRightNegative,
        Order::OnlyLeftNegative,
    ];

    /// The order of the operands the other way round.
    pub(super) fn swapped(self) -> Order {
        match self {
            Order::Equal => Order::Equal,
            Order::Less => Order::More,
            Order::More => Order::Less,
            Order::OnlyRightNegative => Order::OnlyLeftNegative,
            Order::OnlyLeftNegative => Order::OnlyRightNegative,
        }
    }

    fn of(bits: u32, left: u128, right: u128) -> Order {
        let is_negative = |number: u128| number >> (bits - 1) & 1 == 1;
        match (is_negative(left), is_negative(right)) {
            (false, true) => Order::OnlyRightNegative,
            (true, false) => Order::OnlyLeftNegative,
            _ => match left.cmp(&right) {
                std::cmp::Ordering::Less => Order::Less,
                std::cmp::Ordering::Equal => Order::Equal,
                std::cmp::Ordering::Greater => Order::More,
            },
        }
    }
}

/// Watches a run.
#[derive(Default)]
pub(super) struct Watch {
    /// The number of the function that was called first.
    pub(super) function: u32,
    /// The instructions of that function that jumps led to.
    pub(super) entered: Vec<u32>,
    /// The blocks that were entered, the order of operands of comparisons, and results that lost something.
    pub(super) features: Vec<u64>,
    /// The kinds of results that instructions had, which count less.
    pub(super) results: Vec<u64>,
    /// Comparisons, with their places.
    pub(super) compared: Vec<(Origin, Comparison)>,
    /// Addresses outside of their objects, with the instructions that computed them.
    pub(super) left: HashMap<Origin, Pointer>,
}

/// More of a run is not looked at.
const MOST: usize = 2000;
const MOST_COMPARED: usize = 200;

/// Lanes of a vector that are looked at.
const LANES: usize = 4;

impl Observer for Watch {
    fn result(&mut self, at: Origin, leaves: &[Leaf]) {
        if self.results.len() < MOST {
            for (lane, leaf) in leaves.iter().take(LANES).enumerate() {
                self.results.push(feature(at, lane, leaf));
            }
        }
    }

    fn entered(&mut self, to: Origin) {
        if self.features.len() < MOST {
            self.features.push(place(to) << 9 | 511);
        }
        if to.function == self.function && self.entered.last() != Some(&to.instruction) {
            self.entered.push(to.instruction);
            // A loop, which is short.
            if self.entered.len() > MOST {
                self.entered.sort_unstable();
                self.entered.dedup();
            }
        }
    }

    fn computed(&mut self, at: Origin, op: BinaryOp, bits: u32, operands: [u128; 2]) {
        if self.features.len() < MOST && bits <= 64 {
            for (n, applies) in (0..).zip(losses(op, bits, operands)) {
                if applies {
                    self.features.push(place(at) << 9 | 0x108 | n);
                }
            }
        }
    }

    fn left(&mut self, at: Origin, pointer: Pointer) {
        self.left.insert(at, pointer);
    }

    fn compared(&mut self, at: Origin, kind: Scalar, left: &Leaf, right: &Leaf) {
        if self.compared.len() >= MOST_COMPARED {
            return;
        }
        let compared = match (left, right) {
            (Leaf::Int(left), Leaf::Int(right)) => {
                let bits = kind.bits(64).clamp(1, 128);
                let order = Order::of(bits, *left, *right);
                self.features.push(place(at) << 9 | 256 | order as u64);
                Comparison::Numbers(bits, *left, *right, order)
            }
            (Leaf::Ptr(left), Leaf::Ptr(right)) => Comparison::Pointers(*left, *right),
            _ => return,
        };
        self.compared.push((at, compared));
    }
}

/// True where something is lost that a flag may promise is not: as a number without sign, as a number with it, and otherwise.
fn losses(op: BinaryOp, bits: u32, [a, b]: [u128; 2]) -> [bool; 3] {
    let signed = |number: u128| {
        let shift = 128 - bits;
        (number << shift).cast_signed() >> shift
    };
    let [x, y] = [a, b].map(signed);
    let cuts = |exact: u128| exact & !mask(bits) != 0;
    let wraps = |exact: i128| signed(exact.cast_unsigned()) != exact;
    let shift = b as u32;
    match op {
        BinaryOp::Add => [cuts(a + b), wraps(x + y), false],
        BinaryOp::Sub => [a < b, wraps(x - y), false],
        BinaryOp::Mul => [cuts(a.wrapping_mul(b)), wraps(x.wrapping_mul(y)), false],
        BinaryOp::Shl if b < u128::from(bits) => [cuts(a << shift), wraps(x << shift), false],
        BinaryOp::LShr | BinaryOp::AShr if b < u128::from(bits) => {
            [false, x < 0, a & mask(shift) != 0]
        }
        BinaryOp::UDiv if b != 0 => [false, x < 0 || y < 0, a % b != 0],
        BinaryOp::SDiv if y != 0 => [false, x < 0 || y < 0, x % y != 0],
        BinaryOp::URem | BinaryOp::SRem => [false, x < 0, y < 0],
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => [false, false, a & b != 0],
        _ => [false; 3],
    }
}

fn place(at: Origin) -> u64 {
    u64::from(at.function) << 32 | u64::from(at.instruction)
}

/// The kind of a result: its length in bits, and some values that matter.
fn feature(at: Origin, lane: usize, leaf: &Leaf) -> u64 {
    let kind = match leaf {
        Leaf::Int(bits) => {
            let length = match 128 - bits.leading_zeros() {
                short @ 0..=2 => short,
                3..=6 => 3,
                7 => 4,
                8 => 5,
                9..=15 => 6,
                16 => 7,
                17..=31 => 8,
                32 => 9,
                33..=63 => 10,
                64 => 11,
                _ => 12,
            };
            let ones = bits & bits.wrapping_add(1) == 0;
            length | u32::from(ones) << 4 | (*bits as u32 & 1) << 5
        }
        Leaf::Ptr(pointer) => 0xd | u32::from(pointer.offset == 0) << 4,
        Leaf::Poison(_) => 14,
        Leaf::Undef => 15,
        Leaf::Rich(_) => 0x1f,
    };
    place(at) << 9 | (lane as u64) << 6 | u64::from(kind)
}

/// Sets of features, as bits.
#[derive(Default)]
pub(super) struct Catalogue {
    numbers: HashMap<u64, usize>,
}

/// A set of features.
#[derive(Clone, Debug, Default)]
pub(super) struct Set(Vec<u64>);

impl Catalogue {
    /// The set of these features, and true if one of them is new.
    pub(super) fn set(&mut self, features: &[u64]) -> (Set, bool) {
        let before = self.numbers.len();
        let mut set = Set::default();
        for feature in features {
            let next = self.numbers.len();
            set.insert(*self.numbers.entry(*feature).or_insert(next));
        }
        (set, self.numbers.len() > before)
    }
}

impl Set {
    pub(super) fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    pub(super) fn add(&mut self, other: &Set) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// The number of elements that another set does not have.
    pub(super) fn new_to(&self, other: &Set) -> u32 {
        let others = other.0.iter().copied().chain(std::iter::repeat(0));
        self.0
            .iter()
            .zip(others)
            .map(|(word, other)| (word & !other).count_ones())
            .sum()
    }

    pub(super) fn contains(&self, number: usize) -> bool {
        let word = self.0.get(number / 64);
        word.is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }
}
