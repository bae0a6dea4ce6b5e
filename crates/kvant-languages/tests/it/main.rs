//! Tests of all languages of the registry.

mod seeds;
