//! Tests of all languages of the registry.

mod llvm;
mod rebuild;
mod seeds;
