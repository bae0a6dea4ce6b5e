//! Lists of passes, one of which is wrong, with a limit on the number of passes that run.
//!
//! The lists are those that rustc 1.97 and its LLVM 22 print for a small program, shortened. As there, passes are counted
//! over the whole program, so the number of the wrong one depends on the functions before its own.

use std::fmt::Write as _;

use crate::text::{Function, Program, Text};

/// The origin of the passes that are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Passes {
    /// Passes on MIR.
    Mir,
    /// Passes of LLVM.
    Llvm,
}

impl Passes {
    /// The flag with the number of passes that may run.
    pub(crate) fn flag(self) -> &'static str {
        match self {
            Passes::Mir => "-Zmir-opt-bisect-limit=",
            Passes::Llvm => "-opt-bisect-limit=",
        }
    }

    /// The wrong pass.
    pub(crate) fn culprit(self) -> &'static str {
        match self {
            Passes::Mir => "GVN",
            Passes::Llvm => "gvn",
        }
    }
}

/// The passes that run on a text, in order.
pub(crate) struct Schedule {
    passes: Vec<Pass>,
    culprit: &'static str,
    /// Number of passes that may run; all, if there is no limit.
    limit: Option<i64>,
}

struct Pass {
    name: &'static str,
    /// The function, loop or module that it runs on, as the compiler prints it.
    on: String,
    /// The numbers of the program and of the function that it runs on.
    owner: Option<(usize, usize)>,
}

impl Schedule {
    /// The passes that run on the programs of a text in the crate of this name: all of them, if there is no limit or a negative
    /// one.
    pub(crate) fn new(which: Passes, limit: Option<i64>, text: &Text<'_>, krate: &str) -> Schedule {
        let mut schedule = Schedule {
            passes: Vec::new(),
            culprit: which.culprit(),
            limit: limit.filter(|limit| *limit >= 0),
        };
        match which {
            Passes::Mir => schedule.on_functions(text, MIR, |program, function| {
                Some(mir_path(krate, program, function))
            }),
            Passes::Llvm => {
                for (unit, names) in LLVM {
                    schedule.llvm(*unit, names, text, krate);
                }
            }
        }
        schedule
    }

    fn llvm(&mut self, unit: Unit, names: &[&'static str], text: &Text<'_>, krate: &str) {
        if unit == Unit::Module {
            let pass = |name: &&'static str| Pass {
                name,
                on: "[module]".to_owned(),
                owner: None,
            };
            self.passes.extend(names.iter().map(pass));
            return;
        }
        self.on_functions(text, names, |program, function| {
            let symbol = symbol(krate, program, function);
            match unit {
                Unit::Component => Some(format!("({symbol})")),
                Unit::Loop if !function.has_loop() => None,
                Unit::Loop => Some(format!("loop %<unnamed loop> in function {symbol}")),
                Unit::MachineFunction => Some(format!("function ({symbol})")),
                Unit::Module | Unit::Function => Some(symbol),
            }
        });
    }

    /// Adds passes on all functions for which `called` has a name.
    fn on_functions(
        &mut self,
        text: &Text<'_>,
        names: &[&'static str],
        called: impl Fn(&Program<'_>, &Function<'_>) -> Option<String>,
    ) {
        for (p, program) in text.programs.iter().enumerate() {
            for (f, function) in program.functions.iter().enumerate() {
                let Some(on) = called(program, function) else {
                    continue;
                };
                self.passes.extend(names.iter().map(|name| Pass {
                    name,
                    on: on.clone(),
                    owner: Some((p, f)),
                }));
            }
        }
    }

    /// Returns true if the wrong pass runs on this function of this program; `None` if the list lacks it.
    pub(crate) fn is_wrong(&self, program: usize, function: usize) -> Option<bool> {
        let owner = Some((program, function));
        let is_culprit = |pass: &Pass| pass.name == self.culprit && pass.owner == owner;
        let before = self.passes.iter().position(is_culprit)?;
        Some(self.runs(before + 1))
    }

    /// Returns true if the pass of this number, counted from 1, runs.
    fn runs(&self, number: usize) -> bool {
        self.limit.is_none_or(|limit| number as i64 <= limit)
    }

    /// The list as the compiler prints it.
    pub(crate) fn listing(&self) -> String {
        let mut listing = String::new();
        for (number, Pass { name, on, .. }) in (1..).zip(&self.passes) {
            let runs = match self.runs(number) {
                true => "running",
                false => "NOT running",
            };
            let _ = writeln!(listing, "BISECT: {runs} pass ({number}) {name} on {on}");
        }
        listing
    }
}

/// `program[3b08]::p0::fun1`.
fn mir_path(krate: &str, program: &Program<'_>, function: &Function<'_>) -> String {
    let module = program
        .module
        .map_or(String::new(), |name| format!("{name}::"));
    format!("{krate}[3b08]::{module}{}", function.name)
}

/// `_RNvNtCsLk7kxTuTTy_7program2p04fun1`.
fn symbol(krate: &str, program: &Program<'_>, function: &Function<'_>) -> String {
    let part = |name: &str| format!("{}{name}", name.len());
    let (nested, module) = match program.module {
        Some(module) => ("Nt", part(module)),
        None => ("", String::new()),
    };
    let (krate, function) = (part(krate), part(function.name));
    format!("_RNv{nested}CsLk7kxTuTTy_{krate}{module}{function}")
}

/// The unit of code that an LLVM pass works on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Module,
    Function,
    /// A strongly connected component of the call graph.
    Component,
    Loop,
    /// A function after instruction selection.
    MachineFunction,
}

const MIR: &[&str] = &[
    "LowerSliceLenCalls",
    "InstSimplify-before-inline",
    "ForceInline",
    "Inline",
    "RemoveZsts",
    "UnreachableEnumBranching",
    "SimplifyCfg-after-unreachable-enum-branching",
    "ReferencePropagation",
    "ScalarReplacementOfAggregates",
    "DeadStoreElimination-initial",
    "GVN",
    "SimplifyLocals-after-value-numbering",
    "SsaRangePropagation",
    "MatchBranchSimplification",
    "DataflowConstProp",
    "SingleUseConsts",
    "JumpThreading",
    "EarlyOtherwiseBranch",
    "SimplifyCfg-final",
    "CopyProp",
    "DeadStoreElimination-final",
    "DestinationPropagation",
    "SimplifyLocals-final",
    "AddCallGuards",
];

const LLVM: &[(Unit, &[&str])] = &[
    (
        Unit::Module,
        &["annotation2metadata", "forceattrs", "inferattrs"],
    ),
    (
        Unit::Function,
        &[
            "lower-expect",
            "simplifycfg",
            "sroa",
            "early-cse",
            "callsite-splitting",
        ],
    ),
    (
        Unit::Module,
        &[
            "openmp-opt",
            "ipsccp",
            "called-value-propagation",
            "globalopt",
        ],
    ),
    (Unit::Function, &["mem2reg", "instcombine", "simplifycfg"]),
    (
        Unit::Component,
        &["inline", "function-attrs", "argpromotion"],
    ),
    (
        Unit::Function,
        &[
            "sroa",
            "early-cse",
            "jump-threading",
            "instcombine",
            "reassociate",
        ],
    ),
    (Unit::Loop, &["loop-rotate", "licm", "simple-loop-unswitch"]),
    (
        Unit::Function,
        &[
            "vector-combine",
            "mldst-motion",
            "gvn",
            "sccp",
            "bdce",
            "instcombine",
            "dse",
        ],
    ),
    (
        Unit::Function,
        &["loop-vectorize", "slp-vectorizer", "instcombine"],
    ),
    (
        Unit::MachineFunction,
        &["x86-isel", "machine-cse", "peephole-opt", "x86-fixup-leas"],
    ),
];
