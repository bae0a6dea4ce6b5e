//! Allowed differences between constant evaluation and the machine, by rule and by program. The lists of programs are checked
//! in both directions: an obsolete entry fails.

use kvant_testing::corpus::Folder;
use kvant_toolchain::{Answer, ConstVerdict};

use crate::corpus_files::Case;

/// Rules that the compiler's interpreter does not have, with the reason. Its answers about programs that break one of them
/// are ignored.
const BEYOND_CONST_EVAL: &[(&str, &str)] = &[
    (
        "borrow",
        "it does not track which reference may access a byte",
    ),
    (
        "float-does-not-fit",
        "it does not know `float_to_int_unchecked`",
    ),
];

/// Undefined programs that the compiler's interpreter accepts or does not support, with the reason.
const ACCEPTED_BY_CONST_EVAL: &[(&str, &str)] = &[
    (
        "bool_written_as_a_byte",
        "it has a layout in mind in which this byte is how the other variant is written",
    ),
    (
        "reference_in_a_result_to_a_dead_local",
        "it looks at what a function returns while the function's locals are still there",
    ),
    ("reference_to_a_bool_that_is_none", NOT_THROUGH_REFERENCES),
    ("reference_to_a_char_that_is_none", NOT_THROUGH_REFERENCES),
    ("return_place_of_two_calls", ONLY_WRITTEN),
    ("return_place_overwritten_as_a_whole", ONLY_WRITTEN),
    ("return_place_written", ONLY_WRITTEN),
    (
        "uninitialised_field_of_a_set_variant",
        "it writes the tag only, so that the bytes of the variant before are still there",
    ),
    (
        "uninitialised_rest_of_a_union",
        "it writes the field only, so that the bytes of the union before are still there",
    ),
    (
        "uninitialised_element_of_an_empty_repeat",
        "it looks at the operand when it writes the first element, and there is none",
    ),
];

const ONLY_WRITTEN: &str = "it makes the return place uninitialised during a call, which does not show if it is only written";

const NOT_THROUGH_REFERENCES: &str = "it does not ask whether a reference is to a valid value";

/// Defined programs that the compiler's interpreter does not support, with the reason.
const CONST_EVAL_CANNOT_SAY: &[(&str, &str)] = &[
    ("comparing_a_pointer_with_itself", COMPARES_POINTERS),
    ("comparing_pointers", COMPARES_POINTERS),
    ("comparing_pointers_to_known_fields", COMPARES_POINTERS),
    ("intrinsic_float_to_int_unchecked", NO_SUCH_INTRINSIC),
    ("intrinsic_sqrt", NO_SUCH_INTRINSIC),
    ("linked_nodes_in_one_array", COMPARES_POINTERS),
    ("open_values_through_intrinsics", NO_SUCH_INTRINSIC),
    ("pointer_to_a_field_and_behind_it", COMPARES_POINTERS),
    ("walking_an_array_by_offset", COMPARES_POINTERS),
];

const NO_SUCH_INTRINSIC: &str = "it does not know `sqrt` nor `float_to_int_unchecked`";

const COMPARES_POINTERS: &str = "it compares no pointers, not even a pointer with itself";

/// True if the interpreter is not expected to support this defined program.
pub(crate) fn cannot_say(case: &Case) -> bool {
    case.folder == Folder::Defined && is_in(CONST_EVAL_CANNOT_SAY, case)
}

/// The deviation of the interpreter's answer from the expected one, if there is one.
pub(crate) fn complaint(case: &Case, answer: &Answer) -> Option<String> {
    let Answer::Evaluated(verdict) = answer else {
        return Some(format!("is not evaluated: {answer:?}"));
    };
    let broken = case.stopped.as_ref().map(|stopped| stopped.rule.as_str());
    if BEYOND_CONST_EVAL
        .iter()
        .any(|(rule, _)| broken == Some(rule))
    {
        return None;
    }
    let (expected, excused) = match (case.folder, verdict) {
        (Folder::Defined, ConstVerdict::CannotSay { .. }) => (false, cannot_say(case)),
        (Folder::Defined, verdict) => (*verdict == ConstVerdict::Agrees, false),
        (_, ConstVerdict::Undefined { .. }) => (true, false),
        (_, _) => (false, is_in(ACCEPTED_BY_CONST_EVAL, case)),
    };
    let listed = match case.folder {
        Folder::Defined => cannot_say(case),
        _ => is_in(ACCEPTED_BY_CONST_EVAL, case),
    };
    match (expected, excused, listed) {
        (true, _, false) | (false, true, _) => None,
        (true, _, true) => Some(format!("take it off the list of exceptions: {verdict:?}")),
        (false, false, _) => Some(format!("is judged otherwise: {verdict:?}")),
    }
}

/// Entries of the lists that name no program of `cases`.
pub(crate) fn unknown_entries(cases: &[Case]) -> Vec<&'static str> {
    let lists = [
        (Folder::Undefined, ACCEPTED_BY_CONST_EVAL),
        (Folder::Defined, CONST_EVAL_CANNOT_SAY),
    ];
    let mut unknown_entries = Vec::new();
    for (folder, list) in lists {
        for (name, _) in list {
            if !cases.iter().any(|c| c.folder == folder && c.name == *name) {
                unknown_entries.push(*name);
            }
        }
    }
    unknown_entries
}

fn is_in(list: &[(&str, &str)], case: &Case) -> bool {
    list.iter().any(|(name, _)| *name == case.name)
}
