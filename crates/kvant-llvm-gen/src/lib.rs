//! New functions of LLVM IR out of others. Under construction: single edits of a function so far.
//!
//! Everything that is proposed here is well-formed: `kvant_llvm::check` accepts it.
//!
//! **Not in here:** the meaning of functions (`kvant-llvm-machine`), compilers, files.

pub mod edit;
