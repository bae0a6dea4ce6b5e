//! Tests of all languages of the registry.

mod rebuild;
mod seeds;
