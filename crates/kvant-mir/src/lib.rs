//! The MIR subset of Kvant: types, layout, bodies, the type checker, a printer to Rust source that `rustc` compiles, a
//! parser of that source, and a translation to ordinary Rust.
//!
//! Not in here: the semantics of programs, which is `kvant-mir-machine`.

mod canonical;
pub mod check;
mod index;
pub mod layout;
pub mod lift;
pub mod observation;
pub mod parse;
pub mod print;
mod rewrite;
mod shape;
pub mod syntax;
mod translate;
mod uses;

pub use rewrite::Rewrite;
pub use shape::shape;
pub use syntax::*;
pub use translate::{Translated, Translation};
