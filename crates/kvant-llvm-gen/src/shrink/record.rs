//! The record of one run: what the passes know about a test besides its text.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use kvant_llvm::combine::symbol;
use kvant_llvm::syntax::{Item, Local};
use kvant_llvm_machine::{First, Leaf, Limits, Machine, Node, Observer, Origin, Program, Seeded};
use kvant_llvm_refine::Given;

use super::edit::At;
use crate::{Test, VSCALE};

/// Facts of the run on the first input.
#[derive(Default)]
pub struct Record {
    /// The leaves of the first result of each instruction.
    pub(super) results: HashMap<At, Vec<Leaf>>,
    /// Instructions in the order in which they were first executed. Some that have no result are missing.
    pub(super) order: Vec<At>,
    /// The blocks that were executed, by the function and the label.
    pub(super) blocks: HashSet<(usize, Local)>,
    /// The number of scalars of each parameter of the tested function.
    pub(super) scalars: Vec<usize>,
    /// The objects of the input.
    objects: HashMap<Node, (usize, i64)>,
}

struct Watch {
    /// The item of each number of a symbol.
    items: Vec<usize>,
    record: Record,
    entered: HashSet<At>,
}

impl Watch {
    fn at(&self, origin: Origin) -> Option<At> {
        Some(At {
            item: *self.items.get(origin.function as usize)?,
            number: origin.instruction as usize,
        })
    }
}

impl Observer for Watch {
    fn result(&mut self, at: Origin, leaves: &[Leaf]) {
        let Some(at) = self.at(at) else { return };
        if let Entry::Vacant(entry) = self.record.results.entry(at) {
            entry.insert(leaves.to_vec());
            self.record.order.push(at);
            self.entered.insert(at);
        }
    }

    fn entered(&mut self, to: Origin) {
        let at = self.at(to);
        self.entered.extend(at);
    }
}

impl Record {
    pub(super) fn of(test: &Test, steps: u64) -> Record {
        let layout = test.layout();
        let program = Program::new(&test.module, &layout).with_vscale(VSCALE);
        let items = test.module.items.iter().enumerate();
        let mut watch = Watch {
            items: items
                .filter(|it| symbol(it.1).is_some())
                .map(|it| it.0)
                .collect(),
            record: Record::default(),
            entered: HashSet::new(),
        };
        let mut objects = Vec::new();
        if let Some(input) = test.inputs.first() {
            let environment = Seeded(input.seed);
            let mut choices = First::default();
            let limits = Limits {
                steps,
                ..Limits::default()
            };
            let mut machine = Machine::new(&program, limits, &mut choices);
            machine.surround_with(&environment);
            machine.observe_with(&mut watch);
            objects = input.make(&mut machine).unwrap_or_default();
            if machine
                .begin(&test.function, &input.leaves(&objects))
                .is_ok()
            {
                // Facts of a run that fails are facts too.
                let _ = machine.run();
            }
        }
        let Watch {
            mut record,
            entered,
            ..
        } = watch;
        let numbered = objects.iter().enumerate();
        let numbered = numbered.filter_map(|(n, it)| Some((it.node?, (n, it.offset))));
        record.objects = numbered.collect();
        if let Ok(signature) = program.signature(&test.function) {
            record.scalars = signature
                .parameters
                .iter()
                .map(|it| it.scalars.len())
                .collect();
        }
        for (item, it) in test.module.items.iter().enumerate() {
            let Item::Function(function) = it else {
                continue;
            };
            let Some(body) = &function.body else { continue };
            for (n, block) in body.blocks.iter().enumerate() {
                let mut numbers = block.start as usize..block.end as usize;
                if n == 0 || numbers.any(|number| entered.contains(&At { item, number })) {
                    record.blocks.insert((item, block.label));
                }
            }
        }
        record
    }

    /// The first result of an instruction as scalars of an argument. None if some of it cannot be an argument.
    pub(super) fn given(&self, at: At) -> Option<Vec<Given>> {
        let leaves = self.results.get(&at).filter(|it| !it.is_empty())?;
        let given = leaves.iter().map(|leaf| match leaf {
            Leaf::Ptr(pointer) => match pointer.node {
                None => Some(Given::Leaf(leaf.clone())),
                Some(node) => {
                    let (object, start) = self.objects.get(&node)?;
                    Some(Given::Pointer(*object, pointer.offset - start))
                }
            },
            leaf => leaf.is_defined().then(|| Given::Leaf(leaf.clone())),
        });
        given.collect()
    }
}
