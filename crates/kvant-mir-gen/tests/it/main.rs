//! Tests of growing and shrinking.
//!
//! One binary for all of them: each binary of its own would be linked with the whole workspace once more.

mod config;
mod explain;
mod growth;
mod health;
mod loops;
mod printed;
mod reach;
mod shapes;
mod shrink;
mod shrink_details;
mod splice;
mod statistics;
