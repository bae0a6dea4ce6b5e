//! Tests of campaigns with real processes: compilers, and stores whose processes are killed.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod c;
mod killed;
mod reproduce;
