//! Attributes of parameters, results, functions and calls.

use super::Type;
use crate::names::Name;

/// A list of attributes, in the order in which they are written.
pub type Attributes = Box<[Attribute]>;

/// An attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// A word: `nounwind`.
    Word(Name),
    /// A word with a number: `align 4`, `dereferenceable(8)`.
    Int(Name, u64),
    /// A word with a type: `byval(i32)`.
    Type(Name, Type),
    /// A word with anything else in parentheses: `memory(argmem: read)`. The text has single blanks between its tokens.
    Text(Name, Name),
    /// `"key"` or `"key"="value"`.
    String(Name, Option<Name>),
    /// `#0`.
    Group(u32),
}

/// The form in which an attribute is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A word alone.
    Word,
    /// `align 4`, `align(4)`, and `align=4` in groups.
    Align,
    /// A number in parentheses, and `=` before it in groups.
    StackAlign,
    /// A number in parentheses.
    Int,
    /// A type in parentheses.
    Type,
    /// Anything in parentheses.
    Text,
    /// Anything in parentheses, or nothing.
    MaybeText,
}

/// The form of an attribute, by its name. A word that is not known is [`Form::MaybeText`].
pub fn form(name: &str) -> Form {
    match name {
        "align" => Form::Align,
        "alignstack" => Form::StackAlign,
        "dereferenceable" | "dereferenceable_or_null" => Form::Int,
        "byref" | "byval" | "elementtype" | "inalloca" | "preallocated" | "sret" => Form::Type,
        "allockind" | "allocsize" | "captures" | "denormal_fpenv" | "initializes" | "memory"
        | "nofpclass" | "range" | "vscale_range" => Form::Text,
        "uwtable" | "dead_on_return" => Form::MaybeText,
        _ if is_word(name) => Form::Word,
        _ => Form::MaybeText,
    }
}

/// True for an attribute that is known, of any form.
pub fn is_known(name: &str) -> bool {
    is_word(name) || WITH_VALUES.contains(&name)
}

/// The names of all attributes that are known.
pub fn attribute_names() -> impl Iterator<Item = &'static str> {
    WORDS.into_iter().chain(WITH_VALUES)
}

fn is_word(name: &str) -> bool {
    WORDS.binary_search(&name).is_ok()
}

/// Attributes that are a word alone, sorted. The last ones of LLVM 15 that later versions replace are among them.
const WORDS: [&str; 88] = [
    "allocalign",
    "allocptr",
    "alwaysinline",
    "argmemonly",
    "builtin",
    "cold",
    "convergent",
    "coro_elide_safe",
    "coro_only_destroy_when_complete",
    "dead_on_unwind",
    "disable_sanitizer_instrumentation",
    "flatten",
    "fn_ret_thunk_extern",
    "hot",
    "hybrid_patchable",
    "immarg",
    "inaccessiblemem_or_argmemonly",
    "inaccessiblememonly",
    "inlinehint",
    "inreg",
    "jumptable",
    "minsize",
    "mustprogress",
    "naked",
    "nest",
    "noalias",
    "nobuiltin",
    "nocallback",
    "nocapture",
    "nocf_check",
    "nocreateundeforpoison",
    "nodivergencesource",
    "noduplicate",
    "noext",
    "nofree",
    "noimplicitfloat",
    "noinline",
    "noipa",
    "nomerge",
    "nonlazybind",
    "nonnull",
    "nooutline",
    "noprofile",
    "norecurse",
    "noredzone",
    "noreturn",
    "nosanitize_bounds",
    "nosanitize_coverage",
    "nosync",
    "noundef",
    "nounwind",
    "null_pointer_is_valid",
    "optdebug",
    "optforfuzzing",
    "optnone",
    "optsize",
    "presplitcoroutine",
    "readnone",
    "readonly",
    "returned",
    "returns_twice",
    "safestack",
    "sanitize_address",
    "sanitize_alloc_token",
    "sanitize_hwaddress",
    "sanitize_memory",
    "sanitize_memtag",
    "sanitize_numerical_stability",
    "sanitize_realtime",
    "sanitize_realtime_blocking",
    "sanitize_thread",
    "sanitize_type",
    "shadowcallstack",
    "signext",
    "skipprofile",
    "speculatable",
    "speculative_load_hardening",
    "ssp",
    "sspreq",
    "sspstrong",
    "strictfp",
    "swiftasync",
    "swifterror",
    "swiftself",
    "willreturn",
    "writable",
    "writeonly",
    "zeroext",
];

/// Attributes with something in parentheses, or with a number.
const WITH_VALUES: [&str; 21] = [
    "align",
    "alignstack",
    "allockind",
    "allocsize",
    "byref",
    "byval",
    "captures",
    "dead_on_return",
    "denormal_fpenv",
    "dereferenceable",
    "dereferenceable_or_null",
    "elementtype",
    "inalloca",
    "initializes",
    "memory",
    "nofpclass",
    "preallocated",
    "range",
    "sret",
    "uwtable",
    "vscale_range",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_sorted() {
        assert!(WORDS.is_sorted());
        assert!(is_known("nounwind") && is_known("memory") && is_known("uwtable"));
        assert!(!is_known("nounwound"));
        assert!(WITH_VALUES.iter().all(|name| form(name) != Form::Word));
    }
}
