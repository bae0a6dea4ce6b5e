//! Tests of the machine on whole functions.

mod addresses;
mod arithmetic;
mod atomics;
mod constants;
mod constraints;
mod contracts;
mod control;
mod corpus;
mod corpus_files;
mod coverage;
mod float_arithmetic;
mod floats;
mod intrinsics;
mod marks;
mod masked;
mod meanings;
mod modules;
mod packed;
mod pointers;
mod predicated;
mod scalable;
mod spaces;
mod strips;
mod table;
mod totality;
mod vectors;
