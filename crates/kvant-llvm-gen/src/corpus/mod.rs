//! Functions that tests are made of.

mod run_line;
mod unit;

pub use run_line::{RunLine, is_pipeline, run_lines};
pub use unit::{Unit, calls_target, functions, nameless};
