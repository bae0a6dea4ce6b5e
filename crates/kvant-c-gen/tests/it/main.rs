//! Tests of growing and shrinking, without any compiler.
//!
//! One binary for all of them, because each binary is linked with the whole workspace.

mod config;
mod health;
mod planted;
mod shrink;
