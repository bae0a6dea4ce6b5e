//! Tests of memory, by hand and against a simple model.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod by_hand;
mod model;
