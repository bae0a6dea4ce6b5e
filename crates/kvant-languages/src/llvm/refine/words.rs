//! Names of classes and reasons, for people and in records.

use kvant_llvm_refine::{Class, Kind, Silence};

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

/// True for the class of attributes that are not true.
pub(super) fn is_claim(class: Class) -> bool {
    class == Class::Claim
}

/// The name of a kind of inputs.
pub(super) fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Plain => "plain",
        Kind::Poison => "poison",
        Kind::Undef => "undef",
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
