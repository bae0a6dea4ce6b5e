//! Short names.

use std::collections::HashMap;

use kvant_llvm::Name;
use kvant_llvm::combine::symbol;
use kvant_llvm::syntax::{Const, Constants, Item, Module, Tailing, Value};

use super::edit::{definitions, with_body};
use crate::Test;

/// Gives definitions the names `f`, `g` …, and locals numbers. Declared functions keep their names, which may mean something.
pub(super) fn rename(test: Test) -> Test {
    let mut renamed = test.clone();
    match short(&mut renamed) {
        Some(()) => renamed,
        None => test,
    }
}

fn short(test: &mut Test) -> Option<()> {
    let module = &mut test.module;
    if has_names(module) {
        return None;
    }
    let new = names(module, &test.function)?;
    let tested = new.get(&module.names.find(&test.function)?)?;
    test.function = module.names.get(*tested).to_owned();
    symbols(module, &new);
    let items: Vec<usize> = definitions(module).map(|it| it.0).collect();
    for item in items {
        with_body(module, item, |body, _, _| {
            for local in &mut body.locals {
                local.name = Name::number(0)?;
            }
            Some(())
        })?;
    }
    Some(())
}

/// True if constants name functions or blocks by themselves, which is rare.
fn has_names(module: &Module) -> bool {
    let bodies = definitions(module).filter_map(|it| it.1.body.as_ref());
    let mut constants = bodies.flat_map(|it| &it.constants).chain(&module.constants);
    constants.any(|it| {
        matches!(
            it,
            Const::BlockAddress(..) | Const::DsoLocalEquivalent(_) | Const::NoCfi(_)
        )
    })
}

/// New names of definitions.
fn names(module: &mut Module, tested: &str) -> Option<HashMap<Name, Name>> {
    let all = module.items.iter().filter_map(|it| Some((symbol(it)?, it)));
    let (mut kept, mut defined): (Vec<Name>, Vec<Name>) = (Vec::new(), Vec::new());
    for (name, item) in all {
        let is_defined = match item {
            Item::Function(it) => it.body.is_some(),
            Item::Global(it) => it.init.is_some() && !module.names.get(name).starts_with("llvm."),
            _ => false,
        };
        match is_defined {
            true => defined.push(name),
            false => kept.push(name),
        }
    }
    defined.sort_by_key(|it| module.names.get(*it) != tested);
    let mut new = HashMap::new();
    let mut letters = ('f'..='z').map(String::from);
    for name in defined {
        let short = letters.find(|it| {
            let known = module.names.find(it);
            known.is_none_or(|it| !kept.contains(&it))
        });
        new.insert(name, module.names.intern(&short?));
    }
    Some(new)
}

/// Renames symbols everywhere.
fn symbols(module: &mut Module, new: &HashMap<Name, Name>) {
    let rename = |name: &mut Name| {
        if let Some(new) = new.get(name) {
            *name = *new;
        }
    };
    let value = |value: &mut Value| {
        if let Value::Global(name) = value {
            rename(name);
        }
    };
    let all = |constants: &mut Constants| {
        for constant in constants {
            constant.operands_mut(&mut |it| value(&mut it.value));
        }
    };
    let tail = |tail: &mut [Tailing]| {
        for it in tail {
            match it {
                Tailing::Prefix(it) | Tailing::Prologue(it) | Tailing::Personality(it) => {
                    value(&mut it.value);
                }
                _ => {}
            }
        }
    };
    all(&mut module.constants);
    for item in &mut module.items {
        match item {
            Item::Global(global) => {
                rename(&mut global.name);
                global.init.iter_mut().for_each(value);
                tail(&mut global.tail);
            }
            Item::Alias(alias) => value(&mut alias.target.value),
            Item::Metadata(_, _, node) => node.values_mut(&mut |it| value(&mut it.value)),
            Item::Function(function) => {
                rename(&mut function.name);
                tail(&mut function.tail);
                let Some(body) = &mut function.body else {
                    continue;
                };
                all(&mut body.constants);
                for instruction in &mut body.instructions {
                    instruction.op.values_mut(&mut |_, it| value(it));
                }
            }
            _ => {}
        }
    }
}
