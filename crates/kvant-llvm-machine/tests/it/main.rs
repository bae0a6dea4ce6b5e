//! Tests of the machine on whole functions.

mod addresses;
mod atomics;
mod constants;
mod contracts;
mod explanations;
mod floats;
mod marks;
mod meanings;
mod modules;
mod packed;
mod predicated;
mod strips;
mod table;
mod texts;
mod vectors;
