//! Passes: lists of edits that have something in common.

/// A list of edits that have something in common, to be made all together, by halves, by quarters, and so on.
///
/// `F` is the function that finds the edits in a program.
#[derive(Clone, Copy, Debug)]
pub struct Pass<F> {
    /// The name, in tokens and in progress reports.
    pub name: &'static str,
    /// Finds the edits, in the order of the text.
    pub find: F,
    /// True if statements that the edits leave undefined are removed too.
    pub mends: bool,
    /// The rounds in which the pass is made.
    pub when: When,
    /// The order in which the edits are tried.
    pub order: Order,
}

/// The rounds in which a pass is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum When {
    /// In every round.
    Always,
    /// While superfluous code is removed unasked, and in the last rounds: the pass only makes code superfluous.
    Cleaning,
    /// In the last rounds: the pass changes only details.
    Polishing,
}

/// The order in which the edits of a pass are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// All together, then by halves, and so on.
    Chunks,
    /// One at a time, beginning in the middle and from there to the end: the earliest that works is best.
    Bisecting,
    /// One after the other.
    Single,
}

impl<F: Copy> Pass<F> {
    /// A pass that tries its edits in chunks, in every round.
    pub const fn new(name: &'static str, find: F) -> Pass<F> {
        Pass {
            name,
            find,
            mends: false,
            when: When::Always,
            order: Order::Chunks,
        }
    }

    /// A pass that also removes the statements which its edits leave undefined.
    pub const fn mending(name: &'static str, find: F) -> Pass<F> {
        Pass {
            mends: true,
            ..Pass::new(name, find)
        }
    }

    /// A pass that only makes other code superfluous.
    pub const fn preparing(name: &'static str, find: F) -> Pass<F> {
        Pass {
            when: When::Cleaning,
            ..Pass::new(name, find)
        }
    }

    /// A pass of the last rounds.
    pub const fn polishing(name: &'static str, find: F) -> Pass<F> {
        Pass {
            when: When::Polishing,
            ..Pass::new(name, find)
        }
    }

    /// A pass that looks for the earliest edit that works.
    pub const fn bisecting(name: &'static str, find: F) -> Pass<F> {
        Pass {
            order: Order::Bisecting,
            ..Pass::new(name, find)
        }
    }

    /// A pass that tries its edits one after the other.
    pub const fn single(name: &'static str, find: F) -> Pass<F> {
        Pass {
            order: Order::Single,
            ..Pass::new(name, find)
        }
    }
}
