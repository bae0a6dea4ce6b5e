//! The text of programs: printed, compiled by `rustc`, parsed back, and parsed in vain.

mod build;
mod compiled;
mod samples;
