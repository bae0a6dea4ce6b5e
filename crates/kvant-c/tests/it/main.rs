//! Tests of texts and layouts, some of them with compilers.
//!
//! One binary for all of them, because each binary is linked with the whole workspace.

mod by_hand;
mod compiled;
mod errors;
mod garbage;
mod layout;
mod random;
mod round_trip;
mod subset;
mod written;
