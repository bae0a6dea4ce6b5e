//! Classes of differences and reasons for no answer, for people.

use kvant_llvm_refine::{Class, Silence};

/// The name of a class of differences.
pub(in crate::llvm) fn class(class: Class) -> &'static str {
    match class {
        Class::Value => "wrong value",
        Class::Memory => "wrong memory",
        Class::Event => "wrong event",
        Class::Poison => "new poison",
        Class::Undefined => "new undefined behaviour",
        Class::Claim => "wrong claim",
        Class::Endless => "does not end",
    }
}

/// The reason why there is no answer for an input.
pub(in crate::llvm) fn silence(silence: &Silence) -> String {
    match silence {
        Silence::Undefined(rule) => format!("it is undefined before: {rule}"),
        Silence::Source(stop) => format!("the machine does not decide it before: {stop}"),
        Silence::Many => "it has too many behaviours before".to_owned(),
        Silence::Target(stop) => format!("the machine does not decide it after: {stop}"),
        Silence::Compared => "the behaviours cannot be compared".to_owned(),
    }
}
