//! The passes, those that gain most first.

use kvant_c::{CTarget, Program};

use super::edit::Edit;
use super::record::Record;
use super::{control, counted, declaration, form, forward, inline, record_type, signature, values};

/// What is known of the program that is made smaller.
pub(super) struct Known<'p> {
    pub(super) program: &'p Program,
    pub(super) target: &'p CTarget,
    pub(super) record: &'p Record,
}

/// A list of edits that have something in common, to be made all together, by halves, by quarters, and so on.
pub(super) struct Pass {
    /// What it is called where somebody watches.
    pub(super) name: &'static str,
    /// What it would do to a program, in the order of the text.
    pub(super) find: Find,
    /// Whether a statement that is not defined any more may be taken out too, and so on.
    pub(super) mends: bool,
    /// Whether it only changes how the program looks, and can wait until nothing else is left to do.
    pub(super) polishes: bool,
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
}

type Find = fn(&Known) -> Vec<Edit>;

const fn pass(name: &'static str, find: Find) -> Pass {
    Pass {
        name,
        find,
        mends: false,
        polishes: false,
        order: Order::Chunks,
    }
}

const fn mending(name: &'static str, find: Find) -> Pass {
    Pass {
        mends: true,
        ..pass(name, find)
    }
}

const fn polishing(name: &'static str, find: Find) -> Pass {
    Pass {
        polishes: true,
        ..pass(name, find)
    }
}

const fn bisecting(name: &'static str, find: Find) -> Pass {
    Pass {
        order: Order::Bisecting,
        ..pass(name, find)
    }
}

/// All passes. What they do at most is what is worth most: first whole computations go, then what is between them, then
/// the details of what is left.
pub(super) const PASSES: &[Pass] = &[
    pass("what was not executed", control::unexecuted),
    pass("observations", control::observations),
    bisecting("an observation sooner", control::sooner),
    pass("calls to what they returned", values::calls),
    pass("pointers to functions", values::direct),
    mending("statements", control::all),
    pass("values to constants", values::results),
    pass("branches to what they did", control::taken),
    pass("loops to one iteration", control::loops),
    pass("first half of a loop", counted::first_half),
    pass("second half of a loop", counted::second_half),
    pass("cases", control::cases),
    pass("inlining", inline::calls),
    pass("declarations", control::declarations),
    pass("blocks", control::blocks),
    pass("values after something else", control::hoists),
    pass("parts with effects", control::effects),
    pass("conditionals to what they were", values::conditionals),
    pass("operands to constants", values::operands),
    pass("simpler forms", form::simpler),
    pass("casts and the like", values::inner),
    pass("first operands", values::first),
    pass("second operands", values::second),
    pass("assignments with an operator", values::compound),
    pass("copies", forward::copies),
    pass("pointers to what they point to", forward::pointers),
    pass("parameters", signature::parameters),
    pass("results", signature::results),
    polishing("attributes", signature::attributes),
    pass("names of types", declaration::type_names),
    pass("initial values", declaration::initial_values),
    polishing("items of initial values", declaration::items),
    polishing("qualifiers", declaration::qualifiers),
    pass("static variables", declaration::statics),
    pass("fields", record_type::fields),
    pass("parts", declaration::parts),
    pass("half of an array", declaration::halves),
    polishing("the end of an array", declaration::ends),
    pass("wrappers", record_type::wrappers),
    polishing("layouts", record_type::layouts),
    polishing("integers", declaration::integers),
    polishing("zeros", values::zeros),
    polishing("ones", values::ones),
    polishing("small numbers", values::small),
];
