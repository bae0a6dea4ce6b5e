//! The passes, those that gain most first.

use kvant_generate::shrink::Pass;
use kvant_mir::Program;

use super::edit::Edit;
use super::record::Record;
use super::{
    calls, control, fields, forward, inline, lengths, loops, narrow, observe, signature,
    statements, unwrap, values, variants,
};

/// Finds the edits of a pass, in the order of the text.
pub(super) type Find = fn(&Program, &Record) -> Vec<Edit>;

/// All passes, in order of their usual gain: first whole computations are removed, then text between them, then
/// details.
pub(super) const PASSES: &[Pass<Find>] = &[
    Pass::new("unexecuted blocks", control::unexecuted),
    Pass::new("observations", calls::observations),
    Pass::bisecting("an observation at last", observe::at_last),
    Pass::bisecting("an observation sooner", observe::sooner),
    Pass::new("calls to what they did", calls::effects),
    Pass::new("pointers to functions", calls::direct),
    Pass::preparing("values to constants", values::results),
    Pass::new("switches to what they did", control::taken),
    Pass::mending("calls", calls::functions),
    Pass::mending("statements", statements::all),
    Pass::new("switches and loops", control::jumps),
    Pass::new("a few iterations", loops::few),
    Pass::new("fewer iterations", loops::fewest),
    Pass::new("unrolling", loops::unrolled),
    Pass::bisecting("returning sooner", observe::returns),
    Pass::new("arms", control::arms),
    Pass::new("unexecuted ends", control::unexecuted_ends),
    Pass::preparing("operands to constants", values::operands),
    Pass::new("storage markers", statements::markers),
    Pass::new("copies", forward::copies),
    Pass::new("arguments", signature::parameters),
    Pass::new("results", signature::results),
    Pass::new("inlining", inline::calls),
    Pass::new("joining blocks", control::joints),
    Pass::new("rvalues to operands", statements::operands),
    Pass::new("variants", variants::unused),
    Pass::new("fields of variants", variants::unnamed),
    Pass::new("fields", fields::unnamed),
    Pass::new("half of an array", lengths::halves),
    Pass::new("the end of an array", lengths::ends),
    Pass::new("wrappers", unwrap::wrappers),
    Pass::new("integers", narrow::integers),
    Pass::single("observing something else", observe::others),
    Pass::new("zeros", values::zeros),
    Pass::new("ones", values::ones),
    Pass::new("small numbers", values::small),
];
