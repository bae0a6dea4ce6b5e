//! Contracts: attributes of functions, calls and pointer arguments about memory and control.

use std::ops::Range;

use kvant_llvm::syntax::{Attribute, Attributes};

use crate::program::Program;

/// The accesses that are allowed. Where only writes are, bytes may be read after they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) reads: bool,
    pub(crate) writes: bool,
}

impl Access {
    pub(crate) const ALL: Access = Access {
        reads: true,
        writes: true,
    };
    pub(crate) const NONE: Access = Access {
        reads: false,
        writes: false,
    };

    fn of(word: &str) -> Access {
        match word {
            "none" => Access::NONE,
            "read" => Access {
                writes: false,
                ..Access::ALL
            },
            "write" => Access {
                reads: false,
                ..Access::ALL
            },
            _ => Access::ALL,
        }
    }

    fn and(self, other: Access) -> Access {
        Access {
            reads: self.reads && other.reads,
            writes: self.writes && other.writes,
        }
    }
}

/// The memory that a function may access, by kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effects {
    /// Memory that is accessed through pointers based on arguments.
    pub(crate) arguments: Access,
    /// State outside of the module.
    pub(crate) inaccessible: Access,
    /// Everything else.
    pub(crate) other: Access,
}

impl Effects {
    pub(crate) const ALL: Effects = Effects {
        arguments: Access::ALL,
        inaccessible: Access::ALL,
        other: Access::ALL,
    };

    pub(crate) fn and(self, other: Effects) -> Effects {
        Effects {
            arguments: self.arguments.and(other.arguments),
            inaccessible: self.inaccessible.and(other.inaccessible),
            other: self.other.and(other.other),
        }
    }

    /// `argmem: read, inaccessiblemem: write`.
    fn of_memory(text: &str) -> Effects {
        let mut effects = Effects {
            arguments: Access::NONE,
            inaccessible: Access::NONE,
            other: Access::NONE,
        };
        for part in text.split(',') {
            match part.split_once(':') {
                None => {
                    let access = Access::of(part.trim());
                    (effects.arguments, effects.inaccessible, effects.other) =
                        (access, access, access);
                }
                Some((location, access)) => {
                    let access = Access::of(access.trim());
                    match location.trim() {
                        "argmem" => effects.arguments = access,
                        "inaccessiblemem" => effects.inaccessible = access,
                        _ => {}
                    }
                }
            }
        }
        effects
    }

    /// An attribute of LLVM 15, which later versions write as `memory(…)`.
    fn of_word(word: &str) -> Option<Effects> {
        Some(Effects::of_memory(match word {
            "readnone" => "none",
            "readonly" => "read",
            "writeonly" => "write",
            "argmemonly" => "argmem: readwrite",
            "inaccessiblememonly" => "inaccessiblemem: readwrite",
            "inaccessiblemem_or_argmemonly" => "argmem: readwrite, inaccessiblemem: readwrite",
            _ => return None,
        }))
    }
}

/// The attributes of a function or a call about memory and control.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(clippy::struct_excessive_bools)] // One for each attribute.
pub(crate) struct Contract {
    pub(crate) effects: Effects,
    pub(crate) will_return: bool,
    pub(crate) no_return: bool,
    pub(crate) no_recurse: bool,
    pub(crate) no_free: bool,
    pub(crate) no_unwind: bool,
    /// `nocreateundeforpoison`.
    pub(crate) no_poison: bool,
}

impl Contract {
    const NONE: Contract = Contract {
        effects: Effects::ALL,
        will_return: false,
        no_return: false,
        no_recurse: false,
        no_free: false,
        no_unwind: false,
        no_poison: false,
    };

    /// The contract of a function or a call; none if it says nothing.
    pub(crate) fn of(program: &Program<'_>, attributes: &Attributes) -> Option<Box<Contract>> {
        let names = &program.module.names;
        let mut contract = Contract::NONE;
        for attribute in program.attributes(attributes) {
            match attribute {
                Attribute::Word(name) => match names.get(*name) {
                    "willreturn" => contract.will_return = true,
                    "noreturn" => contract.no_return = true,
                    "norecurse" => contract.no_recurse = true,
                    "nofree" => contract.no_free = true,
                    "nounwind" => contract.no_unwind = true,
                    "nocreateundeforpoison" => contract.no_poison = true,
                    word => {
                        let effects = Effects::of_word(word).unwrap_or(Effects::ALL);
                        contract.effects = contract.effects.and(effects);
                    }
                },
                Attribute::Text(name, text) if names.get(*name) == "memory" => {
                    contract.effects = contract.effects.and(Effects::of_memory(names.get(*text)));
                }
                _ => {}
            }
        }
        (contract != Contract::NONE).then(|| Box::new(contract))
    }

    /// True if the behaviour of an unknown function is limited.
    pub(crate) fn limits_calls(&self) -> bool {
        self.effects != Effects::ALL || self.no_return || self.will_return
    }

    /// True if memory is limited.
    pub(crate) fn limits_memory(&self) -> bool {
        self.effects.arguments != Access::ALL || self.effects.other != Access::ALL
    }
}

/// The provenance that a call may keep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Kept {
    Nothing,
    Reads,
    Everything,
}

/// The attributes of a pointer argument about its memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Grant {
    pub(crate) no_alias: bool,
    /// The accesses through it.
    pub(crate) access: Access,
    pub(crate) frees: bool,
    /// The provenance that is kept in the result, and elsewhere.
    pub(crate) result: Kept,
    pub(crate) elsewhere: Kept,
    /// True if the address may be kept or compared.
    pub(crate) keeps_address: bool,
    /// The bytes that are written before they are read, from the argument on.
    pub(crate) initializes: Vec<Range<i64>>,
    /// The number of bytes that are loaded and stored again at the beginning.
    pub(crate) writable: u64,
    /// The number of bytes that are poison at the end if they were written.
    pub(crate) dies: Option<u64>,
}

impl Grant {
    /// An argument without attributes.
    pub(crate) const NONE: Grant = Grant {
        no_alias: false,
        access: Access::ALL,
        frees: true,
        result: Kept::Everything,
        elsewhere: Kept::Everything,
        keeps_address: true,
        initializes: Vec::new(),
        writable: 0,
        dies: None,
    };

    /// The attributes of an argument or a parameter; none if there are none about memory.
    pub(crate) fn of(program: &Program<'_>, attributes: &Attributes) -> Option<Box<Grant>> {
        let names = &program.module.names;
        let mut grant = Grant::NONE;
        for attribute in attributes {
            match attribute {
                Attribute::Word(name) => match names.get(*name) {
                    "noalias" => grant.no_alias = true,
                    "readonly" => grant.access.writes = false,
                    "writeonly" => grant.access.reads = false,
                    "readnone" => grant.access = Access::NONE,
                    "nofree" => grant.frees = false,
                    "nocapture" => {
                        (grant.result, grant.elsewhere) = (Kept::Nothing, Kept::Nothing);
                        grant.keeps_address = false;
                    }
                    "writable" => grant.writable = dereferenceable(program, attributes),
                    "dead_on_return" => grant.dies = Some(u64::MAX),
                    _ => {}
                },
                Attribute::Text(name, text) => {
                    let text = names.get(*text);
                    match names.get(*name) {
                        "captures" => {
                            (grant.elsewhere, grant.result) = captures(text);
                            let mut words = text.split([',', ':']).map(str::trim);
                            grant.keeps_address = words.any(|it| {
                                matches!(it, "address" | "provenance" | "read_provenance")
                            });
                        }
                        "initializes" => grant.initializes = ranges(text),
                        "dead_on_return" => grant.dies = text.trim().parse().ok(),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        (grant != Grant::NONE).then(|| Box::new(grant))
    }

    /// True if accesses to the memory are remembered.
    pub(crate) fn watches(&self) -> bool {
        self.no_alias
            || !self.access.reads && self.access.writes
            || !self.initializes.is_empty()
            || self.dies.is_some()
    }
}

/// The number of bytes that attributes say are there.
fn dereferenceable(program: &Program<'_>, attributes: &Attributes) -> u64 {
    let bytes = attributes.iter().filter_map(|attribute| match attribute {
        Attribute::Int(name, bytes) => {
            (program.module.names.get(*name) == "dereferenceable").then_some(*bytes)
        }
        Attribute::Type(_, ty) => program.size(*ty).ok().map(|it| it.0),
        _ => None,
    });
    bytes.max().unwrap_or(0)
}

/// The provenance that `captures(…)` lets a call keep: elsewhere, and in the result.
fn captures(text: &str) -> (Kept, Kept) {
    let kept = |list: &str| {
        let kept = list.split(',').map(|word| match word.trim() {
            "provenance" => Kept::Everything,
            "read_provenance" => Kept::Reads,
            _ => Kept::Nothing,
        });
        kept.max().unwrap_or(Kept::Nothing)
    };
    match text.split_once("ret:") {
        None => (kept(text), kept(text)),
        Some((elsewhere, result)) => {
            let elsewhere = kept(elsewhere);
            (elsewhere, kept(result).max(elsewhere))
        }
    }
}

/// `(0, 4), (8, 12)`.
fn ranges(text: &str) -> Vec<Range<i64>> {
    let numbers = text.split(|c: char| !c.is_ascii_digit() && c != '-');
    let numbers: Vec<i64> = numbers.filter_map(|it| it.parse().ok()).collect();
    numbers.chunks_exact(2).map(|it| it[0]..it[1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effects_are_read() {
        let effects = Effects::of_memory("read, argmem: readwrite");
        assert!(effects.arguments.writes && !effects.other.writes && effects.other.reads);
        let effects = Effects::of_memory("argmem: write");
        assert!(!effects.arguments.reads && !effects.other.reads && !effects.inaccessible.writes);
    }

    #[test]
    fn captures_are_read() {
        assert_eq!(captures("none"), (Kept::Nothing, Kept::Nothing));
        assert_eq!(
            captures("address, read_provenance"),
            (Kept::Reads, Kept::Reads)
        );
        let of_result = captures("address_is_null, ret: address, provenance");
        assert_eq!(of_result, (Kept::Nothing, Kept::Everything));
    }

    #[test]
    fn ranges_are_read() {
        assert_eq!(ranges("(-8, 4), (8, 12)"), [-8..4, 8..12]);
    }
}
