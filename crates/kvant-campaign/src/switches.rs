//! What can be turned off of a compiler to see what a fault rests on: for each family, as data.

use kvant_toolchain::Family;

use crate::Kind;

/// A rule of the language that a compiler trusts, and how to make it stop.
pub(crate) struct Rule {
    /// Kind of a fault that disappears without it.
    pub(crate) kind: Kind,
    /// True if the machine checks it in every operation. A fault that depends on it is then in quarantine only if a sanitizer or
    /// another compiler family contradicts the machine.
    pub(crate) is_settled: bool,
    /// The flags.
    pub(crate) off: &'static [&'static str],
}

/// A pass, or some, that may be to blame.
pub(crate) struct Suspect {
    /// Its name.
    pub(crate) name: &'static str,
    /// The flag that leaves it out.
    pub(crate) off: &'static str,
}

/// The rules that are disputed, or that programs break unnoticed. What needs one may be kept apart.
pub(crate) fn rules(family: Family) -> &'static [Rule] {
    match family {
        Family::Rustc => &[Rule {
            kind: Kind::AliasingDependent,
            is_settled: false,
            // These make it trust no reference to be the only way to what it points to.
            off: &["-Zmutable-noalias=no", "-Zbox-noalias=no"],
        }],
        Family::Gcc | Family::Clang => &[
            Rule {
                kind: Kind::AliasingDependent,
                is_settled: false,
                off: &["-fno-strict-aliasing"],
            },
            Rule {
                kind: Kind::OverflowDependent,
                is_settled: true,
                off: &["-fwrapv"],
            },
        ],
        Family::Tcc => &[],
    }
}

/// Those that were to blame before, or rest on what is disputed.
pub(crate) fn suspects(family: Family) -> &'static [Suspect] {
    match family {
        Family::Rustc => &RUSTC,
        Family::Gcc => &GCC,
        Family::Clang => &CLANG,
        Family::Tcc => &[],
    }
}

const fn suspect(name: &'static str, off: &'static str) -> Suspect {
    Suspect { name, off }
}

const RUSTC: [Suspect; 6] = [
    suspect("GVN", "-Zmir-enable-passes=-GVN"),
    suspect(
        "ReferencePropagation",
        "-Zmir-enable-passes=-ReferencePropagation",
    ),
    suspect(
        "DestinationPropagation",
        "-Zmir-enable-passes=-DestinationPropagation",
    ),
    suspect("CopyProp", "-Zmir-enable-passes=-CopyProp"),
    suspect("JumpThreading", "-Zmir-enable-passes=-JumpThreading"),
    suspect(
        "DataflowConstProp",
        "-Zmir-enable-passes=-DataflowConstProp",
    ),
];

const GCC: [Suspect; 9] = [
    suspect("strict-overflow", "-fwrapv"),
    suspect("inline", "-fno-inline"),
    suspect("tree-vectorize", "-fno-tree-vectorize"),
    suspect("tree-vrp", "-fno-tree-vrp"),
    suspect("tree-pre", "-fno-tree-pre"),
    suspect("tree-dominator-opts", "-fno-tree-dominator-opts"),
    suspect("ipa-cp", "-fno-ipa-cp"),
    suspect("ivopts", "-fno-ivopts"),
    suspect("tree-sra", "-fno-tree-sra"),
];

const CLANG: [Suspect; 5] = [
    suspect("strict-overflow", "-fwrapv"),
    suspect("inline", "-fno-inline"),
    suspect("vectorize", "-fno-vectorize"),
    suspect("slp-vectorize", "-fno-slp-vectorize"),
    suspect("unroll-loops", "-fno-unroll-loops"),
];
