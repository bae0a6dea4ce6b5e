//! Tests in LLVM IR, made of functions of other tests.
//!
//! Everything that is proposed here is well-formed: `kvant_llvm::check` accepts it. The machine decides which of it is defined.
//!
//! **Not in here:** the meaning of functions (`kvant-llvm-machine`), compilers, files.

pub mod body;
mod bridge;
mod build;
mod config;
pub mod corpus;
mod cross;
pub mod edit;
pub mod embedded;
mod feature;
mod grow;
pub mod passes;
pub mod shrink;
mod test;

pub use config::GenConfig;
pub use feature::Feature;
pub use grow::{BLOCK, Grown, Step, grow};
pub use test::{NoTest, Pipeline, Role, Test, VSCALE};

/// Version of the generator. The same seed, configuration and corpus give the same test for the same version.
pub const VERSION: u32 = 1;
