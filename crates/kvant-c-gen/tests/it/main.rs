//! Tests of growing and shrinking, without any compiler.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod config;
mod health;
mod planted;
mod shrink;
