//! Tests of the machine on whole functions.

mod constants;
mod constraints;
mod contracts;
mod floats;
mod intrinsics;
mod marks;
mod meanings;
mod modules;
mod predicated;
mod strips;
mod table;
mod vectors;
