//! Rules that are wrong on purpose.
//!
//! A test plants one at a time and shows that a comparison of the machine with a compiler finds it. Without the feature
//! `planted` all rules are right: [`is`] is always false.

/// A wrong rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plant {
    /// `>>` of a signed integer shifts zeros in.
    ShiftRightIsLogical,
    /// Casts never extend the sign.
    CastZeroExtends,
    /// `<`, `<=`, `>` and `>=` compare signed integers as unsigned.
    ComparisonIsUnsigned,
    /// `Checked(x * y)` never reports an overflow.
    CheckedMulNeverOverflows,
    /// `match` compares only the lowest four bits of the scrutinee.
    SwitchSeesLowBits,
    /// `[x; N]` writes 0 to its last integer.
    RepeatForgetsLast,
    /// A copied aggregate has some bits of its first byte inverted.
    CopyFlipsFirstByte,
    /// `%` of a negative integer has the sign of the divisor.
    RemainderIsFloored,
    /// `Discriminant` returns the number of the variant, not the declared value.
    DiscriminantIsIndex,
    /// `rotate_left` and `rotate_right` are swapped.
    RotateIsReversed,
    /// `write_bytes` leaves out the last byte.
    FillForgetsLast,
}

impl Plant {
    /// Every wrong rule.
    pub const ALL: [Plant; 11] = [
        Plant::ShiftRightIsLogical,
        Plant::CastZeroExtends,
        Plant::ComparisonIsUnsigned,
        Plant::CheckedMulNeverOverflows,
        Plant::SwitchSeesLowBits,
        Plant::RepeatForgetsLast,
        Plant::CopyFlipsFirstByte,
        Plant::RemainderIsFloored,
        Plant::DiscriminantIsIndex,
        Plant::RotateIsReversed,
        Plant::FillForgetsLast,
    ];
}

#[cfg(feature = "planted")]
mod active {
    use std::cell::Cell;

    use super::Plant;

    thread_local! {
        static ACTIVE: Cell<Option<Plant>> = const { Cell::new(None) };
    }

    /// True if `plant` is the wrong rule of this thread.
    #[inline]
    pub fn is(plant: Plant) -> bool {
        ACTIVE.get() == Some(plant)
    }

    /// True if this thread has a wrong rule.
    #[inline]
    pub fn is_any() -> bool {
        ACTIVE.get().is_some()
    }

    /// Makes a rule wrong on this thread while `work` runs.
    pub fn with<T>(plant: Plant, work: impl FnOnce() -> T) -> T {
        let _uprooted = Uproot;
        ACTIVE.set(Some(plant));
        work()
    }

    /// Makes all rules right again, also after a panic.
    struct Uproot;

    impl Drop for Uproot {
        fn drop(&mut self) {
            ACTIVE.set(None);
        }
    }
}

#[cfg(feature = "planted")]
pub use active::{is, is_any, with};

/// Always false: this build has no wrong rules.
#[cfg(not(feature = "planted"))]
#[inline(always)]
#[allow(clippy::inline_always)]
pub fn is(_: Plant) -> bool {
    false
}

/// Always false: this build has no wrong rules.
#[cfg(not(feature = "planted"))]
#[inline(always)]
#[allow(clippy::inline_always)]
pub fn is_any() -> bool {
    false
}
