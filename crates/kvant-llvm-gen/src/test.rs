//! Tests: functions with inputs on which they are defined.

use kvant_llvm::layout::DataLayout;
use kvant_llvm::syntax::{Item, Module};
use kvant_llvm_refine::Input;

/// The factor for scalable vectors in tests.
pub const VSCALE: u32 = 2;

/// A function with everything that it needs, and inputs on which it is defined.
#[derive(Clone, Debug, PartialEq)]
pub struct Test {
    /// The function and everything that it needs, with a data layout and a triple.
    pub module: Module,
    /// The name of the function.
    pub function: String,
    /// The inputs.
    pub inputs: Vec<Input>,
    /// The passes that it is meant for.
    pub pipelines: Vec<Pipeline>,
}

/// Options of `opt` that a test is meant for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    /// Its role: `own` for the passes of the host's own test, `donor`, `single`, `sequence`.
    pub role: &'static str,
    /// The options: `-passes=gvn`, `-force-vector-width=4`.
    pub options: Vec<String>,
}

impl Test {
    /// The data layout of the module; the default one if it has none that is read.
    pub fn layout(&self) -> DataLayout {
        let text = self.module.items.iter().find_map(|item| match item {
            Item::DataLayout(text) => Some(self.module.names.get(*text)),
            _ => None,
        });
        DataLayout::parse(text.unwrap_or_default()).unwrap_or_default()
    }
}
