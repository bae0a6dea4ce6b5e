//! The search for inputs on which a function is defined.

use std::collections::BTreeMap;

use crate::input::Input;
use crate::judge::{Limits, Side};

/// Options of a search.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The number of inputs.
    pub inputs: usize,
    /// The seed.
    pub seed: u64,
    /// Limits of each run.
    pub limits: Limits,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            inputs: 8,
            seed: 0,
            limits: Limits::default(),
        }
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// Inputs on which the function is defined and executed.
    pub inputs: Vec<Input>,
    /// The parts of the function that they reach together.
    pub coverage: Coverage,
    /// The number of runs.
    pub tried: u32,
    /// The rules that stopped the other runs, with their numbers.
    pub stops: BTreeMap<&'static str, u32>,
}

/// The parts of a function that inputs reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The number of blocks.
    pub blocks: u32,
    /// Those that are reached.
    pub reached: u32,
    /// The number of instructions.
    pub instructions: u32,
    /// Those that are executed.
    pub executed: u32,
}

/// Finds inputs for a function.
pub fn find(side: Side<'_, '_>, options: &Options) -> Found {
    let _ = (side, options);
    Found::default()
}
