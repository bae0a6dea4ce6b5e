//! The passes, in the order of their gain.

use kvant_c::{CTarget, Program};
use kvant_generate::shrink::Pass;

use super::edit::Edit;
use super::record::Record;
use super::{control, counted, declaration, form, forward, inline, record_type, signature, values};

/// The program that is being reduced, and the record of its run.
pub struct Known<'p> {
    pub(super) program: &'p Program,
    pub(super) target: &'p CTarget,
    pub(super) record: &'p Record,
}

/// Finds the edits of a pass, in the order of the text.
pub(super) type Find = fn(&Known) -> Vec<Edit>;

/// All passes, in the order of their typical gain: first whole computations are removed, then the code between them, then
/// details of the rest.
pub(super) const PASSES: &[Pass<Find>] = &[
    Pass::new("what was not executed", control::unexecuted),
    Pass::new("observations", control::observations),
    Pass::bisecting("an observation sooner", control::earlier_observation),
    Pass::new("calls to what they returned", values::calls),
    Pass::new("pointers to functions", values::direct),
    Pass::mending("statements", control::all),
    Pass::new("values to constants", values::results),
    Pass::new("branches to what they did", control::taken),
    Pass::new("loops to one iteration", control::loops),
    Pass::new("first half of a loop", counted::first_half),
    Pass::new("second half of a loop", counted::second_half),
    Pass::new("cases", control::cases),
    Pass::new("inlining", inline::calls),
    Pass::new("declarations", control::declarations),
    Pass::new("blocks", control::blocks),
    Pass::new("values after something else", control::hoists),
    Pass::new("parts with effects", control::effects),
    Pass::new("conditionals to what they were", values::conditionals),
    Pass::new("operands to constants", values::operands),
    Pass::new("simpler forms", form::simpler),
    Pass::new("casts and the like", values::inner),
    Pass::new("first operands", values::first),
    Pass::new("second operands", values::second),
    Pass::new("assignments with an operator", values::compound),
    Pass::new("copies", forward::copies),
    Pass::new("pointers to what they point to", forward::pointers),
    Pass::new("parameters", signature::parameters),
    Pass::new("results", signature::results),
    Pass::polishing("attributes", signature::attributes),
    Pass::new("names of types", declaration::type_names),
    Pass::new("initial values", declaration::initial_values),
    Pass::polishing("items of initial values", declaration::items),
    Pass::polishing("qualifiers", declaration::qualifiers),
    Pass::new("static variables", declaration::statics),
    Pass::new("fields", record_type::fields),
    Pass::new("parts", declaration::parts),
    Pass::new("half of an array", declaration::halves),
    Pass::polishing("the end of an array", declaration::ends),
    Pass::new("wrappers", record_type::wrappers),
    Pass::polishing("layouts", record_type::layouts),
    Pass::polishing("integers", declaration::integers),
    Pass::polishing("zeros", values::zeros),
    Pass::polishing("ones", values::ones),
    Pass::polishing("small numbers", values::small),
];
