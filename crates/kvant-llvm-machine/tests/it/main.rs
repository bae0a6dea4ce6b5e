//! Tests of the machine on whole functions.

mod constraints;
mod contracts;
mod floats;
mod intrinsics;
mod marks;
mod predicated;
mod table;
mod vectors;
