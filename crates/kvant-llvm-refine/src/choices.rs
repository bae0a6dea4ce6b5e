//! Nondeterministic choices of runs: all alternatives of a source, some of a target.

use kvant_llvm_machine::{Choices, Every, FloatChoice};

/// The kinds of choices about floats that a run made. Compilers copy and fold such operations as if each had one result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FloatChoices {
    /// The bits of a NaN.
    pub nan: bool,
    /// The sign of a zero with `nsz`.
    pub zero: bool,
    /// A product and a sum that are fused or not.
    pub fused: bool,
}

impl FloatChoices {
    fn note(&mut self, choice: FloatChoice) {
        match choice {
            FloatChoice::Nan => self.nan = true,
            FloatChoice::Zero => self.zero = true,
            FloatChoice::Fused => self.fused = true,
        }
    }

    /// The choices of one of two runs.
    #[must_use]
    pub fn or(self, other: FloatChoices) -> FloatChoices {
        FloatChoices {
            nan: self.nan || other.nan,
            zero: self.zero || other.zero,
            fused: self.fused || other.fused,
        }
    }
}

/// All choices of a source, one after the other. Values with too many alternatives stay undef when they are frozen, which makes the
/// set of behaviours larger; other choices with too many make it incomplete.
#[derive(Default)]
pub(crate) struct SourceChoices {
    every: Every,
    most: u128,
    /// True once a choice has too many alternatives.
    pub(crate) is_incomplete: bool,
    /// True once a frozen value stays undef.
    pub(crate) is_open: bool,
    pub(crate) float_choices: FloatChoices,
}

impl SourceChoices {
    /// Choices with at most so many alternatives.
    pub(crate) fn new(most: u32) -> SourceChoices {
        SourceChoices {
            most: most.into(),
            ..SourceChoices::default()
        }
    }

    /// Begins the next run. False if there is none.
    pub(crate) fn advance(&mut self) -> bool {
        self.every.advance()
    }
}

impl Choices for SourceChoices {
    fn choose(&mut self, count: u128) -> u128 {
        if count == 0 || count > self.most {
            self.is_incomplete = true;
            return 0;
        }
        self.every.choose(count)
    }

    fn choose_float(&mut self, choice: FloatChoice, count: u128) -> u128 {
        self.float_choices.note(choice);
        self.choose(count)
    }

    fn keeps_undef(&mut self, count: u128) -> bool {
        let keeps = count == 0 || count > self.most;
        self.is_open |= keeps;
        keeps
    }
}

/// Some choices of a target: up to four alternatives of each, and for floats the same one at every place, as a machine does that
/// computes an operation in one way.
#[derive(Clone, Default)]
pub struct TargetChoices {
    every: Every,
    /// The number of the alternative for floats.
    pub(crate) way: u128,
    pub(crate) float_choices: FloatChoices,
}

impl TargetChoices {
    /// Begins the next run. False if there is none.
    pub fn advance(&mut self) -> bool {
        self.every.advance()
    }

    /// The same run, with another alternative for floats.
    #[must_use]
    pub fn with_way(&self, way: u128) -> TargetChoices {
        let mut choices = self.clone();
        choices.every.repeat();
        choices.way = way;
        choices
    }
}

/// The number of ways in which the results of floats are chosen.
pub const WAYS: u128 = 4;

impl Choices for TargetChoices {
    fn choose(&mut self, count: u128) -> u128 {
        if (1..=4).contains(&count) {
            return self.every.choose(count);
        }
        let last = count.wrapping_sub(1);
        match self.every.choose(4) {
            0 => 0,
            1 => last,
            2 => 1,
            _ => (u128::MAX / 3) % last,
        }
    }

    fn choose_float(&mut self, choice: FloatChoice, count: u128) -> u128 {
        self.float_choices.note(choice);
        self.way % count.max(1)
    }
}
