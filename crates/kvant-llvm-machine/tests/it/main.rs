//! Tests of the machine on whole functions.

mod constants;
mod contracts;
mod floats;
mod marks;
mod modules;
mod predicated;
mod table;
mod vectors;
