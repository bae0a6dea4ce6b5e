//! Tests of the machine: the corpus, arithmetic, budgets, totality and undoing.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod arithmetic;
mod budget;
mod corpus;
mod corpus_files;
mod corpus_verdicts;
mod damage;
mod exact;
mod float;
mod totality;
mod touch;
mod undo;
