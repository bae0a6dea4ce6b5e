//! Tests of the machine on whole functions.

mod floats;
mod marks;
mod table;
mod vectors;
