//! Tests of the text of programs: printed, compiled by `rustc`, parsed back, and malformed.
//!
//! They are one binary, because each further binary would link the whole workspace once more.

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
