//! A function with what it needs.

use std::collections::HashSet;

use kvant_llvm::Name;
use kvant_llvm::syntax::{
    Attachment, Const, Constants, Function, Item, Metadata, Module, Tailing, Value,
};

/// The module without functions that this one does not refer to, directly or through others. Variables and types stay. None if there
/// is no such function.
pub fn extract(module: &Module, function: &str) -> Option<Module> {
    let functions = || {
        module.items.iter().filter_map(|item| match item {
            Item::Function(it) => Some(&**it),
            _ => None,
        })
    };
    let first = module.names.find(function)?;
    functions().find(|it| it.name == first)?;
    let mut uses = Uses {
        found: HashSet::from([first]),
        new: vec![first],
    };
    uses.outside(module);
    while let Some(name) = uses.new.pop() {
        for it in functions().filter(|it| it.name == name) {
            uses.function(it);
        }
    }
    let items = module.items.iter().filter(|item| match item {
        Item::Function(it) => uses.found.contains(&it.name),
        Item::Text(_) => false,
        _ => true,
    });
    Some(Module {
        names: module.names.clone(),
        types: module.types.clone(),
        constants: module.constants.clone(),
        items: items.cloned().collect(),
    })
}

/// The symbols that something refers to.
struct Uses {
    found: HashSet<Name>,
    /// Symbols whose definitions are still to be seen.
    new: Vec<Name>,
}

impl Uses {
    /// Everything outside of functions.
    fn outside(&mut self, module: &Module) {
        self.constants(&module.constants);
        for item in &module.items {
            match item {
                Item::Global(global) => {
                    self.value(global.init.unwrap_or(Value::None));
                    self.tail(&global.tail);
                }
                Item::Alias(alias) => self.value(alias.target.value),
                Item::Metadata(_, _, node) => self.metadata(node),
                _ => {}
            }
        }
    }

    fn function(&mut self, function: &Function) {
        self.tail(&function.tail);
        let Some(body) = &function.body else { return };
        self.constants(&body.constants);
        for instruction in &body.instructions {
            instruction.op.values(|_, value| self.value(value));
            self.attachments(instruction.attachments.iter().flatten());
        }
    }

    fn tail(&mut self, tail: &[Tailing]) {
        for part in tail {
            match part {
                Tailing::Prefix(it) | Tailing::Prologue(it) | Tailing::Personality(it) => {
                    self.value(it.value);
                }
                Tailing::Attachment(it) => self.metadata(&it.node),
                _ => {}
            }
        }
    }

    fn attachments<'a>(&mut self, attachments: impl Iterator<Item = &'a Attachment>) {
        attachments.for_each(|it| self.metadata(&it.node));
    }

    fn metadata(&mut self, metadata: &Metadata) {
        match metadata {
            Metadata::Tuple(parts) => parts.iter().for_each(|part| self.metadata(part)),
            Metadata::Value(typed) => self.value(typed.value),
            _ => {}
        }
    }

    /// The parts of constants are constants of the same table, or values.
    fn constants(&mut self, constants: &Constants) {
        for constant in constants {
            match constant {
                Const::Aggregate(_, parts) | Const::PtrAuth(parts) => {
                    parts.iter().for_each(|part| self.value(part.value));
                }
                Const::Splat(part) => self.value(part.value),
                Const::Expr(expression) => {
                    for part in expression.operands() {
                        self.value(part.value);
                    }
                }
                Const::BlockAddress(name, _)
                | Const::DsoLocalEquivalent(name)
                | Const::NoCfi(name) => self.name(*name),
                Const::Metadata(metadata) => self.metadata(metadata),
                Const::Int(_) | Const::Float(..) | Const::Bytes(_) | Const::Asm(_) => {}
            }
        }
    }

    fn value(&mut self, value: Value) {
        if let Value::Global(name) = value {
            self.name(name);
        }
    }

    fn name(&mut self, name: Name) {
        if self.found.insert(name) {
            self.new.push(name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needed_functions_stay() {
        let text = "@v = global ptr @by_variable\n\
            declare void @by_variable()\n\
            define void @a() {\n  call void @b()\n  ret void\n}\n\
            define void @b() {\n  ret void\n}\n\
            define void @c() {\n  call void @a()\n  ret void\n}\n";
        let module = kvant_llvm::parse::module(text).expect("it is well-formed");
        let left = |name: &str| {
            let module = extract(&module, name)?;
            let functions = module.items.iter().filter_map(|item| match item {
                Item::Function(it) => Some(module.names.get(it.name)),
                _ => None,
            });
            Some(functions.collect::<Vec<_>>().join(" "))
        };
        assert_eq!(left("a").as_deref(), Some("by_variable a b"));
        assert_eq!(left("b").as_deref(), Some("by_variable b"));
        assert_eq!(left("d"), None);
    }
}
