//! Choices that the language leaves open.

/// A policy for nondeterministic results.
pub trait Choices {
    /// One of `count` alternatives, by its number. Zero stands for two to the 128th.
    fn choose(&mut self, count: u128) -> u128;

    /// One of `count` alternatives for the result of an operation that compilers copy and fold as if it had one result.
    fn choose_float(&mut self, _choice: FloatChoice, count: u128) -> u128 {
        self.choose(count)
    }

    /// True if a frozen value of `count` alternatives stays undef, and each use of it may be another one. The set of behaviours
    /// is larger then, never smaller.
    fn keeps_undef(&mut self, _count: u128) -> bool {
        false
    }
}

/// A choice about the result of an operation on floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FloatChoice {
    /// The bits of a NaN.
    Nan,
    /// The sign of a zero, with `nsz`.
    Zero,
    /// `fmuladd` is fused or not.
    Fused,
}

/// Always the first alternative. Counts the choices.
#[derive(Clone, Debug, Default)]
pub struct First {
    /// The number of choices so far.
    pub count: u64,
}

impl Choices for First {
    fn choose(&mut self, _count: u128) -> u128 {
        self.count += 1;
        0
    }
}

/// Every combination of alternatives, one for each run.
#[derive(Clone, Debug, Default)]
pub struct Every {
    /// The alternatives of this run, and the last one at each choice.
    taken: Vec<(u128, u128)>,
    next: usize,
}

impl Every {
    /// The number of choices of this run so far.
    pub fn count(&self) -> u64 {
        self.next as u64
    }

    /// Begins the same run again.
    pub fn repeat(&mut self) {
        self.next = 0;
    }

    /// Begins the next run. False if there have been runs with all combinations.
    pub fn advance(&mut self) -> bool {
        self.next = 0;
        while let Some((alternative, last)) = self.taken.pop() {
            if alternative < last {
                self.taken.push((alternative + 1, last));
                return true;
            }
        }
        false
    }
}

impl Choices for Every {
    fn choose(&mut self, count: u128) -> u128 {
        if self.next == self.taken.len() {
            self.taken.push((0, count.wrapping_sub(1)));
        }
        self.next += 1;
        self.taken[self.next - 1].0
    }
}

/// The bits of a choice of `undef` bits, spread over their positions.
pub(crate) fn bits(choices: &mut dyn Choices, undef: u128) -> u128 {
    let count = undef.count_ones();
    if count == 0 {
        return 0;
    }
    let mut chosen = choices.choose(1u128.checked_shl(count).unwrap_or(0));
    let (mut spread, mut rest) = (0, undef);
    while rest != 0 {
        let lowest = rest & rest.wrapping_neg();
        if chosen & 1 == 1 {
            spread |= lowest;
        }
        chosen >>= 1;
        rest ^= lowest;
    }
    spread
}

#[cfg(test)]
mod tests {
    use super::*;

    struct This(u128);

    impl Choices for This {
        fn choose(&mut self, count: u128) -> u128 {
            assert!(count == 0 || self.0 < count);
            self.0
        }
    }

    #[test]
    fn every_combination_is_taken_once() {
        let mut every = Every::default();
        let mut runs = Vec::new();
        loop {
            let first = every.choose(2);
            let second = if first == 0 { every.choose(3) } else { 7 };
            runs.push((first, second));
            if !every.advance() {
                break;
            }
        }
        assert_eq!(runs, [(0, 0), (0, 1), (0, 2), (1, 7)]);
    }

    #[test]
    fn bits_are_spread() {
        assert_eq!(bits(&mut This(0b101), 0b1011_0000), 0b1001_0000);
        assert_eq!(bits(&mut This(u128::MAX), u128::MAX), u128::MAX);
        assert_eq!(bits(&mut This(7), 0), 0);
    }
}
