//! Functions of test files, in modules of their own.

use std::collections::HashSet;

use kvant_llvm::combine::{Combiner, Naming, Source, extract};
use kvant_llvm::dialect::intrinsic;
use kvant_llvm::syntax::{Function, Item, Linkage, Module, Value};
use kvant_llvm::{Name, print};
use kvant_llvm_machine::{library, strip::strip};

/// A function in a module of its own, without what the machine does not check.
pub struct Unit {
    /// The module: the function and everything that it needs.
    pub module: Module,
    /// The name of the function there.
    pub name: String,
    /// The text of the module.
    pub text: String,
}

/// The functions with bodies that can be seen from outside.
pub fn functions(module: &Module) -> impl Iterator<Item = &Function> {
    module.items.iter().filter_map(|item| match item {
        Item::Function(function) if function.body.is_some() => {
            let is_local = matches!(
                function.properties.linkage,
                Some(Linkage::Internal | Linkage::Private | Linkage::AvailableExternally)
            );
            (!is_local && function.name.as_number().is_none()).then_some(&**function)
        }
        _ => None,
    })
}

/// True if a function calls an intrinsic of a target.
pub fn calls_target(module: &Module, function: &Function) -> bool {
    let mut calls = false;
    let body = function.body.iter().flat_map(|body| &body.instructions);
    for instruction in body {
        instruction.op.values(|_, value| {
            if let Value::Global(name) = value
                && let Some(rest) = module.names.get(name).strip_prefix("llvm.")
            {
                calls |= intrinsic::is_of_target(rest);
            }
        });
    }
    calls
}

impl Unit {
    /// A function of a module. All its names but [those with a meaning](kept_names) begin with `prefix`.
    pub fn new(source: &Source<'_>, function: Name, prefix: &str) -> Option<Unit> {
        let (mut module, names) = extract(source, &[function]).ok()?;
        let function = *names.get(&function)?;
        let kept = kept_names(&module);
        strip(&mut module);
        let naming = Naming {
            prefix,
            keeps: &|name| kept.contains(name),
        };
        let mut combiner = Combiner::default();
        let names = combiner.add_all(&Source::new(&module), naming).ok()?;
        let name = combiner.names().get(*names.get(&function)?).to_owned();
        let module = combiner.finish();
        let text = print::module(&module);
        Some(Unit { module, name, text })
    }

    /// The text without the name of the function. Most functions of tests differ in their own names at least.
    pub fn nameless_text(&self) -> String {
        nameless(&self.module, &self.name, &self.text)
    }
}

/// The names of declared functions that have a meaning: library functions that the machine executes, and names that belong to the
/// implementation. For all others, the compiler should know no more than the machine.
pub fn kept_names(module: &Module) -> HashSet<String> {
    let declared = module.items.iter().filter_map(|item| match item {
        Item::Function(function) if function.body.is_none() => Some(&**function),
        _ => None,
    });
    let kept = declared.filter(|function| match library::find(module, function) {
        Some(name) => library::is_executed(name),
        None => module.names.get(function.name).starts_with("__"),
    });
    kept.map(|function| module.names.get(function.name).to_owned())
        .collect()
}

/// The text of a module without the name of a function.
pub fn nameless(module: &Module, function: &str, text: &str) -> String {
    let name = module.names.find(function);
    let name = name.map_or_else(String::new, |it| module.names.symbol(it));
    text.replace(&format!("@{name}("), "@(")
}
