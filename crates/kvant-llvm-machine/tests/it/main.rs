//! Tests of the machine on whole functions.

mod floats;
mod marks;
mod meanings;
mod strips;
