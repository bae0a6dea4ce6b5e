//! Disputed rules: what a difference rests on.

use std::collections::HashSet;

use kvant_llvm::syntax::{Body, CastOp, Const, Op, Value};
use kvant_llvm_machine::{Leaf, Observer, Origin, Program};

use crate::choices::FloatChoices;
use crate::compare::Class;

/// A disputed rule. A difference that may rest on it is put into quarantine under its name.
pub struct Dispute {
    /// Its name.
    pub name: &'static str,
    /// The reason why it is disputed.
    pub why: &'static str,
    applies: fn(&Evidence) -> bool,
}

/// The facts about a difference.
pub(crate) struct Evidence {
    pub(crate) class: Class,
    /// The rule that the target violates.
    pub(crate) rule: Option<&'static str>,
    /// True if some of the input is poison.
    pub(crate) has_poison: bool,
    /// Choices about floats, if the difference depends on them.
    pub(crate) float_choices: FloatChoices,
    pub(crate) source: Seen,
    pub(crate) target: Seen,
}

/// All disputed rules.
pub const DISPUTES: &[Dispute] = &[
    Dispute {
        name: "nan-bits",
        why: "LLVM copies and folds an operation on floats as if the bits of its NaN were no choice (LangRef: they are)",
        applies: |it| it.float_choices.nan,
    },
    Dispute {
        name: "zero-sign",
        why: "LLVM copies an operation with nsz as if the sign of its zero were no choice",
        applies: |it| it.float_choices.zero,
    },
    Dispute {
        name: "fused",
        why: "LLVM copies and folds llvm.fmuladd as if it were always fused, or never",
        applies: |it| it.float_choices.fused,
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
        why: "LLVM reads a vector with poison elements as one integer, which is poison as a whole (GVN, SROA; pr63059)",
        applies: |it| {
            matches!(it.class, Class::Poison | Class::Undefined)
                && (it.source.has_partly_poison || it.has_poison)
                && it.target.joins_poison
        },
    },
    Dispute {
        name: "undef-mask",
        why: "an undef element of the mask of shufflevector, which LLVM writes up to 16, made undef there, and makes poison since",
        applies: |it| {
            matches!(it.class, Class::Poison | Class::Undefined) && it.target.has_undef_mask
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

/// The things that a run has executed.
#[derive(Clone, Copy, Debug, Default)]
#[allow(clippy::struct_excessive_bools)] // One for each thing that a rule asks for.
pub(crate) struct Seen {
    /// A result with undef bits.
    pub(crate) has_undef: bool,
    /// A value of which some elements are poison.
    has_partly_poison: bool,
    /// A load or a cast of bits whose result is poison as a whole.
    joins_poison: bool,
    /// Poison made by a shuffle with an undef element in its mask.
    has_undef_mask: bool,
    casts_to_pointer: bool,
    ends_lifetime: bool,
    frees: bool,
}

impl Seen {
    /// Looks for calls without a result, which observers are not told about.
    fn scan(&mut self, program: &Program<'_>, body: &Body) {
        for instruction in &body.instructions {
            let Op::Call(call) = &instruction.op else {
                continue;
            };
            let Value::Global(name) = call.callee else {
                continue;
            };
            let name = program.module().names.get(name);
            self.ends_lifetime |= name.starts_with("llvm.lifetime.");
            self.frees |= matches!(name, "free" | "realloc" | "_ZdlPv");
        }
    }
}

/// Watches a run.
pub(crate) struct Watcher<'p, 'm> {
    program: &'p Program<'m>,
    known: HashSet<Origin>,
    functions: HashSet<u32>,
    pub(crate) seen: Seen,
}

impl<'p, 'm> Watcher<'p, 'm> {
    pub(crate) fn new(program: &'p Program<'m>) -> Watcher<'p, 'm> {
        Watcher {
            program,
            known: HashSet::new(),
            functions: HashSet::new(),
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
        let Some((body, instruction)) = self.program.instruction(at) else {
            return;
        };
        if self.functions.insert(at.function) {
            seen.scan(self.program, body);
        }
        match &instruction.op {
            Op::Cast(CastOp::IntToPtr, ..) => seen.casts_to_pointer = true,
            Op::ShuffleVector(operands) if poison > 0 => {
                seen.has_undef_mask |= match operands[2].value {
                    Value::Undef => true,
                    Value::Const(at) => match body.constants.get(at as usize) {
                        Some(Const::Aggregate(_, elements)) => {
                            elements.iter().any(|it| it.value == Value::Undef)
                        }
                        _ => false,
                    },
                    _ => false,
                };
            }
            Op::Load(_) | Op::Cast(CastOp::BitCast, ..) if poison == leaves.len() => {
                seen.joins_poison = true;
            }
            _ => {}
        }
    }
}
