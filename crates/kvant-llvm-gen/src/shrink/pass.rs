//! The passes, in the order of their gain.

use kvant_generate::shrink::{Pass, When};

use super::edit::Edit;
use super::record::Record;
use super::{control, detail, input, retype, symbol, value};
use crate::Test;

/// The test that is being reduced, and the record of its run.
pub struct Known<'p> {
    pub(super) test: &'p Test,
    pub(super) record: &'p Record,
}

/// Finds the edits of a pass, in the order of the text.
pub(super) type Find = fn(&Known<'_>) -> Vec<Edit>;

/// All passes, in the order of their typical gain. Results become parameters before they become constants: most bugs need values
/// that the compiler does not know.
pub(super) const PASSES: &[Pass<Find>] = &[
    Pass::single("one input", input::only),
    Pass::mending("called functions alone", symbol::entries),
    Pass::bisecting("an end sooner", control::sooner),
    // The other one goes on from the middle, and may miss the first.
    Pass {
        when: When::Polishing,
        ..Pass::single("the first end", control::sooner)
    },
    Pass::new("branches to where they went", control::always),
    Pass::new("calls to what they returned", value::calls),
    Pass::new("bodies of functions", symbol::bodies),
    Pass::new("inlining", symbol::inlined),
    Pass::new("instructions without results", value::effects),
    Pass::new("results to parameters", value::to_parameters),
    Pass::new("first operands", value::first_operands),
    Pass::new("last operands", value::last_operands),
    Pass::new("results to known parameters", value::parameters),
    Pass::new("results to constants", value::constants),
    Pass::new("results to zero", value::zeros),
    Pass::new("branches to the first target", control::first_targets),
    Pass::new("branches to the last target", control::last_targets),
    Pass::new("blocks that were not executed", control::unexecuted),
    Pass::new("blocks that nothing leads to", control::unreachable),
    Pass::new("cases", control::cases),
    Pass::new("blocks that only jump", control::empty),
    Pass::new("merged blocks", control::merges),
    Pass::new("parameters without uses", symbol::unused),
    Pass::new("no result", control::void),
    Pass::new("operands to constants", value::constant_operands),
    Pass::new("operands to parameters", value::parameter_operands),
    Pass::new("parameters to constants", symbol::constants),
    Pass::new("properties of symbols", detail::of_symbols),
    Pass::new("properties of instructions", detail::of_instructions),
    Pass::polishing("operands to zero", value::zero_operands),
    Pass::polishing("operands to one", value::ones),
    Pass::polishing("operands to halves", value::halves),
    Pass::single("types", retype::types),
    Pass::polishing("inputs to zero", input::zeros),
    Pass::polishing("inputs to one", input::ones),
    Pass::polishing("inputs to halves", input::halves),
    Pass::polishing("sizes of objects", input::sizes),
];
