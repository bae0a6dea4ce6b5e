//! Tests of texts and layouts, some of them with compilers.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod by_hand;
mod compiled;
mod errors;
mod garbage;
mod layout;
mod random;
mod round_trip;
mod subset;
mod written;
