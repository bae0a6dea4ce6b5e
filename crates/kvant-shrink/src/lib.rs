//! How far shrinking has come, and how to write that down: the same for every language.
//!
//! What passes and edits there are, and what is taken out without asking, is the business of each language.

use std::ops::Range;

/// How much is taken out of candidates without asking.
pub trait Care: Copy {
    /// All that looks superfluous.
    const MOST: Self;

    /// What it is called in a token.
    fn name(self) -> &'static str;

    /// The one of this name.
    fn from_name(name: &str) -> Option<Self>;
}

/// How far shrinking has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<C> {
    /// What is being done.
    pub stage: Stage,
    /// How many edits are made together; 0 before the pass has begun.
    pub chunk: usize,
    /// The first of them.
    pub first: usize,
    /// How many it were before it went well and they became more; 0 where they did not.
    pub usual: usize,
    /// What is taken out without asking.
    pub care: C,
    /// Whether the last rounds have begun.
    pub polishing: bool,
}

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Finds out how much may be taken out without asking each time.
    Opening,
    /// The pass of this number.
    Pass(usize),
    /// Gives short names.
    Renaming,
    /// Nothing.
    Done,
}

/// How well it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// The passes in a row that found nothing.
    pub idle: usize,
    /// How many candidates were not interesting since one was that is much smaller.
    pub setbacks: usize,
}

impl<C: Care> Position<C> {
    /// Nothing was asked.
    pub const BEGINNING: Position<C> = Position {
        stage: Stage::Opening,
        chunk: 0,
        first: 0,
        usual: 0,
        care: C::MOST,
        polishing: false,
    };

    /// Tries twice as many edits together from here on: what is not needed often stands together.
    pub fn grow(&mut self) {
        if self.usual == 0 {
            self.usual = self.chunk;
        }
        self.chunk = self.chunk.saturating_mul(2);
    }

    /// Tries as many as before it went well, at the same place. Tells whether there is a difference.
    pub fn calm_down(&mut self) -> bool {
        let usual = std::mem::take(&mut self.usual);
        let grown = usual != 0 && usual < self.chunk;
        if grown {
            self.chunk = usual;
        }
        grown
    }

    /// Which of `length` edits are tried here: so many from the first on, or the middle one of those that are left.
    pub fn chosen(&self, length: usize, bisecting: bool) -> Range<usize> {
        let first = self.first.min(length);
        if bisecting {
            let middle = first + (length - first) / 2;
            return middle..(middle + 1).min(length);
        }
        first..first.saturating_add(self.chunk).min(length)
    }

    /// The stage, the chunk, its beginning and its usual length, what is taken out without asking, whether the last rounds
    /// have begun, and the pace, in a few characters. `names` are those of the passes.
    pub fn token(&self, pace: Pace, names: &[&str]) -> String {
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

    /// What a [token](Position::token) says, if it says anything.
    pub fn parse(token: &str, names: &[&str]) -> Option<(Position<C>, Pace)> {
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
        const MOST: bool = true;

        fn name(self) -> &'static str {
            if self { "much" } else { "little" }
        }

        fn from_name(name: &str) -> Option<bool> {
            [true, false].into_iter().find(|care| care.name() == name)
        }
    }

    #[test]
    fn tokens_read_back() {
        let names = ["one", "two"];
        let mut at: Position<bool> = Position::BEGINNING;
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
        let mut at: Position<bool> = Position::BEGINNING;
        (at.chunk, at.first) = (4, 2);
        assert_eq!(at.chosen(10, false), 2..6);
        assert_eq!(at.chosen(3, false), 2..3);
        assert_eq!(at.chosen(10, true), 6..7);
        assert_eq!(at.chosen(0, true), 0..0);
    }
}
