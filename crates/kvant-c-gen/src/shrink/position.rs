//! How far shrinking has come, and how to write that down.

use std::fmt;
use std::ops::Range;

use super::clean::Care;
use super::pass::{Order, PASSES};

/// How far shrinking has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Position {
    pub(super) stage: Stage,
    /// How many edits are made together; 0 before the pass has begun.
    pub(super) chunk: usize,
    /// The first of them.
    pub(super) first: usize,
    /// How many it were before it went well and they became more; 0 where they did not.
    pub(super) usual: usize,
    pub(super) care: Care,
    /// Whether the last rounds have begun.
    pub(super) polishing: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// Finds out how much may be taken out without asking each time.
    Opening,
    Pass(usize),
    Renaming,
    Done,
}

/// How well it goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Pace {
    /// The passes in a row that found nothing.
    pub(super) idle: usize,
    /// How many candidates were not interesting since one was that is much smaller.
    pub(super) setbacks: usize,
}

impl Position {
    /// Nothing was asked.
    pub(super) const BEGINNING: Position = Position {
        stage: Stage::Opening,
        chunk: 0,
        first: 0,
        usual: 0,
        care: Care::Lean,
        polishing: false,
    };

    /// Tries twice as many edits together from here on: what is not needed often stands together.
    pub(super) fn grow(&mut self) {
        if self.usual == 0 {
            self.usual = self.chunk;
        }
        self.chunk = self.chunk.saturating_mul(2);
    }

    /// Tries as many as before it went well, at the same place. Tells whether there is a difference.
    pub(super) fn calm_down(&mut self) -> bool {
        let usual = std::mem::take(&mut self.usual);
        let grown = usual != 0 && usual < self.chunk;
        if grown {
            self.chunk = usual;
        }
        grown
    }

    /// Which of `length` edits are tried here.
    pub(super) fn chosen(&self, length: usize) -> Range<usize> {
        let first = self.first.min(length);
        match self.stage {
            Stage::Pass(n) if PASSES[n].order == Order::Bisecting => {
                let middle = first + (length - first) / 2;
                middle..(middle + 1).min(length)
            }
            _ => first..first.saturating_add(self.chunk).min(length),
        }
    }
}

/// The form of a token: the stage, the chunk, its beginning and its usual length, what is taken out without asking, and whether the last
/// rounds have begun.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stage = match self.stage {
            Stage::Opening => "opening",
            Stage::Pass(n) => PASSES[n].name,
            Stage::Renaming => "renaming",
            Stage::Done => "done",
        };
        let care = self.care.name();
        let round = if self.polishing {
            "polishing"
        } else {
            "coarse"
        };
        let (chunk, first, usual) = (self.chunk, self.first, self.usual);
        write!(f, "{stage}/{chunk}/{first}/{usual}/{care}/{round}")
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.idle, self.setbacks)
    }
}

/// Reads a token.
pub(super) fn parse(token: &str) -> Option<(Position, Pace)> {
    let mut parts = token.split('/');
    let stage = match parts.next()? {
        "opening" => Stage::Opening,
        "renaming" => Stage::Renaming,
        "done" => Stage::Done,
        name => Stage::Pass(PASSES.iter().position(|pass| pass.name == name)?),
    };
    let chunk = parts.next()?.parse().ok()?;
    let first = parts.next()?.parse().ok()?;
    let usual = parts.next()?.parse().ok()?;
    let care = Care::from_name(parts.next()?)?;
    let polishing = parts.next()? == "polishing";
    let at = Position {
        stage,
        chunk,
        first,
        usual,
        care,
        polishing,
    };
    let pace = Pace {
        idle: parts.next()?.parse().ok()?,
        setbacks: parts.next()?.parse().ok()?,
    };
    parts.next().is_none().then_some((at, pace))
}
