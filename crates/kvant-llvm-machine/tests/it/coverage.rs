//! Everything that the machine executes or checks occurs in the corpus, on both sides of its rule.
//!
//! A construct has both sides if some file with it has a call whose outcome is poison, undefined, a choice or a refusal, and
//! one whose outcome is a single value. The lists of constructs are those of the syntax and of the machine's own tables, so that
//! a new flag, attribute, kind of metadata or intrinsic fails here until it has programs.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::{BTreeMap, BTreeSet};

use kvant_llvm::dialect::intrinsic;
use kvant_llvm::syntax::{
    Attribute, Attributes, Call, Flag, Flags, Function, Item, Module, Op, Tail, Value,
};
use kvant_llvm_machine::meaning::{self, Meaning, Owner, Position};

use crate::corpus_files::{self, Expectation, File};
use crate::intrinsics::{REFUSED, TARGETS, names};

/// The constructs of a module, each as `kind name`.
#[derive(Default)]
struct Constructs(BTreeSet<String>);

impl Constructs {
    fn of(module: &Module) -> Constructs {
        let mut all = Constructs::default();
        for item in &module.items {
            match item {
                Item::Function(function) => all.function(module, function),
                Item::Attributes(_, attributes) => {
                    all.attributes(module, "function", attributes);
                }
                _ => {}
            }
        }
        all
    }

    fn function(&mut self, module: &Module, function: &Function) {
        self.attributes(module, "function", &function.attributes);
        self.attributes(module, "result", &function.result_attributes);
        for parameter in &function.parameters {
            self.attributes(module, "parameter", &parameter.attributes);
        }
        let Some(body) = &function.body else { return };
        for instruction in &body.instructions {
            for attachment in instruction.attachments.iter().flatten() {
                self.add("metadata", module.names.get(attachment.kind));
            }
            let (name, flags) = match &instruction.op {
                Op::Binary(op, flags, ..) => (op.text(), *flags),
                Op::Cast(op, flags, ..) => (op.text(), *flags),
                Op::ICmp(_, flags, ..) => ("icmp", *flags),
                Op::FCmp(_, flags, ..) => ("fcmp", *flags),
                Op::FNeg(flags, _) => ("fneg", *flags),
                Op::Phi(flags, ..) => ("phi", *flags),
                Op::Select(flags, _) => ("select", *flags),
                Op::Gep(gep) => ("getelementptr", gep.flags),
                Op::Call(call) => {
                    self.call(module, call);
                    ("call", call.flags)
                }
                _ => continue,
            };
            self.add("instruction", name);
            self.flags(name, flags);
        }
    }

    fn flags(&mut self, name: &str, flags: Flags) {
        for flag in Flag::ALL.iter().filter(|flag| flags.has(**flag)) {
            self.add("flag", &format!("{name} {}", flag.text()));
        }
    }

    fn call(&mut self, module: &Module, call: &Call) {
        self.attributes(module, "function", &call.attributes);
        self.attributes(module, "result", &call.result);
        for argument in &call.arguments {
            self.attributes(module, "parameter", &argument.attributes);
        }
        for bundle in &call.bundles {
            self.add("assumption", module.names.get(bundle.tag));
        }
        if let Some(tail) = call.tail {
            self.add("marker", tail.text());
        }
        if let Value::Global(name) = call.callee
            && let Some(found) = intrinsic::find(module.names.get(name))
        {
            self.add("intrinsic", found.base);
        }
    }

    fn attributes(&mut self, module: &Module, position: &str, attributes: &Attributes) {
        for attribute in attributes {
            let name = match attribute {
                Attribute::Word(name)
                | Attribute::Int(name, _)
                | Attribute::Type(name, _)
                | Attribute::Text(name, _) => module.names.get(*name),
                Attribute::String(..) | Attribute::Group(_) => continue,
            };
            self.add(position, name);
        }
    }

    fn add(&mut self, kind: &str, name: &str) {
        self.0.insert(format!("{kind} {name}"));
    }
}

/// True if the outcomes are one value without poison and undef.
fn is_plain(expectation: &Expectation) -> bool {
    let [outcome] = &expectation.outcomes[..] else {
        return false;
    };
    let is_other = |word: &str| outcome.contains(word);
    !["poison", "undef", "any of", ": ", "..."]
        .into_iter()
        .any(is_other)
}

/// For each construct of the corpus, true if it has both sides.
fn corpus() -> BTreeMap<String, bool> {
    let mut all = BTreeMap::new();
    for file in corpus_files::all() {
        let has =
            |side: bool| move |file: &File| file.expectations.iter().any(|it| is_plain(it) == side);
        let both = has(true)(&file) && has(false)(&file);
        for construct in Constructs::of(&file.module).0 {
            *all.entry(construct).or_default() |= both;
        }
    }
    all
}

#[test]
fn everything_is_in_the_corpus() {
    let corpus = corpus();
    let mut wanted: Vec<(String, bool)> = Vec::new();
    let mut want =
        |kind: &str, name: &str, both: bool| wanted.push((format!("{kind} {name}"), both));
    for (instructions, flags) in FLAGS {
        for instruction in instructions.split(' ') {
            for flag in flags.split(' ') {
                want("flag", &format!("{instruction} {flag}"), true);
            }
        }
    }
    for (position, kind) in [
        (Position::Function, "function"),
        (Position::Parameter, "parameter"),
        (Position::Result, "result"),
    ] {
        let attributes: BTreeSet<&str> = meaning::names()
            .filter_map(|(what, name)| (what == "attribute").then_some(name))
            .collect();
        for name in attributes {
            if meaning::attribute(position, Owner::Known, name) == Meaning::Checked {
                let is_violable = !NEVER_VIOLATED.contains(&name);
                want(kind, name, is_violable);
            }
        }
    }
    for (what, name) in meaning::names() {
        let meaning = match what {
            "metadata" => meaning::metadata(name),
            "assumption" => meaning::assumption(name),
            _ => continue,
        };
        if meaning == Meaning::Checked {
            want(what, name, true);
        }
    }
    for tail in Tail::ALL {
        if meaning::marker(*tail) == Meaning::Checked {
            want("marker", tail.text(), true);
        }
    }
    let refused: BTreeSet<String> = names(REFUSED).into_iter().collect();
    let all = names(include_str!(
        "../../../kvant-llvm/src/dialect/intrinsics.txt"
    ));
    for name in all.into_iter().filter(|name| !refused.contains(name)) {
        let first = name.split('.').next().unwrap();
        // Those of debug information are inert, and LLVM replaces them by records.
        if first != "dbg" && !TARGETS.split(' ').any(|target| target == first) {
            want("intrinsic", &name, !WITHOUT_SIDES.contains(&&*name));
        }
    }
    let missing: Vec<String> = wanted
        .into_iter()
        .filter(|(construct, both)| match corpus.get(construct) {
            None => true,
            Some(has_both) => *both && !has_both,
        })
        .map(|it| it.0)
        .collect();
    assert!(
        missing.is_empty(),
        "{} are missing:\n{}",
        missing.len(),
        missing.join("\n")
    );
}

/// The flags that instructions take.
const FLAGS: [(&str, &str); 8] = [
    ("add sub mul shl trunc", "nuw nsw"),
    ("udiv sdiv lshr ashr", "exact"),
    ("or", "disjoint"),
    ("zext uitofp", "nneg"),
    ("icmp", "samesign"),
    ("getelementptr", "inbounds nusw nuw"),
    (
        "fadd fsub fmul fdiv frem fneg fcmp select phi call fptrunc fpext",
        "nnan ninf nsz",
    ),
    ("fadd fmul fdiv call", "reassoc contract arcp afn"),
];

/// Every flag is taken by an instruction.
#[test]
fn every_flag_is_listed() {
    for flag in Flag::ALL {
        let is_it = |(_, flags): &(&str, &str)| flags.split(' ').any(|it| it == flag.text());
        assert!(FLAGS.iter().any(is_it), "{}", flag.text());
        assert_eq!(meaning::flag(*flag), Meaning::Checked);
    }
}

/// Attributes that no run violates that ends, in one thread and without unwinding, and those that choose between functions.
const NEVER_VIOLATED: [&str; 6] = [
    "builtin",
    "dead_on_unwind",
    "mustprogress",
    "nobuiltin",
    "nosync",
    "nounwind",
];

/// Intrinsics that do nothing.
const WITHOUT_SIDES: [&str; 10] = [
    "codeview.annotation",
    "donothing",
    "experimental.noalias.scope.decl",
    "fake.use",
    "prefetch",
    "pseudoprobe",
    "reloc.none",
    "sideeffect",
    "stackrestore",
    "var.annotation",
];
