//! Tests in LLVM IR, made of functions of other tests. Under construction.
//!
//! Everything that is proposed here is well-formed: `kvant_llvm::check` accepts it. The machine decides which of it is defined.
//!
//! **Not in here:** the meaning of functions (`kvant-llvm-machine`), compilers, files.

pub mod body;
pub mod edit;
pub mod shrink;
mod test;

pub use test::{Pipeline, Test, VSCALE};
