//! The MIR subset that Kvant writes: types, layout, bodies, the type checker, a printer to Rust
//! source that `rustc` compiles, and a parser back.
//!
//! Nothing here executes a program or says what one means; that is `kvant-mir-machine`.

mod canonical;
pub mod check;
mod index;
pub mod layout;
pub mod observation;
pub mod parse;
pub mod print;
mod rewrite;
pub mod syntax;
mod translate;

pub use rewrite::Rewrite;
pub use syntax::*;
pub use translate::{Translated, Translation};
