//! Tests of the machine on whole functions.

mod constants;
mod floats;
mod marks;
mod modules;
mod packed;
