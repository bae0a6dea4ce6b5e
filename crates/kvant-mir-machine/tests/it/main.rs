//! Tests of the machine: the corpus, arithmetic, budgets, totality and undoing.
//!
//! They are one binary, because each further binary would link the whole workspace once more.

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
