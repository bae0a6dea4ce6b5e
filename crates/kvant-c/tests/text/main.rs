//! Programs and their text.

mod by_hand;
mod compiled;
mod random;
mod round_trip;
mod written;
