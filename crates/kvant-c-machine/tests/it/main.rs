//! Tests of the machine: the corpus, totality, undoing, and driving it step by step.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod corpus;
mod corpus_files;
mod driving;
mod totality;
mod undo;
