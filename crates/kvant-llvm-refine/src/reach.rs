//! The parts of a function that one input reaches.

use kvant_llvm_machine::{First, Leaf, Machine, Observer, Origin, Seeded};

use crate::input::Input;
use crate::judge::{Limits, Side};

/// True for each block of a function, in order, that an input reaches with the first choices.
pub fn reached(side: Side<'_, '_>, input: &Input, limits: Limits) -> Vec<bool> {
    let body = side.program.function(side.function);
    let Some(body) = body.and_then(|it| it.body.as_ref()) else {
        return Vec::new();
    };
    let number = side.program.signature(side.function).map(|it| it.number);
    let mut entries = Entries {
        function: number.unwrap_or_default(),
        // Execution begins at the first instruction.
        to: vec![0],
    };
    let (mut first, environment) = (First::default(), Seeded(input.seed));
    let limits = limits.of_source();
    let mut machine = Machine::new(side.program, limits, &mut first);
    machine.surround_with(&environment);
    machine.observe_with(&mut entries);
    if let Ok(objects) = input.make(&mut machine)
        && machine
            .begin(side.function, &input.leaves(&objects))
            .is_ok()
    {
        // Also runs that stop reach something.
        let _ = machine.run();
    }
    drop(machine);
    let is_reached = |block: std::ops::Range<u32>| entries.to.iter().any(|to| block.contains(to));
    let blocks = body.blocks.iter();
    blocks.map(|it| is_reached(it.start..it.end)).collect()
}

/// The instructions of a function that jumps led to.
struct Entries {
    function: u32,
    to: Vec<u32>,
}

impl Observer for Entries {
    fn result(&mut self, _at: Origin, _leaves: &[Leaf]) {}

    fn entered(&mut self, to: Origin) {
        if to.function == self.function && !self.to.contains(&to.instruction) {
            self.to.push(to.instruction);
        }
    }
}
