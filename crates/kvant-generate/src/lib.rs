//! The parts that the generators and shrinkers of all languages share.
//!
//! - [`Rng`]: random numbers that are the same on every machine.
//! - [`features!`], [`weights!`]: declarations of the switches and probabilities of a generator.
//! - [`config`]: configurations as names and values.
//! - [`shrink`]: the engine that makes a program smaller by proposing edits and learning from the answers.
//!
//! Not in here: any language, machine, compiler, file or process. The features and weights of a generator, the passes of a
//! shrinker and their edits are defined in the crates of each language.

pub mod config;
mod feature;
mod growth;
mod random;
pub mod shrink;

pub use feature::{FeatureSet, NamedFeature, draw};
pub use growth::{Tally, Unended};
pub use random::Rng;
