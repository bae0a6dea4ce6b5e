//! Inputs for which comparisons decide otherwise.

use std::collections::HashSet;

use kvant_llvm_machine::{Leaf, Pointer, Scalar};

use super::draw::mask;
use super::watch::{Comparison, Order};
use super::{Attempt, Search};
use crate::input::{Given, Input};

/// Attempts to let a comparison decide otherwise.
const ATTEMPTS: u32 = 12;

impl Search<'_, '_> {
    /// Proposes inputs for which comparisons decide otherwise.
    pub(super) fn learn(&mut self, tried: &Attempt) {
        let last = tried.watch.compared.len().saturating_sub(1);
        let mut seen = HashSet::new();
        for (n, (at, compared)) in tried.watch.compared.iter().enumerate() {
            let order = match compared {
                Comparison::Numbers(.., order) => *order,
                Comparison::Pointers(left, right) if left == right => Order::Equal,
                Comparison::Pointers(..) => Order::Less,
            };
            let outcome = 1 << order as u8;
            let literal = match compared {
                Comparison::Numbers(_, _, right, _) if self.draw.is_literal(*right) => *right,
                _ => 0,
            };
            let (outcomes, attempts) = self.comparisons.entry((*at, literal)).or_default();
            let is_new = *outcomes & outcome == 0;
            *outcomes |= outcome;
            let is_complete = match compared {
                Comparison::Numbers(..) => *outcomes == 0b11111,
                Comparison::Pointers(..) => *outcomes == 0b11,
            };
            // The last one led to the end of the run.
            let is_fatal = n == last && tried.end.is_err();
            let (is_useless, most) = match is_fatal {
                true => (false, ATTEMPTS * 4),
                false => (is_complete, ATTEMPTS),
            };
            if is_useless || !is_new && *attempts >= most || !is_fatal && !seen.insert(*at) {
                continue;
            }
            *attempts += 1;
            let missing = match is_fatal {
                true => !outcome,
                false => !*outcomes,
            };
            let next = match compared {
                Comparison::Numbers(bits, left, right, _) => {
                    self.numbers(&tried.input, *bits, (*left, *right), missing)
                }
                Comparison::Pointers(left, right) => pointers(tried, *left, *right),
            };
            self.next.extend(next);
        }
    }

    /// An input for which a comparison of numbers has one of the outcomes that are missing: an operand is found among the
    /// arguments or in memory, or an argument is moved by the distance of the operands.
    fn numbers(
        &mut self,
        input: &Input,
        bits: u32,
        (left, right): (u128, u128),
        missing: u8,
    ) -> Option<Input> {
        // A literal cannot be changed.
        let is_literal = [left, right].map(|it| self.draw.is_literal(it));
        let rng = &mut self.draw.rng;
        let is_swapped = match is_literal.into() {
            (true, false) => true,
            (false, true) => false,
            _ => rng.one_in(2),
        };
        let (old, other) = match is_swapped {
            true => (right, left),
            false => (left, right),
        };
        let orders = Order::ALL.into_iter();
        let orders: Vec<Order> = orders.filter(|it| missing >> *it as u8 & 1 == 1).collect();
        // Equality is the rarest by chance.
        let order = match orders.first() {
            Some(Order::Equal) if rng.one_in(2) => Order::Equal,
            _ => *rng.pick(&orders)?,
        };
        let wanted = match if is_swapped { order.swapped() } else { order } {
            Order::Equal => other,
            Order::Less => other.wrapping_sub(1),
            Order::More => other.wrapping_add(1),
            Order::OnlyRightNegative | Order::OnlyLeftNegative => other ^ 1 << (bits - 1),
        };
        let mut places = Vec::new();
        for (n, given) in input.arguments.iter().enumerate() {
            if let Given::Leaf(Leaf::Int(value)) = given {
                let is_it = (value ^ old) & mask(bits) == 0 || *value == old;
                places.push((
                    n,
                    if is_it {
                        wanted
                    } else {
                        value.wrapping_add(wanted).wrapping_sub(old)
                    },
                ));
                if is_it {
                    places = vec![(n, wanted)];
                    break;
                }
            }
        }
        let mut changed = input.clone();
        let width = (bits as usize).div_ceil(8).min(16);
        for object in &mut changed.objects {
            let Some(bytes) = &mut object.bytes else {
                continue;
            };
            let windows = bytes.chunks_exact_mut(width.max(1));
            let pattern = &old.to_le_bytes()[..width];
            for window in windows {
                if *window == *pattern && (old != 0 || rng.one_in(4)) {
                    window.copy_from_slice(&wanted.to_le_bytes()[..width]);
                    return Some(changed);
                }
            }
        }
        let (n, value) = *rng.pick(&places)?;
        let scalars = self.parameters.iter().flat_map(|it| &it.scalars);
        let width = match scalars.clone().nth(n)? {
            Scalar::Int(bits) => *bits,
            Scalar::Float(kind) => kind.bits(),
            Scalar::Ptr | Scalar::Far(_) => return None,
        };
        changed.arguments[n] = Given::Leaf(Leaf::Int(value & mask(width)));
        Some(changed)
    }
}

/// An input in which two pointers lead to one object, or are null.
fn pointers(tried: &Attempt, left: Pointer, right: Pointer) -> Option<Input> {
    let object = |pointer: Pointer| {
        let node = pointer.node?;
        tried.nodes.iter().position(|it| *it == node)
    };
    let mut input = tried.input.clone();
    let null = Given::Leaf(Leaf::Ptr(Pointer::NULL));
    let (old, new) = match (object(left), object(right)) {
        (Some(a), Some(b)) if a != b => (b, Given::Pointer(a, 0)),
        (Some(a), None) if right == Pointer::NULL => (a, null),
        (None, Some(b)) if left == Pointer::NULL => (b, null),
        _ => return None,
    };
    for given in &mut input.arguments {
        if matches!(given, Given::Pointer(it, _) if *it == old) {
            *given = new.clone();
        }
    }
    Some(input)
}
