//! Tests of the text of programs: printed, compiled by `rustc`, parsed back, and malformed.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod build;
mod by_hand;
mod compiled;
mod errors;
mod every_form;
mod forms;
mod garbage;
mod intrinsics;
mod round_trip;
mod samples;
mod scalars;
mod written;
