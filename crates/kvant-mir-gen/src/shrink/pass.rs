//! The passes, those that gain most first.

use kvant_mir::Program;

use super::edit::Edit;
use super::record::Record;
use super::{
    calls, control, fields, forward, inline, lengths, loops, narrow, observe, signature,
    statements, unwrap, values, variants,
};

/// A list of edits that have something in common, to be made all together, by halves, by quarters, and so on.
pub(super) struct Pass {
    /// What it is called where somebody watches.
    pub(super) name: &'static str,
    /// What it would do to a program, in the order of the text.
    pub(super) find: Find,
    /// Whether a statement that is not defined any more may be taken out too, and so on.
    pub(super) mends: bool,
    /// Whether it only makes something superfluous. Where that is not taken out without asking, it gains next to nothing.
    pub(super) prepares: bool,
    /// How its edits are tried.
    pub(super) order: Order,
}

/// How the edits of a pass are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// All together, then by halves, and so on.
    Chunks,
    /// One at a time, beginning in the middle and from there to the end: the earliest that works is best.
    Bisecting,
    /// One after the other.
    Single,
}

type Find = fn(&Program, &Record) -> Vec<Edit>;

const fn pass(name: &'static str, find: Find) -> Pass {
    Pass {
        name,
        find,
        mends: false,
        prepares: false,
        order: Order::Chunks,
    }
}

const fn mending(name: &'static str, find: Find) -> Pass {
    Pass {
        mends: true,
        ..pass(name, find)
    }
}

const fn preparing(name: &'static str, find: Find) -> Pass {
    Pass {
        prepares: true,
        ..pass(name, find)
    }
}

const fn bisecting(name: &'static str, find: Find) -> Pass {
    Pass {
        order: Order::Bisecting,
        ..pass(name, find)
    }
}

const fn single(name: &'static str, find: Find) -> Pass {
    Pass {
        order: Order::Single,
        ..pass(name, find)
    }
}

/// All passes. What they do at most is what is worth most: first whole computations go, then what is between them, then
/// the details of what is left.
pub(super) const PASSES: &[Pass] = &[
    pass("unexecuted blocks", control::unexecuted),
    pass("observations", calls::observations),
    bisecting("an observation at last", observe::at_last),
    bisecting("an observation sooner", observe::sooner),
    pass("calls to what they did", calls::effects),
    pass("pointers to functions", calls::direct),
    preparing("values to constants", values::results),
    pass("switches to what they did", control::taken),
    mending("calls", calls::functions),
    mending("statements", statements::all),
    pass("switches and loops", control::jumps),
    pass("a few iterations", loops::few),
    pass("fewer iterations", loops::fewest),
    pass("unrolling", loops::unrolled),
    bisecting("returning sooner", observe::returns),
    pass("arms", control::arms),
    pass("unexecuted ends", control::unexecuted_ends),
    preparing("operands to constants", values::operands),
    pass("storage markers", statements::markers),
    pass("copies", forward::copies),
    pass("arguments", signature::parameters),
    pass("results", signature::results),
    pass("inlining", inline::calls),
    pass("joining blocks", control::joints),
    pass("rvalues to operands", statements::operands),
    pass("variants", variants::unused),
    pass("fields of variants", variants::unnamed),
    pass("fields", fields::unnamed),
    pass("half of an array", lengths::halves),
    pass("the end of an array", lengths::ends),
    pass("wrappers", unwrap::wrappers),
    pass("integers", narrow::integers),
    single("observing something else", observe::others),
    pass("zeros", values::zeros),
    pass("ones", values::ones),
    pass("small numbers", values::small),
];
