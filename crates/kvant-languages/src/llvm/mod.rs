//! LLVM IR. Its programs are read and run; they are not generated yet.

mod arguments;
mod module;
pub mod refine;
mod run;
mod show;

use kvant_campaign::{Machine, NotRun, Ran, RunOptions};
use kvant_toolchain::Source;
use kvant_toolchain::drivers::LLVM_IR;

/// The abstract machine of LLVM IR.
#[derive(Debug)]
pub struct LlvmMachine;

impl Machine for LlvmMachine {
    fn name(&self) -> &'static str {
        "llvm"
    }

    fn source(&self) -> Source {
        LLVM_IR
    }

    /// The data layout in a module is its target.
    fn targets(&self) -> Vec<&'static str> {
        Vec::new()
    }

    fn runs_any_function(&self) -> bool {
        true
    }

    fn run(&self, text: &str, options: &RunOptions<'_>) -> Result<Ran, NotRun> {
        run::run(text, options)
    }
}
