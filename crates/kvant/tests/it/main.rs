//! Tests of the commands as a user runs them, of programs through real compilers, and of the house rules.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod agreement;
mod batch;
mod bench;
mod bench_refine;
mod bisect;
mod bugs;
mod c;
mod campaign;
mod command_line;
mod cross;
mod findings;
mod fuzz_llvm;
mod generate;
mod golden;
mod golden_tables;
mod lift;
mod llvm;
mod mishap;
mod planted;
mod reduce;
mod refine;
mod selftest;
mod shell;
mod shrunk;
mod store;
mod targets;
mod tidy;
mod toolchains;
