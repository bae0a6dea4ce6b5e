//! Tests of the machine on whole functions.

mod corpus;
mod corpus_files;
mod floats;
mod marks;
