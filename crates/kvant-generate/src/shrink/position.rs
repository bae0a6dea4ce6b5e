//! The progress of a shrinker, and the token that keeps it on disk.

use std::fmt::Debug;
use std::ops::Range;

/// The levels of superfluous code that is removed from every candidate unasked, that is without a test by compilers.
///
/// Most bugs do not need code that looks superfluous, and without it each candidate is much smaller than its edit alone
/// makes it. Some bugs depend on that code.
pub trait Care: Copy + Ord + Debug + Send + Sync + 'static {
    /// Every level, the one that removes least first.
    const ALL: &'static [Self];
    /// The level above which superfluous code is removed: the highest one in the last rounds.
    const POLISHING: Self;
    /// The lowest level for passes that do not try their [edits in chunks](super::Order): they replace the observation, and
    /// the code that only the old observation needed must be removed.
    const REPLACING: Self;

    /// The name, in tokens.
    fn name(self) -> &'static str;

    /// The level to continue with after many candidates in a row that were not interesting.
    #[must_use]
    fn doubted(self) -> Self;

    /// The highest level.
    fn most() -> Self {
        Self::ALL[Self::ALL.len() - 1]
    }

    /// The next lower level.
    fn less(self) -> Option<Self> {
        Self::ALL.iter().copied().rfind(|level| *level < self)
    }

    /// The level called `name`.
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|level| level.name() == name)
    }
}

/// The progress of a shrinker through its passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position<C> {
    /// The current stage.
    pub(super) stage: Stage,
    /// The number of edits that are made together; 0 before the pass has begun.
    pub(super) chunk: usize,
    /// The first of them.
    pub(super) first: usize,
    /// The number of edits before a success doubled it; 0 if it was not doubled.
    pub(super) usual: usize,
    /// The level of code that is removed unasked.
    pub(super) care: C,
    /// True in the last rounds.
    pub(super) polishing: bool,
}

/// A stage of shrinking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Finds the level of [`Care`] at which the program stays interesting.
    Opening,
    /// The pass of this number.
    Pass(usize),
    /// Gives short names.
    Renaming,
    /// The end.
    Done,
}

/// Counts of candidates and passes that gained nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pace {
    /// The passes in a row that found nothing.
    pub(super) idle: usize,
    /// The candidates that were not interesting since the program last became much smaller.
    pub(super) setbacks: usize,
}

impl<C: Care> Position<C> {
    /// The position before the first question.
    pub(super) fn beginning() -> Position<C> {
        Position {
            stage: Stage::Opening,
            chunk: 0,
            first: 0,
            usual: 0,
            care: C::most(),
            polishing: false,
        }
    }

    /// Doubles the number of edits that are tried together: superfluous code is often adjacent.
    pub(super) fn grow(&mut self) {
        if self.usual == 0 {
            self.usual = self.chunk;
        }
        self.chunk = self.chunk.saturating_mul(2);
    }

    /// Restores the number of edits before it was doubled, at the same position. Returns false if it was not doubled.
    pub(super) fn calm_down(&mut self) -> bool {
        let usual = std::mem::take(&mut self.usual);
        let grown = usual != 0 && usual < self.chunk;
        if grown {
            self.chunk = usual;
        }
        grown
    }

    /// The edits that are tried at this position, out of `length`: a chunk from the first on, or the middle one of the rest.
    pub(super) fn chosen(&self, length: usize, bisecting: bool) -> Range<usize> {
        let first = self.first.min(length);
        if bisecting {
            let middle = first + (length - first) / 2;
            return middle..(middle + 1).min(length);
        }
        first..first.saturating_add(self.chunk).min(length)
    }

    /// The position and the pace as a short text, which is kept on disk. `names` are the names of the passes.
    pub(super) fn token(&self, pace: Pace, names: &[&str]) -> String {
        let stage = match self.stage {
            Stage::Opening => "opening",
            Stage::Pass(n) => names.get(n).copied().unwrap_or("done"),
            Stage::Renaming => "renaming",
            Stage::Done => "done",
        };
        let round = if self.polishing {
            "polishing"
        } else {
            "coarse"
        };
        let care = self.care.name();
        let Position {
            chunk,
            first,
            usual,
            ..
        } = self;
        let Pace { idle, setbacks } = pace;
        format!("{stage}/{chunk}/{first}/{usual}/{care}/{round}/{idle}/{setbacks}")
    }

    /// Reads a [token](Position::token); `None` if the text is not one.
    pub(super) fn parse(token: &str, names: &[&str]) -> Option<(Position<C>, Pace)> {
        let mut parts = token.split('/');
        let stage = match parts.next()? {
            "opening" => Stage::Opening,
            "renaming" => Stage::Renaming,
            "done" => Stage::Done,
            name => Stage::Pass(names.iter().position(|known| *known == name)?),
        };
        let at = Position {
            stage,
            chunk: parts.next()?.parse().ok()?,
            first: parts.next()?.parse().ok()?,
            usual: parts.next()?.parse().ok()?,
            care: C::from_name(parts.next()?)?,
            polishing: parts.next()? == "polishing",
        };
        let pace = Pace {
            idle: parts.next()?.parse().ok()?,
            setbacks: parts.next()?.parse().ok()?,
        };
        parts.next().is_none().then_some((at, pace))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Care for bool {
        const ALL: &'static [bool] = &[false, true];
        const POLISHING: bool = false;
        const REPLACING: bool = false;

        fn name(self) -> &'static str {
            if self { "much" } else { "little" }
        }

        fn doubted(self) -> bool {
            false
        }
    }

    #[test]
    fn tokens_read_back() {
        let names = ["one", "two"];
        let mut at: Position<bool> = Position::beginning();
        let pace = Pace {
            idle: 3,
            setbacks: 9,
        };
        for stage in [Stage::Opening, Stage::Pass(1), Stage::Renaming, Stage::Done] {
            (at.stage, at.chunk, at.care) = (stage, 8, false);
            at.grow();
            let token = at.token(pace, &names);
            assert_eq!(Position::parse(&token, &names), Some((at, pace)), "{token}");
        }
        for bad in [
            "",
            "three/1/2/0/much/coarse/0/0",
            "done/1/2/0/much/coarse/0/0/0",
        ] {
            assert_eq!(Position::<bool>::parse(bad, &names), None, "{bad}");
        }
    }

    #[test]
    fn edits_are_chosen_from_the_first_or_in_the_middle() {
        let mut at: Position<bool> = Position::beginning();
        (at.chunk, at.first) = (4, 2);
        assert_eq!(at.chosen(10, false), 2..6);
        assert_eq!(at.chosen(3, false), 2..3);
        assert_eq!(at.chosen(10, true), 6..7);
        assert_eq!(at.chosen(0, true), 0..0);
    }
}
