//! Tests with processes: compilers, real and fake, and programs that exceed their limits.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod c;
mod compile;
mod discovery;
mod excess;
mod fake;
mod opt;
mod opt_driver;
mod outside;
mod probing;
mod run;
mod scratch;
