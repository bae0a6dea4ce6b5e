//! Tests of the machine: the corpus, totality, undoing, and driving it step by step.
//!
//! One binary for all of them, because each binary is linked with the whole workspace.

mod corpus;
mod corpus_files;
mod driving;
mod totality;
mod undo;
