//! One run of a search.

use kvant_llvm_machine::{
    Fault, First, Leaf, Limits as MachineLimits, Machine, Node, Seeded, Stop,
};

use super::watch::Watch;
use crate::input::Input;
use crate::judge::{Limits, Side};

/// A run of a search takes no more instructions.
pub(super) const STEPS_OF_RUN: u64 = 30_000;

/// One run on an input, with the first choices.
pub(super) struct Run {
    pub(super) end: Result<Vec<Leaf>, Stop>,
    /// The access that stopped it.
    pub(super) fault: Option<Fault>,
    /// The objects of the input.
    pub(super) nodes: Vec<Node>,
    pub(super) watch: Watch,
    /// True if nothing depends on the seed of unknown functions and variables.
    pub(super) is_closed: bool,
    /// True if there was a nondeterministic choice.
    pub(super) has_choices: bool,
    pub(super) steps: u64,
}

impl Run {
    pub(super) fn new(side: Side<'_, '_>, function: u32, input: &Input, limits: Limits) -> Run {
        let mut watch = Watch {
            function,
            ..Watch::default()
        };
        let mut nodes = Vec::new();
        let environment = Seeded(input.seed);
        let mut first = First::default();
        let limits = MachineLimits {
            steps: STEPS_OF_RUN.min(limits.steps),
            ..limits.of_source()
        };
        let mut machine = Machine::new(side.program, limits, &mut first);
        machine.surround_with(&environment);
        machine.observe_with(&mut watch);
        let end = input.make(&mut machine).and_then(|objects| {
            nodes.extend(objects.iter().filter_map(|it| it.node));
            let begun = machine.begin(side.function, &input.leaves(&objects));
            let end = begun.and_then(|()| machine.run());
            end.map_err(|stopped| stopped.stop)
        });
        let (fault, steps) = (machine.fault().cloned(), machine.steps());
        let is_closed = !machine.asked_outside();
        drop(machine);
        Run {
            end,
            fault,
            nodes,
            watch,
            is_closed,
            has_choices: first.count > 0,
            steps,
        }
    }
}
