//! Programs and their text.

mod by_hand;
mod compiled;
mod errors;
mod garbage;
mod random;
mod round_trip;
mod subset;
mod written;
