//! Disputed rules: what a difference rests on.

use std::collections::HashSet;

use kvant_llvm::syntax::{CastOp, Op, Value};
use kvant_llvm_machine::{Leaf, Observer, Origin, Program};

use crate::choices::Loose;
use crate::compare::Class;

/// A disputed rule. A difference that may rest on it is put into quarantine under its name.
pub struct Dispute {
    /// Its name.
    pub name: &'static str,
    /// The reason why it is disputed.
    pub why: &'static str,
    applies: fn(&Evidence) -> bool,
}

/// What is known about a difference.
pub(crate) struct Evidence {
    pub(crate) class: Class,
    /// The rule that the target violates.
    pub(crate) rule: Option<&'static str>,
    /// Choices about floats, if the difference depends on them.
    pub(crate) loose: Loose,
    pub(crate) source: Seen,
    pub(crate) target: Seen,
}

/// All disputed rules.
pub const DISPUTES: &[Dispute] = &[
    Dispute {
        name: "nan-bits",
        why: "LLVM copies and folds an operation on floats as if the bits of its NaN were no choice (LangRef: they are)",
        applies: |it| it.loose.nan,
    },
    Dispute {
        name: "zero-sign",
        why: "LLVM copies an operation with nsz as if the sign of its zero were no choice",
        applies: |it| it.loose.zero,
    },
    Dispute {
        name: "fused",
        why: "LLVM copies and folds llvm.fmuladd as if it were always fused, or never",
        applies: |it| it.loose.fused,
    },
    Dispute {
        name: "inttoptr",
        why: "LLVM folds casts of a pointer to an integer and back, although inttoptr chooses among exposed objects",
        applies: |it| it.source.casts_to_pointer || it.target.casts_to_pointer,
    },
    Dispute {
        name: "lifetime",
        why: "a load of a dead alloca was undef or undefined before LLVM 22, and is poison since",
        applies: |it| {
            matches!(it.class, Class::Poison | Class::Undefined)
                && (it.source.ends_lifetime || it.target.ends_lifetime)
        },
    },
    Dispute {
        name: "partly-poison-load",
        why: "LLVM loads a vector with poison elements as one integer, which is poison as a whole (issue of GVN and SROA since long)",
        applies: |it| {
            matches!(it.class, Class::Poison | Class::Undefined)
                && it.source.has_partly_poison
                && it.target.loads_poison
        },
    },
    Dispute {
        name: "freed-dereferenceable",
        why: "up to LLVM 22 dereferenceable was about the whole function, so that loads were moved behind free",
        applies: |it| it.rule == Some("dangling") && it.target.frees,
    },
];

impl Evidence {
    /// The first disputed rule that the difference may rest on.
    pub(crate) fn dispute(&self) -> Option<&'static str> {
        let found = DISPUTES.iter().find(|it| (it.applies)(self));
        found.map(|it| it.name)
    }
}

/// What a run has executed.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // One for each thing that a rule asks for.
pub(crate) struct Seen {
    /// A result with undef bits.
    pub(crate) has_undef: bool,
    /// A value of which some elements are poison.
    has_partly_poison: bool,
    /// A scalar that is loaded and is poison.
    loads_poison: bool,
    casts_to_pointer: bool,
    ends_lifetime: bool,
    frees: bool,
}

/// Watches a run.
pub(crate) struct Watcher<'p, 'm> {
    program: &'p Program<'m>,
    known: HashSet<Origin>,
    pub(crate) seen: Seen,
}

impl<'p, 'm> Watcher<'p, 'm> {
    pub(crate) fn new(program: &'p Program<'m>) -> Watcher<'p, 'm> {
        Watcher {
            program,
            known: HashSet::new(),
            seen: Seen::default(),
        }
    }
}

impl Observer for Watcher<'_, '_> {
    fn result(&mut self, at: Origin, leaves: &[Leaf]) {
        let seen = &mut self.seen;
        let is_undef = |leaf: &Leaf| !leaf.is_defined() && !leaf.is_poison();
        seen.has_undef |= leaves.iter().any(is_undef);
        let poison = leaves.iter().filter(|leaf| leaf.is_poison()).count();
        seen.has_partly_poison |= poison > 0 && poison < leaves.len();
        if poison == 0 && !self.known.insert(at) {
            return;
        }
        let Some((_, instruction)) = self.program.instruction(at) else {
            return;
        };
        match &instruction.op {
            Op::Cast(CastOp::IntToPtr, ..) => seen.casts_to_pointer = true,
            Op::Load(_) if poison > 0 && leaves.len() == 1 => seen.loads_poison = true,
            Op::Call(call) => {
                let name = match call.callee {
                    Value::Global(name) => self.program.module().names.get(name),
                    _ => "",
                };
                seen.ends_lifetime |= name.starts_with("llvm.lifetime.");
                seen.frees |= matches!(name, "free" | "realloc" | "_ZdlPv");
            }
            _ => {}
        }
    }
}
