//! LLVM IR: its programs are read, run, judged before and after transformations, and generated.

mod arguments;
mod batch;
mod language;
mod module;
pub mod refine;
mod run;
mod show;
mod subject;

pub use language::{LlvmLanguage, corpus_of};
pub use subject::LlvmSubject;
