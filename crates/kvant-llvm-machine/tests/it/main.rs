//! Tests of the machine on whole functions.

mod atomics;
mod constants;
mod floats;
mod marks;
mod modules;
mod packed;
