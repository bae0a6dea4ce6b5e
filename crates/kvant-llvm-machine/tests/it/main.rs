//! Tests of the machine on whole functions.

mod constants;
mod contracts;
mod events;
mod floats;
mod libraries;
mod marks;
mod meanings;
mod modules;
mod predicated;
mod strips;
mod table;
mod vectors;
