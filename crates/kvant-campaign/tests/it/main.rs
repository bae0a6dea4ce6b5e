//! Tests of campaigns with real processes: compilers, and stores whose processes are killed.
//!
//! One binary for all of them, because each binary is linked with the whole workspace.

mod c;
mod killed;
mod reproduce;
mod text;
