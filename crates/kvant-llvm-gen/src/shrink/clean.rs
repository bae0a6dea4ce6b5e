//! Removal of text that a candidate does not need.

use std::collections::HashSet;

use kvant_llvm::combine::{Source, extract};
use kvant_llvm::syntax::{Instruction, Item, Local, Module, Op, Value};

use super::control;
use super::edit::{self, Edit, with_body};
use super::input;
use super::record::Record;
use crate::Test;
use crate::body::OpenBody;

/// The amount of text that is removed from a candidate without a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Care {
    /// Symbols, metadata and attributes that nothing refers to.
    Bare,
    /// Blocks that nothing leads to and instructions that nothing needs, too. Blocks become as few as possible.
    Tidy,
    /// Blocks that were not executed, too.
    Lean,
}

impl kvant_generate::shrink::Care for Care {
    const ALL: &'static [Care] = &[Care::Bare, Care::Tidy, Care::Lean];
    const POLISHING: Care = Care::Tidy;
    const REPLACING: Care = Care::Bare;

    fn name(self) -> &'static str {
        match self {
            Care::Bare => "bare",
            Care::Tidy => "tidy",
            Care::Lean => "lean",
        }
    }

    fn doubted(self) -> Care {
        self.less().unwrap_or(Care::Bare)
    }
}

/// Removes the text that `care` allows to remove. `None` if the test makes no sense.
pub(super) fn clean(test: Test, care: Care, steps: u64) -> Option<Test> {
    let mut test = bare(test)?;
    if care == Care::Lean {
        let edits = control::taken(&test, &Record::of(&test, steps));
        let edits: Vec<&Edit> = edits.iter().collect();
        test = edit::apply(&test, &edits)?;
    }
    if care >= Care::Tidy {
        let items = 0..test.module.items.len();
        for item in items {
            if is_definition(&test.module, item) {
                tidy(&mut test.module, item)?;
            }
        }
        test = bare(test)?;
    }
    Some(test)
}

fn is_definition(module: &Module, item: usize) -> bool {
    matches!(&module.items[item], Item::Function(it) if it.body.is_some())
}

/// The tested function with what it needs, and inputs without objects that nothing leads to.
pub(super) fn bare(mut test: Test) -> Option<Test> {
    let name = test.module.names.find(&test.function)?;
    let (module, names) = extract(&Source::new(&test.module), &[name]).ok()?;
    let tested = module.names.get(*names.get(&name)?);
    tested.clone_into(&mut test.function);
    test.module = module;
    test.inputs.iter_mut().for_each(input::prune);
    Some(test)
}

fn tidy(module: &mut Module, item: usize) -> Option<()> {
    let intrinsics: HashSet<Value> = module
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Function(it) if module.names.get(it.name).starts_with("llvm.") => {
                Some(Value::Global(it.name))
            }
            _ => None,
        })
        .collect();
    with_body(module, item, |body, _, _| {
        body.remove_unreachable();
        body.remove_single_phis();
        let mut block = 0;
        while block < body.blocks.len() {
            block += usize::from(!body.merge(block));
        }
        remove_dead(body, &intrinsics);
        Some(())
    })
}

/// Removes instructions without effects whose results are not needed.
fn remove_dead(body: &mut OpenBody, intrinsics: &HashSet<Value>) {
    let has_effect = |it: &Instruction| match &it.op {
        op if op.is_terminator() => true,
        Op::Call(call) => it.result.is_none() || !intrinsics.contains(&call.callee),
        Op::Load(load) => load.access.is_volatile || load.access.atomic.is_some(),
        Op::Store(_)
        | Op::Fence(..)
        | Op::CmpXchg(_)
        | Op::AtomicRmw(_)
        | Op::VaArg(..)
        | Op::LandingPad(_)
        | Op::CatchPad(..)
        | Op::CleanupPad(..) => true,
        _ => false,
    };
    let mut needed: HashSet<Local> = HashSet::new();
    let mut queue: Vec<&Instruction> = Vec::new();
    let all = || body.blocks.iter().flat_map(|it| &it.instructions);
    let mut definitions = std::collections::HashMap::new();
    for instruction in all() {
        if let Some(result) = instruction.result {
            definitions.insert(result, instruction);
        }
        if has_effect(instruction) {
            queue.push(instruction);
        }
    }
    needed.extend(queue.iter().filter_map(|it| it.result));
    while let Some(instruction) = queue.pop() {
        instruction.op.values(|_, value| {
            if let Value::Local(local) = value
                && needed.insert(local)
            {
                queue.extend(definitions.get(&local));
            }
        });
    }
    for block in &mut body.blocks {
        block
            .instructions
            .retain(|it| has_effect(it) || it.result.is_some_and(|it| needed.contains(&it)));
    }
}
